"""Who gets a message when a tick has decided on one, and that nobody gets it twice."""

from __future__ import annotations

import pytest
from tests.controls.offices import Office, london

from belfry.controls.controls import AGGREGATE, DONE, ESCALATED, REMINDED, SKIPPED, UNDONE
from belfry.kernel.errors import InputError
from belfry.messaging.messages import Audience
from belfry.ports.store import OutboxRow

SAID = {
    "due_on": "2026-12-10",
    "cycle": 1,
    "slot": "day-5",
    "window": -5,
    "previous_on": None,
    "day": "2026-12-05",
}


def row(op: str = REMINDED, **said: object) -> OutboxRow:
    at = london("2026-12-05T08:00")
    return OutboxRow(1, AGGREGATE, "fire drill", op, {**SAID, **said}, at, 0, None)


def keys(office: Office) -> list[str]:
    return [message.id for message in office.messages()]


def test_reminder_makes_one_message_for_the_owner(office: Office) -> None:
    office.tick("2026-12-05T08:00")

    (message,) = office.messages()
    assert message.id == "controls/fire drill/2026-12-10/day-5/Maria Lopez"
    assert (message.about, message.person, message.kind, message.audience) == (
        "controls/fire drill",
        "Maria Lopez",
        "reminder",
        Audience.TEAM,
    )


def test_escalation_makes_one_message_for_each_who_hears_of_it(office: Office) -> None:
    office.tick("2026-12-16T08:00")

    slot = "controls/fire drill/2026-12-10/escalation-2026-12-16"
    assert sorted(keys(office)) == [f"{slot}/Maria Lopez", f"{slot}/Tom Hill"]
    assert [one.facts["also"] for one in office.messages()] == [["Tom Hill"], ["Maria Lopez"]]


def test_hearing_of_the_same_thing_twice_changes_nothing(office: Office) -> None:
    office.tick("2026-12-05T08:00")
    tell = office.house.services.controls.reminders.tell
    before = office.messages()

    tell(row())
    tell(row())

    assert office.messages() == before


def test_reminder_held_up_for_a_day_takes_no_newer_ones_place(office: Office) -> None:
    office.tick("2026-12-10T08:00")
    office.release()
    before = office.messages()

    office.house.services.controls.reminders.tell(row())

    assert office.messages() == before


@pytest.mark.parametrize("op", [DONE, UNDONE, SKIPPED])
def test_of_the_end_of_a_cycle_nobody_gets_a_message(office: Office, op: str) -> None:
    office.tick("2026-12-02T08:00")

    office.house.services.controls.reminders.tell(row(op, done_on="2026-12-02"))

    assert office.messages() == []


def test_news_that_nobody_knows_is_refused(office: Office) -> None:
    with pytest.raises(InputError, match=r"nobody knows what 'control\.sold' means"):
        office.house.services.controls.reminders.tell(row("control.sold"))


def test_news_of_a_control_that_is_not_known_is_passed_over(office: Office) -> None:
    office.house.services.controls.reminders.tell(row(ESCALATED))

    assert office.messages() == []


def test_absent_owners_deputy_gets_the_message(office: Office) -> None:
    office.edit("people.csv", "Tom Hill,,\n", "Tom Hill,2026-12-01,2026-12-31\n")
    office.tick("2026-12-10T08:00")

    (message,) = office.messages()
    assert message.person == "Tom Hill"
    assert (message.facts["instead_of"], message.facts["because"]) == ("Maria Lopez", "away")


def test_owner_who_comes_back_gets_the_next_one(office: Office) -> None:
    office.edit("people.csv", "Tom Hill,,\n", "Tom Hill,2026-12-01,2026-12-09\n")
    office.remind("2026-12-07T09:00")
    office.remind("2026-12-10T09:00")

    assert [one.person for one in office.messages()] == ["Tom Hill", "Maria Lopez"]


@pytest.mark.parametrize("people", [None, "", "name\x00,", "\n\n"], ids=repr)
def test_team_without_a_good_list_of_people_is_told_through_its_admin(
    office: Office, people: str | None
) -> None:
    if people is None:
        office.remove("people.csv")
    else:
        office.write("people.csv", people)
    office.tick("2026-12-10T09:00")

    (message,) = office.messages()
    assert (message.person, message.facts["because"]) == ("the admin", "unknown")


def test_newer_reminder_takes_the_place_of_one_that_waits(office: Office) -> None:
    office.remind("2026-12-05T08:00")  # a Saturday
    assert office.said() == [("Maria Lopez", "held", "days off")]
    office.remind("2026-12-10T08:00")

    newer = office.messages()[1].id
    assert office.said()[0] == ("Maria Lopez", "dropped", f"replaced by {newer}, which is newer")
