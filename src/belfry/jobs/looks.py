"""How a customer is pointed to the page where their job can be seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belfry.jobs.slot_values import SMS

if TYPE_CHECKING:
    from belfry.jobs.facts import Facts

LINK = "{link}"


def say_look(facts: Facts, channel: str) -> list[str]:
    """A sentence with the page's address; none without one."""
    if not facts.link:
        return []
    # In an e-mail the picture itself is there to be seen.
    what = "a photo and where it stands" if facts.photo and channel == SMS else "where it stands"
    return [f"see {what}: {facts.link}"]


def add_look(reply: str, facts: Facts, channel: str) -> str:
    """A model's reply with the slot of the page, should it have left that out."""
    if not facts.link or LINK in reply:
        return reply
    gap = " " if channel == SMS else "\n\n"
    return f"{reply.rstrip()}{gap}See where it stands: {LINK}"
