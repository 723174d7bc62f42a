"""A shop with a board of any length, every row of which Belfry has seen before."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bench.rounds import timed

from belfry.bootstrap import Services, build_services, open_ports, virtual_clock
from belfry.jobs.board.moves import COLUMNS
from belfry.kernel.sheets import match_columns, read_sheet
from belfry.ports.clock import MovableClock
from belfry.settings import Settings

MONDAY = datetime(2026, 11, 16, 10, 0, tzinfo=UTC)
LATER = timedelta(minutes=3)
SETTINGS = """\
Shop: The Repair Bench
Stages: received, diagnosing, in progress, awaiting parts (side), ready, collected
Typical time: diagnosing half a day; in progress 2 days
Opening hours: Mon-Fri 9am-6pm; Sat 10am-4pm
Chase after: diagnosing 1 day; in progress 3 days; awaiting parts 5 days; ready 4 hours
"""
STAGES = ("received", "diagnosing", "in progress", "awaiting parts")
HEADER = "job_id,customer,contact,channel,item,stage\n"


@dataclass(frozen=True, slots=True)
class Shop:
    """A team folder, opened; `count` jobs stand on its board."""

    folder: Path
    services: Services
    clock: MovableClock
    count: int

    def write_board(self, *, moved: int = 0) -> None:
        """The board with that many jobs moved to ready, spread evenly."""
        step = self.count // moved if moved else self.count + 1
        rows = [_row(number, is_moved=number % step == 0) for number in range(1, self.count + 1)]
        (self.folder / "jobs" / "board.csv").write_text(HEADER + "".join(rows), encoding="utf-8")

    def read_board(self) -> float:
        """Seconds to read and parse the board, and nothing else."""
        path = self.folder / "jobs" / "board.csv"
        with timed() as watch:
            sheet = read_sheet(path.read_bytes(), name="jobs/board.csv")
            match_columns(sheet, COLUMNS)
        if len(sheet.rows) != self.count:
            raise AssertionError(f"{len(sheet.rows)} rows were read, not {self.count}")
        return watch.seconds


@contextmanager
def open_shop(folder: Path, count: int) -> Iterator[Shop]:
    """A new shop whose board was looked at once."""
    (folder / "jobs").mkdir()
    (folder / "jobs" / "settings.txt").write_text(SETTINGS, encoding="utf-8")
    settings = Settings(folder=folder, timezone="Europe/London", admin="owner@example.com")
    clock = virtual_clock(MONDAY)
    ports = open_ports(settings, clock=clock)
    try:
        shop = Shop(folder, build_services(settings, ports), clock, count)
        shop.write_board()
        seen = shop.services.jobs.poll_board()
        if len(seen.moves) != count:
            raise AssertionError(f"{len(seen.moves)} jobs were met, not {count}")
        yield shop
    finally:
        ports.close()


def _row(number: int, *, is_moved: bool) -> str:
    stage = "ready" if is_moved else STAGES[number % len(STAGES)]
    contact = f"customer{number}@example.com"
    return f"J-{number:06},Customer {number},{contact},email,Repair of item {number},{stage}\n"
