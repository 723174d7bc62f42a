"""The 24 checks of the sample shop, and how each is usually seen to."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from enum import Enum
from typing import TYPE_CHECKING

from belfry.kernel.sheets import make_sheet, write_sheet

if TYPE_CHECKING:
    from datetime import date

HEADER = (
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
    return write_sheet(make_sheet("controls/tasks.csv", HEADER, rows))
