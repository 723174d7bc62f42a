"""Whether a control is on track, due, overdue or to be escalated today, and who hears of it.

The same standing on the same day always gives the same decision. Whatever was missed, one reminder
goes out at most; windows that were passed over are named, so that they can be recorded as skipped.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum
from itertools import pairwise

from belfry.controls.repeats.day_words import join_words, render_day, render_days, render_offset


@dataclass(frozen=True, slots=True)
class WindowRecord:
    """What became of one window: its reminder was sent on a day, or left out on that day."""

    window: int
    on: date
    is_sent: bool


@dataclass(frozen=True, slots=True)
class Snooze:
    """Days on which an owner wants no reminder; on `until_on` it is over.

    `reminded_on` is the day of the reminder that its end brought about, where it did.
    """

    from_on: date
    until_on: date
    reminded_on: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One cycle: its due date, its chain (offsets in days, ascending), and what was recorded.

    `last_sent_on` is the last day on which anything at all was sent about the control, also in
    earlier cycles: nobody is reminded of one control twice a day.
    """

    due_on: date
    chain: tuple[int, ...]
    windows: tuple[WindowRecord, ...] = ()
    snoozes: tuple[Snooze, ...] = ()
    escalated_on: date | None = None
    last_sent_on: date | None = None
    is_done: bool = False

    def __post_init__(self) -> None:
        if not self.chain or any(one >= two for one, two in pairwise(self.chain)):
            raise ValueError("a chain has windows, in ascending order and each of them once")

    @property
    def escalates_on(self) -> date:
        return find_escalation_day(self.due_on, self.chain)

    @property
    def reminded_on(self) -> date | None:
        """The last day on which something was sent in this cycle."""
        days = [record.on for record in self.windows if record.is_sent]
        days += [snooze.reminded_on for snooze in self.snoozes if snooze.reminded_on]
        days += [self.escalated_on] if self.escalated_on else []
        return max(days, default=None)

    def opens_on(self, window: int) -> date:
        return self.due_on + timedelta(days=window)

    def list_open(self, today: date) -> list[int]:
        """The windows that have opened, the latest last."""
        passed = (today - self.due_on).days
        return [window for window in self.chain if window <= passed]

    def list_unrecorded(self, windows: Iterable[int]) -> list[int]:
        recorded = {record.window for record in self.windows}
        return [window for window in windows if window not in recorded]


def find_escalation_day(due_on: date, chain: tuple[int, ...]) -> date:
    """The first day on which a control that is not done goes to the escalation target too."""
    return due_on + timedelta(days=max(chain[-1], 0) + 1)


def find_snoozed_until(snoozes: Iterable[Snooze], today: date) -> date | None:
    """The end of the snooze that silences a day; None if none does."""
    ends = [one.until_on for one in snoozes if one.from_on <= today < one.until_on]
    return max(ends, default=None)


class Move(StrEnum):
    """Where a control stands on one day: exactly one of four."""

    ON_TRACK = "on-track"
    DUE_NOW = "due-now"
    OVERDUE = "overdue"
    ESCALATE = "escalate"


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What one day brings for a control, and why.

    `window` is the latest one open while reminders are due, whether or not its reminder goes out
    today; an escalation has none. `skipped` windows are to be recorded without a reminder.
    `previous_on` is when this cycle was last spoken of. `snooze` is the number of the snooze, from
    1, whose end alone makes today's reminder: it is recorded there and not under the window.
    """

    move: Move
    why: str
    sends: bool = False
    window: int | None = None
    skipped: tuple[int, ...] = ()
    previous_on: date | None = None
    snooze: int | None = None


def decide_move(standing: Standing, today: date) -> Decision:
    """The move of the day; nothing is sent that today's records say was sent already."""
    if standing.is_done:
        return Decision(move=Move.ON_TRACK, why=say_done(standing))
    if today < standing.opens_on(standing.chain[0]):
        return Decision(move=Move.ON_TRACK, why=say_waiting(standing, today))
    if today >= standing.escalates_on:
        return _decide_escalation(standing, today)
    return _decide_reminder(standing, today)


def record_decision(standing: Standing, decision: Decision, today: date) -> Standing:
    """What is known once a decision was carried out."""
    records = [WindowRecord(window, today, is_sent=False) for window in decision.skipped]
    is_escalated = decision.move is Move.ESCALATE
    if decision.sends and decision.window is not None and decision.snooze is None:
        records.append(WindowRecord(decision.window, today, is_sent=True))
    return replace(
        standing,
        windows=(*standing.windows, *records),
        snoozes=_record_snooze(standing, decision, today),
        escalated_on=today if decision.sends and is_escalated else standing.escalated_on,
        last_sent_on=today if decision.sends else standing.last_sent_on,
    )


def _record_snooze(standing: Standing, decision: Decision, today: date) -> tuple[Snooze, ...]:
    return tuple(
        replace(snooze, reminded_on=today) if number == decision.snooze else snooze
        for number, snooze in enumerate(standing.snoozes, 1)
    )


def _decide_escalation(standing: Standing, today: date) -> Decision:
    skipped = tuple(standing.list_unrecorded(standing.chain))
    is_told = _is_told(standing, today)
    return Decision(
        move=Move.ESCALATE,
        why=say_escalation(standing, today, skipped, is_told=is_told),
        sends=not is_told,
        skipped=skipped,
        previous_on=standing.reminded_on,
    )


