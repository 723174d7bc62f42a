"""A small team on a virtual clock, with all rooms in use: its files, its services and its mail.

Everything follows from the seed: the same seed gives the same story, line for line.
"""

from __future__ import annotations

import csv
import io
import random
import shutil
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from PIL import Image

from belfry.accounts.users import Role
from belfry.bootstrap import build_services, open_ports, virtual_clock
from belfry.entrypoints.demo.clock import Deed, Mover
from belfry.entrypoints.worker.prepare import prepare
from belfry.kernel.errors import Permanent, PortError, Temporary, Unknown
from belfry.settings import read_settings

if TYPE_CHECKING:
    from belfry.bootstrap import Services
    from belfry.messaging.ports import OutgoingMessage

LONDON = ZoneInfo("Europe/London")
# The clocks go forward in the last week of the four.
BEGINS = datetime(2026, 3, 2, 7, tzinfo=UTC)
OWNER, MANAGER = "Olga Finch", "Maria Lopez"
STAFF = ("Ana Diaz", "Ben Shaw", "Cara Woods", "Dev Patel")
# Equal people who share one shift a week and ask for nothing.
MARKET, RARE_SHIFT = ("Eva Lind", "Finn Roy", "Gia Moss"), "sat-market"
USUAL_ROLE, RARE_ROLE, OTHER_ROLE = "counter", "market", "stock"
TEAM_FILES = Path(__file__).parent / "team_files"
BOARD, TASKS, TIME_OFF = "jobs/board.csv", "controls/tasks.csv", "rota/time_off.csv"
STAFF_LIST = "rota/staff.csv"
DOCS = ("controls/rules.txt", "jobs/settings.txt")
BOARD_COLUMNS = ("job_id", "customer", "contact", "channel", "item", "stage")
STAGES = ("received", "diagnosing", "in progress", "ready", "collected")
SIDE = "awaiting parts"
TINTS = ("red", "blue", "green", "white", "black", "silver", "brown", "grey", "orange", "pink")
SYLLABLES = tuple(consonant + vowel for consonant in "bdfgklmnprstvz" for vowel in "aeiou")
THINGS = ("kettle", "radio", "lamp", "bike", "toaster", "watch", "camera", "clock", "drill", "fan")
FIRST = (
    *("Ann", "Bob", "Cid", "Dot", "Eva", "Fay", "Gus", "Hal", "Ida", "Jim"),
    *("Kay", "Lou", "Max", "Nan", "Oli", "Pam", "Ray", "Sue", "Tim", "Una"),
)
DRAMA_NUMBERS = 1000
MOST_BLURRED = 6
CRASHES_WITHIN = 300


class Crash(BaseException):
    """The process is killed at this step."""


class CrashPoints:
    """Kills the process once, so many steps after `left` is set."""

    left = 0

    def reached(self, step: str) -> None:
        self.left -= 1
        if self.left == 0:
            raise Crash(step)


class JumpingClock:
    """Stands still but for jumps."""

    def __init__(self, start: datetime) -> None:
        self._clock = virtual_clock(start)
        self.now, self.elapsed = self._clock.now, self._clock.elapsed
        self.advance_to = self._clock.advance_to

    def hold(self) -> None:
        return

    def let_go(self) -> None:
        return


class SeededSecrets:
    def __init__(self, seed: int) -> None:
        self._chance = random.Random(f"secrets of {seed}")

    def token(self, nbytes: int) -> str:
        return self._chance.randbytes(nbytes).hex()


@dataclass(frozen=True, slots=True)
class Customer:
    name: str
    contact: str
    channel: str
    item: str


@dataclass
class Mailbox:
    """Every channel of the team; `inspect` sees each message that is handed over."""

    inspect: Callable[[OutgoingMessage], None]
    errors: deque[PortError] = field(default_factory=deque)
    handed_over: list[str] = field(default_factory=list)

    def send(self, outgoing: OutgoingMessage) -> str:
        error = self.errors.popleft() if self.errors else None
        if error is None or isinstance(error, Unknown):
            self.handed_over.append(outgoing.id)
            self.inspect(outgoing)
        if error:
            raise error
        return "accepted"


