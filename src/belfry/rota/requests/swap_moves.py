"""The state changes of a swap, and how its state is described.

The holder stays responsible for the shift until the swap is done.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from belfry.rota.drafts.drafted_weeks import DraftLine, RotaWeek, join_names
from belfry.rota.explaining.covers import Cover
from belfry.rota.requests.requests import Swap, SwapKind, SwapState

LONGEST_WAIT = timedelta(hours=24)
SHORTEST_WAIT = timedelta(minutes=15)

NameDoer = Callable[[str], str]


def ask(swap: Swap, cover: Cover) -> Swap:
    return replace(
        swap, state=SwapState.ASKING, asked=cover.name, why=cover.words, round=swap.round + 1
    )


def refuse(swap: Swap) -> Swap:
    """The person asked is not asked again."""
    names = dict.fromkeys((*swap.refusers, *([swap.asked] if swap.asked else [])))
    return replace(swap, refused=join_names(tuple(names)))


def settle(swap: Swap, state: SwapState, *, at: datetime, by: str, why: str = "") -> Swap:
    return replace(swap, state=state, settled_at=at, settled_by=by, why=why)


def find_lapse(
    swap: Swap, head: RotaWeek | None, line: DraftLine | None, now: datetime
) -> str | None:
    """Why there is nothing left to swap; None if there is."""
    if head is None or not head.published or line is None:
        return "the week has no such shift any more"
    is_begun = head.archived_at or now >= line.starts_at
    return _find_passed(swap, line) or ("the shift has begun" if is_begun else None)


def _find_passed(swap: Swap, line: DraftLine) -> str | None:
    """How the shift changed hands without the swap; None if it did not."""
    if swap.kind is not SwapKind.TAKE:
        is_theirs = swap.person in line.people
        return None if is_theirs else f"{swap.person} does not have this shift any more"
    if swap.asked in line.people:
        return f"{swap.asked} has this shift by now"
    return None if line.is_open else "the shift is fully staffed by now"


def find_deadline(left_at: datetime, starts_at: datetime) -> datetime:
    """When the next person is asked: after a day, or half of the time left before the shift."""
    left = max((starts_at - left_at) / 2, SHORTEST_WAIT)
    return left_at + min(LONGEST_WAIT, left)


def describe_swap(swap: Swap, name_doer: NameDoer) -> str:
    """The state for a person who comes too late; colleagues who said no are not named."""
    by = name_doer(swap.settled_by)
    match swap.state:
        case SwapState.ASKING:
            return "another person is being asked now"
        case SwapState.OFFERED if swap.kind is SwapKind.DROP:
            return "it waits for a manager's yes"
        case SwapState.OFFERED:
            verb = "would take it" if swap.kind is SwapKind.TAKE else "said yes"
            return f"{swap.asked} {verb}, and a manager has to agree"
        case SwapState.STUCK:
            return "no one is left to ask, and a manager decides"
        case SwapState.DONE:
            outcome = f"{swap.asked} has the shift now" if swap.asked else "the shift is open"
            return f"it was agreed by {by}: {outcome}"
        case SwapState.DECLINED:
            return f"{by} declined it"
        case SwapState.WITHDRAWN:
            return f"{by} took the {'offer' if swap.kind is SwapKind.TAKE else 'request'} back"
        case SwapState.LAPSED:
            return f"it is over: {swap.why}"
