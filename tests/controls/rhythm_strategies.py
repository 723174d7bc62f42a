"""Repeats of every shape that can be written, for tests that hold for all of them."""

from __future__ import annotations

from calendar import monthrange
from datetime import date

from hypothesis import strategies as st

from belfry.controls.repeats.repeats import LAST, Fixed, Pick, Rolling, Unit

NTH = st.sampled_from([1, 2, 3, 4, LAST])
WEEKDAY = st.integers(0, 6)
PLACES = st.builds(Pick, NTH, WEEKDAY) | st.just(Pick(LAST))
NUMBERS = st.builds(Pick, st.integers(1, 31))
LONG = st.sampled_from([Unit.QUARTER, Unit.HALF, Unit.YEAR])
DATES = st.integers(1, 12).flatmap(
    lambda month: st.builds(
        Pick, st.integers(1, monthrange(2000, month)[1]) | st.just(LAST), month=st.just(month)
    )
) | st.builds(Pick, NTH, WEEKDAY, st.integers(1, 12))
DAYS = st.dates(date(1970, 1, 1), date(2200, 12, 31))


def _fix(every: int, block: Unit, picks: set[Pick]) -> Fixed:
    def place(pick: Pick) -> tuple[int, int, int]:
        nth = 99 if pick.nth == LAST else pick.nth
        return pick.month or 0, nth, -1 if pick.weekday is None else pick.weekday

    return Fixed(every, block, tuple(sorted(picks, key=place)))


def _some(picks: st.SearchStrategy[Pick]) -> st.SearchStrategy[set[Pick]]:
    return st.sets(picks, min_size=1, max_size=4)


EVERY = st.integers(1, 5)
# Every single day is a fixed repeat.
ROLLING = st.builds(
    Rolling, st.integers(1, 90), st.sampled_from([Unit.DAY, Unit.WEEK, Unit.MONTH, Unit.YEAR])
).filter(lambda repeat: repeat != Rolling(1, Unit.DAY))
WEEKLY = st.builds(_fix, EVERY, st.just(Unit.WEEK), _some(st.builds(Pick, st.just(1), WEEKDAY)))
MONTHLY = st.builds(_fix, EVERY, st.just(Unit.MONTH), _some(NUMBERS | PLACES))
LONGER = st.builds(_fix, EVERY, LONG, _some(PLACES | st.just(Pick(1))))
YEARLY = st.builds(_fix, EVERY, st.just(Unit.YEAR), _some(DATES))
FIXED = WEEKLY | MONTHLY | LONGER | YEARLY
REPEATS = ROLLING | FIXED
