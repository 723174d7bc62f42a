"""A café that keeps a rota, lived through on a clock the story moves.

Nothing is called by hand: the built-in workflows ring, and people answer by the links in their
messages. The café lives in memory or on SQLite.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import NamedTuple

from fastapi.testclient import TestClient
from tests.apps import memory_ports, sql_ports
from tests.fakes.blob_store import MemoryBlobStore
from tests.fakes.channel import MemoryChannel
from tests.fakes.crash_points import CrashingPoints
from tests.fakes.files import MemoryFolder, MemoryVersions
from tests.rota.calendar_readers import AuditEntry, read_calendar
from tests.stories.benches import LONDON, TEAM, london, show

from belfry.adapters.system.clock import VirtualClock
from belfry.bootstrap import Ports, Services, build_services
from belfry.entrypoints.web.app import create_app
from belfry.entrypoints.worker.driver import Driver
from belfry.entrypoints.worker.prepare import prepare
from belfry.messaging.messages import Message
from belfry.messaging.ports import OutgoingMessage
from belfry.rota.drafts.drafted_weeks import DraftLine, RotaWeek
from belfry.rota.requests.requests import Swap
from belfry.scheduler.kinds import RunContext
from belfry.scheduler.notify_people import ROOM as SCHEDULER_ROOM
from belfry.settings import read_settings

PUBLIC_URL = "https://cafe.example.com"
LINK = re.compile(rf"{PUBLIC_URL}(/rota/answer/[\w-]+)")
MARIA, OLGA = "Maria Lopez", "Olga Finch"
WEEKS_BEFORE = (date(2026, 11, 2), date(2026, 11, 9))
MONDAY = date(2026, 11, 16)
WEEK, THIS_WEEK = "2026-11-16", "2026-11-09"
# The bells that matter ring twice an hour, by day; the others not at all.
SELDOM = f"""public_url = "{PUBLIC_URL}"
[mail]
from = "rota@cafe.example.com"
[workflows.relay]
cron = "0,30 6-22 * * *"
[workflows.release]
cron = "5,35 6-22 * * *"
[workflows.sync]
cron = "50 6-22 * * *"
[workflows.watch]
cron = "30 12 * * *"
""" + "".join(
    f"[workflows.{name}]\nenabled = false\n"
    for name in ("poll", "sweep", "tick", "tidy", "controls-summary", "backup")
)
# Cara has no row here, and Dev no e-mail address; Eve lives by another clock.
PEOPLE = """name,email,phone,timezone,role,manager,deputy
Olga Finch,olga@example.com,,,owner,,
Maria Lopez,maria@example.com,,,manager,,Olga Finch
Ana Diaz,ana@example.com,,,staff,Maria Lopez,
Ben Shaw,ben@example.com,,,staff,Maria Lopez,
Dev Patel,,+44 7700 900155,,staff,Maria Lopez,
Eve Long,eve@example.com,,America/New_York,staff,Maria Lopez,
"""
STAFF = """name,role,hours_target,skills,email,max_hours
Ana Diaz,barista,32,till;keys,,40
Ben Shaw,barista,32,till,,40
Cara Woods,barista;cook,24,keys,cara@example.com,32
Dev Patel,cook,24,keys,,
Eve Long,barista,16,keys,,24
"""
# Most shifts have a usual person; only Saturday is left to the draft.
TEMPLATE = """shift_id,day,start,end,role,skills,headcount,assigned_to,pinned,hold
mon-early,Mon,07:00,15:00,barista,,1,Ana Diaz,,
mon-late,Mon,14:00,22:00,barista,till,1,Ben Shaw,,
tue-early,Tue,07:00,15:00,barista,,1,Eve Long,,
tue-kitchen,Tue,10:00,18:00,cook,,1,Dev Patel,,
wed-early,Wed,07:00,15:00,barista,,1,Ben Shaw,,
wed-kitchen,Wed,10:00,18:00,cook,,1,Cara Woods,,
thu-early,Thu,07:00,15:00,barista,,1,Eve Long,,
thu-late,Thu,14:00,22:00,barista,till,1,Ben Shaw,,
fri-early,Fri,07:00,15:00,barista,,1,Ana Diaz,,
fri-kitchen,Fri,10:00,18:00,cook,,1,Dev Patel,,
sat-open,Sat,08:00,16:00,,keys,2,,,
"""
AVAILABILITY = """name,day,start,end
Ben Shaw,Mon,12:00,24:00
Ben Shaw,Tue-Sun,06:00,24:00
"""
TIME_OFF = """name,start_date,end_date,status,reason
Cara Woods,2026-11-18,2026-11-18,approved,dentist
"""
RULES = "Rest gap: 11 hours\nQuiet hours: 9pm to 8am\n"
FILES = {
    "people.csv": PEOPLE,
    "rota/staff.csv": STAFF,
    "rota/template.csv": TEMPLATE,
    "rota/availability.csv": AVAILABILITY,
    "rota/time_off.csv": TIME_OFF,
    "rota/rules.txt": RULES,
}


class Invited(NamedTuple):
    """A calendar entry as it came: what it is, its shift on the wall, and its number."""

    method: str
    when: str
    sequence: int


@dataclass
class Cafe:
    """`email` and `sms` are the post that leaves the café."""

    ports: Ports
    toml: Path
    email: MemoryChannel = field(default_factory=MemoryChannel)
    sms: MemoryChannel = field(default_factory=MemoryChannel)

    def start(self) -> None:
        """The process starts, as `belfry serve` does."""
        ports = replace(self.ports, channels={"email": self.email, "sms": self.sms})
        self.services: Services = build_services(read_settings(self.toml, environment={}), ports)
        prepare(self.services)
        self.driver = Driver(self.services, self.clock)

    @property
    def clock(self) -> VirtualClock:
        assert isinstance(self.ports.clock, VirtualClock)
        return self.ports.clock

    @property
    def crash_points(self) -> CrashingPoints:
        assert isinstance(self.ports.crash_points, CrashingPoints)
        return self.ports.crash_points

    def go_to(self, when: str) -> None:
        """Time goes by until a London clock shows that."""
        self.driver.run_until(london(when))

    def write(self, name: str, text: str) -> None:
        folder = self.ports.folder
        known = folder.read(name).digest if folder.exists(name) else None
        folder.replace(name, text.encode(), known)

    def read(self, name: str) -> str:
        return self.ports.folder.read(name).content.decode()

    def sent(self, to: str, *, since: int = 0) -> list[OutgoingMessage]:
        """The e-mails to a person, by the first part of their address, and texts to a number."""
        post = [*self.emails[since:], *self.sms.sent]
        return [outgoing for outgoing in post if outgoing.to.partition("@")[0] == to]

    def subjects(self, since: int = 0) -> list[tuple[str, str]]:
        """Every e-mail: to whom, and its subject."""
        return [
            (outgoing.to.partition("@")[0], outgoing.subject) for outgoing in self.emails[since:]
        ]

    def press(self, outgoing: OutgoingMessage, button: str, **form: str) -> int:
        """Open the link in that e-mail and send its form; the status of the answer."""
        [link] = LINK.findall(outgoing.text)
        client = TestClient(create_app(self.services), base_url=PUBLIC_URL)
        assert client.get(link).status_code == 200
        return int(client.post(f"{link}/{button}", data=form).status_code)

    def restart(self) -> None:
        """The process is gone, and another one starts on what is kept."""
        self.start()

    def be_away_until(self, when: str) -> None:
        """The machine is off, and comes back at that hour."""
        self.clock.advance_to(london(when))
        self.restart()

    @property
    def post(self) -> int:
        """How many e-mails have left so far."""
        return len(self.emails)

    @property
    def messages(self) -> list[Message]:
        """Every message of the rooms there ever was, oldest first; none about the scheduler."""
        newest = self.ports.messages.list_newest(limit=10_000)
        return [message for message in reversed(newest) if message.room != SCHEDULER_ROOM]

    @property
    def emails(self) -> list[OutgoingMessage]:
        """What left by e-mail, without what the owner is told about the scheduler."""
        sent = self.email.sent
        return [outgoing for outgoing in sent if not outgoing.id.startswith(f"{SCHEDULER_ROOM}/")]

    def told(self, kind: str, about: str = "") -> dict[str, str]:
        """By person, when the latest message of a kind left."""
        return {
            message.person: show(message.sent_at)
            for message in self.messages
            if message.kind == kind and message.about.endswith(about) and message.state == "sent"
        }

    def head(self, week: str = WEEK) -> RotaWeek:
        head = self.ports.store.find(RotaWeek, week)
        assert head is not None
        return head

    def lines(self, week: str = WEEK, draft: int = 0) -> Mapping[str, DraftLine]:
        """The shifts of a week as people know them, or of a draft."""
        number = draft or self.head(week).published
        return {line.shift_id: line for line in self.ports.rotas.list_lines(week, number)}

    def shifts_of(self, person: str, week: str = WEEK) -> list[str]:
        """A person's working times, in London time."""
        return [_span(x.starts_at, x.ends_at) for x in self._own(person, week)]

    def _own(self, person: str, week: str) -> list[DraftLine]:
        return [line for line in self.lines(week).values() if person in line.people]

    def swap(self, swap_id: str) -> Swap:
        swap = self.ports.store.find(Swap, swap_id)
        assert swap is not None
        return swap

    def publish(self, monday: date) -> None:
        """A week that was drafted, approved and told before the story begins."""
        drafts, publishing = self.services.rota.drafts, self.services.rota.publishing
        drafts.copy_template(monday)
        drafts.draft_week(monday)
        publishing.approve(monday, by=MARIA)
        for kind in ("relay", "release"):
            context = RunContext("before", 0, kind, 1, self.clock.now(), 1)
            self.services.kinds[kind].run({}, context)


