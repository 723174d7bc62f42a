"""What customers bring to the sample shop, and how it is drawn."""

from __future__ import annotations

from dataclasses import dataclass


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
