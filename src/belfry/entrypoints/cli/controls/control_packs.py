"""Ready-made controls to start a list with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from belfry.entrypoints.cli.answers import Rows, answer
from belfry.entrypoints.cli.controls.control_lists import look_at_list
from belfry.entrypoints.cli.opening import BY, open_team
from belfry.entrypoints.cli.options import Json, Team

if TYPE_CHECKING:
    from belfry.controls.packs.load_pack import Loaded


def packs(as_json: Json = False) -> None:
    """List the packs of ready-made controls, and what is in them; no team is needed.

    For example: belfry controls packs
    """
    from belfry.controls.packs.load_pack import list_packs

    found = list_packs()
    data = {"packs": [{"name": pack.name, "controls": list(pack.rows)} for pack in found]}
    rows = [(pack.name, ", ".join(row["name"] for row in pack.rows)) for pack in found]
    answer(data, Rows(("pack", "controls"), rows, "There are no packs."), as_json=as_json)


def load(
    name: Annotated[
        str, typer.Argument(metavar="PACK", help="The pack; `belfry controls packs` lists them.")
    ],
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Add the controls of a pack to the team's list, but for those it has already.

    For example: belfry controls load safety
    """
    with open_team(team) as services:
        loaded = services.controls.extras.load_pack(name, by=BY)
        look_at_list(services)
    data = {"pack": loaded.pack, "added": loaded.added, "kept": loaded.kept}
    answer(data, _tell(loaded), as_json=as_json)


def _tell(loaded: Loaded) -> str:
    from belfry.controls.tasks.sync_tasks import TASKS

    if not loaded.added:
        return f"All of {loaded.pack} is on the list already; nothing was changed."
    lines = [f"Added to {TASKS.name}: {', '.join(loaded.added)}."]
    if loaded.kept:
        lines.append(f"Left as you have them: {', '.join(loaded.kept)}.")
    return "\n".join([*lines, "They are a start: change or delete what does not fit."])
