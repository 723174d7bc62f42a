"""Shell completion: names of the team's own controls, jobs, people and workflows.

Whatever is wrong with the team's files, completion gives names or nothing, never an error.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from belfry.kernel.errors import BelfryError

MOST = 200
LARGEST = 4 * 1024 * 1024


def complete_workflow(context: typer.Context, incomplete: str) -> list[str]:
    from belfry.bootstrap.previews import list_workflow_names

    return _match(list_workflow_names(_find_folder(context)), incomplete)


def complete_control(context: typer.Context, incomplete: str) -> list[str]:
    return _match(_list_cells(context, "controls/tasks.csv", "name"), incomplete)


def complete_job(context: typer.Context, incomplete: str) -> list[str]:
    return _match(_list_cells(context, "jobs/board.csv", "job_id"), incomplete)


def complete_colleague(context: typer.Context, incomplete: str) -> list[str]:
    return _match(_list_cells(context, "rota/staff.csv", "name"), incomplete)


def _find_folder(context: typer.Context) -> Path:
    from belfry.entrypoints.cli.opening import find_folder

    asked: Any = context
    while asked is not None:
        if sentence := asked.params.get("team"):
            return find_folder(Path(sentence))
        asked = asked.parent
    return find_folder(None)


def _list_cells(context: typer.Context, name: str, column: str) -> list[str]:
    """The cells of one column, as they stand in the file."""
    from belfry.kernel.sheets import read_sheet

    path = _find_folder(context) / name
    try:
        if path.stat().st_size > LARGEST:
            return []
        sheet = read_sheet(path.read_bytes(), name=name)
    except (BelfryError, OSError):
        return []
    titles = [title.strip().lower().replace(" ", "_") for title in sheet.header]
    if column not in titles:
        return []
    place = titles.index(column)
    return [row.cells[place].strip() for row in sheet.rows if len(row.cells) > place]


def _match(names: list[str], incomplete: str) -> list[str]:
    """Those that begin so, each once."""
    matching = (name for name in names if name and name.startswith(incomplete))
    return list(dict.fromkeys(matching))[:MOST]
