"""What the people of the sample shop do on its board: one save, with all that changed since."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from belfry.entrypoints.demo.clock import A_WEEK
from belfry.jobs.board.moves import COLUMNS
from belfry.jobs.board.poll_board import BOARD
from belfry.kernel.sheets import add_row, edit_cells, match_columns, read_sheet, write_sheet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belfry.bootstrap import Services
    from belfry.kernel.sheets import Sheet


class Story(Enum):
    """What is special about a customer: how they are reached, and what they write back."""

    PLAIN = "plain"
    TEXTS = "is reached by text"
    ASKS = "asks when to come"
    STOPS = "wants no more texts"
    MISTYPED = "has a new address, which somebody mistypes"
    REFUSES = "never wanted messages"


HEADER = ("job_id", "customer", "contact", "channel", "item", "stage", "consent")
EMPTY = ",".join(HEADER) + "\n"


def save_board(services: Services, save: int) -> None:
    """The rows as this save leaves them; a row that a visitor has moved on is left alone."""
    file = services.ports.folder.read(BOARD.name)
    sheet = read_sheet(file.content, name=BOARD.name)
    changed = write_sheet(change_rows(sheet, save, list(list_changed(save))))
    if changed != file.content:
        services.ports.folder.replace(BOARD.name, changed, file.digest)


def change_rows(sheet: Sheet, save: int, journeys: Sequence[Journey]) -> Sheet:
    columns = match_columns(sheet, COLUMNS)
    numbers = {columns.cell(row, "job_id"): number for number, row in enumerate(sheet.rows)}
    edits: dict[tuple[int, int], str] = {}
    for journey in journeys:
        if (number := numbers.get(journey.id)) is None:
            continue
        row, contact = sheet.rows[number], journey.customer.contact
        if journey.is_mistyped(save) and columns.cell(row, "contact") == contact:
            edits[number, columns.places["contact"]] = journey.customer.mistyped
        stage = journey.find_stage(save) if save > journey.taken else None
        if stage and columns.cell(row, "stage") == journey.find_before(save):
            edits[number, columns.places["stage"]] = stage
    edited = edit_cells(sheet, edits)
    for journey in journeys:
        if journey.taken == save and journey.id not in numbers:
            cells = [""] * len(sheet.header)
            for name, value in journey.cells.items():
                if (place := columns.find(name)) is not None:
                    cells[place] = value
            edited = add_row(edited, cells)
    return edited


RECEIVED, DIAGNOSING, WORKING = "received", "diagnosing", "in progress"
WAITING, READY, COLLECTED = "awaiting parts", "ready", "collected"
MISSPELT = "redy"

Way = Mapping[int, str]
# How many saves after it was taken in a thing came to which stage.
QUICK: Way = {0: RECEIVED, 1: DIAGNOSING, 2: WORKING, 5: READY, 8: COLLECTED}
USUAL: Way = {0: RECEIVED, 2: DIAGNOSING, 4: WORKING, 9: READY, 12: COLLECTED}
SLOW: Way = {0: RECEIVED, 2: DIAGNOSING, 4: WORKING, 10: READY, 14: COLLECTED}
PARTS: Way = {0: RECEIVED, 1: DIAGNOSING, 3: WAITING, 11: WORKING, 14: READY, 17: COLLECTED}
# The misspelt stage is put right when the next week's one appears.
TYPO: Way = {0: RECEIVED, 2: DIAGNOSING, 4: WORKING, 6: MISSPELT, 19: READY, 22: COLLECTED}
PUT_BACK: Way = {0: RECEIVED, 1: DIAGNOSING, 3: WORKING, 5: READY, 6: WORKING} | {
    19: READY,
    22: COLLECTED,
}
LOST_PART: Way = {0: RECEIVED, 1: DIAGNOSING, 3: WAITING, 31: WORKING, 34: READY, 37: COLLECTED}
LEFT_THERE: Way = {0: RECEIVED, 2: DIAGNOSING, 3: WORKING, 6: READY, 26: COLLECTED}
# When a new address is mistyped: the next message is the last, and fails.
MISTYPED_AFTER = 6


@dataclass(frozen=True, slots=True)
class Slot:
    """One of the things a week brings: in which save, what becomes of it, who brings it."""

    place: int
    way: Way
    story: Story = Story.PLAIN
    pictured: str = ""


SLOTS = (
    Slot(0, QUICK, pictured=READY),
    Slot(0, USUAL, pictured=WORKING),
    Slot(1, LOST_PART, pictured=WAITING),
    Slot(2, TYPO, pictured=WORKING),
    Slot(3, QUICK, Story.ASKS, READY),
    Slot(3, SLOW),
    Slot(4, PUT_BACK),
    Slot(5, USUAL, Story.STOPS),
    Slot(7, LEFT_THERE, pictured=WORKING),
    Slot(7, PARTS),
    Slot(8, USUAL, Story.MISTYPED),
    Slot(9, QUICK, Story.TEXTS),
    Slot(10, SLOW, pictured=WORKING),
    Slot(11, USUAL, Story.REFUSES),
    Slot(12, QUICK, pictured=READY),
)
LONGEST = max(max(slot.way) for slot in SLOTS)


@dataclass(frozen=True, slots=True)
class Journey:
    """A job's way: `taken` is the number of the save that took it in."""

    id: str
    taken: int
    item: Item
    customer: Customer
    slot: Slot

    @property
    def cells(self) -> dict[str, str]:
        """Of its row on the board, when it is taken in."""
        customer = self.customer
        return {
            "job_id": self.id,
            "customer": customer.name,
            "contact": customer.contact,
            "channel": customer.channel,
            "item": self.item.name,
            "stage": self.slot.way[0],
            "consent": customer.consent,
        }

    def find_stage(self, save: int) -> str | None:
        """The stage that this save writes, if it moves the job."""
        return self.slot.way.get(save - self.taken)

    def is_mistyped(self, save: int) -> bool:
        """Whether this save changes the customer's address, and wrongly."""
        return self.slot.story is Story.MISTYPED and save - self.taken == MISTYPED_AFTER

    def find_before(self, save: int) -> str:
        """The stage that stood on the board before this save."""
        return self.slot.way[max(after for after in self.slot.way if after < save - self.taken)]


