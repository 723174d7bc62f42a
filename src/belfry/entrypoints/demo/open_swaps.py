"""When a swap of shifts that is open will next be seen to, if nobody does anything about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belfry.delivery.messages import Message
from belfry.rota.drafted_weeks import RotaWeek
from belfry.rota.message_keys import ask_key
from belfry.rota.requests import SwapState
from belfry.rota.swap_moves import find_deadline

if TYPE_CHECKING:
    from datetime import datetime

    from belfry.bootstrap import Services
    from belfry.rota.requests import Swap


def find_swaps_due(services: Services, now: datetime) -> datetime | None:
    """The first moment after now at which a swap is over, or goes on to the next person."""
    swaps = services.ports.requests.list_open_swaps()
    moments = [moment for swap in swaps for moment in _list_moments(services, swap)]
    return min((moment for moment in moments if moment > now), default=None)


def _list_moments(services: Services, swap: Swap) -> list[datetime]:
    starts_at = _find_start(services, swap)
    if starts_at is None:
        return []
    if swap.state is not SwapState.ASKING:
        return [starts_at]
    asked = services.ports.store.find(Message, ask_key(swap.id, swap.round, swap.asked))
    if asked is None or asked.sent_at is None:
        return [starts_at]
    return [starts_at, find_deadline(asked.sent_at, starts_at)]


def _find_start(services: Services, swap: Swap) -> datetime | None:
    head = services.ports.store.find(RotaWeek, swap.week)
    lines = services.ports.rotas.list_lines(swap.week, head.published) if head else ()
    return next((line.starts_at for line in lines if line.shift_id == swap.shift_id), None)
