"""A shop with a board to poll, edited as its people would, and the post that leaves it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from tests.apps import App, build_app, memory_ports, sql_ports
from tests.fakes.channel import MemoryChannel
from tests.fakes.crash_points import CrashingPoints
from tests.fakes.files import MemoryFolder, MemoryVersions
from tests.samples import NOON

from belfry.adapters.system.clock import VirtualClock
from belfry.bootstrap import Ports
from belfry.jobs.board.poll_board import Polled
from belfry.jobs.jobs import AGGREGATE, Job, Move
from belfry.jobs.updates.sweep_jobs import Swept
from belfry.messaging.messages import HEARD, Message
from belfry.messaging.ports import OutgoingMessage
from belfry.scheduler.relay_outbox import RelayOutbox
from belfry.settings import Settings

ADMIN = "owner@example.com"
BOARD = "jobs/board.csv"
SETTINGS = "jobs/settings.txt"
SIDE = "awaiting parts"
HEADER = ("job_id", "customer", "contact", "channel", "item", "stage")
SHOP = """\
Shop: The Repair Bench
Stages: received, diagnosing, in progress (also: started), awaiting parts (side), ready, collected
Typical time: diagnosing half a day; in progress 2 days
Opening hours: Mon-Fri 9am-6pm; Sat 10am-4pm
Chase after: diagnosing 1 day; in progress 3 days; awaiting parts 5 days; ready 4 hours
Chase again after: 14 days
"""


@dataclass
class Bench:
    """The shop. `lines` are its board's rows by job, in order, and may be edited at will."""

    app: App
    lines: dict[str, list[str]] = field(default_factory=dict)

    @property
    def ports(self) -> Ports:
        return self.app.ports

    @property
    def folder(self) -> MemoryFolder:
        assert isinstance(self.ports.folder, MemoryFolder)
        return self.ports.folder

    def write(self, name: str, text: str) -> None:
        self.folder.files[name] = text.encode()

    def set(self, *lines: str, without: Sequence[str] = ()) -> None:
        """The settings, with more lines, and without those that begin so."""
        base_lines = [line for line in SHOP.splitlines() if not line.startswith(tuple(without))]
        self.write(SETTINGS, "\n".join([*base_lines, *lines]) + "\n")

    def put(self, job_id: str, stage: str, **cells: str) -> None:
        """The job's row says that it is in that stage, and the board is saved."""
        row_before = {
            "job_id": job_id,
            "customer": f"Customer {job_id}",
            "contact": f"{job_id.lower()}@example.com",
            "channel": "email",
            "item": f"kettle {job_id}",
        }
        if job_id in self.lines:
            row_before = dict(zip(HEADER, self.lines[job_id], strict=False))
        row = {**row_before, "stage": stage, **cells}
        self.lines[job_id] = [row[name] for name in HEADER]
        self.save()

    def take_away(self, *job_ids: str) -> None:
        for job_id in job_ids:
            del self.lines[job_id]
        self.save()

    def save(self) -> None:
        self.write(BOARD, make_board(self.lines.values()))

    def go(self, **span: float) -> None:
        """Time goes by, and nothing happens."""
        self.app.clock.advance(timedelta(**span))

    def go_to(self, moment: datetime) -> None:
        self.app.clock.advance_to(moment)

    def poll(self, *, after: float = 0) -> Polled:
        """A look at the board, so many minutes from now."""
        self.go(minutes=after)
        return self.app.services.jobs.poll_board()

    def settle(self) -> Polled:
        """Two looks: whatever stands on the board counts."""
        self.poll()
        return self.poll(after=3)

    def sweep(self) -> Swept:
        return self.app.services.jobs.sweep()

    def relay(self) -> None:
        p = self.ports
        listeners = {AGGREGATE: self.app.services.jobs.tell_news}
        RelayOutbox(p.outbox, p.clock, p.crash_points, listeners)()

    def release(self) -> None:
        self.app.services.messaging.release()

    def deliver(self) -> None:
        self.relay()
        self.release()

    def sent(self, channel: str = "email") -> list[OutgoingMessage]:
        """What has left that way, in order."""
        memory_channel = self.ports.channels[channel]
        assert isinstance(memory_channel, MemoryChannel)
        return memory_channel.sent

    def job(self, job_id: str) -> Job:
        job = self.ports.store.find(Job, job_id)
        assert job is not None
        return job

    def moves(self, job_id: str) -> list[tuple[str, str, str, bool]]:
        """Each move: from where, to where, which way, and whether the customer is told."""
        return [
            (move.came_from, move.went_to, move.course.value, move.is_told)
            for move in self.list_moves(job_id)
        ]

    def list_moves(self, job_id: str) -> Sequence[Move]:
        return self.ports.jobs.list_moves(job_id)

    def messages(self) -> list[Message]:
        """Every message there is, the oldest first."""
        return list(reversed(self.ports.messages.list_newest(limit=10_000)))

    def said(self) -> list[tuple[str, str, str]]:
        """Each message: what it is called, what became of it, and why."""
        return [(message.id, message.state.value, message.why) for message in self.messages()]

    def data_problems(self) -> list[tuple[str, str]]:
        return [
            (data_problem.place, data_problem.text)
            for data_problem in self.ports.data_problems.list(room="jobs")
        ]


def list_repeated_news(messages: Iterable[Message]) -> list[tuple[str, str]]:
    """Updates that told a customer what the one before had told them, with no later ETA."""
    last: dict[str, Message] = {}
    repeated = []
    for message in messages:
        if message.kind not in ("moved", "holding", "correction") or message.state not in HEARD:
            continue
        before, last[message.about] = last.get(message.about), message
        is_news = message.kind == "moved" and not message.is_resent
        if before and is_news and _is_repeated(before, message):
            repeated.append((before.id, message.id))
    return repeated


def _is_repeated(before: Message, message: Message) -> bool:
    facts_before, news = before.facts, message.facts
    is_return, was_return = (facts.get("from") == SIDE for facts in (news, facts_before))
    is_later = news.get("eta_by", "") > facts_before.get("eta_by", "")
    is_same = facts_before["stage"] == news["stage"] and is_return == was_return
    return before.kind != "correction" and is_same and not is_later


def make_board(lines: Iterable[Sequence[str]]) -> str:
    rows = [HEADER, *lines]
    return "".join(",".join(cells) + "\r\n" for cells in rows)


def fill(bench: Bench, count: int, stage: str = "in progress") -> list[str]:
    """A board of so many jobs, J-0 and on, that has been looked at."""
    ids = [f"J-{number}" for number in range(count)]
    for job_id in ids:
        bench.put(job_id, stage)
    bench.poll()
    return ids


def open_bench(ports: Ports, **changes: Any) -> Bench:
    """A shop with the usual settings, changed where the test says, and an empty board."""
    external_scheduler = replace(
        ports,
        folder=MemoryFolder(),
        versions=MemoryVersions(),
        channels={"email": MemoryChannel(), "sms": MemoryChannel()},
    )
    fields = {"timezone": "Europe/London", "country": "GB", "admin": ADMIN, **changes}
    settings = Settings(**fields)
    bench = Bench(build_app(external_scheduler, settings))
    bench.set()
    bench.save()
    return bench


def memory_bench(start: datetime = NOON, **changes: Any) -> Bench:
    return open_bench(memory_ports(VirtualClock(start), CrashingPoints()), **changes)


@contextmanager
def sql_bench(url: str | None, folder: Path, start: datetime = NOON) -> Iterator[Bench]:
    ports = sql_ports(url, folder, VirtualClock(start), CrashingPoints())
    try:
        yield open_bench(ports)
    finally:
        ports.close()
