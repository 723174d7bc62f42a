"""How people of the team are reached, and who acts for whom today."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from belfry.workspace.people import ADMIN, People, Person, Staff, Way, index_names

TODAY = date(2026, 12, 7)
EVERYBODY = (
    Person(name="Tom Hill", email="tom@example.com", phone="+447700900100", timezone="Asia/Tokyo"),
    Person(name="Sam", phone="+447700900123"),
    Person(name="Nora", deputy="Sam", away_from=TODAY),
    Person(name="Olga", email="olga@example.com", away_until=TODAY),
)


def a_staff(*, admin: str = "owner@example.com", has_texts: bool = True) -> Staff:
    return Staff(
        People(EVERYBODY, names=index_names(EVERYBODY)),
        admin,
        ("email", "sms") if has_texts else ("email",),
    )


@pytest.mark.parametrize(
    "name, way",
    [
        pytest.param("Tom Hill", Way("email", "tom@example.com", "Asia/Tokyo"), id="by e-mail"),
        pytest.param("Sam", Way("sms", "+447700900123"), id="else by text"),
        pytest.param("Nora", None, id="else not at all"),
        pytest.param("Who", None, id="nobody knows them"),
        pytest.param(ADMIN, Way("email", "owner@example.com"), id="the admin"),
        pytest.param("x@example.com", Way("email", "x@example.com"), id="an address itself"),
        pytest.param("x@", None, id="no address after all"),
    ],
)
def test_way_to_a_person(name: str, way: Way | None) -> None:
    assert a_staff().find_way(name) == way


def test_phone_is_no_way_where_no_texts_are_sent() -> None:
    assert a_staff(has_texts=False).find_way("Sam") is None


def test_slack_comes_before_e_mail_and_that_before_a_phone() -> None:
    addresses: dict[str, Any] = {
        "slack_id": "U0TOM",
        "email": "tom@example.com",
        "phone": "+447700900100",
    }
    channels = []
    for missing in ("nothing", "slack_id", "email", "phone"):
        addresses.pop(missing, "")
        tom = Person(name="Tom", **addresses)
        staff = Staff(People((tom,), names=index_names((tom,))), "", ("slack", "email", "sms"))
        way = staff.find_way("Tom")
        channels.append(way and way.channel)
    assert channels == ["slack", "email", "sms", None]


def test_slack_id_changes_nothing_where_slack_is_not_set() -> None:
    tom = Person(name="Tom", slack_id="U0TOM", email="tom@example.com")
    people = People((tom,), names=index_names((tom,)))
    assert Staff(people, "", ("email", "sms")).find_way("Tom") == Way("email", "tom@example.com")


def test_admin_without_an_address_cannot_be_reached() -> None:
    assert a_staff(admin="").find_way(ADMIN) is None


@pytest.mark.parametrize(
    "written, name",
    [
        pytest.param("tom", "Tom Hill", id="a first name"),
        pytest.param(" TOM  hill ", "Tom Hill", id="however it is written"),
        pytest.param("tom@example.com", "Tom Hill", id="an address of one of them"),
        pytest.param(" Bob ", "Bob", id="somebody who is not known"),
        pytest.param(" ", ADMIN, id="nobody: the admin"),
    ],
)
def test_short_name_gives_the_whole_name(written: str, name: str) -> None:
    assert a_staff().name_of(written) == name


def test_admin_who_is_one_of_them_goes_by_their_name() -> None:
    assert a_staff(admin="olga@example.com").name_of("") == "Olga"


@pytest.mark.parametrize(
    "name, present",
    [
        pytest.param("Tom Hill", "Tom Hill", id="somebody who is here"),
        pytest.param("Nora", "Sam", id="a deputy"),
        pytest.param("Olga", None, id="nobody for her"),
        pytest.param("Bob", None, id="nobody knows him"),
        pytest.param(ADMIN, ADMIN, id="the admin is always there"),
        pytest.param("x@example.com", "x@example.com", id="and so is an address"),
    ],
)
def test_person_who_acts_for_another_today(name: str, present: str | None) -> None:
    assert a_staff().find_present(name, TODAY) == present
