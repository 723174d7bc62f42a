"""The opening of the monthly summary as a model may write it: around slots that code fills."""

from __future__ import annotations

from importlib.resources import files

from belfry.controls.reports.summaries import Summary
from belfry.controls.reports.summary_words import render_values
from belfry.kernel.fence.slotted import SlottedText

_PHRASES = (files("belfry.controls") / "summary.txt").read_text("utf-8")
_TASK = (
    "You word the opening of a short monthly note to whoever answers for a small team's recurring"
    " checks: how many were due, on time, late or missed. Code adds the list of the checks."
)
_OPTIONAL = frozenset({"rate", "average", "worst"})


def make_summary_text(summary: Summary) -> SlottedText | None:
    """None if nothing came due: there is little to phrase."""
    if not summary.came_due:
        return None
    values = render_values(summary)
    once = tuple(slot for slot in values if slot not in _OPTIONAL)
    conditions = {f"{slot}-{_find_number(values[slot])}" for slot in once if slot != "month"}
    conditions |= {"listed"} if summary.slips or summary.carried else set()
    return SlottedText(
        name=f"controls/phrased/{summary.month}.json",
        task=_TASK,
        rules=(
            f"Use each of these exactly once: {', '.join(f'{{{slot}}}' for slot in once)}.",
            "Two to four sentences. A phrase with @word fits only where that is so, and here it is"
            f" for: {', '.join(f'@{condition}' for condition in sorted(conditions))}.",
        ),
        phrases=_PHRASES,
        values=values,
        once=once,
        conditions=frozenset(conditions),
    )


def _find_number(value: str) -> str:
    return "one" if value in ("1", "at least 1", "1 due date") else "several"
