"""What each day brings for a control: on-track, due-now, overdue or escalate, and what is sent."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from tests.controls.tick_days import (
    DUE_ON,
    MONDAY_TO_FRIDAY,
    change,
    make_cycle,
    on,
    open_cycle,
    record,
    run_ticks,
    tell,
)

from belfry.controls.chains.moves import (
    Decision,
    Move,
    OpenCycle,
    decide_move,
)
from belfry.controls.chains.rules import Rules
from belfry.controls.controls import Snooze, WindowRecord
from belfry.kernel.hours.holidays import parse_holidays


@pytest.mark.parametrize(
    "chain, days, expected",
    [
        pytest.param(
            (-5, 0, 2),
            range(-6, 6),
            [
                "-6 on-track",
                "-5 due-now sends -5",
                "-4 due-now",
                "-3 due-now",
                "-2 due-now",
                "-1 due-now",
                "0 due-now sends 0",
                "+1 overdue",
                "+2 overdue sends +2",
                "+3 escalate sends",
                "+4 escalate sends",
                "+5 escalate sends",
            ],
            id="five before, on the day and two after",
        ),
        pytest.param(
            (-30, -14, -3),
            [-31, -30, -29, -15, -14, -13, -4, -3, -2, -1, 0, 1, 2],
            [
                "-31 on-track",
                "-30 due-now sends -30",
                "-29 due-now",
                "-15 due-now",
                "-14 due-now sends -14",
                "-13 due-now",
                "-4 due-now",
                "-3 due-now sends -3",
                "-2 due-now",
                "-1 due-now",
                "0 due-now",
                "+1 escalate sends",
                "+2 escalate sends",
            ],
            id="only before: escalates from the day after it was due and never sooner",
        ),
        pytest.param(
            (0,),
            range(-2, 3),
            [
                "-2 on-track",
                "-1 on-track",
                "0 due-now sends 0",
                "+1 escalate sends",
                "+2 escalate sends",
            ],
            id="only on the day",
        ),
        pytest.param(
            (1, 5),
            range(-1, 8),
            [
                "-1 on-track",
                "0 on-track",
                "+1 overdue sends +1",
                "+2 overdue",
                "+3 overdue",
                "+4 overdue",
                "+5 overdue sends +5",
                "+6 escalate sends",
                "+7 escalate sends",
            ],
            id="only after: on track until the first window opens",
        ),
        pytest.param(
            (-1, 0, 1),
            range(-2, 4),
            [
                "-2 on-track",
                "-1 due-now sends -1",
                "0 due-now sends 0",
                "+1 overdue sends +1",
                "+2 escalate sends",
                "+3 escalate sends",
            ],
            id="a window every day",
        ),
        pytest.param(
            (-5, 0, 2),
            [-6, -3, -2, 0],
            ["-6 on-track", "-3 due-now sends -5", "-2 due-now", "0 due-now sends 0"],
            id="away on the day of a window: its reminder comes late",
        ),
        pytest.param(
            (-5, 0, 2),
            [-6, 0, 1],
            ["-6 on-track", "0 due-now sends 0 skips -5", "+1 overdue"],
            id="away over a window: the later one is sent and the earlier skipped",
        ),
        pytest.param(
            (-5, 0, 2),
            [-6, 1, 2, 3],
            [
                "-6 on-track",
                "+1 overdue sends 0 skips -5",
                "+2 overdue sends +2",
                "+3 escalate sends",
            ],
            id="back the day after it was due",
        ),
        pytest.param(
            (-5, 0, 2),
            [-6, 2, 3],
            ["-6 on-track", "+2 overdue sends +2 skips -5 0", "+3 escalate sends"],
            id="away until the last window",
        ),
        pytest.param(
            (-5, 0, 2),
            [-6, 15, 16],
            ["-6 on-track", "+15 escalate sends skips -5 0 +2", "+16 escalate sends"],
            id="three weeks away: one escalation and never a burst",
        ),
        pytest.param(
            (-5, 0, 2),
            [-5, 15],
            ["-5 due-now sends -5", "+15 escalate sends skips 0 +2"],
            id="away after the first reminder",
        ),
        pytest.param(
            (-30, -14, -7, -3, -1, 0, 1, 2),
            [0],
            ["0 due-now sends 0 skips -30 -14 -7 -3 -1"],
            id="first seen on the day it is due: one reminder and not six",
        ),
        pytest.param(
            (-5, 0, 2),
            [400, 401],
            ["+400 escalate sends skips -5 0 +2", "+401 escalate sends"],
            id="first seen a year late",
        ),
        pytest.param(
            (-5, 0, 2),
            [-5, -5, 0, 0, 0, 2, 2, 3, 3, 4],
            [
                "-5 due-now sends -5",
                "-5 due-now",
                "0 due-now sends 0",
                "0 due-now",
                "0 due-now",
                "+2 overdue sends +2",
                "+2 overdue",
                "+3 escalate sends",
                "+3 escalate",
                "+4 escalate sends",
            ],
            id="a second tick on the same day sends nothing",
        ),
        pytest.param(
            (-5, 0, 2),
            [0, -1, 0, 5, 4, 2, 5, 6],
            [
                "0 due-now sends 0 skips -5",
                "-1 due-now",
                "0 due-now",
                "+5 escalate sends skips +2",
                "+4 escalate",
                "+2 overdue",
                "+5 escalate",
                "+6 escalate sends",
            ],
            id="a clock that is set back sends nothing twice",
        ),
    ],
)
def test_days_of_a_cycle_bring(
    chain: tuple[int, ...], days: list[int], expected: list[str]
) -> None:
    assert run_ticks(make_cycle(*chain), days)[0] == expected


@pytest.mark.parametrize(
    "snoozes, days, expected",
    [
        pytest.param(
            [(-5, -2)],
            range(-5, 1),
            [
                "-5 due-now",
                "-4 due-now",
                "-3 due-now",
                "-2 due-now sends -5",
                "-1 due-now",
                "0 due-now sends 0",
            ],
            id="placed before the first reminder: that one comes when it ends",
        ),
        pytest.param(
            [(-3, 0)],
            range(-5, 2),
            [
                "-5 due-now sends -5",
                "-4 due-now",
                "-3 due-now",
                "-2 due-now",
                "-1 due-now",
                "0 due-now sends 0",
                "+1 overdue",
            ],
            id="it ends on the day a window opens: one reminder and not two",
        ),
        pytest.param(
            [(-5, -3)],
            [-5, -4, -3, -2, 0],
            ["-5 due-now", "-4 due-now", "-3 due-now sends -5", "-2 due-now", "0 due-now sends 0"],
            id="silent at once on the day it begins",
        ),
        pytest.param(
            [(-1, 1)],
            [-5, -1, 0, 1, 2],
            [
                "-5 due-now sends -5",
                "-1 due-now",
                "0 due-now",
                "+1 overdue sends 0",
                "+2 overdue sends +2",
            ],
            id="over a window: its reminder comes when it ends",
        ),
        pytest.param(
            [(-4, -2)],
            [-5, -4, -3, -2, -1, 0],
            [
                "-5 due-now sends -5",
                "-4 due-now",
                "-3 due-now",
                "-2 due-now sends after snooze",
                "-1 due-now",
                "0 due-now sends 0",
            ],
            id="between two windows: one reminder when it ends",
        ),
        pytest.param(
            [(-4, -3)],
            [-5, -4, -1, 0],
            [
                "-5 due-now sends -5",
                "-4 due-now",
                "-1 due-now sends after snooze",
                "0 due-now sends 0",
            ],
            id="away on the day it ends: the reminder comes late",
        ),
        pytest.param(
            [(-4, -3)],
            [-5, 0, 1],
            ["-5 due-now sends -5", "0 due-now sends 0", "+1 overdue"],
            id="away until the next window: its reminder is enough",
        ),
        pytest.param(
            [(-4, -3), (-3, -2), (-2, -1)],
            range(-5, 1),
            [
                "-5 due-now sends -5",
                "-4 due-now",
                "-3 due-now",
                "-2 due-now",
                "-1 due-now sends after snooze",
                "0 due-now sends 0",
            ],
            id="three in a row: one reminder when the last one ends",
        ),
        pytest.param(
            [(1, 8)],
            [0, 1, 2, 3, 4],
            [
                "0 due-now sends 0 skips -5",
                "+1 overdue",
                "+2 overdue",
                "+3 escalate sends skips +2",
                "+4 escalate sends",
            ],
            id="an escalation is never silenced",
        ),
        pytest.param(
            [(-12, -8)],
            [-12, -8, -6, -5, -4],
            ["-12 on-track", "-8 on-track", "-6 on-track", "-5 due-now sends -5", "-4 due-now"],
            id="over before the first window: nothing is made up for",
        ),
        pytest.param(
            [(-4, -2)],
            [-5, -2, -2, -1],
            ["-5 due-now sends -5", "-2 due-now sends after snooze", "-2 due-now", "-1 due-now"],
            id="a second tick on the day it ends sends nothing",
        ),
    ],
)
def test_snooze_of_a_cycle_with_minus_5_0_and_2(
    snoozes: list[tuple[int, int]], days: list[int], expected: list[str]
) -> None:
    assert run_ticks(make_cycle(-5, 0, 2, snoozes=snoozes), days)[0] == expected


@pytest.mark.parametrize("due_on", [date(2026, 12, 5), date(2026, 12, 6), date(2026, 12, 25)])
def test_weekends_and_holidays_are_days_like_any_other(due_on: date) -> None:
    cycle = open_cycle((0,), due_on=due_on)
    assert tell(decide_move(cycle, due_on)) == "due-now sends 0"


def test_windows_are_recorded_as_sent_or_skipped_with_their_day() -> None:
    _, cycle = run_ticks(make_cycle(-5, 0, 2), [1, 2, 3])
    assert cycle.windows == (
        WindowRecord(-5, on(1), is_sent=False),
        WindowRecord(0, on(1), is_sent=True),
        WindowRecord(2, on(2), is_sent=True),
    )
    assert (cycle.control.escalated_on, cycle.control.last_sent_on) == (on(3), on(3))


def test_reminder_after_a_snooze_is_recorded_with_the_snooze() -> None:
    _, cycle = run_ticks(make_cycle(-5, 0, 2, snoozes=[(-4, -2)]), [-5, -2])
    assert cycle.snoozes == (Snooze(on(-4), on(-2), reminded_on=on(-2)),)
    assert cycle.windows == (WindowRecord(-5, on(-5), is_sent=True),)


def test_reminder_after_two_snoozes_is_recorded_with_the_later_one() -> None:
    cycle = make_cycle(-5, 0, 2, snoozes=[(-4, -3), (-3, -2)])
    _, cycle = run_ticks(cycle, [-5, -4, -3, -2])
    assert [snooze.reminded_on for snooze in cycle.snoozes] == [None, on(-2)]


def test_skipped_window_is_no_previous_reminder() -> None:
    _, cycle = run_ticks(make_cycle(-5, 0, 2), [-5])
    _, cycle = run_ticks(OpenCycle(cycle.control, (-9, -5, 0, 2), cycle.rules), [-3])
    assert decide_move(cycle, on(0)).previous_on == on(-5)


@pytest.mark.parametrize(
    "days, previous",
    [
        pytest.param([-5, 0, 2], 0, id="the reminder before"),
        pytest.param([-5, 2], -5, id="one that lies further back, if a window was skipped"),
        pytest.param([2], None, id="none, if there was none"),
        pytest.param([2, 3, 4], 3, id="an escalation too"),
    ],
)
def test_decision_names_the_day_of_the_previous_reminder(
    days: list[int], previous: int | None
) -> None:
    *before, today = days
    _, cycle = run_ticks(make_cycle(-5, 0, 2), before)
    expected = None if previous is None else on(previous)
    assert decide_move(cycle, on(today)).previous_on == expected


def test_nothing_is_sent_on_a_day_on_which_an_earlier_cycle_was_spoken_of() -> None:
    cycle = change(make_cycle(-5, 0), last_sent_on=on(-5))
    assert run_ticks(cycle, [-5, -4, -3])[0] == [
        "-5 due-now",
        "-4 due-now sends -5",
        "-3 due-now",
    ]


@pytest.mark.parametrize(
    "cycle",
    [
        pytest.param(change(make_cycle(0), escalated_on=on(1)), id="an escalation"),
        pytest.param(
            open_cycle((0, 2), windows=[WindowRecord(0, on(2), is_sent=True)]),
            id="a reminder",
        ),
    ],
)
def test_what_was_sent_in_the_cycle_is_enough_to_know_that_it_was(cycle: OpenCycle) -> None:
    assert not decide_move(cycle, cycle.reminded_on or DUE_ON).sends


@pytest.mark.parametrize(
    "chain, expected",
    [
        pytest.param(
            (-5, -2, 0), ["-2 due-now sends -2", "0 due-now sends 0"], id="a new one opens"
        ),
        pytest.param(
            (-9, -5, 0), ["-2 due-now skips -9", "0 due-now sends 0"], id="an earlier one"
        ),
        pytest.param((-1, 0), ["-2 on-track", "0 due-now sends 0 skips -1"], id="the old one went"),
        pytest.param((-5, 3), ["-2 due-now", "0 due-now"], id="the next one moved"),
    ],
)
def test_chain_that_is_changed_in_the_middle_counts_from_then_on(
    chain: tuple[int, ...], expected: list[str]
) -> None:
    _, cycle = run_ticks(make_cycle(-5, 0), [-5, -4])
    assert run_ticks(OpenCycle(cycle.control, chain, cycle.rules), [-2, 0])[0] == expected


@pytest.mark.parametrize(
    "days, today, why",
    [
        pytest.param(
            [],
            -6,
            "due on 10 December 2026, in 6 days; the first reminder is for 5 December 2026",
            id="on track",
        ),
        pytest.param(
            [],
            -5,
            "due on 10 December 2026, in 5 days; the reminder 5 days before goes out; "
            "not reminded before",
            id="the first reminder",
        ),
        pytest.param(
            [-5],
            -1,
            "due on 10 December 2026, in 1 day; last reminded on 5 December 2026; "
            "the next reminder is for 10 December 2026",
            id="between two reminders",
        ),
        pytest.param(
            [-5],
            1,
            "was due on 10 December 2026, 1 day ago; the reminder on the day, which was for "
            "10 December 2026, goes out; last reminded on 5 December 2026",
            id="a reminder that comes late",
        ),
        pytest.param(
            [],
            0,
            "due today, 10 December 2026; the reminder on the day goes out; not reminded before; "
            "passed over without a reminder: 5 days before",
            id="a window that was skipped",
        ),
        pytest.param(
            [0],
            0,
            "due today, 10 December 2026; last reminded on 10 December 2026; "
            "the next reminder is for 12 December 2026",
            id="the same day once more",
        ),
        pytest.param(
            [2],
            2,
            "was due on 10 December 2026, 2 days ago; last reminded on 12 December 2026; "
            "it escalates on 13 December 2026 unless it is done",
            id="after the last reminder",
        ),
        pytest.param(
            [2],
            3,
            "was due on 10 December 2026, 3 days ago; the last reminder of its chain, "
            "2 days after, is past; owner and escalation target are told every working day "
            "until it is done; last reminded on 12 December 2026",
            id="an escalation",
        ),
        pytest.param(
            [3],
            3,
            "was due on 10 December 2026, 3 days ago; the last reminder of its chain, "
            "2 days after, is past; today's message is made already; "
            "last reminded on 13 December 2026",
            id="an escalation once more",
        ),
    ],
)
def test_reason_is_given_in_words(days: list[int], today: int, why: str) -> None:
    _, cycle = run_ticks(make_cycle(-5, 0, 2), days)
    assert decide_move(cycle, on(today)).why == why


@pytest.mark.parametrize(
    "today, why",
    [
        (-3, "due on 10 December 2026, in 3 days; snoozed until 8 December 2026"),
        (
            -2,
            "due on 10 December 2026, in 2 days; a reminder goes out because the snooze ended on "
            "8 December 2026; last reminded on 5 December 2026",
        ),
    ],
)
def test_snooze_is_named_as_the_reason(today: int, why: str) -> None:
    _, cycle = run_ticks(make_cycle(-5, 0, 2, snoozes=[(-4, -2)]), [-5])
    assert decide_move(cycle, on(today)).why == why


def test_reason_of_a_second_cycle_on_one_day() -> None:
    decision = decide_move(change(make_cycle(-5), last_sent_on=on(-5)), on(-5))
    assert decision.why == (
        "due on 10 December 2026, in 5 days; something was sent about it today already"
    )


def test_decision_that_sends_nothing_changes_no_record() -> None:
    cycle = make_cycle(-5, 0, 2)
    assert record(cycle, Decision(move=Move.ON_TRACK, why=""), on(-9)).control == cycle.control


def test_window_of_the_day_is_named_while_nothing_is_sent() -> None:
    _, cycle = run_ticks(make_cycle(-5, 0, 2), [-5])
    windows = [decide_move(cycle, on(day)).window for day in (-6, -3, 3)]
    assert windows == [None, -5, None]


@pytest.mark.parametrize("chain", [(), (0, 0), (2, -5)])
def test_chain_without_order_is_no_chain(chain: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="ascending"):
        open_cycle(chain)


def test_day_of_escalation_is_known_beforehand() -> None:
    chains = [(-5, 0, 2), (-30, -14, -3), (0,), (7,)]
    delays = [make_cycle(*chain).escalates_on - DUE_ON for chain in chains]
    assert delays == [timedelta(days=days) for days in (3, 1, 1, 8)]


@pytest.mark.parametrize(
    "chain, days, expected",
    [
        pytest.param(
            (-5, 0, 2),
            [-6, -5, -4, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
            [
                "-6 on-track",
                "-5 due-now sends -5",
                "-4 due-now",
                "0 due-now sends 0",
                "+1 overdue",
                "+2 overdue sends +2",
                "+3 overdue",
                "+4 overdue",
                "+5 escalate sends",
                "+6 escalate sends",
                "+7 escalate sends",
                "+8 escalate sends",
                "+9 escalate",
                "+10 escalate",
                "+11 escalate sends",
            ],
            id="the last reminder, of a Saturday, arrives on Monday",
        ),
        pytest.param(
            (-30, -14, -3),
            [-3, 0, 1, 2, 3, 4],
            [
                "-3 due-now sends -3 skips -30 -14",
                "0 due-now",
                "+1 escalate sends",
                "+2 escalate",
                "+3 escalate",
                "+4 escalate sends",
            ],
            id="due on a working day",
        ),
    ],
)
def test_escalation_waits_until_the_last_reminder_has_arrived(
    chain: tuple[int, ...], days: list[int], expected: list[str]
) -> None:
    assert run_ticks(open_cycle(chain, rules=MONDAY_TO_FRIDAY), days)[0] == expected


def test_due_date_on_a_holiday_is_escalated_after_the_next_working_day() -> None:
    rules = Rules(holidays=parse_holidays("2026-12-10, 2026-12-11"))
    decisions, _ = run_ticks(open_cycle((0,), rules=rules), [0, 1, 4, 5])
    assert decisions == ["0 due-now sends 0", "+1 overdue", "+4 overdue", "+5 escalate sends"]
