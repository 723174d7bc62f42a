"""A repair shop whose clock can be moved, and what its people do in a week."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any

from tests.services.shaped_databases import settle_in

from belfry.adapters.system.clock import OffsetClock, VirtualClock
from belfry.bootstrap import Services, build_services, open_ports
from belfry.entrypoints.cli.team.example import Wanted, render_team
from belfry.entrypoints.demo.clock import Deed, Mover
from belfry.entrypoints.worker.driver import Driver
from belfry.entrypoints.worker.prepare import prepare
from belfry.messaging.messages import Message
from belfry.rota.requests.requests import SwapKind
from belfry.settings import read_settings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

# A Wednesday: the rota is drafted on Thursdays.
START = datetime(2026, 11, 18, 12, 0, tzinfo=UTC)
WEEK = date(2026, 11, 23)
# After so many hours a job is moved on the board, by day, at night and on the weekend.
MOVES = (
    (0.1, "J-1045", "diagnosing"),
    (2.25, "J-1041", "ready"),
    (9.4, "J-1042", "in progress"),
    (9.7, "J-1042", "ready"),
    (20.6, "J-1043", "in progress"),
    (21.1, "J-1043", "awaiting parts"),
    (75.3, "J-1044", "collected"),
    (80.9, "J-1045", "redy"),
    (99.2, "J-1045", "in progress"),
    (120.7, "J-1041", "collected"),
)
# Belfry's chores fire seldom here, so that a week can be lived through fire by fire.
SELDOM = """
[workflows.relay]
cron = "0 */2 * * *"
[workflows.release]
cron = "0 */2 * * *"
[workflows.poll]
cron = "30 */2 * * *"
[workflows.sync]
cron = "0 */6 * * *"
[workflows.watch]
cron = "0 0 * * *"
"""


@dataclass(frozen=True)
class Shop:
    """`machine` is what the demo clock goes by once it is let go; a bare shop has no staff."""

    services: Services
    clock: OffsetClock
    machine: VirtualClock
    is_bare: bool = False

    def mover(self, **options: Any) -> Mover:
        if self.is_bare:
            return Mover(self.services, self.clock, **options)
        return Mover(self.services, self.clock, list_deeds=list_shop_deeds, **options)

    def live(self, until: datetime) -> None:
        """As in life: every workflow runs at every one of its fires."""
        driver = Driver(self.services, self.clock)
        for deed in list_shop_deeds(self.clock.now(), until):
            driver.run_until(deed.at)
            deed.do(self.services)
        driver.run_until(until)

    @property
    def messages(self) -> list[Message]:
        return sorted(
            self.services.ports.messages.list_newest(limit=1000), key=lambda message: message.id
        )

    @property
    def notices(self) -> list[str]:
        return [open_notice.text for open_notice in self.services.ports.monitor.list_open_notices()]

    def move_job(self, job_id: str, stage: str) -> None:
        move_job(self.services, job_id, stage)


def list_shop_deeds(since: datetime, until: datetime) -> Sequence[Deed]:
    """What people do: jobs are moved, the draft is approved, and cover is asked for."""
    deeds = [
        *(Deed(_after(hours), move_job, (job_id, stage)) for hours, job_id, stage in MOVES),
        Deed(_after(28), approve_week),
        Deed(_after(46), ask_for_cover),
    ]
    return sorted((deed for deed in deeds if since < deed.at <= until), key=lambda deed: deed.at)


def _after(hours: float) -> datetime:
    """Between two minutes: workflows fire at their beginning."""
    return START + timedelta(hours=hours, seconds=20)


def approve_week(services: Services) -> None:
    services.rota.publishing.approve(WEEK, by="Tom Hale")


def ask_for_cover(services: Services) -> None:
    """No one answers: each person asked is passed over, and then the shift begins."""
    days = services.rota.drafts.show_week(WEEK).days
    line = next(line for line in days[1].lines if line.people)
    ask = services.rota.requests.request_swap
    ask(WEEK.isoformat(), line.shift_id, line.people[0], SwapKind.COVER, by=line.people[0])


def move_job(services: Services, job_id: str, stage: str) -> None:
    """Write another stage into the job's row, and save the board."""
    folder = services.ports.folder
    file = folder.read("jobs/board.csv")
    lines = file.content.decode().splitlines()
    for number, line in enumerate(lines):
        if line.startswith(job_id):
            *rest, _, consent = line.split(",")
            lines[number] = ",".join([*rest, stage, consent])
    folder.replace("jobs/board.csv", "\n".join([*lines, ""]).encode(), file.digest)


@contextmanager
def open_shop(folder: Path, more_settings: str = "", *, is_bare: bool = False) -> Iterator[Shop]:
    """A shop; a bare one has neither jobs nor controls nor a rota."""
    texts = render_team(Wanted("Corner Repairs", "Europe/London", "GB", "rosa@example.com"))
    texts = {"belfry.toml": texts["belfry.toml"]} if is_bare else texts
    settle_in(folder)
    for name, text in {**texts, "belfry.toml": texts["belfry.toml"] + more_settings}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    settings = read_settings(folder, environment={})
    machine = VirtualClock(datetime(2026, 1, 1, tzinfo=UTC))
    clock = OffsetClock(START, machine)
    ports = open_ports(settings, clock=clock)
    services = build_services(settings, ports)
    prepare(services)
    yield Shop(services, clock, machine, is_bare)
    ports.close()
