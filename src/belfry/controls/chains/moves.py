"""Decide whether a control is on track, due, overdue or escalated on a day, and what is sent.

The same records on the same day always give the same decision. However many windows were missed,
at most one reminder goes out; the missed ones are listed, to be recorded as skipped.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise

from belfry.controls.chains.chains import Offsets, parse_override
from belfry.controls.chains.rules import BUILT_IN_CHAIN, ChainFound, Rules, find_chain
from belfry.controls.controls import (
    Control,
    ControlSummary,
    WindowRecord,
    find_snoozed_until,
    write_snoozes,
    write_windows,
)
from belfry.controls.repeats.repeats import (
    Repeat,
    find_shortest_cycle,
    join_words,
    render_day,
    render_days,
    render_offset,
)
from belfry.kernel.hours.clock_times import ReadingError

_DAY = timedelta(days=1)


class Move(StrEnum):
    ON_TRACK = "on-track"
    DUE_NOW = "due-now"
    OVERDUE = "overdue"
    ESCALATE = "escalate"


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What one day brings for a control, and why.

    `window` is the latest one open while reminders are due, whether or not its reminder goes out
    today; an escalation has none. `skipped` windows are to be recorded without a reminder.
    `previous_on` is when something was last sent in this cycle. `snooze` is the number of the
    snooze, from 1, whose end alone causes today's reminder: it is recorded there and not under
    the window.
    """

    move: Move
    why: str
    sends: bool = False
    window: int | None = None
    skipped: tuple[int, ...] = ()
    previous_on: date | None = None
    snooze: int | None = None


class OpenCycle:
    __slots__ = ("chain", "control", "due_on", "rules", "snoozes", "windows")

    def __init__(self, control: Control, chain: Offsets, rules: Rules) -> None:
        if not chain or any(first >= second for first, second in pairwise(chain)):
            raise ValueError("a chain has windows, in ascending order and each of them once")
        self.control = control
        self.chain = chain
        self.rules = rules
        self.due_on = control.due_on
        self.windows = control.list_windows()
        self.snoozes = control.list_snoozes()

    @property
    def escalates_on(self) -> date:
        return find_escalation_day(self.due_on, self.chain, self.rules)

    @property
    def reminded_on(self) -> date | None:
        """The last day on which something was sent in this cycle."""
        days = [record.on for record in self.windows if record.is_sent]
        days += [snooze.reminded_on for snooze in self.snoozes if snooze.reminded_on]
        days += [self.control.escalated_on] if self.control.escalated_on else []
        return max(days, default=None)

    def opens_on(self, window: int) -> date:
        return self.due_on + timedelta(days=window)

    def list_open(self, today: date) -> list[int]:
        """The windows that have opened, the latest last."""
        days = (today - self.due_on).days
        return [window for window in self.chain if window <= days]

    def list_unrecorded(self, windows: Iterable[int]) -> list[int]:
        recorded = {record.window for record in self.windows}
        return [window for window in windows if window not in recorded]

    def was_sent_on(self, today: date) -> bool:
        """Whether anything was sent on that day, or later if the clock was set back."""
        days = (self.control.last_sent_on, self.reminded_on)
        return any(day is not None and day >= today for day in days)

    def find_ended_snooze(self, today: date) -> int | None:
        """The number of the last snooze that is over and since whose end nothing was sent."""
        reminded_on = self.reminded_on
        numbers = [
            number
            for number, snooze in enumerate(self.snoozes, 1)
            if snooze.until_on <= today and (reminded_on is None or reminded_on < snooze.until_on)
        ]
        return numbers[-1] if numbers else None


def find_escalation_day(due_on: date, chain: Offsets, rules: Rules) -> date:
    """The first day on which a control that is not done goes to the escalation target too.

    The last reminder, or the due date if that is later, has arrived by then: it may have waited
    for a working day.
    """
    return rules.find_working_day(due_on + timedelta(days=max(chain[-1], 0))) + _DAY


def open_cycle_of(control: Control, rules: Rules) -> OpenCycle:
    return OpenCycle(control, chain_of(control, rules).offsets, rules)


def chain_of(control: Control | ControlSummary, rules: Rules) -> ChainFound:
    return find_chain(rules, control.name, control.area, _read_override(control.chain_override))


@lru_cache(maxsize=1024)
def _read_override(text: str) -> Offsets | None:
    """A stored override that can no longer be read leaves the chain to the rules."""
    try:
        return parse_override(text) if text else None
    except ReadingError:
        return None


