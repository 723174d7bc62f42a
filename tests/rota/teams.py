"""A café that drafts its weeks: files kept as its people would, and the post that leaves it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from tests.apps import App, build_app, memory_ports, sql_ports
from tests.fakes.blob_store import MemoryBlobStore
from tests.fakes.channel import MemoryChannel
from tests.fakes.crash_points import CrashingPoints
from tests.fakes.files import MemoryFolder, MemoryVersions

from belfry.adapters.system.clock import VirtualClock
from belfry.bootstrap import Ports
from belfry.kernel.changes import Put
from belfry.messaging.messages import Message
from belfry.ports.store import OutboxRow
from belfry.rota.drafts.drafted_weeks import DraftLine, RotaWeek, WeekDraft
from belfry.scheduler.kinds import RunContext
from belfry.settings import Settings

if TYPE_CHECKING:
    from belfry.bootstrap.rota import RotaRoom

LONDON = ZoneInfo("Europe/London")
ADMIN = "owner@example.com"
PUBLIC_URL = "https://belfry.example.com"
# Thursday of the week before: the pattern is copied at 10:00, the week drafted at 14:00.
START = datetime(2026, 11, 12, 9, 30, tzinfo=UTC)
MONDAY = date(2026, 11, 16)
WEEK = "2026-11-16"

STAFF_FILE = "rota/staff.csv"
WEEK_FILE = f"rota/week-{WEEK}.csv"
AVAILABILITY_FILE = "rota/availability.csv"
TIME_OFF_FILE = "rota/time_off.csv"
TEMPLATE_FILE = "rota/template.csv"
RULES_FILE = "rota/rules.txt"
PEOPLE_FILE = "people.csv"

PEOPLE = """\
name,email,phone,timezone,role,manager,deputy,away_from,away_until
Olga Finch,owner@example.com,,,owner,,,,
Maria Lopez,maria@example.com,,,manager,,Olga Finch,,
Ana Diaz,ana@example.com,,,staff,Maria Lopez,,,
Ben Shaw,ben@example.com,,,staff,Maria Lopez,,,
Cara Woods,cara@example.com,,,staff,Maria Lopez,,,
Dev Patel,dev@example.com,,,staff,Maria Lopez,,,
"""
STAFF = """\
name,role,hours_target,skills,slack_id,email,max_hours,cap_override
Ana Diaz,barista,32,till;opening,,ana@example.com,40,
Ben Shaw,barista,32,till,,ben@example.com,40,
Cara Woods,barista;cook,24,opening,,cara@example.com,32,
Dev Patel,cook,24,opening,,dev@example.com,,
"""
SHIFTS = """\
shift_id,day,start,end,role,skills,headcount,assigned_to,pinned,hold
mon-early,Mon,07:00,15:00,barista,,1,,,
mon-late,Mon,14:00,22:00,barista,till,1,,,
tue-early,Tue,07:00,15:00,barista,,1,,,
tue-kitchen,Tue,10:00,18:00,cook,,1,,,
wed-early,Wed,07:00,15:00,barista,,1,,,
wed-kitchen,Wed,10:00,18:00,cook,,1,,,
thu-early,Thu,07:00,15:00,barista,,1,,,
thu-late,Thu,14:00,22:00,barista,till,1,,,
fri-early,Fri,07:00,15:00,barista,,1,,,
fri-late,Fri,14:00,22:00,barista,till,1,,,
fri-kitchen,Fri,10:00,18:00,cook,,1,,,
sat-open,Sat,08:00,16:00,,opening,2,,,
"""
AVAILABILITY = """\
name,day,start,end
Ben Shaw,Mon,12:00,24:00
Ben Shaw,Tue-Sat,06:00,24:00
"""
TIME_OFF = """\
name,start_date,end_date,status,reason
Cara Woods,2026-11-18,2026-11-18,approved,dentist
"""
RULES = """\
Max hours: 40
Rest gap: 11 hours
Fairness margin: 2 hours
Shifts a day: 1
Quiet hours: 9pm to 8am
"""
FILES = {
    PEOPLE_FILE: PEOPLE,
    STAFF_FILE: STAFF,
    WEEK_FILE: SHIFTS,
    TEMPLATE_FILE: SHIFTS,
    AVAILABILITY_FILE: AVAILABILITY,
    TIME_OFF_FILE: TIME_OFF,
    RULES_FILE: RULES,
}


@dataclass
class Team:
    """The café on Thursday 12 November 2026, 09:30; the week of the 16th is to be drafted."""

    app: App

    @property
    def ports(self) -> Ports:
        return self.app.ports

    @property
    def rota(self) -> RotaRoom:
        return self.app.services.rota

    @property
    def email(self) -> MemoryChannel:
        channel = self.ports.channels["email"]
        assert isinstance(channel, MemoryChannel)
        return channel

    @property
    def folder(self) -> MemoryFolder:
        assert isinstance(self.ports.folder, MemoryFolder)
        return self.ports.folder

    def write(self, name: str, text: str) -> None:
        self.folder.files[name] = text.encode()

    def read(self, name: str) -> str:
        return self.folder.files[name].decode()

    def edit(self, name: str, old: str, new: str) -> None:
        text = self.read(name)
        assert old in text
        self.write(name, text.replace(old, new))

    def add(self, name: str, *lines: str) -> None:
        """More lines at the end of a file."""
        self.write(name, self.read(name) + "".join(f"{line}\n" for line in lines))

    def write_week(self, *lines: str, name: str = WEEK_FILE) -> None:
        """The week's shifts, one line each, in place of the usual ones."""
        header = SHIFTS.partition("\n")[0]
        self.write(name, "\n".join([header, *lines]) + "\n")

    def write_staff(self, *lines: str) -> None:
        header = STAFF.partition("\n")[0]
        self.write(STAFF_FILE, "\n".join([header, *lines]) + "\n")

    def remove(self, name: str) -> None:
        del self.folder.files[name]

    def go(self, **span: float) -> None:
        """Time goes by, and nothing happens."""
        self.app.clock.advance(timedelta(**span))

    def go_to(self, text: str) -> None:
        """A reading of the wall clock in London."""
        self.app.clock.advance_to(london(text))

    def run(self, kind: str) -> str:
        """What the workflow of that kind does, once."""
        now = self.app.clock.now()
        return self.app.services.kinds[kind].run({}, RunContext("r", 1, kind, 1, now, 1))

    def relay(self) -> None:
        self.run("relay")

    def release(self) -> str:
        return self.run("release")

    def deliver(self) -> None:
        """What was announced is heard, and what may leave at this hour leaves."""
        self.relay()
        self.release()

    def waiting(self) -> list[OutboxRow]:
        """What is in the outbox and not yet told, the oldest first."""
        now = self.app.clock.now()
        return list(self.ports.outbox.claim(now=now, limit=1000, within=timedelta(0)))

    def announced(self) -> list[tuple[str, str]]:
        """The same, as what is said about what."""
        return [(row.op, row.aggregate_id) for row in self.waiting()]

    def find_head(self, week: str = WEEK) -> RotaWeek | None:
        return self.ports.store.find(RotaWeek, week)

    def head(self, week: str = WEEK) -> RotaWeek:
        head = self.find_head(week)
        assert head is not None
        return head

    def drafts(self, week: str = WEEK) -> list[WeekDraft]:
        return list(self.ports.rotas.list_drafts(week))

    def lines(self, draft: int | None = None, week: str = WEEK) -> dict[str, DraftLine]:
        """The shifts of a draft, the newest one unless told, by their ids."""
        number = self.head(week).draft if draft is None else draft
        return {line.shift_id: line for line in self.ports.rotas.list_lines(week, number)}

    def grid(self, draft: int | None = None, week: str = WEEK) -> dict[str, tuple[str, ...]]:
        """Who has which shift in a draft."""
        return {shift_id: line.people for shift_id, line in self.lines(draft, week).items()}

    def put(self, *records: Any) -> None:
        """Store these records as they are."""
        self.ports.store.commit([Put(record) for record in records])

    def messages(self) -> list[Message]:
        """Every message there is, the oldest first."""
        return list(reversed(self.ports.messages.list_newest(limit=1000)))

    def said(self) -> list[tuple[str, str, str]]:
        """Each message: whom it is for, what became of it, and why."""
        return [(message.person, message.state.value, message.why) for message in self.messages()]

    def sent(self) -> list[tuple[str, str]]:
        """Each e-mail that left: to whom, and its subject."""
        return [(outgoing.to, outgoing.subject) for outgoing in self.email.sent]

    def data_problems(self) -> list[tuple[str, str]]:
        return [
            (data_problem.place, data_problem.text)
            for data_problem in self.ports.data_problems.list(room="rota")
        ]


