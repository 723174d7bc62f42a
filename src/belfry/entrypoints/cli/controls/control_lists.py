"""Which controls there are, where each stands, and what happened to one."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from belfry.entrypoints.cli.answers import Rows, answer, say, show_moment, warn
from belfry.entrypoints.cli.completing import complete_control
from belfry.entrypoints.cli.jobs.jobs import shape_problems
from belfry.entrypoints.cli.opening import find_team_zone, open_team
from belfry.entrypoints.cli.options import At, Json, Team
from belfry.kernel.errors import NotFound

if TYPE_CHECKING:
    from datetime import tzinfo

    from belfry.bootstrap import Services
    from belfry.controls.controls import Control
    from belfry.controls.find_controls import ControlLine, Counts
    from belfry.controls.show_control import ControlShown
    from belfry.controls.tasks.sync_tasks import Synced

ControlName = Annotated[
    str,
    typer.Argument(
        metavar="NAME",
        help="The control, as the list calls it.",
        autocompletion=complete_control,
    ),
]


def list_all(
    limit: Annotated[
        int, typer.Option("--limit", metavar="N", min=1, max=10_000, help="At most so many.")
    ] = 1000,
    at: At = None,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """List the controls, the first to come due first, with where each stands today.

    For example: belfry controls list
    """
    with open_team(team, at=at) as services:
        synced = look_at_list(services)
        page = services.controls.acts.list_controls(limit=limit)
        counts = services.controls.acts.list_controls.count()
    data = {
        "today": page.today,
        "controls": [_shape_line(line) for line in page.lines],
        "counts": asdict(counts),
        "problems": shape_problems(synced.problems),
    }
    columns = ("control", "move", "due", "owner", "last done")
    answer(
        data,
        Rows(columns, [_show_line(line) for line in page.lines], "No control is on the list."),
        as_json=as_json,
    )
    if not as_json:
        say(_tell_counts(counts))
    if synced.problems:
        raise typer.Exit(1)


def show(
    name: ControlName,
    at: At = None,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Show one control: where it stands and why, its evidence, and all that happened to it.

    For example: belfry controls show "Monthly safety check"
    """
    with open_team(team, at=at) as services:
        look_at_list(services)
        shown = services.controls.acts.show(name)
        zone = find_team_zone(services)
    answer(_shape_shown(shown), "\n".join(_tell_shown(shown)), as_json=as_json)
    if not as_json:
        answer({}, _make_rows(shown, zone), as_json=False)


def look_at_list(services: Services) -> Synced:
    """What was put on the list just now is known then; NotFound if the team keeps none."""
    from belfry.controls.tasks.sync_tasks import TASKS

    synced = services.controls.sync()
    if not synced.is_kept:
        raise NotFound(f"this team keeps no list of controls: there is no {TASKS.name}")
    for place, text in synced.problems:
        warn(f"{place}: {text}")
    return synced


def shape_control(control: Control) -> dict[str, Any]:
    return {
        "name": control.name,
        "area": control.area or None,
        "owner": control.owner or None,
        "repeat": control.repeat,
        "due_on": control.due_on,
        "last_done": control.last_done_on,
        "done_by": control.done_by or None,
        "requires_evidence": control.requires_evidence,
    }


def _shape_line(line: ControlLine) -> dict[str, Any]:
    decision = line.decision
    return {**shape_control(line.control), "move": decision.move, "why": decision.why}


def _show_line(line: ControlLine) -> tuple[object, ...]:
    control = line.control
    return (control.name, line.decision.move, control.due_on, control.owner, control.last_done_on)


def _tell_counts(counts: Counts) -> str:
    named = {
        "escalated": counts.escalated,
        "overdue": counts.overdue,
        "due now": counts.due_now,
        "on track": counts.on_track,
        "done in the last seven days": counts.done_lately,
    }
    return ", ".join(f"{count} {what}" for what, count in named.items()) + "."


def _shape_shown(shown: ControlShown) -> dict[str, Any]:
    decision = shown.decision
    return {
        "today": shown.today,
        "control": shape_control(shown.control),
        "move": decision.move if decision else None,
        "why": decision.why if decision else None,
        "chain": shown.chain.offsets,
        "chain_from": shown.chain.whence,
        "needs_evidence": shown.needs_proof,
        "evidence": [
            {
                "number": one.number,
                "due_on": one.due_on,
                "note": one.note,
                "file": one.file_name or None,
                "sha256": one.digest or None,
                "described": one.described or None,
                "at": one.at,
                "by": one.by,
            }
            for one in shown.evidence
        ],
        "timeline": [
            {"at": one.at, "what": one.what, "due_on": one.due_on, "by": one.by, "note": one.note}
            for one in shown.timeline
        ],
        "messages": [message.id for message in shown.messages],
    }


def _tell_shown(shown: ControlShown) -> list[str]:
    from belfry.controls.chains.chains import render_chain

    control, decision = shown.control, shown.decision
    stands = f"{decision.move}: {decision.why}" if decision else "no longer on the list"
    last = f"last done on {control.last_done_on}" if control.last_done_on else "never done yet"
    return [
        f"{control.name}: {stands}",
        f"{control.repeat}; {last}{f' by {control.done_by}' if control.done_by else ''}",
        f"reminders: {render_chain(shown.chain.offsets)}, by {shown.chain.whence}",
        *(["evidence is needed before it counts as done"] if shown.needs_proof else []),
        *(
            f"evidence {one.number}, {one.file_name}; the model says: {one.described}"
            for one in shown.evidence
            if one.described
        ),
    ]


def _make_rows(shown: ControlShown, zone: tzinfo) -> Rows:
    rows = [
        (show_moment(one.at, zone), one.what, one.due_on, one.by, one.note)
        for one in shown.timeline
    ]
    return Rows(("when", "what", "due", "who", "more"), rows, "Nothing happened to it yet.")
