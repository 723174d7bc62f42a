"""Who hears of a control, and who comes after them."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from tests.controls.reminding import ANN, MARIA, TODAY, TOM, a_control, a_staff

from belfry.controls.chains.rules import Rules, read_rules
from belfry.controls.reminders.reminders import Line, Recipient, Redirect, find_line
from belfry.workspace.people import ADMIN, Person, Staff

AWAY: dict[str, Any] = {"away_from": date(2026, 12, 1), "away_until": date(2026, 12, 31)}


def rules(text: str = "") -> Rules:
    parsed = read_rules(text).rules
    assert parsed is not None
    return parsed


def line(text: str = "", staff: Staff | None = None, **control: Any) -> Line:
    return find_line(a_control(**control), rules(text), staff or a_staff())


def hearers(owner_line: Line, *, is_escalation: bool = False) -> list[Recipient]:
    return owner_line.list_recipients(TODAY, is_escalation=is_escalation)


@pytest.mark.parametrize(
    "text, control, owner",
    [
        pytest.param("Owner of safety: Tom", {"owner": "maria"}, "Maria Lopez", id="the row's"),
        pytest.param("Owner of safety: Tom", {"owner": ""}, "Tom Hill", id="else the area's"),
        pytest.param("Owner of data: Tom", {"owner": ""}, ADMIN, id="else the admin"),
        pytest.param("", {"owner": "tom@example.com"}, "Tom Hill", id="known by an address"),
    ],
)
def test_reminder_goes_to_the_owner(text: str, control: dict[str, Any], owner: str) -> None:
    assert hearers(line(text, **control)) == [Recipient(owner)]


def test_admin_whom_people_csv_knows_goes_by_that_name() -> None:
    staff = a_staff(admin="ann@example.com")

    assert hearers(line(staff=staff, owner="")) == [Recipient("Ann Lee")]


@pytest.mark.parametrize(
    "people, hearer",
    [
        pytest.param((replace(MARIA, **AWAY), TOM, ANN), "Tom Hill", id="to the deputy"),
        pytest.param(
            (replace(MARIA, **AWAY), replace(TOM, deputy="Ann Lee", **AWAY), ANN),
            "Ann Lee",
            id="to the deputy's deputy",
        ),
        pytest.param(
            (replace(MARIA, **AWAY), replace(TOM, **AWAY), ANN),
            "Ann Lee",
            id="to the manager if the deputy is away, too",
        ),
        pytest.param(
            (replace(MARIA, deputy=None, manager=None, **AWAY), TOM),
            ADMIN,
            id="to the admin if nobody else is named",
        ),
    ],
)
def test_absent_owner_is_stood_in_for(people: tuple[Person, ...], hearer: str) -> None:
    recipients = hearers(line(staff=a_staff(*people)))

    assert recipients == [Recipient(hearer, "Maria Lopez", Redirect.AWAY)]


def test_absent_owner_hears_of_it_if_nobody_else_can() -> None:
    alone = a_staff(replace(MARIA, deputy=None, manager=None, **AWAY), admin="")

    assert hearers(line(staff=alone)) == [Recipient("Maria Lopez")]


@pytest.mark.parametrize(
    "people, because",
    [
        pytest.param((TOM,), Redirect.UNKNOWN, id="an owner who left"),
        pytest.param((replace(MARIA, email=None), TOM), Redirect.UNREACHABLE, id="no address"),
    ],
)
def test_admin_hears_in_place_of_an_owner_who_cannot_be_reached(
    people: tuple[Person, ...], because: Redirect
) -> None:
    recipients = hearers(line(staff=a_staff(*people)))

    assert recipients == [Recipient(ADMIN, "Maria Lopez", because)]


@pytest.mark.parametrize(
    "text, control, expected",
    [
        pytest.param("Escalate safety to: Tom\nEscalate to: Bo", {}, "Tom Hill", id="the area's"),
        pytest.param("Escalate data to: Bo\nEscalate to: Tom", {}, "Tom Hill", id="the general"),
        pytest.param("", {}, "Ann Lee", id="the owner's manager"),
        pytest.param("", {"owner": "Tom"}, ADMIN, id="the admin"),
        pytest.param(
            "Escalate to: Maria", {}, "Ann Lee", id="not the owner again, but their manager"
        ),
    ],
)
def test_escalation_goes_to_the_owner_and_its_target(
    text: str, control: dict[str, Any], expected: str
) -> None:
    owner = "Tom Hill" if control else "Maria Lopez"

    recipients = hearers(line(text, **control), is_escalation=True)

    assert recipients == [Recipient(owner), Recipient(expected)]


def test_escalation_to_a_deputy_who_is_also_its_target_goes_out_once() -> None:
    staff = a_staff(replace(MARIA, **AWAY), TOM, ANN)

    recipients = hearers(line("Escalate to: Tom", staff), is_escalation=True)

    assert recipients == [Recipient("Tom Hill", "Maria Lopez", Redirect.AWAY)]


def test_absent_target_is_stood_in_for_by_somebody_else_than_the_owner() -> None:
    staff = a_staff(MARIA, replace(TOM, deputy="Maria Lopez", **AWAY), ANN)

    recipients = hearers(line("Escalate to: Tom", staff), is_escalation=True)

    assert recipients == [Recipient("Maria Lopez"), Recipient("Ann Lee", "Tom Hill", Redirect.AWAY)]


def test_escalation_in_an_app_of_one_goes_out_once() -> None:
    staff = a_staff(replace(MARIA, manager=None), admin="maria@example.com")

    assert hearers(line(staff=staff), is_escalation=True) == [Recipient("Maria Lopez")]


def test_line_goes_from_owner_over_deputy_target_and_manager_to_the_admin() -> None:
    everybody = (MARIA, TOM, ANN, Person(name="Zoe", email="zoe@example.com"))
    owner_line = line("Escalate to: Zoe", a_staff(*everybody))

    reached: list[str] = []
    while following := owner_line.find_next(TODAY, reached):
        reached.append(following)

    assert reached == ["Maria Lopez", "Tom Hill", "Zoe", "Ann Lee", ADMIN]


def test_next_in_line_is_there_and_can_be_reached() -> None:
    staff = a_staff(MARIA, replace(TOM, **AWAY), replace(ANN, email=None, phone=None))

    assert line(staff=staff).find_next(TODAY, ["Maria Lopez"]) == ADMIN
