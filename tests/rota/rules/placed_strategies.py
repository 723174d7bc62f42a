"""Any small week, and any rota of it that the checker finds nothing wrong with."""

from __future__ import annotations

from datetime import date

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
from belfry.rota.rules.checker import check_rota
from belfry.rota.rules.weeks import HOUR, Rota, Rule, Rules, Week

NAMES = ("Ana", "Ben", "Cleo", "Dov")
# The clocks go back on the Sunday of the first, and nothing happens in the second.
MONDAYS = (date(2026, 10, 19), date(2026, 11, 16))
DAYS = st.sampled_from(SHORT_NAMES)
WISHES = st.sampled_from(((), (), (), ("Ana",), ("Ben", "Cleo")))


@st.composite
def whens(draw: st.DrawFn, days: st.SearchStrategy[str] = DAYS) -> str:
    starts = draw(st.sampled_from((0, 6, 9, 14, 22)))
    ends = (starts + draw(st.sampled_from((4, 8, 9)))) % 24
    return f"{draw(days)} {starts:02}:00-{ends:02}:{draw(st.sampled_from((0, 30))):02}"


@st.composite
def weeks(draw: st.DrawFn) -> Week:
    monday = draw(st.sampled_from(MONDAYS))
    shifts = [
        make_shift(
            draw(whens()),
            id=f"#{place}",
            role=draw(st.sampled_from(("", "", "bar"))),
            skills=draw(st.sampled_from(((), (), ("first aid",)))),
            headcount=draw(st.integers(1, 2)),
            monday=monday,
            held=draw(st.sampled_from(("", "", "", "ask me"))),
            wishes=draw(WISHES),
            pins=draw(WISHES),
        )
        for place in range(draw(st.integers(1, 7)))
    ]
    members = [
        make_member(
            name,
            draw(st.sampled_from((0, 8, 20, 40))),
            cap=draw(st.sampled_from((0, 16, 40))),
            roles=draw(st.sampled_from(((), ("bar",)))),
            skills=draw(st.sampled_from(((), ("first aid",)))),
            below=draw(st.integers(-3, 3)),
        )
        for name in NAMES[: draw(st.integers(1, 4))]
    ]
    return make_week(
        shifts,
        members,
        availability=[
            make_availability(name, *spans, monday=monday)
            for name, spans in draw(
                st.dictionaries(st.sampled_from(NAMES), st.lists(whens(), max_size=3), max_size=2)
            ).items()
        ],
        time_off=[
            make_time_off(name, day, is_pending=is_pending, reason="wedding", monday=monday)
            for name, day, is_pending in draw(
                st.lists(st.tuples(st.sampled_from(NAMES), DAYS, st.booleans()), max_size=3)
            )
        ],
        around=[
            make_worked(name, when, id="#0", monday=monday)
            for name, when in draw(
                st.lists(st.tuples(st.sampled_from(NAMES), whens(around_days(monday))), max_size=2)
            )
        ],
        rules=Rules(
            rest=draw(st.sampled_from((0, 8 * HOUR, 11 * HOUR))),
            shifts_a_day=draw(st.integers(1, 2)),
            longest_day=draw(st.sampled_from((None, 10 * HOUR, 13 * HOUR))),
            days_in_row=draw(st.sampled_from((None, 1, 2, 3))),
        ),
        monday=monday,
    )


def around_days(monday: date) -> st.SearchStrategy[str]:
    days = [date.fromordinal(monday.toordinal() + offset).isoformat() for offset in (-2, -1, 7)]
    return st.sampled_from(days)


@st.composite
def placed_weeks(draw: st.DrawFn) -> tuple[Week, Rota]:
    """Drawn people on each shift, without those whom the checker refuses."""
    week = draw(weeks())
    names = [member.name for member in week.members]
    rota: dict[str, tuple[str, ...]] = {}
    for shift in week.shifts:
        for name in draw(st.lists(st.sampled_from(names), unique=True)):
            tried = {**rota, shift.id: (*rota.get(shift.id, ()), name)}
            # Pins may be anywhere here: what is told must be true of unfinished rotas, too.
            if all(breach.rule is Rule.PIN for breach in check_rota(week, tried)):
                rota = tried
    return week, rota
