"""What a message about the rota carries until it is worded: which thing it is about, in ids alone.

What it says is read from the book when it leaves. `week` is a week's id, `swap`, `request` and
`clash` are keys of such records; `told` are the shifts that a week's message speaks of, so that the
next one can tell what is new.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from belfry.rota.messages.message_keys import (
    ASK,
    CLASH,
    DRAFT,
    FAIRNESS,
    OPEN_SHIFTS,
    REMINDER,
    SWAP_NEWS,
    SWAP_TO_DECIDE,
    TIME_OFF_NEWS,
    TIME_OFF_TO_DECIDE,
    UNPUBLISHED,
    WEEK,
)

# What each kind of message carries.
CARRIED: Mapping[str, tuple[str, ...]] = {
    WEEK: ("week", "edition", "told"),
    DRAFT: ("week", "draft"),
    CLASH: ("clash",),
    ASK: ("swap", "round"),
    SWAP_TO_DECIDE: ("swap", "state", "round"),
    SWAP_NEWS: ("swap", "state", "round"),
    TIME_OFF_TO_DECIDE: ("request",),
    TIME_OFF_NEWS: ("request", "state"),
    REMINDER: ("week",),
    OPEN_SHIFTS: ("week",),
    UNPUBLISHED: ("week",),
    FAIRNESS: ("week",),
}

Told = Mapping[str, Sequence[Any]]


def week_facts(week: str, edition: int, told: Told) -> dict[str, Any]:
    return {"week": week, "edition": edition, "told": {key: list(one) for key, one in told.items()}}


def draft_facts(week: str, draft: int) -> dict[str, Any]:
    return {"week": week, "draft": draft}


def digest_facts(week: str) -> dict[str, Any]:
    """Of a reminder, of what is open or not published, and of how even a week was."""
    return {"week": week}


def clash_facts(key: str) -> dict[str, Any]:
    return {"clash": key}


def ask_facts(swap_id: str, round_: int) -> dict[str, Any]:
    return {"swap": swap_id, "round": round_}


def swap_facts(swap_id: str, state: str, round_: int) -> dict[str, Any]:
    return {"swap": swap_id, "state": state, "round": round_}


def time_off_facts(request_id: str, state: str = "") -> dict[str, Any]:
    """`state` is how it was answered, where that is what is told."""
    return {"request": request_id, **({"state": state} if state else {})}
