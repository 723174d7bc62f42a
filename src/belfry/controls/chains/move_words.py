"""Why a control moves as it does today, in words that its owner's manager accepts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from belfry.controls.repeats.day_words import join_words, render_day, render_days, render_offset
from belfry.controls.standings import Standing


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
