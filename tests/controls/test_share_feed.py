"""Who gets to see the calendar of controls, and for how long."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from tests.controls.acting import acts, mark_done, open_list
from tests.controls.calendars import Calendar, read_calendar
from tests.controls.offices import RULES, Office

from belfry.controls.reports.calendar_feed import FeedToken, ShareFeed, feed_path
from belfry.kernel.errors import NotFound
from belfry.kernel.tokens import is_token


def share(office: Office) -> ShareFeed:
    return office.house.services.controls.extras.share_feed


def show(office: Office, token: str) -> Calendar:
    return read_calendar(office.house.services.controls.extras.show_feed(token))


def audit_log(office: Office) -> list[tuple[str, str]]:
    entries = office.ports.audit_log.list_entries("feed/controls")
    return [(entry.action, entry.by) for entry in entries]


def test_feed_is_made_once_and_shown_again(office: Office) -> None:
    first = share(office)(by="user/1")
    assert share(office)(by="user/2") == first
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
    calendar = show(office, share(office)(by="user/1").token)
    owners = [event["DESCRIPTION"].text.split("\n")[0] for event in calendar.events]
    assert [(e["SUMMARY"].text, e["DTSTART"].value) for e in calendar.events] == [
        ("Fire drill", "20261210"),
        ("Ladders", "20261220"),
        ("Keys", "20261221"),
    ]
    assert owners == ["Owner: Maria Lopez", "Owner: Tom Hill", "Repeats: yearly"]


def test_done_and_undone_move_the_same_entry(office: Office) -> None:
    open_list(office)
    token = share(office)(by="user/1").token
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
    token = share(office)(by="user/1").token
    gone = office.control("Keys")
    office.put(replace(gone, gone_at=office.house.clock.now()))
    assert [event["SUMMARY"].text for event in show(office, token).events] == ["Ladders"]


def test_new_address_ends_the_old_one_and_keeps_the_entries(office: Office) -> None:
    open_list(office)
    old = share(office)(by="user/1")
    before = show(office, old.token)
    new = share(office)(by="user/2", is_new=True)
    with pytest.raises(NotFound):
        show(office, old.token)
    assert show(office, new.token) == before
    assert audit_log(office) == [("shared", "user/1"), ("shared", "user/2")]


def test_ended_feed_shows_nothing_until_it_is_shared_again(office: Office) -> None:
    old = share(office)(by="user/1")
    assert share(office).end(by="user/2")
    assert not share(office).end(by="user/2")
    for token in (old.token, "", "controls"):
        with pytest.raises(NotFound):
            show(office, token)
    new = share(office)(by="user/1")
    assert new.token not in ("", old.token)
    assert show(office, new.token).events == []
    assert audit_log(office) == [("shared", "user/1"), ("ended", "user/2"), ("shared", "user/1")]


@pytest.mark.parametrize("token", ["", "x", "\u00e9", "a" * 43, "../secrets"])
def test_guessed_address_leads_nowhere(office: Office, token: str) -> None:
    for _ in range(2):
        with pytest.raises(NotFound, match="leads nowhere"):
            show(office, token)
        share(office)(by="user/1")


def test_trail_of_the_feed_holds_and_names_no_secret(office: Office) -> None:
    feed = share(office)(by="user/1", is_new=True)
    (entry,) = office.ports.audit_log.list_entries("feed/controls")
    assert (entry.before, entry.after) == ({}, {})
    assert feed.token not in repr(feed)
    assert office.ports.store.find(FeedToken, "controls") == feed
    assert "feed/controls" in [head.subject for head in office.ports.audit_log.heads()]
