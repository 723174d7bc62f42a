"""What a shop's own sentence may leave open for each customer."""

from __future__ import annotations

from belfry.jobs.updates.wordings import ALWAYS, OPTIONAL
from belfry.kernel.slots import parse_slotted

SLOTS = (*ALWAYS, *OPTIONAL)


def parse_sentence(text: str) -> str:
    """The sentence with its slots spelled as they are known; raises ReadingError."""
    return parse_slotted(text, SLOTS, example="item")
