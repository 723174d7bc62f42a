"""What a shop's own sentence may leave open for each customer."""

from __future__ import annotations

from belfry.kernel.slots import parse_slotted

SLOTS = ("name", "item", "job", "stage", "eta", "closing", "shop", "link")


def parse_sentence(text: str) -> str:
    """The sentence with its slots spelled as they are known; raises ReadingError."""
    return parse_slotted(text, SLOTS, example="item")
