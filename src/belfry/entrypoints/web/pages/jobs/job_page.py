"""One customer's job with all there is to know: where it is, what happened, what was said."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Path, Response

from belfry.entrypoints.web.pages.addresses import parse_name
from belfry.entrypoints.web.pages.jobs.customer_card import find_card
from belfry.entrypoints.web.pages.jobs.job_board import find_next
from belfry.entrypoints.web.pages.jobs.job_list import find_shop_now
from belfry.entrypoints.web.pages.messages.letters import show_each
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.visits import Answerer, Looker, Visit
from belfry.entrypoints.web.pages.who import WhoIsWho
from belfry.jobs.board.moves import foresee_change
from belfry.jobs.board.stage_times import say_wait
from belfry.jobs.updates.eta import is_passed
from belfry.jobs.updates.eta_reasons import explain_eta
from belfry.kernel.errors import Conflict

if TYPE_CHECKING:
    from belfry.jobs.jobs import Job

router = APIRouter(route_class=PageRoute)

LONGEST_NAME = 4000

JobName = Annotated[str, Path(max_length=LONGEST_NAME)]


@router.get("/jobs/{name}")
def show_job(visit: Looker, name: JobName) -> Response:
    return render_job(visit, parse_name(name))


@router.post("/jobs/{name}/correct")
def correct(visit: Answerer, name: JobName) -> Response:
    job_id = parse_name(name)
    try:
        visit.services.jobs.correct(job_id, by=visit.by)
    except Conflict as error:
        return render_job(visit, job_id, refusal=str(error))
    return visit.go(f"/jobs/{name}", "corrected")


@router.post("/jobs/{name}/leave")
def leave(visit: Answerer, name: JobName) -> Response:
    job_id = parse_name(name)
    try:
        visit.services.jobs.correct.leave(job_id, by=visit.by)
    except Conflict as error:
        return render_job(visit, job_id, refusal=str(error))
    return visit.go(f"/jobs/{name}", "left")


def render_job(visit: Visit, job_id: str, *, refusal: str = "", status: int = 409) -> Response:
    """`refusal` is why what somebody asked for here was not done."""
    shown = visit.services.jobs.show_job(job_id)
    letters = show_each(visit.services, shown.messages)
    card = find_card(visit.services, job_id)
    return visit.show(
        "job.html",
        status=status if refusal else 200,
        refusal=refusal,
        job=shown.job,
        timeline=list(reversed(shown.timeline)),
        letters={letter.message.id: letter for letter in letters},
        slip=visit.services.jobs.find_slips.of(shown.job),
        conversation=visit.services.jobs.replies.show_conversation(shown.job),
        card=card,
        has_public_url=bool(visit.services.settings.public_url),
        photos=list(reversed(visit.services.ports.photos.list(job_id))),
        who=WhoIsWho(visit.services),
        waited=say_wait(shown.job.entered_at, visit.now),
        is_passed=is_passed,
        **_find_prospects(visit, shown.job, card.customer.refusal),
    )


def _find_prospects(visit: Visit, job: Job, refusal: str) -> dict[str, object]:
    """Where the job can go and what will come of it, as far as the settings tell.

    `refusal` is why nothing is written to its customer, if so.
    """
    shop_now = find_shop_now(visit)
    if shop_now is None:
        nothing = {"settle": None, "outlook": None, "chase": None}
        return {"stages": [], "next_stage": "", "eta_reason": "", **nothing}
    shop, calendar = shop_now.shop, shop_now.calendar
    return {
        "stages": [stage.name for stage in shop.stages],
        "next_stage": find_next(job, shop.stages),
        "settle": shop.settle,
        "outlook": foresee_change(job, shop, calendar.zone, refusal),
        "eta_reason": explain_eta(job, shop, calendar),
        "chase": visit.services.jobs.foresee_chases.of(job),
    }
