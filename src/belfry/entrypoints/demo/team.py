"""The folder of the sample team: what its people have written, before anything happened."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from enum import Enum
from typing import TYPE_CHECKING

from belfry.accounts.users import Role
from belfry.entrypoints.cli.team.example import Wanted, render_team
from belfry.entrypoints.demo.board import EMPTY
from belfry.entrypoints.demo.sample import ADMIN, COUNTRY, NAME, SETTINGS, TIMEZONE
from belfry.kernel.cron import find_zone
from belfry.kernel.sheets import make_sheet, read_sheet, write_sheet
from belfry.rota.rules.weeks import SEVEN_DAYS, find_monday

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date, datetime
    from pathlib import Path

    from belfry.bootstrap import Services


def write_team(folder: Path, now: datetime) -> None:
    """The example team that `init` makes, with the demo's own people, settings and sheets."""
    files = render_team(Wanted(NAME, TIMEZONE, COUNTRY, ADMIN))
    today = now.astimezone(find_zone(TIMEZONE)).date()
    own = {
        "belfry.toml": SETTINGS.encode(),
        "people.csv": render_people(today),
        "jobs/board.csv": EMPTY.encode(),
        "controls/tasks.csv": render_tasks(today),
        **render_rota(files, today),
    }
    for name, text in {**{name: text.encode() for name, text in files.items()}, **own}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)


BY = "demo"
HEADER = "name,email,role,manager,deputy,away_from,away_until"
# Name, address, role, manager and deputy.
PEOPLE = (
    ("Rosa Marsh", ADMIN, Role.OWNER, "", "Tom Hale"),
    ("Tom Hale", "tom.hale@example.com", Role.MANAGER, "Rosa Marsh", "Priya Nair"),
    ("Priya Nair", "priya@example.com", Role.MANAGER, "Rosa Marsh", ""),
    ("Ines Caro", "ines@example.com", Role.STAFF, "Tom Hale", ""),
    ("Leo Frost", "leo@example.com", Role.STAFF, "Tom Hale", ""),
    ("Owen Pike", "owen@example.com", Role.STAFF, "Tom Hale", ""),
    ("Hana Sato", "hana@example.com", Role.STAFF, "Priya Nair", ""),
    ("Jamal Reid", "jamal@example.com", Role.STAFF, "Priya Nair", ""),
    ("Elin Berg", "elin@example.com", Role.STAFF, "Priya Nair", ""),
)
# Leo goes away for a few days in a month.
AWAY, AWAY_IN, AWAY_FOR = "Leo Frost", timedelta(days=30), timedelta(days=4)


def render_people(today: date) -> bytes:
    """The shop's list of people on that day."""
    lines = [HEADER]
    for name, email, role, manager, deputy in PEOPLE:
        away = today + AWAY_IN
        days = f"{away},{away + AWAY_FOR}" if name == AWAY else ","
        lines.append(f"{name},{email},{role},{manager},{deputy},{days}")
    return "\n".join([*lines, ""]).encode()


def let_people_in(services: Services) -> None:
    """Everybody of the shop may look at its pages, once they are sent a link."""
    for name, email, role, *_ in PEOPLE:
        if role is Role.OWNER:
            services.accounts.invite_owner(name=name, email=email)
        else:
            services.accounts.add_user(name=name, email=email, role=role, by=BY)


SATURDAY = 5
KNOWN = 5
# Only those who repair bikes work at the bench on Saturdays, and one of them is asking to be off.
OLD_BENCH, NEW_BENCH = "sat-bench,Sat,10:00,16:00,bench,,", "sat-bench,Sat,10:00,16:00,bench,bikes,"
# One whom nobody may take while Ines is away, and one that two people could have as fairly.
MORE = """thu-class,Thu,18:30,21:00,bench,soldering,1,,,
wed-stock,Wed,18:30,20:30,counter,,1,,,
"""
TIME_OFF = """name,start_date,end_date,status,reason
Ines Caro,{thursday},{friday},approved,her sister's wedding
Leo Frost,{saturday},{saturday},pending,a race
"""


