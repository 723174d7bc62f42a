"""How a month is judged: tables of histories, and what they come to."""

from __future__ import annotations

from calendar import monthrange
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.controls.reminding import a_control

from belfry.controls.controls import Control, CycleLine, Outcome
from belfry.controls.reports.monthly_summary import (
    Drift,
    Fate,
    Month,
    Summary,
    find_month_before,
    list_uncertain,
    parse_month,
    summarise,
)
from belfry.kernel.errors import InputError

OCTOBER = Month(2026, 10)
TODAY = date(2026, 11, 1)
AT = datetime(2026, 10, 31, 12, tzinfo=UTC)


def on(text: str) -> date:
    """A day of 2026, such as 10-05."""
    return date.fromisoformat(f"2026-{text}")


def line(
    cycle: int,
    due: str,
    done: str | None = None,
    *,
    outcome: Outcome = Outcome.DONE,
    control: str = "drill",
    note: str = "",
) -> CycleLine:
    return CycleLine(
        control_id=control,
        number=cycle,
        cycle=cycle,
        due_on=on(due),
        outcome=outcome,
        done_on=on(done) if done else None,
        at=AT,
        by="Maria",
        note=note,
    )


def missed(cycle: int, due: str, note: str = "") -> CycleLine:
    return line(cycle, due, outcome=Outcome.MISSED, note=note)


def skipped(cycle: int, due: str) -> CycleLine:
    return line(cycle, due, due, outcome=Outcome.SKIPPED)


def undone(cycle: int, due: str) -> CycleLine:
    return line(cycle, due, outcome=Outcome.UNDONE)


def an_open(due: str, name: str = "drill", cycle: int = 9) -> Control:
    return a_control(name, due_on=on(due), cycle=cycle)


def judge(*history: CycleLine, is_open: Iterable[Control] = (), today: date = TODAY) -> Summary:
    """As the use case does it: the lines of the month, and the histories that it needs besides."""
    lines = [cycle_line for cycle_line in history if cycle_line.due_on in OCTOBER]
    open_controls = list(is_open)
    ids = list_uncertain(lines) | {
        open_control.id for open_control in open_controls if open_control.due_on in OCTOBER
    }
    histories = {
        control_id: [each for each in history if each.control_id == control_id]
        for control_id in ids
    }
    return summarise(OCTOBER, lines, histories, open_controls, today)


def count(summary: Summary) -> dict[str, int]:
    return dict(Counter(due.fate.value for due in summary.dues))


@pytest.mark.parametrize(
    "history, expected",
    [
        pytest.param([], {}, id="nothing came due"),
        pytest.param([line(1, "10-05", "10-05")], {"on-time": 1}, id="done on the day"),
        pytest.param([line(1, "10-05", "09-20")], {"on-time": 1}, id="done early"),
        pytest.param([line(1, "10-05", "10-06")], {"late": 1}, id="done a day late"),
        pytest.param([line(1, "10-31", "11-01")], {"late": 1}, id="done in the next month"),
        pytest.param([skipped(1, "10-05")], {"skipped": 1}, id="skipped"),
        pytest.param(
            [line(1, "10-05", "10-20"), missed(1, "10-12"), missed(1, "10-19")],
            {"late": 1, "missed": 2},
            id="two more passed while one was open",
        ),
        pytest.param(
            [line(1, "09-28", "10-13"), missed(1, "10-05"), missed(1, "10-12")],
            {"missed": 2},
            id="missed with one of the month before",
        ),
        pytest.param([line(1, "09-30", "10-02")], {}, id="due in the month before"),
        pytest.param([line(1, "11-01", "10-02")], {}, id="due in the month after"),
        pytest.param([line(1, "10-05", "10-05"), undone(1, "10-05")], {}, id="taken back"),
        pytest.param(
            [line(1, "10-05", "10-05"), undone(1, "10-05"), line(2, "10-05", "10-09")],
            {"late": 1},
            id="taken back and done later",
        ),
        pytest.param(
            [line(1, "09-28", "10-13"), missed(1, "10-05"), missed(1, "10-12"), undone(1, "09-28")],
            {},
            id="missed, and taken back by a line of another month",
        ),
    ],
)
def test_due_dates_of_the_month_are_counted(
    history: list[CycleLine], expected: dict[str, int]
) -> None:
    assert count(judge(*history)) == expected


