"""How the facts of a week are written down and read again."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st
from tests.rota.weeks import make_availability, make_member, make_shift, make_week

from belfry.kernel.hours.quiet import QuietHours
from belfry.rota.drafts.open_draft import read_week, write_week
from belfry.rota.rules.weeks import (
    Availability,
    Leave,
    Member,
    Rules,
    Shift,
    Stretch,
    TimeOff,
    Week,
    Worked,
)

TEXT = st.text(max_size=8)
TEXTS = st.frozensets(TEXT, max_size=3)
NAMES = st.lists(TEXT, max_size=3).map(tuple)
DAYS = st.dates(date(2000, 1, 1), date(2100, 1, 1))
MOMENTS = st.integers(0, 4_000_000_000).map(lambda second: datetime.fromtimestamp(second, UTC))
MINUTES = st.integers(-10_000, 10_000)
TIMES = st.builds(time, st.integers(0, 23), st.integers(0, 59))

SHIFTS = st.builds(
    Shift,
    id=TEXT,
    day=DAYS,
    starts=TIMES,
    ends=TIMES,
    starts_at=MOMENTS,
    ends_at=MOMENTS,
    role=TEXT,
    skills=TEXTS,
    headcount=st.integers(1, 9),
    wishes=NAMES,
    is_pinned=st.booleans(),
    held=TEXT,
)
STRETCHES = st.lists(st.builds(Stretch, MOMENTS, MOMENTS), max_size=3).map(tuple)
WEEKS = st.builds(
    Week,
    starts_on=DAYS,
    zone=st.sampled_from([ZoneInfo("Europe/London"), ZoneInfo("Australia/Sydney")]),
    rules=st.builds(
        Rules,
        max_hours=MINUTES,
        rest=MINUTES,
        margin=MINUTES,
        shifts_a_day=st.integers(1, 4),
        longest_day=st.none() | st.integers(1, 1440),
        days_in_row=st.none() | st.integers(1, 9),
        quiet=st.builds(QuietHours, TIMES, TIMES),
        ask_first=st.booleans(),
        test_mode=st.booleans(),
    ),
    shifts=st.lists(SHIFTS, max_size=3).map(tuple),
    members=st.lists(
        st.builds(
            Member,
            name=TEXT,
            roles=TEXTS,
            skills=TEXTS,
            target=MINUTES,
            cap=MINUTES,
            below=MINUTES,
        ),
        max_size=3,
    ).map(tuple),
    availability=st.dictionaries(
        TEXT, st.builds(Availability, name=TEXT, stretches=STRETCHES), max_size=2
    ),
    time_off=st.lists(
        st.builds(
            TimeOff,
            name=TEXT,
            first_on=DAYS,
            last_on=DAYS,
            state=st.sampled_from(Leave),
            reason=TEXT,
        ),
        max_size=2,
    ).map(tuple),
    around=st.lists(
        st.builds(Worked, name=TEXT, shift_id=TEXT, day=DAYS, starts_at=MOMENTS, ends_at=MOMENTS),
        max_size=2,
    ).map(tuple),
    clashes=st.dictionaries(TEXT, TEXT, max_size=2),
    kept=st.dictionaries(TEXT, NAMES, max_size=2),
)


@given(WEEKS)
def test_any_week_is_read_as_it_was_written(week: Week) -> None:
    text = write_week(week)
    again = read_week(text)
    assert again == week
    assert write_week(again) == text


def test_what_is_read_has_the_kinds_it_had() -> None:
    week = read_week(write_week(make_week([make_shift("Mon 09:00-17:00", skills=["keys"])])))
    (shift,) = week.shifts
    assert (type(week.zone), type(shift.skills)) == (ZoneInfo, frozenset)
    assert (shift.starts_at.tzinfo, shift.minutes) == (UTC, 480)


def test_the_order_in_which_facts_were_gathered_does_not_show() -> None:
    two = [make_availability(name, "Mon 09:00-17:00") for name in ("Ana", "Bo")]
    weeks = [make_week([], ["Ana"], availability=order) for order in (two, two[::-1])]
    skilled = [make_member(skills=order) for order in (["a", "b", "c"], ["c", "b", "a"])]
    weeks = [
        make_week([], [member], availability=week.availability.values())
        for member, week in zip(skilled, weeks, strict=True)
    ]
    assert write_week(weeks[0]) == write_week(weeks[1])


def test_one_moment_is_written_one_way() -> None:
    here = datetime(2026, 7, 1, 9, tzinfo=ZoneInfo("Europe/London"))
    texts = []
    for at in (here, here.astimezone(UTC)):
        stretch = Stretch(at, at)
        texts.append(
            write_week(make_week(availability=[Availability(name="Ana", stretches=(stretch,))]))
        )
    assert texts[0] == texts[1]


def test_a_field_that_an_older_text_lacks_keeps_its_default() -> None:
    plain = json.loads(write_week(make_week(["Mon 09:00-17:00"], ["Ana"])))
    del plain["kept"], plain["shifts"][0]["held"], plain["rules"]["days_in_row"]
    assert read_week(json.dumps(plain)) == make_week(["Mon 09:00-17:00"], ["Ana"])
