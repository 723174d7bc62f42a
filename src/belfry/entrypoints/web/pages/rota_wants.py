"""What of the rota wants somebody's attention: drafts, requests, gaps, and questions to them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from belfry.desk.roles import Act, may
from belfry.entrypoints.web.pages.rota_days import ONE_WEEK
from belfry.entrypoints.web.pages.rota_requests import name_shifts
from belfry.entrypoints.web.pages.rota_week import find_today
from belfry.kernel.names import plain_name
from belfry.rota.drafted_weeks import RotaWeek, WeekDraft, draft_key
from belfry.rota.list_requests import OpenRequests
from belfry.rota.requests import Swap, SwapState

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from belfry.entrypoints.web.pages.visits import Visit
    from belfry.rota.drafted_weeks import DraftLine

MOST = 20
_TO_DECIDE = (SwapState.OFFERED, SwapState.STUCK)


@dataclass(frozen=True, slots=True)
class RotaWants:
    """`asked` are the questions to whoever looks; the rest is for those who decide.

    `gaps` are open shifts of the weeks that people know, by week. `shifts` says when the shift of
    each swap is.
    """

    drafts: Sequence[WeekDraft] = ()
    gaps: Mapping[str, Sequence[DraftLine]] = field(default_factory=dict)
    open: OpenRequests = field(default_factory=OpenRequests)
    asked: Sequence[Swap] = ()
    shifts: Mapping[str, str] = field(default_factory=dict)

    def __len__(self) -> int:
        requests = len(self.open.swaps) + len(self.open.time_off) + len(self.open.clashes)
        return len(self.drafts) + len(self.gaps) + requests + len(self.asked)


def find_rota_wants(visit: Visit) -> RotaWants:
    services = visit.services
    asked = _list_asked(visit)
    if not may(visit.user.role, Act.ANSWER):
        return RotaWants(asked=asked, shifts=name_shifts(services, asked))
    found = services.rota.requests.list()
    swaps = [swap for swap in found.swaps if swap.state in _TO_DECIDE][:MOST]
    this = find_today(visit)
    weeks = services.ports.rotas.list_weeks(this, this + 4 * ONE_WEEK)
    return RotaWants(
        drafts=[one for head in weeks if (one := _find_waiting(visit, head))],
        gaps=_list_gaps(visit, [head for head in weeks if head.starts_on <= this + ONE_WEEK]),
        open=OpenRequests(tuple(swaps), found.time_off[:MOST], found.clashes[:MOST]),
        asked=asked,
        shifts=name_shifts(services, [*swaps, *asked]),
    )


def _list_asked(visit: Visit) -> list[Swap]:
    asking = [
        swap
        for swap in visit.services.ports.requests.list_open_swaps()
        if swap.state is SwapState.ASKING
    ]
    person = visit.services.rota.pages.find_member(visit.by) if asking else ""
    return [swap for swap in asking if person and plain_name(swap.asked) == plain_name(person)]


def _find_waiting(visit: Visit, head: RotaWeek) -> WeekDraft | None:
    if not head.is_waiting or head.archived_at:
        return None
    return visit.services.ports.store.find(WeekDraft, draft_key(head.id, head.draft))


def _list_gaps(visit: Visit, heads: Sequence[RotaWeek]) -> dict[str, list[DraftLine]]:
    gaps = {}
    for head in heads:
        if head.published and not head.archived_at:
            lines = visit.services.ports.rotas.list_lines(head.id, head.published)
            gaps[head.id] = [one for one in lines if one.is_open and one.starts_at > visit.now]
    return {week: lines for week, lines in gaps.items() if lines}
