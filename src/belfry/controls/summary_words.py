"""How a month of controls is told to whoever answers for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from belfry.controls.day_words import render_day, render_days
from belfry.controls.reminder_words import LONGEST_NAME, Words
from belfry.controls.summaries import Drift, Due, Fate, Summary
from belfry.kernel.texts import make_harmless

MOST_LISTED = 30


def word_summary(summary: Summary, names: Mapping[str, str], *, reader: str = "") -> Words:
    """As an e-mail; `names` are those of the controls, by id."""
    greeting = f"Hello {make_harmless(reader, most=LONGEST_NAME)}," if reader else "Hello,"
    return Words(_word_subject(summary), f"{greeting}\n\n{say_summary(summary, names)}")


def say_summary(summary: Summary, names: Mapping[str, str]) -> str:
    """The numbers, and below them the controls that somebody should think about."""
    parts = [" ".join(_say_numbers(summary))]
    slips = [_say_slip(due, names) for due in summary.slips]
    carried = [_say_slip(due, names) for due in summary.carried]
    drifting = [_say_drift(drift, names) for drift in summary.drifting]
    parts += _list_under("Not on time:", slips)
    parts += _list_under("Still open from earlier months:", carried)
    parts += _list_under("Slipping again and again:", drifting)
    return "\n\n".join(parts)


def _word_subject(summary: Summary) -> str:
    about = f"Controls in {summary.month.render()}"
    if not summary.came_due:
        return f"{about}: nothing came due"
    return f"{about}: {summary.count(Fate.ON_TIME)} of {summary.came_due} on time"


def _say_numbers(summary: Summary) -> Iterator[str]:
    month, count = summary.month.render(), summary.count
    if not summary.came_due:
        yield f"No control came due in {month}."
    else:
        due, on_time = summary.came_due, count(Fate.ON_TIME)
        # Rounded down: all of it is only said of all.
        yield f"Due in {month}: {due}. On time: {on_time} ({100 * on_time // due}%)."
    if late := summary.days_late:
        average = max(round(sum(late) / len(late)), 1)
        worst = f", {render_days(late[0])} at most" if late[0] != average else ""
        yield f"Late: {len(late)}, by {render_days(average)} on average{worst}."
    if missed := count(Fate.MISSED):
        yield f"Missed: {'' if summary.is_whole else 'at least '}{missed}."
    if still_open := count(Fate.OPEN):
        yield f"Still not done: {still_open}."
    if skipped := count(Fate.SKIPPED):
        yield f"Skipped for a reason: {skipped}."


def _say_slip(due: Due, names: Mapping[str, str]) -> str:
    said = {
        Fate.LATE: f"{render_days(due.days)} late",
        Fate.OPEN: f"not done, {render_days(due.days)} over",
        Fate.MISSED: "missed" if due.is_single else "missed, and others after it",
    }[due.fate]
    return f"{_name(due.control_id, names)}, due on {render_day(due.on)}: {said}"


def _say_drift(drift: Drift, names: Mapping[str, str]) -> str:
    by = f", by {render_days(max(round(drift.days), 1))} on average" if drift.days else ""
    times = f"{drift.slipped} of its last {drift.of} times"
    return f"{_name(drift.control_id, names)}: not on time {times}{by}"


def _list_under(title: str, lines: Sequence[str]) -> list[str]:
    if not lines:
        return []
    more = len(lines) - MOST_LISTED
    shown = [*lines[:MOST_LISTED], *([f"and {more} more"] if more > 0 else [])]
    return ["\n".join([title, *(f"- {line}" for line in shown)])]


def _name(control_id: str, names: Mapping[str, str]) -> str:
    return make_harmless(names.get(control_id, control_id), most=LONGEST_NAME)
