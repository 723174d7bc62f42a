"""What can become of a swap, and how it is told that one was settled already.

Whoever has the shift stays responsible for it until the swap is done.
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
    """Somebody is asked to take it, in a round of their own."""
    return replace(
        swap, state=SwapState.ASKING, asked=cover.name, why=cover.words, round=swap.round + 1
    )


def ask_again(swap: Swap, *, is_urgent: bool) -> Swap:
    """The same person is asked once more: the question before is outdated."""
    return replace(swap, round=swap.round + 1, is_urgent=is_urgent)


def get_stuck(swap: Swap, why: str) -> Swap:
    return replace(swap, state=SwapState.STUCK, asked="", why=why, round=swap.round + 1)


def offer(swap: Swap) -> Swap:
    return replace(swap, state=SwapState.OFFERED)


def refuse(swap: Swap) -> Swap:
    """Whoever was asked is not asked again."""
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
    return None if line.is_open else "the shift has everybody it needs by now"


def find_deadline(left_at: datetime, starts_at: datetime) -> datetime:
    """Until when an answer is waited for, before the next person is asked.

    A day; half of the time that is left where the shift begins sooner.
    """
    left = max((starts_at - left_at) / 2, SHORTEST_WAIT)
    return left_at + min(LONGEST_WAIT, left)


def say_standing(swap: Swap, name_doer: NameDoer) -> str:
    """How the swap stands, to whoever comes too late; colleagues who said no are not named."""
    by = name_doer(swap.settled_by)
    match swap.state:
        case SwapState.ASKING:
            return "somebody else is being asked now"
        case SwapState.OFFERED:
            return _say_offered(swap)
        case SwapState.STUCK:
            return "nobody is left to ask, and a manager sees to it"
        case SwapState.DONE:
            return f"it was agreed by {by}: {_say_outcome(swap)}"
        case SwapState.DECLINED:
            return f"{by} declined it"
        case SwapState.WITHDRAWN:
            return f"{by} took the {'offer' if swap.kind is SwapKind.TAKE else 'request'} back"
        case SwapState.LAPSED:
            return f"it is over: {swap.why}"


def _say_offered(swap: Swap) -> str:
    if swap.kind is SwapKind.DROP:
        return "it waits for a manager's yes"
    said = "would take it" if swap.kind is SwapKind.TAKE else "said yes"
    return f"{swap.asked} {said}, and a manager has to agree"


def _say_outcome(swap: Swap) -> str:
    return f"{swap.asked} has the shift now" if swap.asked else "the shift is open"
