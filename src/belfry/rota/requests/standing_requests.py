"""Whether a message about a request is still true, and where its link leads.

A message tells how a request stood when the message was wanted. Once the request stands otherwise,
it is no longer to be said.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from belfry.rota.messages import message_keys as keys
from belfry.rota.requests.requests import Clash, Swap, SwapState, TimeOffRequest
from belfry.rota.requests.rota_links import LinkKind
from belfry.rota.week_days import find_monday

# Of whoever had said yes to a swap, and is not wanted any more.
LET_GO = "let_go"

AnyRequest = Swap | TimeOffRequest | Clash


@dataclass(frozen=True, slots=True)
class LinkTo:
    """Where a link leads; see RotaLink."""

    kind: LinkKind
    about: str
    number: int = 0


def find_objection(facts: Mapping[str, Any], record: AnyRequest | None) -> str:
    """Why a message with these facts is not to be said any more; empty if it is.

    Facts that name no state are those of a question, which waits for an answer.
    """
    match record:
        case None:
            return "the request is gone"
        case Swap():
            return _object_to_swap(facts, record)
        case Clash():
            return f"it is {record.state} by now" if record.answered_at else ""
        case TimeOffRequest():
            is_as_said = (
                facts["state"] == record.state.value if "state" in facts else record.is_open
            )
            return "" if is_as_said else f"it is {record.state} by now"


def _object_to_swap(facts: Mapping[str, Any], swap: Swap) -> str:
    if facts.get(LET_GO):
        return ""
    if facts.get("state", SwapState.ASKING.value) != swap.state.value:
        return f"the swap is {swap.state} by now"
    return "" if facts["round"] == swap.round else "somebody else was asked since"


def find_link(kind: str, facts: Mapping[str, Any], record: AnyRequest | None) -> LinkTo | None:
    """Where the reader of such a message can answer, or see what came of it."""
    match kind, record:
        case keys.ASK, Swap():
            return LinkTo(LinkKind.ASK, record.id, int(facts["round"]))
        case keys.SWAP_TO_DECIDE, Swap():
            return LinkTo(LinkKind.SWAP, record.id, int(facts["round"]))
        case keys.SWAP_NEWS, Swap():
            return LinkTo(LinkKind.WEEK, record.week)
        case keys.TIME_OFF_TO_DECIDE, TimeOffRequest():
            return LinkTo(LinkKind.TIME_OFF, record.id)
        case keys.TIME_OFF_NEWS, TimeOffRequest(first_on=date() as day):
            return LinkTo(LinkKind.WEEK, find_monday(day).isoformat())
        case keys.CLASH, Clash():
            return LinkTo(LinkKind.CLASH, record.key)
        case _:
            return None
