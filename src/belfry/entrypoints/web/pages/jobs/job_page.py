"""One customer's job with all there is to know: where it is, what happened, what was said."""

from __future__ import annotations

import json
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Annotated
from urllib.parse import parse_qs, urlsplit
from zipfile import ZIP_STORED, ZipFile

import segno
from fastapi import APIRouter, Path, Response

from belfry.entrypoints.web.pages.addresses import parse_name
from belfry.entrypoints.web.pages.jobs.job_list import (
    HINDRANCES,
    find_next,
    find_shop,
    find_shop_now,
    find_status,
    read_stage,
    render_board,
    say_refusal,
)
from belfry.entrypoints.web.pages.messages.message_views import view_messages
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.visits import (
    Answerer,
    Forgetter,
    Looker,
    Visit,
    Worker,
    pick_local_path,
)
from belfry.entrypoints.web.pages.words import SubjectNames
from belfry.jobs.board.moves import foresee_change
from belfry.jobs.board.stage_times import say_wait
from belfry.jobs.customers.personal_data import CustomerFile
from belfry.jobs.jobs import Job, page_path
from belfry.jobs.updates.eta import explain_eta, is_passed
from belfry.jobs.updates.language import ENGLISH, load_language
from belfry.jobs.updates.plain import name_item, shorten_item
from belfry.kernel.errors import BelfryError, Conflict, InputError
from belfry.messaging.contacts import NO, UNSAID, YES

if TYPE_CHECKING:
    from belfry.bootstrap import Services
    from belfry.jobs.customers.customers import CustomerShown
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
    message_views = view_messages(visit.services, shown.messages)
    card = find_card(visit.services, job_id)
    return visit.show(
        "job.html",
        status=status if refusal else 200,
        refusal=refusal,
        job=shown.job,
        timeline=list(reversed(shown.timeline)),
        message_views={message_view.message.id: message_view for message_view in message_views},
        slip=visit.services.jobs.correct.find_slip(shown.job),
        conversation=visit.services.jobs.replies.show_conversation(shown.job),
        card=card,
        has_public_url=bool(visit.services.settings.public_url),
        photos=list(reversed(visit.services.ports.photos.list(job_id))),
        subjects=SubjectNames(visit.services),
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
        "chase": visit.services.jobs.sweep.foresee_next(job),
    }


@dataclass(frozen=True, slots=True)
class Card:
    """`path` leads to the customer's page from here and `link` from anywhere; empty if not."""

    customer: CustomerShown
    path: str
    link: str

    @property
    def picture(self) -> str:
        """The link as a square that phones can read, drawn for light paper whatever the theme."""
        drawn = segno.make(self.link, error="m", micro=False)
        return drawn.svg_inline(
            omitsize=True, border=4, dark="#000", light="#fff", svgclass="qr", lineclass=None
        )


def find_card(services: Services, job_id: str) -> Card:
    customer = services.jobs.customers.show(job_id)
    path = page_path(customer.page.token) if customer.page else ""
    house = services.settings.public_url
    return Card(customer, path, f"{house}{path}" if house and path else "")


ANSWERS = {"yes": YES, "no": NO, "unknown": UNSAID}


@router.get("/jobs/{name}/card")
def show_card(visit: Looker, name: JobName) -> Response:
    card = find_card(visit.services, parse_name(name))
    shop = find_shop(visit)
    language = shop.language if shop else load_language(ENGLISH)
    return visit.show(
        "job_handout.html",
        shop=shop.name if shop else visit.services.settings.name,
        card=card,
        job=card.customer.job,
        item=name_item(shorten_item(card.customer.job.item, language), language),
    )


@router.post("/jobs/{name}/link")
def renew_link(visit: Answerer, name: JobName) -> Response:
    visit.services.jobs.customers.renew_page(parse_name(name), by=visit.by)
    return visit.go(f"/jobs/{name}", "new-link")


@router.post("/jobs/{name}/consent")
def set_consent(visit: Answerer, name: JobName) -> Response:
    said = visit.form.get("consent", "")
    if said not in ANSWERS:
        raise InputError(f"expected {', '.join(ANSWERS)}", field="consent")
    visit.services.jobs.customers.set_consent(parse_name(name), ANSWERS[said], by=visit.by)
    return visit.go(f"/jobs/{name}", f"consent-{said}")


BOARD = "/jobs"


@router.post("/jobs/{name}/move")
def move(visit: Worker, name: JobName) -> Response:
    job_id = parse_name(name)
    try:
        is_moved = visit.services.jobs.board.move(
            job_id, read_stage(visit), by=visit.by, seen=visit.form.get("seen")
        )
    except HINDRANCES as error:
        return refuse(visit, job_id, error)
    return visit.go(f"/jobs/{name}", "job-moved" if is_moved else "job-there")


def refuse(visit: Visit, job_id: str, error: BelfryError) -> Response:
    """The page that the person was on, with what is in the way."""
    status, said = find_status(error), say_refusal(error)
    back = urlsplit(pick_local_path(visit.form.get("back", ""), ""))
    if back.path != BOARD:
        return render_job(visit, job_id, refusal=said, status=status)
    at = parse_qs(back.query).get("at", [""])[0]
    why = f"{job_id} was not moved: {said}"
    shop_now = visit.services.jobs.read_shop()
    return render_board(visit, shop_now, at=at, refusal=why, status=status, here=back.geturl())


@router.get("/jobs/{name}/forget")
def show_forget(visit: Forgetter, name: JobName) -> Response:
    return _show(visit, parse_name(name))


@router.get("/jobs/{name}/export")
def export(visit: Forgetter, name: JobName) -> Response:
    job = _find_job(visit, parse_name(name))
    packed = _pack(visit.services.jobs.personal_data.export(job.contact))
    headers = {"Content-Disposition": 'attachment; filename="customer.zip"'}
    return Response(packed, media_type="application/zip", headers=headers)


@router.post("/jobs/{name}/forget")
def forget(visit: Forgetter, name: JobName) -> Response:
    job = _find_job(visit, parse_name(name))
    if visit.form.get("typed", "").strip() != job.id:
        return _show(visit, job.id, refusal=f"type {job.id} to say that you mean it")
    try:
        forgotten = visit.services.jobs.personal_data.forget(job.contact, by=visit.by)
    except Conflict as error:
        return _show(visit, job.id, refusal=str(error))
    return visit.show("forgotten.html", forgotten=forgotten, job=job)


def _show(visit: Visit, job_id: str, *, refusal: str = "") -> Response:
    """`refusal` is why what somebody asked for here was not done."""
    job = _find_job(visit, job_id)
    others = visit.services.ports.customers.list_jobs(job.contact) if job.contact else ()
    return visit.show(
        "forget.html",
        status=409 if refusal else 200,
        refusal=refusal,
        job=job,
        jobs=sorted(one.id for one in others),
    )


def _find_job(visit: Visit, job_id: str) -> Job:
    return visit.services.jobs.show_job(job_id).job


def _pack(file: CustomerFile) -> bytes:
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_STORED) as package:
        told = json.dumps(file.told, indent=2, ensure_ascii=False)
        package.writestr("customer.json", told)
        for name, content in file.pictures.items():
            package.writestr(name, content)
    return packed.getvalue()