@pytest.mark.parametrize(
    "due, today, expected",
    [
        pytest.param("10-30", TODAY, {"open": 1}, id="not done by the end of the month"),
        pytest.param("10-31", on("10-31"), {}, id="due today, which is not over"),
        pytest.param("10-30", on("10-31"), {"open": 1}, id="due yesterday"),
        pytest.param("11-05", on("11-20"), {}, id="due after the month"),
        pytest.param("09-05", TODAY, {}, id="due before the month"),
    ],
)
def test_what_is_still_open_counts_once_it_is_over(
    due: str, today: date, expected: dict[str, int]
) -> None:
    assert count(judge(is_open=[an_open(due)], today=today)) == expected


def test_older_open_ones_are_told_beside_the_month() -> None:
    summary = judge(is_open=[an_open("09-05"), an_open("10-05", "walk")])
    assert [(due.control_id, due.on, due.days) for due in summary.carried] == [
        ("drill", on("09-05"), 57)
    ]
    assert (summary.counts.due, summary.counts.rate) == (1, 0)


def test_rate_leaves_out_what_was_skipped() -> None:
    summary = judge(
        line(1, "10-05", "10-05"),
        line(2, "10-12", "10-13"),
        skipped(3, "10-19"),
        line(4, "10-26", "10-26"),
        is_open=[an_open("10-30", "walk")],
    )
    assert (summary.counts.due, summary.counts.rate) == (4, 0.5)


@pytest.mark.parametrize(
    "history",
    [pytest.param([], id="nothing"), pytest.param([skipped(1, "10-05")], id="only skipped ones")],
)
def test_rate_of_nothing_is_none(history: list[CycleLine]) -> None:
    assert judge(*history).counts.rate is None


def test_days_late_are_told_with_the_worst_first() -> None:
    summary = judge(line(1, "10-05", "10-06"), line(2, "10-12", "10-20"), line(3, "10-26", "10-26"))
    assert summary.days_late == (8, 1)


def test_many_missed_in_one_line_are_not_called_a_whole_count() -> None:
    closed = line(1, "09-01", "10-31")
    assert judge(closed, missed(1, "10-01")).is_whole
    assert not judge(closed, missed(1, "10-01", "25 due dates, until 25 October 2026")).is_whole


EARLIER = [line(1, "07-10", "07-10"), line(2, "08-10", "08-15"), line(3, "09-10", "09-10")]


@pytest.mark.parametrize(
    "history, expected",
    [
        pytest.param(
            [*EARLIER, line(4, "10-10", "10-11")], [(2, 4, 3.0)], id="late for the second time"
        ),
        pytest.param([*EARLIER, line(4, "10-10", "10-10")], [], id="on time this month"),
        pytest.param([line(4, "10-10", "10-12")], [], id="late for the first time"),
        pytest.param(
            [*EARLIER, line(4, "10-10", "10-10"), line(5, "10-31", "11-01")],
            [(2, 4, 3.0)],
            id="of the last four only",
        ),
        pytest.param(
            [line(1, "06-10", "06-19"), *EARLIER[1:], line(4, "10-10", "10-11")],
            [(3, 4, 5.0)],
            id="late three times",
        ),
        pytest.param(
            [
                line(1, "07-01", "07-01"),
                *(missed(2, f"10-{day:02}") for day in (5, 12, 19)),
                line(2, "09-28", "10-20"),
            ],
            [],
            id="one long slip is no habit",
        ),
        pytest.param(
            [*EARLIER, line(4, "09-20", "09-25"), undone(4, "09-20"), line(5, "10-10", "10-10")],
            [],
            id="what was taken back is no slip",
        ),
        pytest.param(
            [*EARLIER, line(4, "10-10", "10-11"), line(5, "11-10", "11-30")],
            [(2, 4, 3.0)],
            id="what came after the month does not count",
        ),
        pytest.param(
            [*EARLIER, skipped(4, "10-03"), line(5, "10-10", "10-11")],
            [(2, 4, 3.0)],
            id="a skipped one is no slip",
        ),
    ],
)
def test_control_that_slips_again_and_again_is_named(
    history: Sequence[CycleLine], expected: list[tuple[int, int, float]]
) -> None:
    drifts = judge(*history, today=on("12-01")).drifting
    assert [(drift.slipped, drift.of, drift.days) for drift in drifts] == expected