def london(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=LONDON).astimezone(UTC)


def open_team(ports: Ports, **changes: Any) -> Team:
    """A team with the usual files; `ports` of an earlier one keep its folder and its post."""
    if not isinstance(ports.folder, MemoryFolder) or not ports.folder.files:
        ports = replace(
            ports,
            folder=MemoryFolder(),
            versions=MemoryVersions(),
            blobs=MemoryBlobStore(),
            channels={"email": MemoryChannel(), "sms": MemoryChannel()},
        )
    fields = {
        "name": "The Corner Café",
        "timezone": "Europe/London",
        "country": "GB",
        "admin": ADMIN,
        "public_url": PUBLIC_URL,
        **changes,
    }
    team = Team(build_app(ports, Settings(**fields)))
    if not team.folder.files:
        for name, text in FILES.items():
            team.write(name, text)
    return team


def memory_team(start: datetime = START, **changes: Any) -> Team:
    return open_team(memory_ports(VirtualClock(start), CrashingPoints()), **changes)


@contextmanager
def sql_team(
    url: str | None, folder: Path, start: datetime = START, **changes: Any
) -> Iterator[Team]:
    """The team on a database: a file in `folder` unless a `url` is given."""
    ports = sql_ports(url, folder, VirtualClock(start), CrashingPoints())
    try:
        yield open_team(ports, **changes)
    finally:
        ports.close()
