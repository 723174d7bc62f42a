"""Small weeks of every sort, for what must hold whatever a team's week is like."""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import strategies as st
from tests.rota.weeks import (
    make_availability,
    make_member,
    make_shift,
    make_time_off,
    make_week,
    make_worked,
)

from belfry.kernel.hours.weekdays import SHORT_NAMES
from belfry.rota.rules.weeks import HOUR, Member, Rules, Shift, Week

PEOPLE = ("Ana", "Ben", "Cleo", "Dev", "Eve")
DAYS = SHORT_NAMES[:5]
SPANS = ("06:00-14:00", "09:00-13:00", "10:00-18:00", "14:00-22:00", "22:00-06:00")
WIDE = ("05:00-19:00", "08:00-23:00", "12:00-09:00")
BEFORE = ("2026-11-15 14:00-22:00", "2026-11-15 22:00-06:00", "2026-11-14 09:00-17:00")

days = st.sampled_from(DAYS)
names = st.sampled_from(PEOPLE)


@st.composite
def shifts(draw: st.DrawFn, number: int) -> Shift:
    who = draw(st.lists(st.sampled_from((*PEOPLE, "Zoe")), max_size=2, unique=True))
    is_pinned = draw(st.booleans())
    return make_shift(
        f"{draw(days)} {draw(st.sampled_from(SPANS))}",
        id=f"s{number}",
        role=draw(st.sampled_from(("", "", "bar"))),
        skills=draw(st.sampled_from(((), (), ("keys",)))),
        headcount=draw(st.integers(1, 3)),
        pins=who if is_pinned else (),
        wishes=() if is_pinned or draw(st.booleans()) else who,
        held=draw(st.sampled_from(("", "", "", "", "ask Tom"))),
    )


@st.composite
def members(draw: st.DrawFn, name: str) -> Member:
    return make_member(
        name,
        draw(st.sampled_from((0, 8, 20, 40))),
        cap=draw(st.sampled_from((0, 12, 24, 40, 60))),
        roles=draw(st.sampled_from(((), ("bar",)))),
        skills=draw(st.sampled_from(((), ("keys",)))),
        below=draw(st.integers(-8, 8)),
    )


@st.composite
def weeks(draw: st.DrawFn) -> Week:
    some = [draw(shifts(number)) for number in range(draw(st.integers(0, 7)))]
    team = [draw(members(name)) for name in PEOPLE[: draw(st.integers(0, 5))]]
    times = st.builds("{} {}".format, days, st.sampled_from(WIDE))
    off = st.builds(
        lambda name, day, is_pending: make_time_off(name, day, is_pending=is_pending),
        names,
        days,
        st.booleans(),
    )
    ids = st.sampled_from([shift.id for shift in some] or ["none"])
    published: Mapping[str, tuple[str, ...]] = draw(
        st.dictionaries(ids, st.lists(names, max_size=2, unique=True).map(tuple), max_size=4)
    )
    return make_week(
        some,
        team,
        availability=[
            make_availability(name, *draw(st.lists(times, min_size=1, max_size=5, unique=True)))
            for name in draw(st.lists(names, max_size=2, unique=True))
        ],
        time_off=draw(st.lists(off, max_size=2)),
        around=draw(
            st.lists(
                st.builds(make_worked, names, st.sampled_from(BEFORE)), max_size=2, unique=True
            )
        ),
        clashes=draw(st.dictionaries(ids, st.just("Ana is away"), max_size=1)),
        published=published,
        rules=Rules(
            rest=draw(st.sampled_from((0, 11 * HOUR))),
            shifts_a_day=draw(st.integers(1, 2)),
            longest_day=draw(st.sampled_from((None, 10 * HOUR, 13 * HOUR))),
            days_in_row=draw(st.sampled_from((None, 1, 3))),
        ),
    )
