"""What a calendar is told of the controls, read by a reader of its own."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.controls.calendars import Calendar, read_calendar
from tests.controls.reminding import a_control

from belfry.controls.reports.calendar_feed import Owned, find_uid, render_feed
from belfry.kernel.texts import make_harmless

NOW = datetime(2026, 12, 1, 12, 30, tzinfo=UTC)
DRILL = a_control(
    "Fire drill", due_on=date(2026, 12, 31), proof="photo", notes="ask Maya", revision=4
)
TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=120)


def feed(*found: Owned, now: datetime = NOW, team: str = "The Bench") -> Calendar:
    return read_calendar(render_feed(found, team=team, family="abc", now=now))


def test_control_is_an_entry_for_the_whole_day_it_is_due() -> None:
    (event,) = feed(Owned(DRILL, "Maria Lopez")).events
    assert {name: (one.parameters, one.value) for name, one in event.items()} == {
        "UID": ("", find_uid("abc", "fire drill")),
        "DTSTAMP": ("", "20261201T000000Z"),
        "SEQUENCE": ("", "4"),
        "DTSTART": ("VALUE=DATE", "20261231"),
        "DTEND": ("VALUE=DATE", "20270101"),
        "SUMMARY": ("", "Fire drill"),
        "DESCRIPTION": (
            "",
            r"Owner: Maria Lopez\nArea: Safety\nRepeats: monthly\nProof to keep: photo",
        ),
        "TRANSP": ("", "TRANSPARENT"),
    }


def test_calendar_names_the_team_and_when_to_ask_again() -> None:
    calendar = feed(team="Bench; Sons, Ltd")
    assert (calendar.find("VERSION").value, calendar.find("PRODID").value) == (
        "2.0",
        "-//Belfry//Controls//EN",
    )
    for name in ("NAME", "X-WR-CALNAME"):
        assert calendar.find(name).text == "Bench; Sons, Ltd: controls"
    refresh = calendar.find("REFRESH-INTERVAL")
    assert (refresh.parameters, refresh.value) == ("VALUE=DURATION", "PT6H")
    assert calendar.find("X-PUBLISHED-TTL").value == "PT6H"


def test_team_without_controls_has_an_empty_calendar() -> None:
    assert feed().events == []


def test_notes_and_what_is_not_known_are_left_out() -> None:
    bare = replace(DRILL, area="", proof="")
    (event,) = feed(Owned(bare)).events
    assert event["DESCRIPTION"].text == "Repeats: monthly"


def test_entry_stays_the_same_one_when_it_moves() -> None:
    later = replace(DRILL, due_on=date(2027, 1, 31), cycle=2, revision=5)
    (before,), (after,) = feed(Owned(DRILL)).events, feed(Owned(later)).events
    assert before["UID"] == after["UID"]
    assert int(before["SEQUENCE"].value) < int(after["SEQUENCE"].value)


def test_two_controls_and_two_teams_have_entries_of_their_own() -> None:
    uids = {find_uid(family, one) for family in ("abc", "abd") for one in ("drill", "walk")}
    assert len(uids) == 4


def test_calendar_is_the_same_all_day() -> None:
    later = NOW + timedelta(hours=11)
    found = (Owned(DRILL),)
    assert render_feed(found, team="", family="f", now=NOW) == render_feed(
        found, team="", family="f", now=later
    )


@given(TEXTS, TEXTS, TEXTS)
def test_any_words_arrive_as_they_are_and_nothing_else_with_them(
    name: str, area: str, owner: str
) -> None:
    control = replace(DRILL, name=name, area=area, repeat="", proof="")
    (event,) = feed(Owned(control, owner)).events
    said = {"Owner": owner, "Area": area}
    assert event["SUMMARY"].text == make_harmless(name, most=200)
    assert event["DESCRIPTION"].text == "\n".join(
        f"{what}: {make_harmless(text, most=200)}" for what, text in said.items() if text
    )


@pytest.mark.parametrize(
    "name",
    [
        "Drill\r\nBEGIN:VEVENT",
        "Drill\nATTENDEE:mailto:x@example.com",
        "Drill\\nEND:VCALENDAR",
        "\u2028END:VEVENT",
    ],
)
def test_no_name_brings_lines_of_its_own(name: str) -> None:
    (event,) = feed(Owned(replace(DRILL, name=name))).events
    assert "ATTENDEE" not in event
    assert event["SUMMARY"].text == make_harmless(name, most=200)