def decide_move(cycle: OpenCycle, today: date) -> Decision:
    """The move of the day; nothing is sent twice on one day."""
    if today < cycle.opens_on(cycle.chain[0]):
        first = f"the first reminder is for {render_day(cycle.opens_on(cycle.chain[0]))}"
        return Decision(move=Move.ON_TRACK, why=_join(_say_due(cycle, today), first))
    if today >= cycle.escalates_on:
        return _decide_escalation(cycle, today)
    return _decide_reminder(cycle, today)


def _decide_escalation(cycle: OpenCycle, today: date) -> Decision:
    skipped = tuple(cycle.list_unrecorded(cycle.chain))
    return Decision(
        move=Move.ESCALATE,
        why=_say_escalation(cycle, today, skipped),
        sends=not cycle.was_sent_on(today) and not cycle.rules.is_day_off(today),
        skipped=skipped,
        previous_on=cycle.reminded_on,
    )


def _decide_reminder(cycle: OpenCycle, today: date) -> Decision:
    """Due now or overdue: one reminder if the latest open window has none, or a snooze is over."""
    opened = cycle.list_open(today)
    unrecorded = cycle.list_unrecorded(opened)
    window = opened[-1]
    snooze = cycle.find_ended_snooze(today) if window not in unrecorded else None
    silent = Decision(
        move=Move.OVERDUE if today > cycle.due_on else Move.DUE_NOW,
        why="",
        window=window,
        previous_on=cycle.reminded_on,
    )
    due = _say_due(cycle, today)
    if (until_on := find_snoozed_until(cycle.snoozes, today)) is not None:
        return replace(silent, why=_join(due, f"snoozed until {render_day(until_on)}"))
    is_wanted = window in unrecorded or snooze is not None
    if is_wanted and cycle.was_sent_on(today):
        return replace(silent, why=_join(due, "something was sent about it today already"))
    skipped = tuple(other for other in unrecorded if other != window)
    previous, passed_over = _say_previous(cycle), _say_skipped(skipped)
    if not is_wanted:
        why = _join(due, previous, _say_next(cycle, today), passed_over)
        return replace(silent, why=why, skipped=skipped)
    reminder = _say_reminder(cycle, today, window, snooze)
    why = _join(due, reminder, previous, passed_over)
    return replace(silent, why=why, sends=True, skipped=skipped, snooze=snooze)


def record_decision(cycle: OpenCycle, decision: Decision, today: date) -> Control:
    control = cycle.control
    records = [WindowRecord(window, today, is_sent=False) for window in decision.skipped]
    is_escalated = decision.move is Move.ESCALATE
    if decision.sends and decision.window is not None and decision.snooze is None:
        records.append(WindowRecord(decision.window, today, is_sent=True))
    snoozes = (
        replace(snooze, reminded_on=today) if number == decision.snooze else snooze
        for number, snooze in enumerate(cycle.snoozes, 1)
    )
    return replace(
        control,
        windows=write_windows((*cycle.windows, *records)),
        snoozes=write_snoozes(snoozes),
        escalated_on=today if decision.sends and is_escalated else control.escalated_on,
        last_sent_on=today if decision.sends else control.last_sent_on,
    )


def plan_next_check(control: Control, rules: Rules, from_on: date) -> Control:
    return replace(control, next_check_on=find_next_check(open_cycle_of(control, rules), from_on))


def find_next_check(cycle: OpenCycle, from_on: date) -> date:
    """The first day, `from_on` or later, on which a tick sends or records anything.

    Decisions change only where a window or a snooze begins or ends, or the day after a message;
    a control that is not done is escalated in the end, on working days.
    """
    turns = [cycle.escalates_on, *(cycle.opens_on(window) for window in cycle.chain)]
    turns += [snooze.until_on for snooze in cycle.snoozes]
    turns += [day + _DAY for day in (cycle.control.last_sent_on, cycle.reminded_on) if day]
    days = {from_on, *(turn for turn in turns if turn > from_on)}
    escalated = {max(day, cycle.escalates_on) for day in days}
    days.update(map(cycle.rules.find_working_day, escalated))
    return next((day for day in sorted(days) if _changes_anything(cycle, day)), max(days))


def _changes_anything(cycle: OpenCycle, day: date) -> bool:
    is_calm = not cycle.snoozes and day < cycle.escalates_on
    if is_calm and not cycle.list_unrecorded(cycle.list_open(day)):
        return False  # saves a decision and its wording
    decision = decide_move(cycle, day)
    return decision.sends or bool(decision.skipped)


