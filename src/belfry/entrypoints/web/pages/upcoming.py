"""What goes out next, when and to whom, and which customers will be chased."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from fastapi import APIRouter, Response

from belfry.entrypoints.web.pages.messages.message_views import list_readable, view_messages
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.visits import Looker, Visit
from belfry.jobs.board.settle_moves import Outlook
from belfry.jobs.jobs import about_job
from belfry.jobs.updates.sweep_jobs import UNSETTLED, Chase
from belfry.kernel.errors import InputError, NotFound
from belfry.messaging.messages import State

router = APIRouter(route_class=PageRoute)

MESSAGES_SHOWN, CHASES_SHOWN, MANY_JOBS = 40, 40, 400
AHEAD = timedelta(days=7)


@router.get("/next")
def show_next(visit: Looker) -> Response:
    services = visit.services
    waiting = services.ports.messages.list_next(limit=MESSAGES_SHOWN + 1)
    previews = services.messaging.preview.of_each(waiting[:MESSAGES_SHOWN])
    readable = list_readable(visit, [preview.message for preview in previews])
    is_put_off = visit.request.query_params.get("foresee") != "all" and _has_many_jobs(visit)
    chases = [] if is_put_off else _foresee(visit)
    return visit.show(
        "upcoming.html",
        outlooks=list_settling(visit, limit=MESSAGES_SHOWN),
        message_views=view_messages(services, readable, previews),
        has_more=len(waiting) > MESSAGES_SHOWN,
        is_put_off=is_put_off,
        chases=chases[:CHASES_SHOWN],
        unsettled=_find_unsettled(visit, chases[:CHASES_SHOWN]),
        has_more_chases=len(chases) > CHASES_SHOWN,
        days=AHEAD.days,
        back=visit.here,
    )


def list_settling(visit: Visit, *, limit: int) -> Sequence[Outlook]:
    """Empty if the shop's settings cannot be read: without them nothing counts."""
    try:
        return visit.services.jobs.settle_moves.list_settling(limit=limit)
    except (InputError, NotFound):
        return []


def _has_many_jobs(visit: Visit) -> bool:
    """Foreseeing chases reads every open job: with many, only on request."""
    open_jobs = visit.services.ports.open_jobs
    stages = open_jobs.list_stages()
    return sum(open_jobs.count(stage, most=MANY_JOBS + 1) for stage in stages) > MANY_JOBS


def _find_unsettled(visit: Visit, chases: Sequence[Chase]) -> dict[str, State]:
    """Jobs that are not chased while it is unknown whether their last message arrived."""
    abouts = {about_job(chase.job.id): chase.job.id for chase in chases}
    latest = visit.services.ports.messages.find_latest(list(abouts))
    return {
        abouts[about]: message.state
        for about, message in latest.items()
        if message.state in UNSETTLED
    }


def _foresee(visit: Visit) -> Sequence[Chase]:
    """Empty if the shop's settings cannot be read: without them no one is chased."""
    try:
        return visit.services.jobs.sweep.foresee(within=AHEAD, limit=CHASES_SHOWN + 1)
    except (InputError, NotFound):
        return []
