"""The Repair Bench: a whole shop with files of its own, lived through on a clock the story moves.

Nothing is called by hand: the built-in workflows ring, and everything else follows from them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from tests.services.shaped_databases import settle_in

from belfry.adapters.system.clock import NoCrashPoints, VirtualClock
from belfry.bootstrap import Services, build_services, open_ports
from belfry.bootstrap.ports import PATIENCE
from belfry.entrypoints.worker.driver import Driver
from belfry.entrypoints.worker.prepare import prepare
from belfry.scheduler.notify_people import ROOM as SCHEDULER_ROOM
from belfry.settings import read_settings

if TYPE_CHECKING:
    from belfry.jobs.jobs import Job
    from belfry.messaging.messages import Message
    from belfry.messaging.ports import Channel
    from belfry.ports.store import CrashPoints

LONDON = ZoneInfo("Europe/London")
SETTINGS = Path(__file__).parents[1] / "data" / "repair_bench_settings.txt"
COLUMNS = ("job_id", "customer", "contact", "channel", "item", "stage")
MAYA = ("J-2042", "Maya Lind", "+44 7700 900123", "text", "iPhone screen repair")
TOM = ("J-2051", "Tom Reed", "tom@example.com", "email", "kettle")
TEAM = """name = "The Repair Bench"
timezone = "Europe/London"
country = "GB"
admin = "owner@example.com"
"""
# The bells are rung seldom, so that weeks are lived through in seconds: in the mornings and late in
# the afternoon, or at any hour but not as often.
CALM = """[workflows.poll]
cron = "*/10 8-12,16 * * *"
[workflows.relay]
cron = "1-59/10 8-12,16 * * *"
[workflows.release]
cron = "0,5-59/10 8-12,16 * * *"
[workflows.watch]
cron = "0 12 * * *"
[workflows.sync]
enabled = false
[workflows.backup]
enabled = false
"""
LATE = """[workflows.poll]
cron = "*/15 * * * *"
[workflows.relay]
cron = "1-59/15 * * * *"
[workflows.release]
cron = "*/15 * * * *"
[workflows.watch]
cron = "0 12 * * *"
[workflows.sync]
enabled = false
[workflows.backup]
enabled = false
"""


def london(text: str) -> datetime:
    """The moment at which a London clock shows that."""
    return datetime.fromisoformat(text).replace(tzinfo=LONDON)


def show(moment: datetime | None) -> str:
    """What a London clock shows then, with the weekday."""
    return f"{moment.astimezone(LONDON):%a %d %b %H:%M}" if moment else "never"


@dataclass
class Bench:
    """`rows` is the board: each job's cells but the stage, and its stage."""

    folder: Path
    clock: VirtualClock
    crash_points: CrashPoints = field(default_factory=NoCrashPoints)
    channels: Mapping[str, Channel] = field(default_factory=dict)
    rows: dict[str, tuple[tuple[str, ...], str]] = field(default_factory=dict)
    patience: timedelta = PATIENCE

    def start(self) -> None:
        """The process starts, as `belfry serve` does."""
        settings = read_settings(settle_in(self.folder), environment={})
        ports = open_ports(
            settings, clock=self.clock, crash_points=self.crash_points, patience=self.patience
        )
        if self.channels:
            ports = replace(ports, channels=self.channels)
        self.services: Services = build_services(settings, ports)
        prepare(self.services)
        self.driver = Driver(self.services, self.clock)

    def stop(self) -> None:
        self.services.ports.close()

    def put(self, job: tuple[str, ...], stage: str) -> None:
        """Add a job to the board, or move it."""
        self.rows[job[0]] = (job, stage)
        self.save()

    def remove(self, job_id: str) -> None:
        del self.rows[job_id]
        self.save()

    def save(self) -> None:
        lines = [",".join(COLUMNS), *(",".join((*job, at)) for job, at in self.rows.values())]
        self.write("jobs/board.csv", "\n".join([*lines, ""]))

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text, encoding="utf-8")

    def go_to(self, when: str) -> None:
        """Time goes by until a London clock shows that."""
        self.driver.run_until(london(when))

    @property
    def messages(self) -> list[Message]:
        """Every message of the rooms there ever was, oldest first; none about the scheduler."""
        newest = self.services.ports.messages.list_newest(limit=10_000)
        return [message for message in reversed(newest) if message.room != SCHEDULER_ROOM]

    @property
    def told(self) -> list[tuple[str, str]]:
        """When each message left, and its text on one line."""
        return [
            (show(message.sent_at), " ".join(message.text.split()))
            for message in self.messages
            if message.state == "sent"
        ]

    @property
    def fates(self) -> list[tuple[str, str, str]]:
        """Each message with what became of it, and why."""
        return [(message.id, message.state.value, message.why) for message in self.messages]

    def job(self, job_id: str) -> Job:
        [job] = self.services.ports.jobs.list_by_id([job_id])
        return job


def set_up(folder: Path, *, toml: str = TEAM + CALM, settings: str = "") -> None:
    """The team's folder, as its owner wrote it."""
    (folder / "jobs").mkdir(parents=True, exist_ok=True)
    (folder / "belfry.toml").write_text(toml, encoding="utf-8")
    doc = settings or SETTINGS.read_text(encoding="utf-8")
    (folder / "jobs" / "settings.txt").write_text(doc, encoding="utf-8")


@contextmanager
def open_bench(
    folder: Path,
    start: str,
    *,
    toml: str = TEAM + CALM,
    settings: str = "",
    channels: Mapping[str, Channel] | None = None,
) -> Iterator[Bench]:
    """The shop from that hour on, with an empty board."""
    set_up(folder, toml=toml, settings=settings)
    bench = Bench(folder, VirtualClock(london(start)), channels=channels or {})
    bench.save()
    bench.start()
    try:
        yield bench
    finally:
        bench.stop()
