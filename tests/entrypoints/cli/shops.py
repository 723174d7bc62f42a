"""A small shop to give commands in: its board, its settings, and days that have gone by."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.entrypoints.cli.terminal import Terminal

from belfry.bootstrap import build_services, find_wishes, open_ports, virtual_clock
from belfry.entrypoints.demo.clock import sign_off_workers
from belfry.entrypoints.worker.driver import Driver
from belfry.settings import read_settings

DATA = Path(__file__).parents[2] / "data"
TUESDAY = datetime(2026, 11, 17, 10, 0, tzinfo=UTC)
HEADER = "job_id,customer,contact,channel,item,stage\n"
MAYA = "J-2042,Maya Lind,maya@example.com,email,phone screen,{}\n"
TOM = "J-2051,Tom Reed,+44 7700 900123,text,kettle,{}\n"


class Shop:
    """The Repair Bench, in the folder of a terminal."""

    def __init__(self, belfry: Terminal) -> None:
        self.folder = belfry.folder
        (self.folder / "jobs").mkdir()
        self.write_settings((DATA / "repair_bench_settings.txt").read_text())
        self.put("diagnosing")
        with (self.folder / "belfry.toml").open("a") as file:
            file.write('country = "GB"\n')

    @property
    def board(self) -> Path:
        return self.folder / "jobs" / "board.csv"

    def write_settings(self, text: str) -> None:
        (self.folder / "jobs" / "settings.txt").write_text(text)

    def add_setting(self, line: str) -> None:
        with (self.folder / "jobs" / "settings.txt").open("a") as file:
            file.write(f"\n{line}\n")

    def put(self, maya: str, tom: str = "received") -> None:
        self.board.write_text(HEADER + MAYA.format(maya) + TOM.format(tom))

    @contextmanager
    def open(self, at: datetime) -> Iterator[Driver]:
        settings = read_settings(self.folder, environment={})
        clock = virtual_clock(at)
        ports = open_ports(settings, clock=clock)
        services = build_services(settings, ports)
        services.ensure_builtins(timezone=settings.timezone, wishes=find_wishes(settings))
        try:
            yield Driver(services, clock)
        finally:
            sign_off_workers(services)
            ports.close()

    def live(self, start: datetime, **span: float) -> None:
        """Everything that is due from `start` on happens, at its moment."""
        with self.open(start) as driver:
            driver.run_until(start + timedelta(**span))


def tell_maya(shop: Shop, start: datetime = TUESDAY) -> None:
    """Maya's phone goes on the bench, and she is told so ten minutes later."""
    shop.live(start, minutes=4)
    shop.put("in progress")
    shop.live(start + timedelta(minutes=5), minutes=10)
