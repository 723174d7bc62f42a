"""Whether a control is on track, due, overdue or to be escalated today, and who hears of it.

The same standing on the same day always gives the same decision. Whatever was missed, one reminder
goes out at most; windows that were passed over are named, so that they can be recorded as skipped.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum

from belfry.controls.chains import move_words as words
from belfry.controls.standings import Snooze, Standing, WindowRecord, find_snoozed_until


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
        return Decision(move=Move.ON_TRACK, why=words.say_done(standing))
    if today < standing.opens_on(standing.chain[0]):
        return Decision(move=Move.ON_TRACK, why=words.say_waiting(standing, today))
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
        why=words.say_escalation(standing, today, skipped, is_told=is_told),
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
        return replace(silent, why=words.say_snoozed(standing, today, until_on))
    is_wanted = window in unrecorded or snooze is not None
    if is_wanted and _is_told(standing, today):
        return replace(silent, why=words.say_told(standing, today))
    skipped = tuple(other for other in unrecorded if other != window)
    if not is_wanted:
        return replace(silent, why=words.say_silent(standing, today, skipped), skipped=skipped)
    if snooze is not None:
        why = words.say_awake(standing, today, skipped, standing.snoozes[snooze - 1].until_on)
    else:
        why = words.say_reminder(standing, today, skipped, window)
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
