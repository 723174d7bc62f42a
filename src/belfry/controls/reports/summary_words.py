"""How a month of controls is told to whoever answers for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from belfry.controls.reminders.reminder_words import LONGEST_NAME, Words
from belfry.controls.repeats.day_words import render_day, render_days
from belfry.controls.reports.summaries import Drift, Due, Fate, Summary
from belfry.kernel.texts import make_harmless

MOST_LISTED = 30


def word_summary(
    summary: Summary, names: Mapping[str, str], *, reader: str = "", opening: str = ""
) -> Words:
    """As an e-mail; `names` are those of the controls, by id; `opening` replaces the numbers."""
    greeting = f"Hello {make_harmless(reader, most=LONGEST_NAME)}," if reader else "Hello,"
    return Words(_word_subject(summary), f"{greeting}\n\n{say_summary(summary, names, opening)}")


def say_summary(summary: Summary, names: Mapping[str, str], opening: str = "") -> str:
    """The numbers, and below them the controls that somebody should think about."""
    parts = [opening or " ".join(_say_numbers(summary))]
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
    values = render_values(summary)
    if not summary.came_due:
        yield f"No control came due in {values['month']}."
    else:
        yield f"Due in {values['month']}: {summary.came_due}."
        yield f"On time: {values['on_time']} ({values['rate']})."
    if "late" in values:
        worst = f", {values['worst']} at most" if "worst" in values else ""
        yield f"Late: {values['late']}, by {values['average']} on average{worst}."
    if "missed" in values:
        yield f"Missed: {values['missed']}."
    if "open" in values:
        yield f"Still not done: {values['open']}."
    if "skipped" in values:
        yield f"Skipped for a reason: {values['skipped']}."


def render_values(summary: Summary) -> dict[str, str]:
    """The numbers of a month by the names of their slots, without those that need no word."""
    due, on_time = summary.came_due, summary.count(Fate.ON_TIME)
    values = {"month": summary.month.render()}
    if due:
        values["due"] = f"{due} due date{'s' * (due != 1)}"
        # Rounded down: all of it is only said of all.
        values |= {"on_time": str(on_time), "rate": f"{100 * on_time // due}%"}
    if late := summary.days_late:
        average = max(round(sum(late) / len(late)), 1)
        values |= {"late": str(len(late)), "average": render_days(average)}
        values |= {"worst": render_days(late[0])} if late[0] != average else {}
    for fate in (Fate.MISSED, Fate.OPEN, Fate.SKIPPED):
        if count := summary.count(fate):
            is_least = fate is Fate.MISSED and not summary.is_whole
            values[fate.value] = f"at least {count}" if is_least else str(count)
    return values


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