def list_changed(save: int) -> Iterator[Journey]:
    """The jobs that one save takes in or changes, in the order they came."""
    first, last = (save - LONGEST) // A_WEEK, save // A_WEEK + 1
    for journey in map(find_journey, range(first * len(SLOTS), last * len(SLOTS))):
        if journey.find_stage(save) or journey.is_mistyped(save):
            yield journey


def find_journey(number: int) -> Journey:
    week, place = divmod(number, len(SLOTS))
    slot = SLOTS[place]
    customer = find_customer(number, slot.story)
    return Journey(f"J-{number}", week * A_WEEK + slot.place, find_item(number), customer, slot)


class Item(NamedTuple):
    name: str
    shape: str


ITEMS = (
    Item("phone screen", "phone"),
    Item("road bike", "bike"),
    Item("wristwatch", "watch"),
    Item("guitar amp", "amp"),
    Item("desk lamp", "lamp"),
    Item("kettle", "kettle"),
    Item("laptop", "laptop"),
    Item("coffee pot", "kettle"),
    Item("record player", "record"),
    Item("kitchen radio", "radio"),
    Item("alarm radio", "radio"),
    Item("tablet", "phone"),
    Item("city bike", "bike"),
    Item("diver's watch", "watch"),
    Item("practice amp", "amp"),
    Item("reading lamp", "lamp"),
    Item("enamel teapot", "kettle"),
    Item("film camera", "camera"),
    Item("children's bike", "bike"),
)
_STRIDE = 7


def find_item(number: int) -> Item:
    """What the job of that number is about; neighbours bring different things."""
    return ITEMS[number * _STRIDE % len(ITEMS)]


FIRST = (
    "Maya", "Sam", "Ellen", "Jonas", "Farah", "Wim", "Nadia", "Theo", "Grace", "Kofi", "Lena",
    "Arjun", "Molly", "Yusuf", "Clara", "Dylan", "Aisha", "Peter", "Sofia", "Callum", "Mei",
    "Oscar", "Ruth", "Diego", "Nora", "Femi", "Alice", "Marek", "Zoe", "Hassan", "Iris", "Colin",
    "Bea", "Ravi", "Edith", "Luca", "Joan", "Tariq", "Freya", "Simon", "Anouk",
)  # fmt: skip
LAST = (
    "Lind", "Okafor", "Brandt", "Reed", "Aziz", "de Boer", "Walsh", "Petrov", "Ashby", "Mensah",
    "Vogel", "Rao", "Quinn", "Demir", "Hartley", "Price", "Rahman", "Nowak", "Costa", "Muir",
    "Chen", "Holm", "Barker", "Vega", "Byrne", "Adeyemi", "Finch", "Kowal", "Marlow", "Khan",
    "Dahl", "Webb", "Sutton", "Iyer", "Croft", "Bianchi", "Tully",
)  # fmt: skip
# Numbers that are kept free for stories; nobody has them.
FIRST_PHONE, PHONES = 900200, 700
WRONG_DOMAIN = "example.invalid"


BY_TEXT = (Story.TEXTS, Story.ASKS, Story.STOPS)


@dataclass(frozen=True, slots=True)
class Customer:
    """`mistyped` is the new address with a typing mistake, if there is one."""

    name: str
    channel: str
    contact: str
    consent: str
    mistyped: str = ""


def find_customer(number: int, story: Story) -> Customer:
    """The customer of the job of that number."""
    name = f"{FIRST[number % len(FIRST)]} {LAST[number * 5 % len(LAST)]}"
    if story in BY_TEXT or (story is Story.PLAIN and number % 4 == 0):
        return Customer(name, "text", f"07700 {FIRST_PHONE + number % PHONES}", "yes")
    box = name.lower().replace(" ", ".")
    mistyped = f"{box}@{WRONG_DOMAIN}" if story is Story.MISTYPED else ""
    consent = "no" if story is Story.REFUSES else "yes"
    return Customer(name, "email", f"{box}@example.com", consent, mistyped)