def find_next_reminder(cycle: OpenCycle, from_on: date) -> date | None:
    """The first day, `from_on` or later, on which a tick would send something."""
    day = from_on
    for _ in range(len(cycle.chain) + 2):
        day = find_next_check(cycle, day)
        decision = decide_move(cycle, day)
        if decision.sends:
            return day
        cycle = OpenCycle(record_decision(cycle, decision, day), cycle.chain, cycle.rules)
    return None


def find_next_arrival(cycle: OpenCycle, today: date, from_on: date) -> date | None:
    """The day on which the next message arrives, if `from_on` is the day of the next tick.

    One that was decided on a day off waits for the next working day.
    """
    find_working_day = cycle.rules.find_working_day
    held_until = find_working_day(cycle.reminded_on) if cycle.reminded_on else today
    if held_until > today and find_snoozed_until(cycle.snoozes, held_until) is None:
        return held_until
    next_on = find_next_reminder(cycle, from_on)
    return find_working_day(next_on) if next_on else None


def find_move(due_on: date, chain: Offsets, rules: Rules, today: date) -> Move:
    """The move that `decide_move` gives, without its reason."""
    if today < due_on + timedelta(days=chain[0]):
        return Move.ON_TRACK
    if today > due_on and today >= find_escalation_day(due_on, chain, rules):
        return Move.ESCALATE
    return Move.OVERDUE if today > due_on else Move.DUE_NOW


def warn_of_chain(repeat: Repeat, chain: Offsets, from_on: date) -> str:
    """What is wrong with a chain that is longer than the cycle; empty if nothing is."""
    shortest = find_shortest_cycle(repeat, from_on)
    if -chain[0] < shortest:
        return ""
    begin, often = render_offset(chain[0]), render_days(shortest)
    return f"reminders begin {begin}, and it comes round within {often}, so it is always due now"


def find_horizon(rules: Rules, today: date) -> date:
    """The last due date with a reminder today, but for controls with an override of their own."""
    chains = (clause.value for clause in rules.chains.values())
    first = min(chain[0] for chain in (rules.default or BUILT_IN_CHAIN, *chains))
    return today + timedelta(days=max(-first, 0))


def _say_reminder(cycle: OpenCycle, today: date, window: int, snooze: int | None) -> str:
    if snooze is not None:
        until_on = cycle.snoozes[snooze - 1].until_on
        return f"a reminder goes out because the snooze ended on {render_day(until_on)}"
    opens_on = cycle.opens_on(window)
    late = "" if opens_on == today else f", which was for {render_day(opens_on)},"
    return f"the reminder {render_offset(window)}{late} goes out"


def _say_escalation(cycle: OpenCycle, today: date, skipped: Sequence[int]) -> str:
    last = render_offset(cycle.chain[-1])
    passed = f"the last reminder of its chain, {last}, is past"
    daily = "owner and escalation target are told every working day until it is done"
    if cycle.was_sent_on(today):
        daily = "today's message is made already"
    due, previous = _say_due(cycle, today), _say_previous(cycle)
    return _join(due, passed, daily, previous, _say_skipped(skipped))


def _say_due(cycle: OpenCycle, today: date) -> str:
    due_on, days = cycle.due_on, (today - cycle.due_on).days
    if days == 0:
        return f"due today, {render_day(due_on)}"
    if days < 0:
        return f"due on {render_day(due_on)}, in {render_days(-days)}"
    return f"was due on {render_day(due_on)}, {render_days(days)} ago"


def _say_previous(cycle: OpenCycle) -> str:
    reminded_on = cycle.reminded_on
    return f"last reminded on {render_day(reminded_on)}" if reminded_on else "not reminded before"


def _say_next(cycle: OpenCycle, today: date) -> str:
    for window in cycle.chain:
        if cycle.opens_on(window) > today:
            return f"the next reminder is for {render_day(cycle.opens_on(window))}"
    return f"it escalates on {render_day(cycle.escalates_on)} unless it is done"


def _say_skipped(skipped: Sequence[int]) -> str:
    if not skipped:
        return ""
    windows = join_words([render_offset(window) for window in skipped])
    return f"passed over without a reminder: {windows}"


def _join(*parts: str) -> str:
    return "; ".join(part for part in parts if part)


@dataclass(frozen=True, slots=True)
class Moment:
    """When a change is made: the time, the team's local day, the rules in force, and by whom."""

    now: datetime
    today: date
    rules: Rules
    by: str