@dataclass(frozen=True, slots=True)
class SampleWeeks:
    """The Mondays of the weeks that people know, and of the one whose draft waits."""

    past: tuple[date, ...]
    known: date
    next: date


def choose_weeks(today: date) -> SampleWeeks:
    """At the weekend the shop is a week further, so that a known shift is still to come."""
    this = find_monday(today)
    known = this + SEVEN_DAYS if today.weekday() >= SATURDAY else this
    past = tuple(known - SEVEN_DAYS * ago for ago in range(KNOWN - 1, 0, -1))
    return SampleWeeks(past, known, known + SEVEN_DAYS)


def render_rota(files: Mapping[str, str], today: date) -> dict[str, bytes]:
    """The sheets of the demo, made from those of the example team."""
    weeks = choose_weeks(today)
    days = {
        name: weeks.next + timedelta(days=place)
        for name, place in (("thursday", 3), ("friday", 4), ("saturday", SATURDAY))
    }
    template = files["rota/template.csv"].replace(OLD_BENCH, NEW_BENCH) + MORE
    typed = {
        f"rota/week-{monday}.csv": render_week(template, monday)
        for monday in (*weeks.past, weeks.known)
    }
    return {
        **typed,
        "rota/template.csv": template.encode(),
        "rota/time_off.csv": TIME_OFF.format(**days).encode(),
    }


