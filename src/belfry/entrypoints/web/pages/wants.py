"""What wants somebody's attention, in every room."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

from belfry.controls.put_away_tasks import AT_ONCE as OFF_THE_LIST
from belfry.cron.runs import RunStatus
from belfry.entrypoints.web.pages.letters import show_each
from belfry.entrypoints.web.pages.own_messages import list_readable
from belfry.entrypoints.web.pages.rota_wants import find_rota_wants
from belfry.jobs.absences import AT_ONCE as OFF_THE_BOARD
from belfry.jobs.boards import THE_BOARD, Board

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belfry.controls.search_controls import Found
    from belfry.cron.bells import Bell
    from belfry.cron.notices import Notice
    from belfry.cron.pulses import Pulse
    from belfry.cron.runs import Run
    from belfry.desk.troubles import Trouble
    from belfry.entrypoints.web.pages.letters import Shown
    from belfry.entrypoints.web.pages.rota_wants import RotaWants
    from belfry.entrypoints.web.pages.visits import Visit
    from belfry.jobs.find_slips import Slip
    from belfry.jobs.list_replies import OpenReplies

MOST = 20
PARKED_SHOWN_FOR = timedelta(days=7)


class Wants(NamedTuple):
    """`missing` is the trouble of a board that lost many jobs at once, `unlisted` that of a list
    that lost many controls: a person can settle it.

    `replies` are those that a person has yet to see to, `controls` those whose day is past,
    `rota` what there is to decide about weeks and shifts.
    """

    replies: OpenReplies
    controls: Found
    rota: RotaWants
    notices: Sequence[Notice]
    failing: Sequence[Pulse]
    troubled: Sequence[Bell]
    parked: Sequence[Run]
    slips: Sequence[Slip]
    asking: Sequence[Shown]
    wrong: Sequence[Shown]
    missing: Sequence[Trouble]
    unlisted: Sequence[Trouble]
    troubles: Sequence[Trouble]

    @property
    def total(self) -> int:
        return sum(len(found) for found in self)


def find_wants(visit: Visit) -> Wants:
    """A workflow whose notice says that it fails is named only once."""
    ports, services = visit.services.ports, visit.services
    notices = ports.lookout.list_open_notices(limit=MOST)
    told = {notice.workflow_id for notice in notices if notice.kind == "failing"}
    failing = ports.lookout.list_failing(limit=MOST)
    undecided = services.delivery.list_undecided(limit=MOST)
    troubles = ports.troubles.list()
    return Wants(
        replies=services.jobs.replies.list.list_open(limit=MOST),
        controls=services.controls.pages.search.list_pressing(limit=MOST),
        rota=find_rota_wants(visit),
        notices=notices,
        failing=[pulse for pulse in failing if pulse.workflow_id not in told],
        troubled=ports.bells.list_troubled(limit=MOST),
        parked=_list_parked(visit),
        slips=services.jobs.find_slips(limit=MOST),
        asking=show_each(services, list_readable(visit, undecided.asking)),
        wrong=show_each(services, list_readable(visit, undecided.wrong)),
        missing=_find_missing(visit, troubles),
        unlisted=[trouble for trouble in troubles if OFF_THE_LIST in trouble.text],
        troubles=[
            trouble
            for trouble in troubles
            if OFF_THE_BOARD not in trouble.text and OFF_THE_LIST not in trouble.text
        ],
    )


def _find_missing(visit: Visit, troubles: Sequence[Trouble]) -> Sequence[Trouble]:
    """Nothing once somebody has settled it, though the next look is still to come."""
    board = visit.services.ports.store.find(Board, THE_BOARD)
    is_open = board is not None and board.is_doubtful
    return [trouble for trouble in troubles if OFF_THE_BOARD in trouble.text and is_open]


def _list_parked(visit: Visit) -> Sequence[Run]:
    parked = visit.services.ports.runs.list_newest(
        statuses=[RunStatus.PARKED, RunStatus.INTERRUPTED], limit=MOST
    )
    return [run for run in parked if run.scheduled_for > visit.now - PARKED_SHOWN_FOR]
