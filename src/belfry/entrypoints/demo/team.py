"""The folder of the sample team: what its people have written, before anything happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belfry.entrypoints.cli.team.example import Wanted, render_team
from belfry.entrypoints.demo.board import EMPTY
from belfry.entrypoints.demo.people import render_people
from belfry.entrypoints.demo.rota_sheets import render_rota
from belfry.entrypoints.demo.sample import ADMIN, COUNTRY, NAME, SETTINGS, TIMEZONE
from belfry.entrypoints.demo.tasks import render_tasks
from belfry.kernel.cron import find_zone

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path


def write_team(folder: Path, now: datetime) -> None:
    """The example team that `init` makes, with the demo's own people, settings and sheets."""
    files = render_team(Wanted(NAME, TIMEZONE, COUNTRY, ADMIN))
    today = now.astimezone(find_zone(TIMEZONE)).date()
    own = {
        "belfry.toml": SETTINGS.encode(),
        "people.csv": render_people(today),
        "jobs/board.csv": EMPTY.encode(),
        "controls/tasks.csv": render_tasks(today),
        **render_rota(files, today),
    }
    for name, text in {**{name: text.encode() for name, text in files.items()}, **own}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)
