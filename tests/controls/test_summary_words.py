"""How a month is told, word for word."""

from __future__ import annotations

from datetime import date

from belfry.controls.reports.monthly_summary import MOST_LISTED, render_summary
from belfry.controls.reports.summaries import Drift, Due, Fate, Month, Summary

OCTOBER = Month(2026, 10)
NAMES = {"drill": "Fire drill", "walk": "Escape routes walk", "keys": "Key check"}


def due(day: int, fate: Fate, days: int = 0, control: str = "drill") -> Due:
    return Due(control, day, date(2026, 10, day), fate, days)


def test_month_with_everything_in_it() -> None:
    summary = Summary(
        OCTOBER,
        dues=(
            *(due(day, Fate.ON_TIME) for day in range(1, 10)),
            due(10, Fate.LATE, 5),
            due(11, Fate.LATE, 2, "walk"),
            due(12, Fate.MISSED, control="walk"),
            due(13, Fate.SKIPPED),
            due(30, Fate.OPEN, 2, "keys"),
        ),
        carried=(Due("keys", 1, date(2026, 8, 1), Fate.OPEN, 92),),
        drifting=(Drift("drill", 3, 4, 6.4), Drift("walk", 2, 2, 0)),
    )
    words = render_summary(summary, NAMES, reader="Ann Lee")
    assert words["subject"] == "Controls in October 2026: 9 of 13 on time"
    assert words["email"] == (
        "Hello Ann Lee,\n\n"
        "Due in October 2026: 13. On time: 9 (69%). Late: 2, by 4 days on average, 5 days at most. "
        "Missed: 1. Still not done: 1. Skipped for a reason: 1.\n\n"
        "Not on time:\n"
        "- Fire drill, due on 10 October 2026: 5 days late\n"
        "- Escape routes walk, due on 11 October 2026: 2 days late\n"
        "- Escape routes walk, due on 12 October 2026: missed\n"
        "- Key check, due on 30 October 2026: not done, 2 days over\n\n"
        "Still open from earlier months:\n"
        "- Key check, due on 1 August 2026: not done, 92 days over\n\n"
        "Slipping again and again:\n"
        "- Fire drill: not on time 3 of its last 4 times, by 6 days on average\n"
        "- Escape routes walk: not on time 2 of its last 2 times"
    )


def test_good_month_is_short() -> None:
    words = render_summary(Summary(OCTOBER, (due(1, Fate.ON_TIME),)), {})
    assert (words["subject"], words["email"]) == (
        "Controls in October 2026: 1 of 1 on time",
        "Hello,\n\nDue in October 2026: 1. On time: 1 (100%).",
    )


def test_month_in_which_nothing_came_due() -> None:
    words = render_summary(Summary(OCTOBER, (due(1, Fate.SKIPPED),)), {})
    assert (words["subject"], words["email"]) == (
        "Controls in October 2026: nothing came due",
        "Hello,\n\nNo control came due in October 2026. Skipped for a reason: 1.",
    )


def test_all_is_only_said_of_all() -> None:
    dues = [due(1, Fate.ON_TIME, control=str(n)) for n in range(399)]
    said = render_summary(Summary(OCTOBER, (*dues, due(2, Fate.LATE, 1))), NAMES)["body"]
    assert said.startswith(
        "Due in October 2026: 400. On time: 399 (99%). Late: 1, by 1 day on average.\n"
    )


def test_missed_ones_that_were_not_counted_singly_are_at_least_so_many() -> None:
    many = Due("drill", 1, date(2026, 10, 1), Fate.MISSED, is_single=False)
    said = render_summary(Summary(OCTOBER, (many,)), NAMES)["body"]
    assert "Missed: at least 1." in said
    assert "- Fire drill, due on 1 October 2026: missed, and others after it" in said


def test_long_list_is_cut_and_says_so() -> None:
    dues = tuple(due(1, Fate.LATE, 1, str(n)) for n in range(MOST_LISTED + 2))
    lines = render_summary(Summary(OCTOBER, dues), NAMES)["body"].splitlines()
    assert (len(lines), lines[-1]) == (MOST_LISTED + 4, "- and 2 more")


def test_name_cannot_bring_lines_of_its_own() -> None:
    said = render_summary(
        Summary(OCTOBER, (due(1, Fate.LATE, 1),)), {"drill": "Fire\ndrill\u202e"}
    )["body"]
    assert said.splitlines()[-1] == "- Fire drill, due on 1 October 2026: 1 day late"
