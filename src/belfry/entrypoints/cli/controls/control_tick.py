"""Where each control stands today, at once: looked at, and reminded of where it is time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from belfry.entrypoints.cli.answers import Rows, answer, say
from belfry.entrypoints.cli.jobs.jobs import shape_problems
from belfry.entrypoints.cli.opening import BY, open_team
from belfry.entrypoints.cli.options import At, Json, Team
from belfry.entrypoints.cli.progress import showing_progress
from belfry.kernel.errors import InputError, NotFound

if TYPE_CHECKING:
    from belfry.bootstrap import Services
    from belfry.controls.reminders.tick_controls import Tick, Ticked


def tick(
    at: At = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what would be decided; remind nobody.")
    ] = False,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """See where each control stands today, and have those reminded whose turn it is.

    For example: belfry controls tick --dry-run
    """
    with open_team(team, at=at) as services, showing_progress("Looking", as_json=as_json):
        insist_on_list(services)
        ticked = services.controls.tick(is_whole=True, dry_run=dry_run)
    if not ticked.is_known:
        raise InputError(str(ticked))
    answer(_shape(ticked), _show(ticked), as_json=as_json)
    if not as_json:
        for line in _list_remarks(ticked):
            say(line)
    if ticked.problems:
        raise typer.Exit(1)


def close_missing(team: Team = None, as_json: Json = False) -> None:
    """Put away the controls that are gone from the list, because you say that they are over.

    For example: belfry controls close-missing
    """
    with open_team(team) as services:
        insist_on_list(services)
        closed = services.controls.close_missing(by=BY)
    said = f"No longer reminded of: {', '.join(closed)}." if closed else "No control is missing."
    answer({"closed": closed}, said, as_json=as_json)


def insist_on_list(services: Services) -> None:
    from belfry.controls.tasks.sync_tasks import TASKS

    if not services.ports.folder.exists(TASKS.name):
        raise NotFound(f"this team keeps no list of controls: there is no {TASKS.name}")


def _shape(ticked: Ticked) -> dict[str, Any]:
    return {
        "today": ticked.today,
        "controls": [_shape_tick(one) for one in ticked.controls],
        "problems": shape_problems(ticked.problems),
        "notes": shape_problems(ticked.notes),
    }


def _shape_tick(one: Tick) -> dict[str, Any]:
    return {
        "name": one.name,
        "move": one.move,
        "due_on": one.due_on,
        "sends": one.sends,
        "window": one.window,
        "why": one.why,
    }


def _show(ticked: Ticked) -> Rows:
    rows = [
        (one.name, one.due_on, one.move, "yes" if one.sends else "", one.why)
        for one in ticked.controls
    ]
    return Rows(("Control", "Due", "Move", "Sends", "Why"), rows, "There are no controls yet.")


def _list_remarks(ticked: Ticked) -> list[str]:
    return [
        *(f"Problem: {place}: {text}" for place, text in ticked.problems),
        *(f"Note: {place}: {text}" for place, text in ticked.notes),
    ]