class World:
    """`story` says what happened, `broken` what must not be.

    `board` has the rows by number, `customers` those of each address, and `shown` the stages that
    the board has had for each number, with their times. `off` are people and their days off, and
    `roles` those of the staff list.
    """

    def __init__(self, seed: int, folder: Path, *, has_faults: bool = False) -> None:
        self.chance = random.Random(seed)
        self.folder = folder
        self.has_faults = has_faults
        self.clock = JumpingClock(BEGINS)
        self.crash_points = CrashPoints()
        self.mailbox = Mailbox(lambda outgoing: None)
        self.list_deeds: Callable[[datetime, datetime], list[Deed]] = lambda since, until: []
        self.story: list[str] = []
        self.broken: list[str] = []
        self.board: dict[str, tuple[Customer, str]] = {}
        self.customers: dict[str, Customer] = {}
        self.shown: dict[str, list[tuple[datetime, str]]] = {}
        self.off: set[tuple[str, date]] = set()
        self.roles = dict.fromkeys(STAFF, USUAL_ROLE) | dict.fromkeys(MARKET, RARE_ROLE)
        self.acts = self.crashes = 0
        self._secrets = SeededSecrets(seed)
        shutil.copytree(TEAM_FILES, folder, dirs_exist_ok=True)
        self._start()
        self._let_people_in()

    @property
    def today(self) -> date:
        return self.now.date()

    @property
    def now(self) -> datetime:
        """By the wall clock."""
        return self.clock.now().astimezone(LONDON)

    def say(self, text: str) -> None:
        self.story.append(f"{self.now:%a %d %b %H:%M} {text}")

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def read_rows(self, name: str) -> list[dict[str, str]]:
        return list(csv.DictReader(io.StringIO((self.folder / name).read_text("utf-8"))))

    def write_rows(self, name: str, rows: list[dict[str, str]]) -> None:
        buffer = io.StringIO()
        writer = csv.DictWriter(buffer, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        self.write(name, buffer.getvalue())

    def save_board(self) -> None:
        lines = [",".join(BOARD_COLUMNS)]
        for number, (customer, stage) in self.board.items():
            stages = self.shown.setdefault(number, [])
            if not stages or stages[-1][1] != stage:
                stages.append((self.clock.now(), stage))
            cells = (number, customer.name, customer.contact, customer.channel, customer.item)
            lines.append(",".join((*cells, stage)))
        self.write(BOARD, "\n".join([*lines, ""]))

    def make_customer(self) -> Customer:
        """Every customer has a name, an address and a thing of their own."""
        count = len(self.customers)
        last = spell(count)
        name = f"{FIRST[count % len(FIRST)]} {last}"
        item = f"{TINTS[count % 10]} {last} {THINGS[count // 10 % 10]}"
        is_text = self.chance.random() < 0.4 and count < DRAMA_NUMBERS
        contact = f"+447700900{count:03}" if is_text else f"c{count}@example.com"
        customer = Customer(name, contact, "text" if is_text else "email", item)
        self.customers[contact] = customer
        return customer

    def find_colour(self, customer: Customer) -> Colour:
        """Of all pictures of the customer's thing, and of no other."""
        number = list(self.customers).index(customer.contact)
        return number * 37 % 256, number * 101 % 256, number % 256

    def go_to(self, moment: datetime) -> None:
        """Everything that is due until then; a process that was killed starts again."""
        while self.clock.now() < moment:
            try:
                self._mover.move_to(moment)
            except Crash as crash:
                self.crashes += 1
                self.say(f"the process is killed at {crash} and starts again")
                self.stop()
                self._start()

    def rest_crash_points(self, check: Callable[[], None]) -> None:
        """A check is no part of the team's processes: none is killed in it."""
        left, self.crash_points.left = self.crash_points.left, 0
        check()
        self.crash_points.left = left

    def count_runs(self) -> int:
        ports = self.services.ports
        workflows = [workflow.id for workflow in ports.workflows.list(team_id=None)]
        counts = ports.monitor.count_runs(workflows, since=BEGINS, until=self.clock.now())
        return sum(count.count for count in counts)

    def stop(self) -> None:
        self.services.ports.close()

    def _start(self) -> None:
        settings = read_settings(self.folder, environment={})
        ports = open_ports(settings, clock=self.clock, crash_points=self.crash_points)
        channels = dict.fromkeys(("email", "sms"), self.mailbox)
        ports = replace(ports, secrets=self._secrets, channels=channels)
        self.services: Services = build_services(settings, ports)
        prepare(self.services)
        self._mover = Mover(
            self.services,
            self.clock,
            list_deeds=lambda since, until: self.list_deeds(since, until),
            tell_error=self.tell_error,
        )

    def tell_error(self, doing: str, error: Exception) -> None:
        """What is only temporary is tried again; anything else must not be."""
        self.say(f"{doing}: {error!r}")
        if not isinstance(error, Temporary):
            self.broken.append(f"{doing} raised {error!r}")

    def _let_people_in(self) -> None:
        accounts = self.services.accounts
        accounts.invite_owner(name=OWNER, email="olga@example.com")
        for name, role in ((MANAGER, Role.MANAGER), *((name, Role.STAFF) for name in STAFF)):
            email = f"{name.split()[0].lower()}@example.com"
            accounts.users.add(name=name, email=email, role=role, by=OWNER)

    def trouble_mail(self) -> Iterator[str]:
        """The next messages meet errors."""
        kinds = (Temporary, Temporary, Unknown, Permanent)
        for _ in range(self.chance.randint(1, 3)):
            kind = self.chance.choice(kinds)
            self.mailbox.errors.append(kind("the server has a bad day"))
            yield kind.__name__

    def kill_soon(self) -> None:
        self.crash_points.left = self.chance.randint(1, CRASHES_WITHIN)


def spell(count: int) -> str:
    """A word for each number, none of which is part of another: Bababa, Bababe, …"""
    places = (len(SYLLABLES) ** 2, len(SYLLABLES), 1)
    return "".join(SYLLABLES[count // place % len(SYLLABLES)] for place in places).capitalize()


Colour = tuple[int, int, int]


def draw_picture(colour: Colour) -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (8, 8), colour).save(buffer, "PNG")
    return buffer.getvalue()


def shows_colour(picture: bytes, colour: Colour) -> bool:
    """Whatever a picture of that colour was saved as."""
    pixel = Image.open(io.BytesIO(picture)).convert("RGB").getpixel((4, 4))
    assert isinstance(pixel, tuple)
    return all(abs(seen - meant) <= MOST_BLURRED for seen, meant in zip(pixel, colour, strict=True))


def list_moments(chance: random.Random, day: date) -> list[datetime]:
    """When people do something on a day; on Sundays they rest."""
    count = {5: 6, 6: 0}.get(day.weekday(), 14)
    minutes = sorted(chance.sample(range(8 * 60, 19 * 60), count))
    midnight = datetime(day.year, day.month, day.day, tzinfo=LONDON)
    return [(midnight + timedelta(minutes=minute)).astimezone(UTC) for minute in minutes]
