"""How a month of controls went."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from belfry.entrypoints.cli.answers import answer
from belfry.entrypoints.cli.controls.control_lists import look_at_list
from belfry.entrypoints.cli.opening import open_team
from belfry.entrypoints.cli.options import At, Json, Team

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from belfry.controls.reports.monthly_summary import NamedSummary
    from belfry.controls.reports.summaries import Due


def summary(
    month: Annotated[
        str, typer.Option("--month", metavar="YYYY-MM", help="Which month; else the last one.")
    ] = "",
    at: At = None,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Tell how a month went: what was on time, late or missed, and what slips again and again.

    For example: belfry controls summary --month 2026-10
    """
    from belfry.controls.reports.monthly_summary import say_summary
    from belfry.controls.reports.summaries import parse_month

    meant = parse_month(month) if month else None
    with open_team(team, at=at) as services:
        look_at_list(services)
        named = services.controls.extras.summarise(meant)
    answer(_shape(named), say_summary(named.summary, named.names), as_json=as_json)


def _shape(named: NamedSummary) -> dict[str, Any]:
    from belfry.controls.reports.summaries import Fate

    summary, names = named.summary, named.names
    late = summary.days_late
    return {
        "month": str(summary.month),
        "due": summary.came_due,
        "on_time": summary.count(Fate.ON_TIME),
        "late": len(late),
        "missed": summary.count(Fate.MISSED),
        "open": summary.count(Fate.OPEN),
        "skipped": summary.count(Fate.SKIPPED),
        "on_time_rate": summary.on_time_rate,
        "days_late": {"average": sum(late) / len(late), "most": late[0]} if late else None,
        "slips": _shape_dues(summary.slips, names),
        "carried": _shape_dues(summary.carried, names),
        "drifting": [
            {
                "name": names[one.control_id],
                "slipped": one.slipped,
                "of": one.of,
                "days_late": one.days,
            }
            for one in summary.drifting
        ],
    }


def _shape_dues(dues: Iterable[Due], names: Mapping[str, str]) -> list[dict[str, Any]]:
    return [
        {"name": names[due.control_id], "due_on": due.on, "what": due.fate, "days": due.days}
        for due in dues
    ]