def test_cycle_that_is_still_open_is_a_slip_like_any_other() -> None:
    summary = judge(*EARLIER, is_open=[an_open("10-10", cycle=4)])
    assert summary.drifting == (Drift("drill", 2, 4, (5 + 22) / 2),)


def test_worst_habits_come_first() -> None:
    def late(control: str, *dues: str) -> list[CycleLine]:
        days = [(due, (on(due) + timedelta(days=2)).isoformat()[5:]) for due in dues]
        return [line(n, due, done, control=control) for n, (due, done) in enumerate(days, 1)]

    summary = judge(*late("b", "09-01", "10-01"), *late("a", "08-01", "09-01", "10-01"))
    assert [habit.control_id for habit in summary.drifting] == ["a", "b"]


def test_slips_are_in_the_order_of_their_days() -> None:
    summary = judge(
        line(1, "10-20", "10-21"),
        line(1, "10-05", "10-09", control="walk"),
        line(1, "10-06", "10-06", control="keys"),
        is_open=[an_open("10-12", "ladders")],
    )
    assert [(due.control_id, due.fate) for due in summary.slips] == [
        ("walk", Fate.LATE),
        ("ladders", Fate.OPEN),
        ("drill", Fate.LATE),
    ]


@given(st.lists(st.tuples(st.integers(0, 60), st.integers(-10, 10), st.booleans()), max_size=8))
def test_every_end_of_the_month_that_stands_is_counted_once(
    ends: list[tuple[int, int, bool]],
) -> None:
    history, expected = [], Counter[str]()
    for number, (day, late, is_undone) in enumerate(ends, 1):
        due_on = on("09-15") + timedelta(days=day)
        end = replace(line(number, "10-01"), due_on=due_on, done_on=due_on + timedelta(days=late))
        history.append(end)
        if is_undone:
            history.append(replace(end, outcome=Outcome.UNDONE))
        elif due_on in OCTOBER:
            expected["late" if late > 0 else "on-time"] += 1
    assert count(judge(*history)) == dict(expected)


DAYS = st.dates(date(1970, 2, 1), date(2200, 12, 31))


@given(DAYS)
def test_month_holds_exactly_its_own_days(day: date) -> None:
    month = Month(day.year, day.month)
    assert (month.first, month.last) == (
        day.replace(day=1),
        day.replace(day=monthrange(day.year, day.month)[1]),
    )
    assert day in month
    assert month.first - timedelta(days=1) not in month
    assert month.last + timedelta(days=1) not in month
    assert day.replace(year=day.year - 1, day=1) not in month


@given(DAYS)
def test_month_before_ends_where_the_present_one_begins(day: date) -> None:
    assert find_month_before(day).last + timedelta(days=1) == day.replace(day=1)


@given(DAYS)
def test_month_is_read_as_it_is_written(day: date) -> None:
    month = Month(day.year, day.month)
    assert parse_month(f" {month} ") == month


def test_month_is_said_by_its_name() -> None:
    assert (str(Month(2026, 3)), Month(2026, 3).render()) == ("2026-03", "March 2026")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2026",
        "2026-13",
        "2026-00",
        "2026-1",
        "26-10",
        "2026-10-01",
        "10-2026",
        "1969-12",
        "soon",
    ],
)
def test_what_is_no_month_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="expected a month such as 2026-10"):
        parse_month(text)
