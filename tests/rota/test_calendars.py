"""A person's feed has all their shifts, with the same entries as the invitations."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st
from tests.rota.calendar_readers import AuditEntry, Read, read_calendar
from tests.rota.own_weeks import ANA, AT, WEEK, own

from belfry.kernel.texts import make_harmless
from belfry.rota.publishing.calendar_entries import (
    Addresses,
    Holder,
    Invite,
    Method,
    find_uid,
    write_invite,
)
from belfry.rota.publishing.own_shifts import OwnShift, PersonWeek, dump_shifts
from belfry.rota.publishing.shift_feeds import render_shift_feed

NEXT_WEEK = WEEK + timedelta(days=7)
MON, TUE = own("Mon 14:00-22:00", id="b", role="barista"), own("Tue 22:00-06:00", id="a")
NEXT = own("2026-11-23 05:30-13:00", id="b")
WORDS = st.text(st.characters(codec="utf-8"), max_size=90)


def make_week(monday: date, *shifts: OwnShift, **sequences: int) -> PersonWeek:
    return PersonWeek(
        person=ANA.person,
        week=monday.isoformat(),
        placed=0,
        target=0,
        cap=0,
        notified_shifts=dump_shifts(shifts),
        sequences=sequences,
    )


THIS = make_week(WEEK, TUE, MON, b=3)
THEN = make_week(NEXT_WEEK, NEXT)


def read(*weeks: PersonWeek, holder: Holder = ANA) -> Read:
    return read_calendar(render_shift_feed(weeks, holder, now=AT))


def test_feed_shows_every_shift_by_its_start() -> None:
    feed = read(THEN, THIS)
    assert [(entry.summary, entry.starts_at, entry.sequence) for entry in feed.entries] == [
        ("Late shift, barista · The Repair Bench", MON.starts_at, 3),
        ("Night shift · The Repair Bench", TUE.starts_at, 0),
        ("Early shift · The Repair Bench", NEXT.starts_at, 0),
    ]
    assert {entry.organizer for entry in feed.entries} == {None}
    assert {entry.attendees for entry in feed.entries} == {()}


def test_entry_is_the_one_of_the_invite() -> None:
    file = write_invite(
        Invite(Method.REQUEST, MON, 3),
        ANA,
        Addresses("rota@bench.example", "ana@home.example"),
        week=WEEK,
        at=AT,
    )
    [invited] = read_calendar(file.content).entries
    fed = read(THIS).entries[0]
    assert drop_parties(invited) == drop_parties(fed)


def drop_parties(entry: AuditEntry) -> AuditEntry:
    return entry._replace(organizer=None, attendees=(), names=(), stamped_at=AT)


def test_same_shift_of_two_weeks_is_two_entries() -> None:
    uids = [entry.uid for entry in read(THIS, THEN).entries]
    assert uids == [
        find_uid(ANA, WEEK, "b"),
        find_uid(ANA, WEEK, "a"),
        find_uid(ANA, NEXT_WEEK, "b"),
    ]


def test_feed_names_itself_and_says_when_to_ask_again() -> None:
    content = render_shift_feed([THIS], ANA, now=AT)
    feed = read_calendar(content)
    assert (feed.method, feed.title) == ("", "Shifts of Ana · The Repair Bench")
    assert b"\r\nREFRESH-INTERVAL;VALUE=DURATION:PT6H\r\n" in content


def test_nobody_without_shifts_is_refused() -> None:
    assert read().entries == []


def test_feed_is_the_same_all_day_and_in_whatever_order_it_was_found() -> None:
    evening = AT.replace(hour=23, minute=59)
    turned = replace(
        THIS,
        notified_shifts=dump_shifts(
            (
                MON,
                TUE,
            )
        ),
    )
    first = render_shift_feed([THIS, THEN], ANA, now=AT)
    assert render_shift_feed([THEN, turned], ANA, now=evening) == first
    assert read(THIS).entries[0].stamped_at == datetime(2026, 11, 12, tzinfo=UTC)


@given(WORDS, WORDS, WORDS)
def test_any_words_arrive_as_they_are(person: str, role: str, team: str) -> None:
    holder = replace(ANA, person=person, team=team)
    week = make_week(WEEK, replace(MON, role=role))
    feed = read(week, holder=holder)
    title = f"Shifts of {person} · {team}" if team else f"Shifts of {person}"
    summary = f"Late shift, {role}" if role else "Late shift"
    assert feed.title == make_harmless(title, most=200)
    assert feed.entries[0].summary == make_harmless(
        f"{summary} · {team}" if team else summary, most=200
    )