ODD = """
mon-open: Tom Hale, mon-close: Hana Sato, mon-phones: Jamal Reid
mon-bikes: Owen Pike, mon-bench: Ines Caro
tue-open: Priya Nair, tue-close: Tom Hale, tue-phones: Ines Caro
tue-bikes: Leo Frost, tue-bench: Jamal Reid
wed-open: Priya Nair, wed-close: Hana Sato, wed-phones: Owen Pike
wed-bikes: Leo Frost, wed-bench: Ines Caro, wed-stock: Tom Hale
thu-open: Priya Nair, thu-close: Elin Berg, thu-phones: Tom Hale
thu-bikes: Owen Pike, thu-bench: Rosa Marsh, thu-class: Ines Caro
fri-open: Priya Nair, fri-close: Elin Berg, fri-phones: Tom Hale
fri-bikes: Leo Frost, fri-bench: Ines Caro
sat-counter: Priya Nair;Hana Sato, sat-bench: Leo Frost
"""
# What is otherwise in every second week.
EVEN = """
mon-close: Priya Nair, mon-bikes: Leo Frost
tue-close: Hana Sato, tue-bench: Tom Hale
wed-phones: Jamal Reid, wed-bikes: Owen Pike
fri-open: Tom Hale, fri-phones: Ines Caro, fri-bikes: Owen Pike
fri-bench: Leo Frost
"""
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def render_week(template: str, monday: date) -> bytes:
    """The sheet of one week: the standing pattern, with the names somebody typed."""
    sheet = read_sheet(template.encode(), name="rota/template.csv")
    names = _read(ODD) | ({} if monday.toordinal() // 7 % 2 else _read(EVEN))
    id_at, day_at, who_at = (sheet.header.index(one) for one in ("shift_id", "day", "assigned_to"))
    rows = []
    for row in sheet.rows:
        cells = list(row.cells)
        day = monday + timedelta(days=DAYS.index(cells[day_at]))
        cells[who_at], cells[day_at] = names[cells[id_at]], day.isoformat()
        rows.append(cells)
    return write_sheet(make_sheet(f"rota/week-{monday}.csv", sheet.header, rows))


def _read(text: str) -> dict[str, str]:
    """Shifts and whose they are."""
    pairs = [pair for line in text.splitlines() for pair in line.split(", ") if pair]
    return {shift: names for shift, _, names in (pair.partition(": ") for pair in pairs)}


TASK_HEADER = (
    *("name", "area", "repeat", "owner", "proof"),
    *("first_due", "chain_override", "requires_evidence", "notes"),
)


class Habit(Enum):
    """How a check is seen to: on the day, two days late, with proof; or it waits for a visitor."""

    PROMPT = "prompt"
    LATE = "late"
    NOTED = "noted"
    PICTURED = "pictured"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class Task:
    """`due` is the first due date in days from the day the demo is made."""

    name: str
    area: str
    repeat: str
    owner: str
    due: int
    habit: Habit
    proof: str = ""
    chain: str = ""
    notes: str = ""

    @property
    def needs_proof(self) -> bool:
        return self.habit in (Habit.NOTED, Habit.PICTURED) or self.chain != ""


P, L, N, F, X = Habit.PROMPT, Habit.LATE, Habit.NOTED, Habit.PICTURED, Habit.LEFT
ROSA, TOM, PRIYA, INES = "Rosa Marsh", "Tom Hale", "Priya Nair", "Ines Caro"
LEO, OWEN, HANA = "Leo Frost", "Owen Pike", "Hana Sato"
SNOOZED = "Window display change"
ESCALATED = "Electrical tools test"

TASKS = (
    Task("Fire exits walk", "Safety", "weekly", "", -21, P, notes="Nothing before the doors"),
    Task("Fire extinguisher check", "Safety", "monthly", "", -12, F, "photo of the gauges"),
    Task(ESCALATED, "Safety", "yearly", TOM, -6, X, "the tester's list"),
    Task("First-aid box refill", "Safety", "monthly", HANA, -1, X, "what was missing"),
    Task("Battery store look-over", "Safety", "weekly", INES, -19, L, notes="Swollen ones out"),
    Task("Solder fume filter", "Safety", "every 2 weeks", INES, -17, P, "date on the filter"),
    Task("Ladder check", "Safety", "quarterly", LEO, -2, X),
    Task("Back-up restore test", "Data", "quarterly", TOM, 2, N, "which file was brought back"),
    Task("Customer data clear-out", "Data", "quarterly", TOM, 12, P, notes="Old job sheets"),
    Task("Door code change", "Data", "every 2 months", TOM, -9, N, "who has the new one"),
    Task("Old phones wiped", "Data", "weekly", OWEN, -17, P, notes="Those left for parts"),
    Task("Till count", "Finance", "every 2 weeks", PRIYA, -20, N, "signed till roll"),
    Task("Supplier bills", "Finance", "monthly", ROSA, 1, X, notes="The parts shop first"),
    Task("Insurance renewal", "Finance", "yearly", ROSA, 45, X, "the certificate", "-60, -30, 0"),
    Task("Tax return", "Finance", "yearly", ROSA, 60, X, "", "-60, -30, -7, 0"),
    Task("Petty cash", "Finance", "monthly", PRIYA, 9, P),
    Task("Bike stand bolts", "Workshop", "weekly", LEO, -18, P),
    Task("Compressor drain", "Workshop", "weekly", LEO, 0, L, notes="Open the lower valve slowly"),
    Task("Drill press guard", "Workshop", "monthly", OWEN, -4, F, "photo of the guard"),
    Task("Stock of screens", "Workshop", "every 2 weeks", OWEN, -11, P),
    Task("Torque wrench calibration", "Workshop", "yearly", LEO, 30, N, "the certificate"),
    Task(SNOOZED, "Shop", "monthly", HANA, 1, X),
    Task("Lost property shelf", "Shop", "monthly", HANA, -8, P, notes="Older than three months"),
    Task("Opening hours online", "Shop", "quarterly", PRIYA, 20, P),
)
HABITS = {task.name: task.habit for task in TASKS}


def render_tasks(today: date) -> bytes:
    """The shop's list of controls, counted from that day."""
    rows = [
        (
            *(task.name, task.area, task.repeat, task.owner, task.proof),
            (today + timedelta(days=task.due)).isoformat(),
            *(task.chain, "yes" if task.needs_proof else "", task.notes),
        )
        for task in TASKS
    ]
    return write_sheet(make_sheet("controls/tasks.csv", TASK_HEADER, rows))
