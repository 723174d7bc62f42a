"""Small weeks of every sort, for properties: everything is on the hour, and much of it clashes."""

from __future__ import annotations

from datetime import date, timedelta

from hypothesis import strategies as st
from tests.rota.weeks import (
    make_availability,
    make_member,
    make_shift,
    make_time_off,
    make_week,
    make_worked,
)

from belfry.rota.rules.weeks import (
    HOUR,
    Availability,
    Member,
    Rota,
    Rules,
    Shift,
    TimeOff,
    Week,
    Worked,
)

NAMES = ("Ana", "Ben", "Cem")
# One without anything special, and those in which the clocks change.
MONDAYS = (date(2026, 11, 16), date(2026, 10, 19), date(2026, 3, 23))
ROLES = ("", "bar")
SKILLS = ("keys",)

some_names = st.lists(st.sampled_from(NAMES), max_size=2, unique=True)
some_skills = st.sets(st.sampled_from(SKILLS))
hours = st.integers(0, 23)
days_of_week = st.integers(0, 6)


@st.composite
def spans(draw: st.DrawFn, monday: date, days: st.SearchStrategy[int] = days_of_week) -> str:
    day = monday + timedelta(days=draw(days))
    starts, length = draw(hours), draw(st.integers(1, 14))
    return f"{day} {starts:02}:00-{(starts + length) % 24:02}:00"


@st.composite
def members(draw: st.DrawFn, name: str) -> Member:
    return make_member(
        name,
        draw(st.sampled_from((0, 8, 24))),
        cap=draw(st.sampled_from((0, 8, 16, 40))),
        roles=draw(st.sets(st.sampled_from(ROLES[1:]))),
        skills=draw(some_skills),
    )


@st.composite
def shifts(draw: st.DrawFn, monday: date, number: int) -> Shift:
    is_pinned, wishes = draw(st.booleans()), draw(some_names)
    return make_shift(
        draw(spans(monday)),
        id=f"s/{number}",
        role=draw(st.sampled_from(ROLES)),
        skills=draw(some_skills),
        headcount=draw(st.integers(1, 2)),
        pins=wishes if is_pinned else (),
        wishes=() if is_pinned else wishes,
        held=draw(st.sampled_from(("", "", "", "ask first"))),
        monday=monday,
    )


@st.composite
def availabilities(draw: st.DrawFn, monday: date, name: str) -> Availability:
    """Whole days but for their first hour, so that no two stretches touch."""
    wholes = [f"{monday + timedelta(days=day)} 01:00-00:00" for day in range(7)]
    picked = draw(st.lists(st.sampled_from(wholes), unique=True))
    return make_availability(name, *picked, monday=monday)


@st.composite
def times_off(draw: st.DrawFn, monday: date, name: str) -> TimeOff:
    first = monday + timedelta(days=draw(days_of_week))
    last = first + timedelta(days=draw(st.integers(0, 1)))
    is_pending = draw(st.booleans())
    return make_time_off(name, first.isoformat(), last.isoformat(), is_pending=is_pending)


@st.composite
def times_worked(draw: st.DrawFn, monday: date, name: str) -> Worked:
    external_scheduler = st.sampled_from((-3, -2, -1, 7, 8, 9))
    return make_worked(name, draw(spans(monday, external_scheduler)), monday=monday)


@st.composite
def weeks(draw: st.DrawFn, *, most_shifts: int = 5) -> Week:
    monday, count = draw(st.sampled_from(MONDAYS)), draw(st.integers(0, most_shifts))
    known = NAMES[: draw(st.integers(1, len(NAMES)))]
    drawn = [draw(shifts(monday, number)) for number in range(count)]
    clashing = [shift.id for shift in drawn if draw(st.integers(0, 5)) == 5]
    return make_week(
        drawn,
        [draw(members(name)) for name in known],
        availability=[draw(availabilities(monday, name)) for name in known if draw(st.booleans())],
        time_off=[draw(times_off(monday, name)) for name in draw(some_names)],
        around=[draw(times_worked(monday, name)) for name in draw(some_names)],
        clashes=dict.fromkeys(clashing, "somebody is off"),
        rules=Rules(
            rest=draw(st.sampled_from((0, 11, 16))) * HOUR,
            shifts_a_day=draw(st.integers(1, 2)),
            longest_day=draw(st.sampled_from((None, 10 * HOUR, 13 * HOUR))),
            days_in_row=draw(st.sampled_from((None, 1, 2, 3))),
        ),
        monday=monday,
    )


@st.composite
def rotas(draw: st.DrawFn, week: Week) -> Rota:
    """Any people on any shifts, legal or not."""
    known = st.lists(st.sampled_from(NAMES), max_size=3)
    return {shift.id: tuple(draw(known)) for shift in week.shifts}
