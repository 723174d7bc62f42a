"""A team with a list of controls, kept as its people would, and the post that leaves it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from tests.apps import App, build_app, memory_ports, sql_ports
from tests.fakes.channel import MemoryChannel
from tests.fakes.crash_points import CrashingPoints
from tests.fakes.files import MemoryFolder, MemoryVersions

from belfry.adapters.system.clock import VirtualClock
from belfry.bootstrap import Ports
from belfry.controls.controls import Control, control_id
from belfry.kernel.changes import Put
from belfry.messaging.messages import Message
from belfry.scheduler.kinds import RunContext
from belfry.settings import Settings

LONDON = ZoneInfo("Europe/London")
ADMIN = "owner@example.com"
PUBLIC_URL = "https://belfry.example.com"
# The week before the due date: Thursday 10 December is a working day.
START = datetime(2026, 12, 1, 12, tzinfo=UTC)
PEOPLE = """\
name,email,phone,timezone,manager,deputy,away_from,away_until
Maria Lopez,maria@example.com,,,Ann Lee,Tom Hill,,
Tom Hill,tom@example.com,,,,,,
Ann Lee,ann@example.com,,,,,,
"""
RULES = """\
Default: remind 5 days before, on the day, and 2 days after
Escalate safety to: Tom
Holidays: GB
"""
TASKS = """\
name,area,repeat,owner,proof,first_due,requires_evidence,notes
Fire drill,Safety,monthly,Maria,photo of the sheet,2026-12-10,,
"""


@dataclass
class Office:
    """A team that is reminded of a fire drill, due on Thursday 10 December 2026."""

    app: App

    @property
    def ports(self) -> Ports:
        return self.app.ports

    @property
    def email(self) -> MemoryChannel:
        return self._channel("email")

    @property
    def sms(self) -> MemoryChannel:
        return self._channel("sms")

    def write(self, name: str, text: str) -> None:
        assert isinstance(self.ports.folder, MemoryFolder)
        self.ports.folder.files[name] = text.encode()

    def edit(self, name: str, old: str, new: str) -> None:
        assert isinstance(self.ports.folder, MemoryFolder)
        text = self.ports.folder.files[name].decode()
        assert old in text
        self.write(name, text.replace(old, new))

    def read(self, name: str) -> str:
        assert isinstance(self.ports.folder, MemoryFolder)
        return self.ports.folder.files[name].decode()

    def remove(self, name: str) -> None:
        assert isinstance(self.ports.folder, MemoryFolder)
        del self.ports.folder.files[name]

    def go_to(self, text: str) -> None:
        """A reading of the wall clock in London."""
        self.app.clock.advance_to(london(text))

    def tick(self, text: str) -> None:
        """A tick at that reading of the wall clock, and what it announces told."""
        self.go_to(text)
        self.app.services.controls.tick()
        self.relay()

    def relay(self) -> None:
        self._run("relay")

    def release(self) -> str:
        """As the workflows do it: a reminder that failed is then queued for the next in line."""
        outcome = self._run("release")
        self.relay()
        return outcome

    def tidy(self) -> None:
        self._run("tidy")

    def remind(self, text: str) -> None:
        """A tick at that hour, and all that leaves at once."""
        self.tick(text)
        self.release()

    def messages(self) -> list[Message]:
        """Every message there is, the oldest first."""
        return list(reversed(self.ports.messages.list_newest(limit=1000)))

    def said(self) -> list[tuple[str, str, str]]:
        """Each message: whom it is for, what became of it, and why."""
        return [(message.person, message.state.value, message.why) for message in self.messages()]

    def sent(self) -> list[tuple[str, str]]:
        """Each e-mail that left: to whom, and its subject."""
        return [(outgoing.to, outgoing.subject) for outgoing in self.email.sent]

    def control(self, name: str = "Fire drill") -> Control:
        control = self.ports.store.find(Control, control_id(name))
        assert control is not None
        return control

    def put(self, control: Control) -> None:
        """Store a control in this state."""
        self.ports.store.commit([Put(control)])

    def _run(self, kind: str) -> str:
        now = self.app.clock.now()
        return self.app.services.kinds[kind].run({}, RunContext("r", 1, kind, 1, now, 1))

    def _channel(self, name: str) -> MemoryChannel:
        channel = self.ports.channels[name]
        assert isinstance(channel, MemoryChannel)
        return channel


def london(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=LONDON).astimezone(UTC)


def open_office(ports: Ports, **changes: Any) -> Office:
    """A team with the usual files; `ports` of an earlier one keep its folder and its post."""
    if not isinstance(ports.folder, MemoryFolder) or not ports.folder.files:
        ports = replace(
            ports,
            folder=MemoryFolder(),
            versions=MemoryVersions(),
            channels={"email": MemoryChannel(), "sms": MemoryChannel()},
        )
    settings = {
        "timezone": "Europe/London",
        "country": "GB",
        "admin": ADMIN,
        "public_url": PUBLIC_URL,
        **changes,
    }
    office = Office(build_app(ports, Settings(**settings)))
    assert isinstance(ports.folder, MemoryFolder)
    if not ports.folder.files:
        for name, text in (
            ("people.csv", PEOPLE),
            ("controls/rules.txt", RULES),
            ("controls/tasks.csv", TASKS),
        ):
            office.write(name, text)
    return office


def memory_office(start: datetime = START, **changes: Any) -> Office:
    return open_office(memory_ports(VirtualClock(start), CrashingPoints()), **changes)


@contextmanager
def sql_office(folder: Path, start: datetime = START, **changes: Any) -> Iterator[Office]:
    ports = sql_ports(None, folder, VirtualClock(start), CrashingPoints())
    try:
        yield open_office(ports, **changes)
    finally:
        ports.close()
