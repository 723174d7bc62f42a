"""An hour of a shop, and the invariants of its messages.

Two jobs move, one is mistyped, and one has stood there for too long.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from tests.apps import memory_ports, sql_ports
from tests.fakes.channel import MemoryChannel
from tests.fakes.crash_points import Crashed, CrashingPoints
from tests.fakes.files import MemoryFolder
from tests.stories.benches import LONDON, london

from belfry.adapters.system.clock import VirtualClock
from belfry.bootstrap import Ports, Services, build_services
from belfry.entrypoints.worker.driver import Driver
from belfry.entrypoints.worker.prepare import prepare
from belfry.messaging.messages import Message, State
from belfry.settings import Settings, WorkflowSettings

if TYPE_CHECKING:
    from belfry.messaging.ports import OutgoingMessage

DOC = """Shop: The Repair Bench
Stages: received, in progress, awaiting parts (side), ready, collected
Typical time: in progress 2 days
Opening hours: Mon-Fri 9am-6pm
Chase after: awaiting parts 1 hour
Settle time: none
"""
BEFORE = {"A": "received", "B": "in progress", "C": "awaiting parts", "D": "received"}
AFTER = {"A": "in progress", "B": "ready", "C": "awaiting parts", "D": "in pgress"}
WANTED = {"jobs/A/move-2", "jobs/B/move-2", "jobs/C/holding-1-1", "jobs/digest"}
TYPO = "jobs/board.csv, line 5, column F (stage)"
OPENED = london("2026-11-17T09:50")
MOVED = london("2026-11-17T12:01")
LOOKED_AT = MOVED + timedelta(minutes=5)
OVER = MOVED + timedelta(minutes=50)
CRONS = {
    "poll": "2-59/10 9,12 * * *",
    "relay": "3-59/10 12 * * *",
    "release": "4-59/10 12 * * *",
    "sweep": "2 12 * * *",
}
APP = Settings(
    timezone="Europe/London",
    admin="owner@example.com",
    workflows={
        **{name: WorkflowSettings(cron=cron) for name, cron in CRONS.items()},
        **{name: WorkflowSettings(enabled=False) for name in ("watch", "tidy", "sync", "backup")},
    },
)


class NthCrashPoint(CrashingPoints):
    """Crashes once, at the n-th step after it was armed; `crashed` is that step."""

    def __init__(self) -> None:
        super().__init__()
        self.left = 0
        self.crashed = ""

    def reached(self, step: str) -> None:
        self.seen.append(step)
        self.left -= 1
        if self.left == 0:
            self.crashed = step
            raise Crashed(step)


class DatedChannel(MemoryChannel):
    """Records the hour at which each message was handed over."""

    def __init__(self, clock: VirtualClock) -> None:
        super().__init__()
        self._clock = clock
        self.hours: list[int] = []

    def send(self, outgoing: OutgoingMessage) -> str:
        self.hours.append(self._clock.now().astimezone(LONDON).hour)
        return super().send(outgoing)


@dataclass
class Scene:
    """A shop that can crash and be started again; its sent messages are kept outside of it.

    `earlier` are messages that another process handed over before.
    """

    open_ports: Callable[[], Ports]
    write: Callable[[str, str], None]
    crash_points: NthCrashPoint
    clock: VirtualClock
    board: dict[str, str] = field(default_factory=lambda: BEFORE)
    earlier: list[str] = field(default_factory=list)
    in_doubt: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.email = DatedChannel(self.clock)
        self.write("jobs/settings.txt", DOC)
        self.put(self.board)
        self.start()

    def put(self, stages: dict[str, str]) -> None:
        rows = [
            f"{job},Tom,{job.lower()}@home.example,email,kettle,{stages[job]}" for job in stages
        ]
        self.write(
            "jobs/board.csv", "\n".join(["job_id,customer,contact,channel,item,stage", *rows])
        )

    def start(self) -> None:
        ports = replace(self.open_ports(), channels={"email": self.email})
        self.services: Services = build_services(APP, ports)
        prepare(self.services)
        self.driver = Driver(self.services, self.clock)

    @property
    def messages(self) -> dict[str, Message]:
        newest = self.services.ports.messages.list_newest(room="jobs", limit=1000)
        by_cause = {name_cause(message.id): message for message in newest}
        assert len(by_cause) == len(newest)
        return by_cause

    def live(self, crash_at: int = 0) -> None:
        """Run the hour; what was being sent at the crash is in doubt."""
        self.driver.run_until(MOVED)
        self.put(AFTER)
        self.crash_points.left = crash_at
        try:
            self.driver.run_until(LOOKED_AT)
        except Crashed:
            self.services.ports.close()
            self.start()
            self.note_doubts()
        self.crash_points.left = 0
        self.driver.run_until(OVER)

    def note_doubts(self) -> None:
        self.in_doubt = {
            id for id, message in self.messages.items() if message.state is State.SENDING
        }

    def check(self) -> None:
        """Each cause has its one message, handed over once; or it is shown as uncertain."""
        states = {id: message.state for id, message in self.messages.items()}
        assert states == {
            id: State.UNCERTAIN if id in self.in_doubt else State.SENT for id in WANTED
        }
        all_emails = [*self.earlier, *(outgoing.id for outgoing in self.email.sent)]
        to_customers = [id for id in all_emails if id.startswith("jobs/")]
        handed_over = Counter(map(name_cause, to_customers))
        assert {id for id in WANTED if id not in self.in_doubt} <= handed_over.keys() <= WANTED
        assert set(handed_over.values()) <= {1}
        assert set(self.email.hours) <= {12}
        self.check_books()

    def check_books(self) -> None:
        ports = self.services.ports
        jobs = ports.jobs.list_by_id(list(BEFORE))
        assert {job.id: job.stage for job in jobs} == {**AFTER, "D": "received"}
        moves = {job: [move.number for move in ports.jobs.list_moves(job)] for job in BEFORE}
        assert moves == {"A": [1, 2], "B": [1, 2], "C": [1], "D": [1]}
        assert [data_problem.place for data_problem in ports.data_problems.list()] == [TYPO]
        assert ports.outbox.list_failed(limit=10) == []
        much_later = self.clock.now() + timedelta(days=1)
        assert ports.outbox.claim(now=much_later, limit=10, within=timedelta(minutes=1)) == []
        assert self.services.accounts.verify_audit_log().breaks == ()


def name_cause(message_id: str) -> str:
    """A digest is named after its minute, and a sweep that crashed is made again later."""
    return "jobs/digest" if message_id.startswith("jobs/digest/") else message_id


def memory_scene() -> Scene:
    clock, crash_points = VirtualClock(OPENED), NthCrashPoint()
    ports = memory_ports(clock, crash_points)
    folder = ports.folder
    assert isinstance(folder, MemoryFolder)

    def write(name: str, text: str) -> None:
        folder.files[name] = text.encode()

    return Scene(lambda: ports, write, crash_points, clock)


def sql_scene(
    url: str | None,
    folder: Path,
    *,
    start: datetime = OPENED,
    board: dict[str, str] = BEFORE,
    crash_points: NthCrashPoint | None = None,
) -> Scene:
    clock, points = VirtualClock(start), crash_points or NthCrashPoint()
    (folder / "jobs").mkdir(parents=True, exist_ok=True)

    def write(name: str, text: str) -> None:
        (folder / name).write_text(text, encoding="utf-8")

    return Scene(lambda: sql_ports(url, folder, clock, points), write, points, clock, board)