def read_invites(outgoing: OutgoingMessage) -> list[Invited]:
    """The calendar entries of an email; each is read by two programs."""
    return [_tell(*entry) for entry in read_entries(outgoing)]


def read_entries(outgoing: OutgoingMessage) -> list[tuple[str, AuditEntry]]:
    calendars = [read_calendar(attachment.content) for attachment in outgoing.attachments]
    return [(calendar.method, entry) for calendar in calendars for entry in calendar.entries]


def _tell(method: str, entry: AuditEntry) -> Invited:
    return Invited(method, _span(entry.starts_at, entry.ends_at), entry.sequence)


def _span(starts_at: datetime, ends_at: datetime) -> str:
    starts, ends = starts_at.astimezone(LONDON), ends_at.astimezone(LONDON)
    return f"{starts:%a %d %b %H:%M}-{ends:%H:%M}"


@contextmanager
def open_cafe(folder: Path, home: str = "memory") -> Iterator[Cafe]:
    """The café on Thursday 12 November 2026 at half past nine; people know this week's shifts."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "belfry.toml").write_text(TEAM + SELDOM, encoding="utf-8")
    clock, crash_points = VirtualClock(london("2026-10-29T15:00").astimezone(UTC)), CrashingPoints()
    if home == "memory":
        ports = replace(
            memory_ports(clock, crash_points),
            folder=MemoryFolder(),
            versions=MemoryVersions(),
            blobs=MemoryBlobStore(),
        )
    else:
        ports = sql_ports(None, folder, clock, crash_points)
    cafe = Cafe(ports, folder)
    try:
        for name, text in FILES.items():
            cafe.write(name, text)
        _live_before(cafe)
        yield cafe
    finally:
        ports.close()


def _live_before(cafe: Cafe) -> None:
    """Two weeks that were drafted and approved on their Thursdays."""
    ports = replace(cafe.ports, channels={"email": cafe.email, "sms": cafe.sms})
    cafe.services = build_services(read_settings(cafe.toml, environment={}), ports)
    for monday, thursday in zip(
        WEEKS_BEFORE, ("2026-10-29T15:00", "2026-11-05T15:00"), strict=True
    ):
        cafe.clock.advance_to(london(thursday))
        cafe.publish(monday)
    cafe.clock.advance_to(london("2026-11-12T09:30"))
    cafe.start()
