"""What of the rota wants somebody's attention: drafts, requests, gaps, and questions to them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import TYPE_CHECKING

from belfry.entrypoints.web.pages.rota.rota_grid import ONE_WEEK
from belfry.entrypoints.web.pages.rota.rota_requests import name_shifts
from belfry.entrypoints.web.pages.rota.rota_week import find_today
from belfry.kernel.texts import plain_name
from belfry.rota.drafts.drafted_weeks import DraftLine, RotaWeek, WeekDraft, draft_key
from belfry.rota.requests.list_requests import OpenRequests
from belfry.rota.requests.requests import Swap, SwapState

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from belfry.entrypoints.web.pages.messages.message_views import MessageView
    from belfry.entrypoints.web.pages.visits import Visit
    from belfry.workspace.data_problems import DataProblem

MOST, MOST_GAPS = 20, 6
ONE_DAY = timedelta(days=1)
_TO_DECIDE = (SwapState.OFFERED, SwapState.STUCK)


@dataclass(frozen=True, slots=True)
class RotaWants:
    """`asked` are the questions to whoever looks; the rest is for those who decide.

    `gaps` are the next open shifts of the weeks that people know, but for those that somebody
    would take. `shifts` says when the shift of each swap is. `today` are the shifts of this day.
    """

    drafts: Sequence[WeekDraft]
    gaps: Sequence[DraftLine]
    more_gaps: int
    open: OpenRequests
    asked: Sequence[Swap]
    shifts: Mapping[str, str]
    message_views: Sequence[MessageView]
    data_problems: Sequence[DataProblem]
    today: Sequence[DraftLine]

    def __len__(self) -> int:
        requests = len(self.open.swaps) + len(self.open.time_off) + len(self.open.clashes)
        told = len(self.drafts) + len(self.gaps) + self.more_gaps + len(self.asked)
        return requests + told + len(self.message_views) + len(self.data_problems)

    @property
    def is_bad(self) -> bool:
        return bool(self.gaps) or any(one.state is SwapState.STUCK for one in self.open.swaps)


def find_rota_wants(
    visit: Visit, message_views: Sequence[MessageView], data_problems: Sequence[DataProblem]
) -> RotaWants:
    found = visit.services.rota.requests.list()
    swaps = [swap for swap in found.swaps if swap.state in _TO_DECIDE][:MOST]
    asked = list_asked(visit, found.swaps)
    this = find_today(visit)
    weeks = visit.services.ports.rotas.list_weeks(this - ONE_WEEK, this + 4 * ONE_WEEK)
    known = _list_known([head for head in weeks if head.starts_on <= this + ONE_WEEK])
    lines, now = _list_lines(visit, known), visit.now
    wanted = {(swap.week, swap.shift_id) for swap in swaps}
    open_ones = [one for one in lines if one.starts_at > now and one.is_open]
    gaps = [one for one in open_ones if (one.week, one.shift_id) not in wanted]
    return RotaWants(
        drafts=[one for head in weeks if (one := _find_waiting(visit, head, this.isoformat()))],
        gaps=gaps[:MOST_GAPS],
        more_gaps=len(gaps[MOST_GAPS:]),
        open=OpenRequests(tuple(swaps), found.time_off[:MOST], found.clashes[:MOST]),
        asked=asked,
        shifts=name_shifts(visit.services, [*swaps, *asked]),
        message_views=message_views,
        data_problems=data_problems,
        today=_list_at_work(visit, lines),
    )


def list_asked(visit: Visit, swaps: Sequence[Swap]) -> list[Swap]:
    """Those of them in which whoever looks is asked to take a shift."""
    asking = [swap for swap in swaps if swap.state is SwapState.ASKING]
    person = visit.services.rota.pages.find_member(visit.by) if asking else ""
    return [swap for swap in asking if person and plain_name(swap.asked) == plain_name(person)]


def _find_waiting(visit: Visit, head: RotaWeek, since: str) -> WeekDraft | None:
    if not head.is_waiting or head.archived_at or head.id < since:
        return None
    return visit.services.ports.store.find(WeekDraft, draft_key(head.id, head.draft))


def _list_known(heads: Sequence[RotaWeek]) -> dict[str, int]:
    """Which draft of each week people were told of."""
    return {head.id: head.published for head in heads if head.published and not head.archived_at}


def _list_lines(visit: Visit, known: Mapping[str, int]) -> Sequence[DraftLine]:
    """Today's shifts and what still goes on of the night, and later on the open ones."""
    zone = visit.services.rota.drafts.gather.zone
    today = visit.now.astimezone(zone).date()
    begins, ends = (datetime.combine(day, time(0), zone) for day in (today, today + ONE_DAY))
    return visit.services.ports.rotas.list_ahead(known, after=begins, until=ends)


def _list_at_work(visit: Visit, lines: Sequence[DraftLine]) -> list[DraftLine]:
    """Today's shifts, and one of the night before that is not over."""
    now = visit.now
    today = now.astimezone(visit.services.rota.drafts.gather.zone).date()
    return [
        line for line in lines if line.day == today or (line.day < today and line.ends_at > now)
    ]
