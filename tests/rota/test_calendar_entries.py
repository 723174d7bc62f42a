"""Calendar entries follow every change of a person's shifts, once, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.adapters.smtp.mail_channels import channel_to, write_message
from tests.rota.calendar_readers import AuditEntry, read_calendar
from tests.rota.own_weeks import ANA, AT, WEEK, own
from tests.services.smtp_server import LocalMail

from belfry.kernel.errors import InputError
from belfry.kernel.texts import make_harmless
from belfry.messaging.ports import Attachment
from belfry.rota.publishing.calendar_entries import (
    Addresses,
    Holder,
    Invite,
    Method,
    find_uid,
    write_invite,
)
from belfry.rota.publishing.own_shifts import OwnShift, plan_sequences

MAIL = Addresses("rota@bench.example", "ana@home.example")
MON, TUE = own("Mon 14:00-22:00", role="barista"), own("Tue 09:00-17:00")
LATER = replace(MON, ends_at=MON.ends_at + timedelta(hours=1))
WORDS = st.text(st.characters(codec="utf-8"), max_size=90)
NASTY = [
    "Ana\r\nATTENDEE:mailto:x@example.com",
    "Ana\nEND:VEVENT",
    "Ana\\nEND:VCALENDAR",
    'Ana";X-EVIL="1',
    "Lopez, Ana; the older: one",
    "^n ^' ^^",
    "\u2028BEGIN:VEVENT",
    "👩‍🔧" * 30,
    "שרה",
]


def write(invite: Invite, holder: Holder = ANA, mail: Addresses = MAIL) -> Attachment:
    return write_invite(invite, holder, mail, week=WEEK, at=AT)


def read(invite: Invite, holder: Holder = ANA) -> AuditEntry:
    [entry] = read_calendar(write(invite, holder).content).entries
    return entry


def ask(shift: OwnShift, sequence: int = 0) -> Invite:
    return Invite(Method.REQUEST, shift, sequence)


def call_off(shift: OwnShift, sequence: int) -> Invite:
    return Invite(Method.CANCEL, shift, sequence)


@pytest.mark.parametrize(
    "before, after, sequences, expected",
    [
        pytest.param(
            [],
            [TUE, MON],
            {},
            {"Mon": 0, "Tue": 0},
            id="new shifts are asked in their order",
        ),
        pytest.param(
            [MON, TUE],
            [MON, TUE],
            {"Mon": 2, "Tue": 0},
            {"Mon": 2, "Tue": 0},
            id="nothing is said of what stays",
        ),
        pytest.param(
            [MON],
            [LATER],
            {"Mon": 0},
            {"Mon": 1},
            id="another time makes it newer",
        ),
        pytest.param(
            [MON],
            [replace(MON, role="")],
            {"Mon": 4},
            {"Mon": 5},
            id="another role makes it newer",
        ),
        pytest.param(
            [MON, TUE],
            [TUE],
            {"Mon": 0, "Tue": 0},
            {"Mon": 1, "Tue": 0},
            id="what is gone is called off",
        ),
        pytest.param(
            [],
            [MON],
            {"Mon": 1},
            {"Mon": 2},
            id="what is back is newer than its end",
        ),
        pytest.param(
            [MON],
            [LATER],
            {},
            {"Mon": 1},
            id="a first one that nobody counted was number 0",
        ),
    ],
)
def test_what_changed_is_newer(
    before: list[OwnShift],
    after: list[OwnShift],
    sequences: dict[str, int],
    expected: dict[str, int],
) -> None:
    assert plan_sequences(before, after, sequences) == expected


EDITIONS = st.lists(
    st.dictionaries(st.sampled_from("abc"), st.sampled_from([MON, LATER, TUE]), max_size=3),
    min_size=1,
    max_size=8,
)


@given(EDITIONS)
def test_numbers_only_grow_and_grow_with_every_change(
    editions: list[dict[str, OwnShift]],
) -> None:
    before: dict[str, OwnShift] = {}
    known: dict[str, int] = {}
    for edition in editions:
        after = {name: replace(shift, id=name) for name, shift in edition.items()}
        numbers = plan_sequences(before.values(), after.values(), known)
        for name in {*known, *after}:
            is_changed = before.get(name) != after.get(name)
            assert numbers[name] - known.get(name, -1) == is_changed
        before, known = after, numbers


def test_invitation_says_what_is_needed_and_no_more() -> None:
    file = write(ask(MON, 2))
    assert (file.name, file.media_type) == (
        "shift-2026-11-16-1400.ics",
        "text/calendar; method=REQUEST; charset=utf-8",
    )
    calendar = read_calendar(file.content)
    assert (calendar.method, calendar.names) == ("REQUEST", ("method", "prodid", "version"))
    assert calendar.entries == [
        AuditEntry(
            uid=find_uid(ANA, WEEK, "Mon"),
            sequence=2,
            summary="Late shift, barista · The Repair Bench",
            starts_at=datetime(2026, 11, 16, 14, tzinfo=UTC),
            ends_at=datetime(2026, 11, 16, 22, tzinfo=UTC),
            stamped_at=AT,
            status="CONFIRMED",
            transparency="OPAQUE",
            organizer=("mailto:rota@bench.example", "The Repair Bench"),
            attendees=(("mailto:ana@home.example", "Ana"),),
            names=tuple(
                sorted(
                    ["attendee", "dtend", "dtstamp", "dtstart", "organizer", "sequence"]
                    + ["status", "summary", "transp", "uid"]
                )
            ),
        )
    ]
    assert b";RSVP=FALSE" in file.content


def test_calling_off_names_the_same_entry() -> None:
    file = write(call_off(MON, 3))
    assert (file.name, file.media_type) == (
        "cancelled-2026-11-16-1400.ics",
        "text/calendar; method=CANCEL; charset=utf-8",
    )
    calendar = read_calendar(file.content)
    asked = read(ask(MON, 2))
    off = asked._replace(sequence=3, status="CANCELLED", transparency="TRANSPARENT")
    assert (calendar.method, calendar.entries) == ("CANCEL", [off])


def test_times_are_told_so_that_no_zone_has_to_be_known() -> None:
    content = write(ask(MON)).content
    assert b"DTSTART:20261116T140000Z\r\n" in content
    assert b"TZID" not in content
    assert b"VTIMEZONE" not in content


@pytest.mark.parametrize(
    "when, hours",
    [("2026-10-24 22:00-06:00", 9), ("2026-03-28 22:00-06:00", 7), ("2026-11-16 22:00-06:00", 8)],
)
def test_night_on_which_the_clocks_change_has_its_real_hours(when: str, hours: int) -> None:
    entry = read(ask(own(when)))
    assert entry.ends_at - entry.starts_at == timedelta(hours=hours)


def test_uid_stays_whatever_becomes_of_the_shift() -> None:
    renamed = replace(ANA, team="Bench & Co", zone=ZoneInfo("Asia/Singapore"))
    uids = {read(ask(MON)).uid, read(ask(LATER, 1)).uid, read(call_off(MON, 2), renamed).uid}
    assert uids == {find_uid(ANA, WEEK, "Mon")}


def test_uid_differs_by_team_week_shift_and_person() -> None:
    other = WEEK + timedelta(days=7)
    uids = {
        find_uid(ANA, WEEK, "Mon"),
        find_uid(ANA, WEEK, "Tue"),
        find_uid(ANA, other, "Mon"),
        find_uid(replace(ANA, person="Ben"), WEEK, "Mon"),
        find_uid(replace(ANA, team_id="bench-2"), WEEK, "Mon"),
        find_uid(replace(ANA, team_id="a/b", person="c"), WEEK, "Mon"),
        find_uid(replace(ANA, team_id="a", person="b/c"), WEEK, "Mon"),
    }
    assert len(uids) == 7
    assert not any("Ana" in uid or "bench" in uid for uid in uids)


@pytest.mark.parametrize("words", NASTY)
def test_no_name_or_role_brings_lines_of_its_own(words: str) -> None:
    check_words(words, words, words)


@given(WORDS, WORDS, WORDS)
def test_any_name_role_and_team_arrive_as_they_are(person: str, role: str, team: str) -> None:
    check_words(person, role, team)


def check_words(person: str, role: str, team: str) -> None:
    holder = replace(ANA, person=person, team=team)
    entry = read(ask(replace(MON, role=role)), holder)
    title = f"Late shift, {role}" if role else "Late shift"
    expected = f"{title} · {team}" if team else title
    assert entry.summary == make_harmless(expected, most=200)
    assert entry.attendees == (("mailto:ana@home.example", shown(person)),)
    assert entry.organizer == ("mailto:rota@bench.example", shown(team))
    assert len(entry.names) == 10


def shown(name: str) -> str:
    return make_harmless(name.replace('"', "'").replace("^", " ").replace("\\", " "), most=200)


@pytest.mark.parametrize(
    "address",
    ["", "ana", "ana@", "ana@home.example\r\nX:1", "a,b@home.example", "mailto:ana@home.example"],
)
def test_what_is_no_address_is_refused(address: str) -> None:
    for mail in (MAIL._replace(person=address), MAIL._replace(team=address)):
        with pytest.raises(InputError, match=r"looks like name@example\.com"):
            write(ask(MON), mail=mail)


def test_odd_address_is_written_as_a_link() -> None:
    file = write(ask(MON), mail=MAIL._replace(person="50%+ana?x@home.example"))
    [entry] = read_calendar(file.content).entries
    assert entry.attendees[0][0] == "mailto:50%25+ana%3Fx@home.example"


def test_invitations_arrive_one_to_a_file(smtp_server: LocalMail) -> None:
    before = [own("Mon 14:00-22:00", role="küche, bar")]
    after = [own("Tue 09:00-17:00"), own("Fri 22:00-06:00", role="קופה")]
    invites = [*(call_off(shift, 1) for shift in before), *map(ask, after)]
    files = [write_invite(invite, ANA, MAIL, week=WEEK, at=AT) for invite in invites]
    outgoing = replace(write_message(), attachments=tuple(files))
    with channel_to(smtp_server.port) as channel:
        channel.send(outgoing)
    [(_, _, raw)] = smtp_server.emails
    email = message_from_bytes(raw, _class=EmailMessage, policy=default)
    parts = list(email.iter_attachments())
    assert [part["Content-Type"].params["method"] for part in parts] == [
        "CANCEL",
        "REQUEST",
        "REQUEST",
    ]
    assert [part.get_filename() for part in parts] == [
        "cancelled-2026-11-16-1400.ics",
        "shift-2026-11-17-0900.ics",
        "shift-2026-11-20-2200.ics",
    ]
    arrived = [part.get_payload(decode=True) for part in parts]
    assert arrived == [file.content for file in files]
    entries = [entry for file in files for entry in read_calendar(file.content).entries]
    assert [(entry.summary, entry.status) for entry in entries] == [
        ("Late shift, küche, bar · The Repair Bench", "CANCELLED"),
        ("Day shift · The Repair Bench", "CONFIRMED"),
        ("Night shift, קופה · The Repair Bench", "CONFIRMED"),
    ]