def _decide_reminder(standing: Standing, today: date) -> Decision:
    """Due now or overdue: one reminder if the latest open window has none, or a snooze is over."""
    opened = standing.list_open(today)
    unrecorded = standing.list_unrecorded(opened)
    window = opened[-1]
    snooze = _find_ended_snooze(standing, today) if window not in unrecorded else None
    silent = Decision(
        move=Move.OVERDUE if today > standing.due_on else Move.DUE_NOW,
        why="",
        window=window,
        previous_on=standing.reminded_on,
    )
    if (until_on := find_snoozed_until(standing.snoozes, today)) is not None:
        return replace(silent, why=say_snoozed(standing, today, until_on))
    is_wanted = window in unrecorded or snooze is not None
    if is_wanted and _is_told(standing, today):
        return replace(silent, why=say_told(standing, today))
    skipped = tuple(other for other in unrecorded if other != window)
    if not is_wanted:
        return replace(silent, why=say_silent(standing, today, skipped), skipped=skipped)
    if snooze is not None:
        why = say_awake(standing, today, skipped, standing.snoozes[snooze - 1].until_on)
    else:
        why = say_reminder(standing, today, skipped, window)
    return replace(silent, why=why, sends=True, skipped=skipped, snooze=snooze)


def _is_told(standing: Standing, today: date) -> bool:
    """Whether anything was sent today; a clock that was set back makes no second time of it."""
    days = (standing.last_sent_on, standing.reminded_on)
    return any(day is not None and day >= today for day in days)


def _find_ended_snooze(standing: Standing, today: date) -> int | None:
    """The last snooze that is over and after whose end nothing was sent."""
    reminded_on = standing.reminded_on
    numbers = [
        number
        for number, snooze in enumerate(standing.snoozes, 1)
        if snooze.until_on <= today and (reminded_on is None or reminded_on < snooze.until_on)
    ]
    return numbers[-1] if numbers else None


def say_done(standing: Standing) -> str:
    return f"done for the cycle due on {render_day(standing.due_on)}"


def say_waiting(standing: Standing, today: date) -> str:
    opens_on = render_day(standing.opens_on(standing.chain[0]))
    return _join(_say_due(standing, today), f"the first reminder is for {opens_on}")


def say_reminder(standing: Standing, today: date, skipped: Sequence[int], window: int) -> str:
    """A window's reminder, and how late it comes if nobody was there on its day."""
    opens_on = standing.opens_on(window)
    late = "" if opens_on == today else f", which was for {render_day(opens_on)},"
    reminder = f"the reminder {render_offset(window)}{late} goes out"
    return _join(
        _say_due(standing, today), reminder, _say_previous(standing), _say_skipped(skipped)
    )


def say_awake(standing: Standing, today: date, skipped: Sequence[int], until_on: date) -> str:
    reminder = f"a reminder goes out because the snooze ended on {render_day(until_on)}"
    return _join(
        _say_due(standing, today), reminder, _say_previous(standing), _say_skipped(skipped)
    )


def say_silent(standing: Standing, today: date, skipped: Sequence[int]) -> str:
    return _join(
        _say_due(standing, today),
        _say_previous(standing),
        _say_next(standing, today),
        _say_skipped(skipped),
    )


def say_snoozed(standing: Standing, today: date, until_on: date) -> str:
    return _join(_say_due(standing, today), f"snoozed until {render_day(until_on)}")


def say_told(standing: Standing, today: date) -> str:
    return _join(_say_due(standing, today), "something was sent about it today already")


def say_escalation(
    standing: Standing, today: date, skipped: Sequence[int], *, is_told: bool
) -> str:
    last = render_offset(standing.chain[-1])
    passed = f"the last reminder of its chain, {last}, is past"
    daily = "owner and escalation target are told every day until it is done"
    if is_told:
        daily = "today's message is made already"
    return _join(
        _say_due(standing, today), passed, daily, _say_previous(standing), _say_skipped(skipped)
    )


def _say_due(standing: Standing, today: date) -> str:
    due_on, days = standing.due_on, (today - standing.due_on).days
    if days == 0:
        return f"due today, {render_day(due_on)}"
    if days < 0:
        return f"due on {render_day(due_on)}, in {render_days(-days)}"
    return f"was due on {render_day(due_on)}, {render_days(days)} ago"


def _say_previous(standing: Standing) -> str:
    reminded_on = standing.reminded_on
    return f"last reminded on {render_day(reminded_on)}" if reminded_on else "not reminded before"


def _say_next(standing: Standing, today: date) -> str:
    for window in standing.chain:
        if standing.opens_on(window) > today:
            return f"the next reminder is for {render_day(standing.opens_on(window))}"
    return f"it escalates on {render_day(standing.escalates_on)} unless it is done"


def _say_skipped(skipped: Sequence[int]) -> str:
    if not skipped:
        return ""
    return f"passed over without a reminder: {join_words([render_offset(one) for one in skipped])}"


def _join(*parts: str) -> str:
    return "; ".join(part for part in parts if part)


_DAY = timedelta(days=1)


def find_look_day(standing: Standing, from_on: date) -> date:
    """The first day, `from_on` or later, that brings anything.

    What is decided changes only where a window or a snooze begins or ends, or the day after a
    message; and a control that nobody sees to is escalated in the end.
    """
    turns = [standing.escalates_on, *(standing.opens_on(window) for window in standing.chain)]
    turns += [snooze.until_on for snooze in standing.snoozes]
    turns += [day + _DAY for day in (standing.last_sent_on, standing.reminded_on) if day]
    days = sorted({from_on, *(turn for turn in turns if turn > from_on)})
    return next((day for day in days if _has_news(standing, day)), days[-1])


def _has_news(standing: Standing, day: date) -> bool:
    is_calm = not standing.snoozes and day < standing.escalates_on
    if is_calm and not standing.list_unrecorded(standing.list_open(day)):
        return False  # a decision would say the same, and words that nobody reads
    decision = decide_move(standing, day)
    return decision.sends or bool(decision.skipped)
