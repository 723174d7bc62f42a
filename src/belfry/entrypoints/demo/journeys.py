"""What becomes of each thing that customers bring to the sample shop, save by save.

Every week brings the same sorts of stories, so that on any day there is one of each to see: a part
that does not come, a stage misspelt, a thing put back by mistake, somebody who never collects.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from belfry.entrypoints.demo.customers import Customer, Story, find_customer
from belfry.entrypoints.demo.saves import A_WEEK

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

    def find_stage(self, save: int) -> str | None:
        """The stage that this save writes, if it moves the job."""
        return self.slot.way.get(save - self.taken)

    def is_mistyped(self, save: int) -> bool:
        """Whether this save changes the customer's address, and wrongly."""
        return self.slot.story is Story.MISTYPED and save - self.taken == MISTYPED_AFTER

    def find_before(self, save: int) -> str:
        """The stage that stood on the board before this save."""
        return self.slot.way[max(one for one in self.slot.way if one < save - self.taken)]


def list_changed(save: int) -> Iterator[Journey]:
    """The jobs that one save takes in or changes, in the order they came."""
    for week in range((save - LONGEST) // A_WEEK, save // A_WEEK + 1):
        for place, slot in enumerate(SLOTS):
            after = save - week * A_WEEK - slot.place
            is_mistyped = slot.story is Story.MISTYPED and after == MISTYPED_AFTER
            if after in slot.way or is_mistyped:
                yield find_journey(week * len(SLOTS) + place)


def find_journey(number: int) -> Journey:
    week, place = divmod(number, len(SLOTS))
    slot = SLOTS[place]
    return Journey(
        id=f"J-{number}",
        taken=week * A_WEEK + slot.place,
        item=find_item(number),
        customer=find_customer(number, slot.story),
        slot=slot,
    )


@dataclass(frozen=True, slots=True)
class Item:
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
