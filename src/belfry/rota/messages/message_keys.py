"""Kinds, ids and stored facts of the rota's messages.

The same cause and person always give the same id. Facts hold ids alone: the text is made from the
database when the message leaves. `told` are the shifts in a week's message, so that the next one
can list the changes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

ROOM = "rota"
# What messages of this room are.
WEEK = "week"
DRAFT = "draft"
CLASH = "clash"
ASK = "ask"
SWAP_TO_DECIDE = "swap-to-decide"
SWAP_NEWS = "swap-news"
TIME_OFF_TO_DECIDE = "time-off-to-decide"
TIME_OFF_NEWS = "time-off-news"
REMINDER = "reminder"
OPEN_SHIFTS = "open-shifts"
UNPUBLISHED = "unpublished"
FAIRNESS = "fairness"


def about_week(week: str) -> str:
    """Newer editions replace older ones that have not left."""
    return f"{ROOM}/{week}"


def about_draft(week: str) -> str:
    return f"{ROOM}-draft/{week}"


def about_clash(key: str) -> str:
    return f"{ROOM}-clash/{key}"


def about_swap(swap_id: str) -> str:
    return f"{ROOM}-swap/{swap_id}"


def about_time_off(request_id: str) -> str:
    return f"{ROOM}-time-off/{request_id}"


def about_digest(week: str) -> str:
    return f"{ROOM}-digest/{week}"


def about_open(week: str) -> str:
    return f"{ROOM}-open/{week}"


def about_fairness(week: str) -> str:
    return f"{ROOM}-fairness/{week}"


def week_key(week: str, edition: int, person: str) -> str:
    """One for each edition that changed something for the person."""
    return f"{about_week(week)}/edition-{edition}/{person}"


def draft_key(week: str, draft: int, person: str) -> str:
    return f"{about_draft(week)}/{draft}/{person}"


def clash_key(key: str, person: str) -> str:
    return f"{about_clash(key)}/{person}"


def ask_key(swap_id: str, round_: int, person: str) -> str:
    """One for each round of asking."""
    return f"{about_swap(swap_id)}/ask-{round_}/{person}"


def swap_key(swap_id: str, state: str, round_: int, person: str) -> str:
    return f"{about_swap(swap_id)}/{state}-{round_}/{person}"


def time_off_key(request_id: str, state: str, person: str) -> str:
    return f"{about_time_off(request_id)}/{state}/{person}"


def digest_key(week: str, person: str) -> str:
    return f"{about_digest(week)}/{person}"


def open_key(week: str, person: str) -> str:
    """Shared by the list of open shifts and the warning that a week is not published."""
    return f"{about_open(week)}/{person}"


def fairness_key(week: str, person: str) -> str:
    return f"{about_fairness(week)}/{person}"


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
    return {
        "week": week,
        "edition": edition,
        "told": {key: list(shift) for key, shift in told.items()},
    }


def draft_facts(week: str, draft: int) -> dict[str, Any]:
    return {"week": week, "draft": draft}


def digest_facts(week: str) -> dict[str, Any]:
    """Of a reminder, of open shifts, of an unpublished week and of the fairness summary."""
    return {"week": week}


def clash_facts(key: str) -> dict[str, Any]:
    return {"clash": key}


def ask_facts(swap_id: str, round_: int) -> dict[str, Any]:
    return {"swap": swap_id, "round": round_}


def swap_facts(swap_id: str, state: str, round_: int) -> dict[str, Any]:
    return {"swap": swap_id, "state": state, "round": round_}


def time_off_facts(request_id: str, state: str = "") -> dict[str, Any]:
    """`state` is the answer, if that is the news."""
    return {"request": request_id, **({"state": state} if state else {})}
