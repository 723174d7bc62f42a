"""What a calendar is told of the controls, read by a reader of its own."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.controls.acting import acts, mark_done, open_list
from tests.controls.calendars import Calendar, read_calendar
from tests.controls.offices import RULES, Office
from tests.controls.reminding import a_control

from belfry.controls.reports.calendar_feed import (
    FeedToken,
    Owned,
    feed_path,
    find_uid,
    make_token,
    render_feed,
)
from belfry.kernel.errors import NotFound
from belfry.kernel.texts import is_token, make_harmless

NOW = datetime(2026, 12, 1, 12, 30, tzinfo=UTC)
DRILL = a_control(
    "Fire drill", due_on=date(2026, 12, 31), proof="photo", notes="ask Maya", revision=4
)
TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=120)


def feed(*owned: Owned, now: datetime = NOW, team: str = "The Bench") -> Calendar:
    return read_calendar(render_feed(owned, team=team, family="abc", now=now))


def test_control_is_an_entry_for_the_whole_day_it_is_due() -> None:
    (event,) = feed(Owned(DRILL, "Maria Lopez")).events
    assert {name: (property_.parameters, property_.value) for name, property_ in event.items()} == {
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
    uids = {find_uid(family, control) for family in ("abc", "abd") for control in ("drill", "walk")}
    assert len(uids) == 4


def test_calendar_is_the_same_all_day() -> None:
    later = NOW + timedelta(hours=11)
    owned = (Owned(DRILL),)
    assert render_feed(owned, team="", family="f", now=NOW) == render_feed(
        owned, team="", family="f", now=later
    )


@given(TEXTS, TEXTS, TEXTS)
def test_any_words_arrive_as_they_are_and_nothing_else_with_them(
    name: str, area: str, owner: str
) -> None:
    control = replace(DRILL, name=name, area=area, repeat="", proof="")
    (event,) = feed(Owned(control, owner)).events
    details = {"Owner": owner, "Area": area}
    assert event["SUMMARY"].text == make_harmless(name, most=200)
    assert event["DESCRIPTION"].text == "\n".join(
        f"{what}: {make_harmless(text, most=200)}" for what, text in details.items() if text
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


def share(office: Office, **options: Any) -> FeedToken:
    return office.app.services.controls.feed.share(**options)


def share_with(office: Office, person: str, **options: Any) -> str:
    """The part of the address that is the person's own."""
    feed = office.app.services.controls.feed
    return make_token(feed.share(by="user/1", **options), feed.find_reader(person))


def test_each_person_has_an_address_that_ends_when_they_leave(office: Office) -> None:
    people = ("Maria Lopez", "Tom Hill", "")
    tokens = {person: share_with(office, person) for person in people}
    assert len({*tokens.values(), share(office, by="user/1").token}) == len(people) + 1
    assert tokens["Maria Lopez"] == share_with(office, "maria")
    calendars = [show(office, token) for token in tokens.values()]
    assert calendars[0] == calendars[1] == calendars[2]
    rows = office.read("people.csv").splitlines(keepends=True)
    office.write("people.csv", "".join(row for row in rows if not row.startswith("Tom")))
    with pytest.raises(NotFound, match="leads nowhere"):
        show(office, tokens["Tom Hill"])
    with pytest.raises(NotFound, match="there is nobody called 'Tom Hill' in people.csv"):
        share_with(office, "Tom Hill")
    assert [show(office, tokens[person]) for person in ("Maria Lopez", "")] == calendars[:2]


def test_new_addresses_end_all_old_ones(office: Office) -> None:
    old = [share_with(office, person) for person in ("Maria Lopez", "Tom Hill")]
    new = share_with(office, "Maria Lopez", is_new=True)
    for token in old:
        with pytest.raises(NotFound):
            show(office, token)
    assert show(office, new).events == []


def show(office: Office, token: str) -> Calendar:
    return read_calendar(office.app.services.controls.feed.show(token))


def audit_log(office: Office) -> list[tuple[str, str]]:
    entries = office.ports.audit_log.list_entries("feed/controls")
    return [(entry.action, entry.by) for entry in entries]


