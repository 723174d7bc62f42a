"""A team with a list of controls of any length, every row of which Belfry has seen before.

Only the first rows are taken up one by one. Their records are then copied within the database under
the names of all the others, which is as good and far quicker.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from bench.rounds import timed

from belfry.bootstrap import Services, build_services, open_ports, virtual_clock
from belfry.controls.tasks.judge_tasks import COLUMNS
from belfry.kernel.sheets import match_columns, read_sheet
from belfry.ports.clock import MovableClock
from belfry.settings import Settings

MONDAY = datetime(2026, 11, 16, 8, 0, tzinfo=UTC)
RULES = "Default: remind 30 days before and on the day\n"
HEADER = "name,area,repeat,owner,proof,last_done,first_due,chain_override,requires_evidence,notes\n"
AREAS = ("Safety", "Data", "Finance", "Facilities")
# Of as many controls, one is reminded of each day.
DUE_SHARE = 100


@dataclass(slots=True)
class Team:
    """A team folder, opened, whose list has `lots` times `lot` controls."""

    folder: Path
    services: Services
    clock: MovableClock
    lot: int
    lots: int = 1

    @property
    def count(self) -> int:
        return self.lot * self.lots

    def grow(self, lots: int) -> None:
        """As many controls, all of them known."""
        with closing(sqlite3.connect(self.folder / ".belfry" / "belfry.db")) as database:
            for number in range(self.lots, lots):
                database.execute(_write_copy(database, number))
            database.commit()
        self.lots = lots
        self.write_list()
        changed = len(self.services.controls.sync().changed)
        if changed:
            raise AssertionError(f"{changed} controls were news")

    def write_list(self) -> None:
        rows = (render_row(lot, number) for lot in range(self.lots) for number in range(self.lot))
        path = self.folder / "controls" / "tasks.csv"
        path.write_text(HEADER + "".join(rows), encoding="utf-8")

    def read_list(self) -> float:
        """Seconds to read and parse the list, and nothing else."""
        path = self.folder / "controls" / "tasks.csv"
        with timed() as watch:
            sheet = read_sheet(path.read_bytes(), name="controls/tasks.csv")
            match_columns(sheet, COLUMNS)
        if len(sheet.rows) != self.count:
            raise AssertionError(f"{len(sheet.rows)} rows were read, not {self.count}")
        return watch.seconds

    def tick(self) -> float:
        """Seconds that the next day's tick takes."""
        self.clock.advance_to(self.clock.now() + timedelta(days=1))
        with timed() as watch:
            ticked = self.services.controls.tick()
        reminded = sum(control.decision.sends for control in ticked.controls)
        if reminded != self.count // DUE_SHARE:
            raise AssertionError(f"{reminded} of {self.count} controls were reminded of")
        return watch.seconds


@contextmanager
def open_team(folder: Path, lot: int) -> Iterator[Team]:
    """A new team whose list was looked at once."""
    (folder / "controls").mkdir()
    (folder / "controls" / "rules.txt").write_text(RULES, encoding="utf-8")
    settings = Settings(folder=folder, timezone="Europe/London", admin="owner@example.com")
    clock = virtual_clock(MONDAY)
    ports = open_ports(settings, clock=clock)
    try:
        team = Team(folder, build_services(settings, ports), clock, lot)
        team.write_list()
        met = len(team.services.controls.sync().changed)
        if met != lot:
            raise AssertionError(f"{met} controls were met, not {lot}")
        yield team
    finally:
        ports.close()


def render_row(lot: int, number: int) -> str:
    due_on = date(2026, 12, 17) + timedelta(days=number % DUE_SHARE)
    proof = f"a photo of page {number}"
    return f"Lot {lot} check {number:06},{AREAS[number % 4]},monthly,,{proof},,{due_on},,,\n"


def _write_copy(database: sqlite3.Connection, lot: int) -> str:
    """The statement that copies the first lot under another one's names."""
    names = [row[1] for row in database.execute("PRAGMA table_info(controls)")]
    columns = ", ".join(f'"{name}"' for name in names)
    copies = {
        "id": f"replace(id, 'lot 0 ', 'lot {lot} ')",
        "row": f"replace(\"row\", 'Lot 0 ', 'Lot {lot} ')",
        "name": f"replace(name, 'Lot 0 ', 'Lot {lot} ')",
    }
    values = ", ".join(copies.get(name, f'"{name}"') for name in names)
    return f"INSERT INTO controls ({columns}) SELECT {values} FROM controls WHERE id LIKE 'lot 0 %'"
