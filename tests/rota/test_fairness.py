"""Whether hours, weekends and nights are counted as they were worked, to the minute."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belfry.rota.messages.facts import HoursTold
from belfry.rota.publishing.own_shifts import OwnShift, write_told
from belfry.rota.publishing.person_weeks import PersonWeek
from belfry.rota.reports.fairness import (
    Fairness,
    PersonFairness,
    Totals,
    judge_fairness,
    list_weeks_counted,
)

LONDON = ZoneInfo("Europe/London")
MONDAY = date(2026, 11, 16)
MARGIN = 120
HOUR = 60


def week(
    person: str, placed: int, *, back: int = 0, target: int = 40, **more: object
) -> PersonWeek:
    """Hours, of a week so many weeks before."""
    monday = MONDAY - timedelta(weeks=back)
    known = PersonWeek(
        person=person,
        week=monday.isoformat(),
        placed=placed * HOUR,
        target=target * HOUR,
        cap=48 * HOUR,
    )
    return replace(known, **more)  # type: ignore[arg-type]


def shift(day: int, start: str, length: int = 8) -> OwnShift:
    """A shift of November 2026, by London's clock."""
    hour, minute = map(int, start.split(":"))
    starts = datetime(2026, 11, day, hour, minute, tzinfo=LONDON).astimezone(UTC)
    return OwnShift(id=f"{day}-{start}", starts_at=starts, ends_at=starts + timedelta(hours=length))


def judge(*known: PersonWeek, margin: int = MARGIN) -> Fairness:
    return judge_fairness(MONDAY, known, margin=margin, zone=LONDON)


def test_the_week_and_the_three_before_it_count() -> None:
    assert list_weeks_counted(MONDAY) == ["2026-10-26", "2026-11-02", "2026-11-09", "2026-11-16"]


def test_hours_are_told_for_the_week_and_over_four_weeks() -> None:
    fairness = judge(
        week("Ana", 32), week("Ana", 36, back=1), week("Ana", 44, back=3), week("Ana", 0, back=4)
    )
    assert fairness.people == (
        PersonFairness(
            name="Ana",
            placed=32 * HOUR,
            target=40 * HOUR,
            cap=48 * HOUR,
            lately=Totals(weeks=3, placed=112 * HOUR, target=120 * HOUR, weekends=0, nights=0),
        ),
    )
    assert fairness.people[0].below == 8 * HOUR
    assert fairness.people[0].lately.below == 8 * HOUR


def test_week_after_the_one_meant_does_not_count() -> None:
    fairness = judge(week("Ana", 40), week("Ana", 0, back=-1))
    assert fairness.people[0].lately.below == 0


def test_whoever_has_left_is_left_out() -> None:
    assert judge(week("Ana", 40), week("Zed", 0, back=1)).people == judge(week("Ana", 40)).people


def test_nobody_is_told_of_a_week_that_was_not_published() -> None:
    fairness = judge(week("Ana", 40, back=1))
    assert (fairness.people, fairness.spread, fairness.drifting) == ((), 0, ())


def test_spread_is_from_the_furthest_below_to_the_furthest_above() -> None:
    fairness = judge(week("Ana", 32), week("Ben", 43), week("Cara", 40), week("Ben", 30, back=1))
    assert (fairness.spread, fairness.spread_lately) == (11 * HOUR, 8 * HOUR)


@pytest.mark.parametrize(
    ("placed", "drifts"),
    [
        pytest.param(38, False, id="as far below as the margin"),
        pytest.param(37, True, id="further below"),
        pytest.param(42, False, id="as far above as the margin"),
        pytest.param(43, True, id="further above"),
    ],
)
def test_somebody_drifts_beyond_the_margin(placed: int, drifts: bool) -> None:
    names = [one.name for one in judge(week("Ana", placed)).drifting]
    assert names == (["Ana"] if drifts else [])


def test_those_who_drift_come_furthest_below_first_and_then_by_name() -> None:
    known = (week("Dev", 50), week("Ben", 30), week("Ana", 30), week("Cara", 20), week("Eve", 40))
    assert [one.name for one in judge(*known).drifting] == ["Cara", "Ana", "Ben", "Dev"]


@pytest.mark.parametrize(
    ("one", "counts"),
    [
        pytest.param(shift(20, "14:00"), (0, 0), id="a Friday"),
        pytest.param(shift(20, "22:00"), (0, 1), id="a Friday night that ends on Saturday"),
        pytest.param(shift(21, "09:00"), (1, 0), id="a Saturday"),
        pytest.param(shift(22, "23:30"), (1, 1), id="a Sunday night"),
        pytest.param(shift(16, "04:00"), (0, 1), id="before five on a Monday"),
        pytest.param(shift(16, "05:00"), (0, 0), id="five on a Monday"),
    ],
)
def test_weekends_and_nights_are_those_on_which_a_shift_begins(
    one: OwnShift, counts: tuple[int, int]
) -> None:
    lately = judge(week("Ana", 8, told=write_told([one]))).people[0].lately
    assert (lately.weekends, lately.nights) == counts


def test_weekends_of_earlier_weeks_are_added_up() -> None:
    told = write_told([shift(14, "09:00"), shift(15, "21:00")])
    fairness = judge(week("Ana", 40), week("Ana", 40, back=1, told=told))
    assert fairness.tell() == (
        HoursTold(name="Ana", placed=2400, target=2400, below=0, weekends=2, nights=1),
    )


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    st.lists(
        st.tuples(st.sampled_from(["Ana", "Ben", "Cara"]), st.integers(0, 3), st.integers(0, 3000)),
        unique_by=lambda one: one[:2],
    ),
    st.randoms(use_true_random=False),
)
def test_whatever_the_order_the_minutes_add_up(
    drawn: list[tuple[str, int, int]], random: object
) -> None:
    known = [replace(week(name, 0, back=back), placed=minutes) for name, back, minutes in drawn]
    fairness = judge(*known)
    random.shuffle(known)  # type: ignore[attr-defined]
    assert judge(*known) == fairness
    here = {one.person for one in known if one.week == MONDAY.isoformat()}
    assert sum(one.lately.below for one in fairness.people) == sum(
        one.target - one.placed for one in known if one.person in here
    )