def test_feed_is_made_once_and_shown_again(office: Office) -> None:
    first = share(office, by="user/1")
    assert share(office, by="user/2") == first
    assert audit_log(office) == [("shared", "user/1")]
    assert is_token(first.token)
    assert len(first.token) == 43
    assert feed_path(first.token) == f"/feeds/{first.token}.ics"


def test_feed_shows_each_control_on_its_day_with_its_owner(office: Office) -> None:
    office.write("controls/rules.txt", f"{RULES}Owner of yard: Tom\n")
    open_list(
        office,
        "Fire drill,Safety,monthly,maria,,2026-12-10,,",
        "Ladders,Yard,yearly,,,2026-12-20,,",
        "Keys,,yearly,someone@example.com,,2026-12-21,,",
    )
    calendar = show(office, share(office, by="user/1").token)
    owners = [event["DESCRIPTION"].text.split("\n")[0] for event in calendar.events]
    assert [(e["SUMMARY"].text, e["DTSTART"].value) for e in calendar.events] == [
        ("Fire drill", "20261210"),
        ("Ladders", "20261220"),
        ("Keys", "20261221"),
    ]
    assert owners == ["Owner: Maria Lopez", "Owner: Tom Hill", "Repeats: yearly"]


def test_done_and_undone_move_the_same_entry(office: Office) -> None:
    open_list(office)
    token = share(office, by="user/1").token
    seen = [show(office, token).events[0]]
    mark_done(office, done_on=date(2026, 12, 1))
    seen.append(show(office, token).events[0])
    acts(office).undo_done("Fire drill", by="user/1")
    seen.append(show(office, token).events[0])
    assert [event["DTSTART"].value for event in seen] == ["20261210", "20270101", "20261210"]
    assert len({event["UID"] for event in seen}) == 1
    numbers = [int(event["SEQUENCE"].value) for event in seen]
    assert numbers == sorted(set(numbers))


def test_control_that_left_the_list_leaves_the_calendar(office: Office) -> None:
    open_list(office, "Keys,,yearly,,,2026-12-21,,", "Ladders,,yearly,,,2026-12-22,,")
    token = share(office, by="user/1").token
    gone = office.control("Keys")
    office.put(replace(gone, gone_at=office.app.clock.now()))
    assert [event["SUMMARY"].text for event in show(office, token).events] == ["Ladders"]


def test_new_address_ends_the_old_one_and_keeps_the_entries(office: Office) -> None:
    open_list(office)
    old = share(office, by="user/1")
    before = show(office, old.token)
    new = share(office, by="user/2", is_new=True)
    with pytest.raises(NotFound):
        show(office, old.token)
    assert show(office, new.token) == before
    assert audit_log(office) == [("shared", "user/1"), ("shared", "user/2")]


def test_ended_feed_shows_nothing_until_it_is_shared_again(office: Office) -> None:
    old = share(office, by="user/1")
    assert office.app.services.controls.feed.end(by="user/2")
    assert not office.app.services.controls.feed.end(by="user/2")
    for token in (old.token, "", "controls"):
        with pytest.raises(NotFound):
            show(office, token)
    new = share(office, by="user/1")
    assert new.token not in ("", old.token)
    assert show(office, new.token).events == []
    assert audit_log(office) == [("shared", "user/1"), ("ended", "user/2"), ("shared", "user/1")]


@pytest.mark.parametrize("token", ["", "x", "\u00e9", "a" * 43, "../secrets"])
def test_guessed_address_leads_nowhere(office: Office, token: str) -> None:
    for _ in range(2):
        with pytest.raises(NotFound, match="leads nowhere"):
            show(office, token)
        share(office, by="user/1")


def test_trail_of_the_feed_holds_and_names_no_secret(office: Office) -> None:
    feed = share(office, by="user/1", is_new=True)
    (entry,) = office.ports.audit_log.list_entries("feed/controls")
    assert (entry.before, entry.after) == ({}, {})
    assert feed.token not in repr(feed)
    assert office.ports.store.find(FeedToken, "controls") == feed
    assert "feed/controls" in [head.subject for head in office.ports.audit_log.heads()]
