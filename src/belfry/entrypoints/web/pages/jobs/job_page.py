"""One customer's job: where it is, what happened, what was said, and what may be done about it."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit
from zipfile import ZIP_STORED, ZipFile

from fastapi import APIRouter, Response
from fastapi.responses import RedirectResponse

from belfry.entrypoints.web.pages.addresses import Name, render_name
from belfry.entrypoints.web.pages.jobs.job_list import (
    find_next,
    find_shop,
    find_shop_now,
    render_board,
    say_refusal,
)
from belfry.entrypoints.web.pages.messages.message_views import view_messages
from belfry.entrypoints.web.pages.routes import PageRoute, tell_on
from belfry.entrypoints.web.pages.visits import (
    Answerer,
    Forgetter,
    Looker,
    Visit,
    Worker,
    pick_local_path,
)
from belfry.jobs.board.stage_times import say_wait
from belfry.jobs.jobs import Job
from belfry.jobs.updates.eta import explain_eta
from belfry.jobs.updates.language import ENGLISH, load_language
from belfry.jobs.updates.plain import name_item, shorten_item
from belfry.kernel.errors import BelfryError, Conflict, InputError, Permanent, Temporary
from belfry.messaging.change_messages import LONGEST_WORDS
from belfry.messaging.contacts import NO, UNSAID, YES

router = APIRouter(route_class=PageRoute)


@router.get("/jobs/{name}")
def show_job(visit: Looker, name: Name) -> Response:
    return render_job(visit, name)


def render_job(
    visit: Visit, name: str, error: BelfryError | None = None, typed: str = "", **_place: object
) -> Response:
    shown = visit.services.jobs.list_jobs.show(name)
    message_views = view_messages(visit.services, shown.messages)
    customer = visit.services.jobs.customers.show(name)
    return visit.show(
        "job.html",
        error=error,
        refusal=say_refusal(error),
        job=shown.job,
        timeline=list(reversed(shown.timeline)),
        message_views={message_view.message.id: message_view for message_view in message_views},
        slip=visit.services.jobs.correct.find_slip(shown.job),
        conversation=visit.services.jobs.replies.show_conversation(shown.job),
        customer=customer,
        typed=typed,
        longest_words=LONGEST_WORDS,
        photos=list(reversed(visit.services.ports.photos.list(name))),
        waited=say_wait(shown.job.entered_at, visit.now),
        **_find_prospects(visit, shown.job),
    )


def _find_prospects(visit: Visit, job: Job) -> dict[str, Any]:
    """Where the job can go and what will come of it, as far as the settings tell."""
    shop_now = find_shop_now(visit)
    if shop_now is None:
        nothing = {"outlook": None, "chase": None}
        return {"stages": [], "next_stage": "", "eta_reason": "", **nothing}
    shop, calendar = shop_now.shop, shop_now.calendar
    return {
        "stages": [stage.name for stage in shop.stages],
        "next_stage": find_next(job, shop.stages),
        "outlook": visit.services.jobs.settle_moves.foresee([job], shop_now).get(job.id),
        "eta_reason": explain_eta(job, shop, calendar),
        "chase": visit.services.jobs.sweep.foresee_next(job),
    }


@router.post("/jobs/{name}/correct")
@tell_on(render_job)
def correct(visit: Answerer, name: Name) -> Response:
    visit.services.jobs.correct(name, by=visit.by)
    return visit.go(f"/jobs/{render_name(name)}", "corrected")


@router.post("/jobs/{name}/leave")
@tell_on(render_job)
def leave(visit: Answerer, name: Name) -> Response:
    visit.services.jobs.correct.leave(name, by=visit.by)
    return visit.go(f"/jobs/{render_name(name)}", "left")


def _refuse_words(visit: Visit, name: str, error: BelfryError) -> Response:
    """What was typed stays in the box."""
    return render_job(visit, name, error, typed=visit.form["text"])


@router.post("/jobs/{name}/write")
@tell_on(_refuse_words)
def write(visit: Answerer, name: Name) -> Response:
    seen = visit.form.get_count("seen", "how many messages were written so far")
    visit.services.jobs.replies.write(name, visit.form["text"], by=visit.by, seen=seen)
    return visit.go(f"/jobs/{render_name(name)}", "written")


ANSWERS = {"yes": YES, "no": NO, "unknown": UNSAID}


@router.get("/jobs/{name}/card")
def show_card(visit: Looker, name: Name) -> Response:
    customer, shop = visit.services.jobs.customers.show(name), find_shop(visit)
    language = shop.language if shop else load_language(ENGLISH)
    return visit.show(
        "job_handout.html",
        shop=shop.name if shop else visit.services.settings.name,
        customer=customer,
        job=customer.job,
        item=name_item(shorten_item(customer.job.item, language), language),
    )


@router.post("/jobs/{name}/link")
def renew_link(visit: Answerer, name: Name) -> Response:
    visit.services.jobs.customers.renew_page(name, by=visit.by)
    return visit.go(f"/jobs/{render_name(name)}", "new-link")


@router.post("/jobs/{name}/consent")
def set_consent(visit: Answerer, name: Name) -> Response:
    consent = visit.form["consent"]
    if consent not in ANSWERS:
        raise InputError(f"expected {', '.join(ANSWERS)}", field="consent")
    visit.services.jobs.customers.set_consent(name, ANSWERS[consent], by=visit.by)
    return visit.go(f"/jobs/{render_name(name)}", f"consent-{consent}")


BOARD = "/jobs"


def _refuse_move(visit: Visit, name: str, error: BelfryError) -> Response:
    """The board if the job was moved there, else the job's own page."""
    back = urlsplit(pick_local_path(visit.form["back"], ""))
    if back.path != BOARD:
        return render_job(visit, name, error)
    at = parse_qs(back.query).get("at", [""])[0]
    why = f"{name} was not moved: {say_refusal(error)}"
    shop_now = visit.services.jobs.read_shop()
    return render_board(visit, shop_now, at=at, here=back.geturl(), error=error, refusal=why)


@router.post("/jobs/{name}/move")
@tell_on(_refuse_move, Temporary, Permanent)
def move(visit: Worker, name: Name) -> Response:
    stage = visit.form["stage"].strip()
    if not stage:
        raise InputError("choose a stage first", field="stage")
    board = visit.services.jobs.board
    is_moved = board.move(name, stage, by=visit.by, seen=visit.form.get("seen"))
    done = "job-moved" if is_moved else "job-there"
    if urlsplit(pick_local_path(visit.form["back"], "")).path == BOARD:
        # A small screen shows one stage: the one that the card is in now.
        return RedirectResponse(f"{BOARD}?{urlencode({'at': stage, 'done': done})}", 303)
    return visit.go(f"/jobs/{render_name(name)}", done)


@router.post("/jobs/{name}/undo")
@tell_on(_refuse_move, Temporary, Permanent)
def undo(visit: Worker, name: Name) -> Response:
    settle, form = visit.services.jobs.settle_moves, visit.form
    is_undone = settle.undo(name, form["stage"], form["since"], by=visit.by)
    done = "job-undone" if is_undone else "job-undone-before"
    return visit.go(f"/jobs/{render_name(name)}", done)


@router.post("/jobs/{name}/send-now")
@tell_on(_refuse_move, Temporary, Permanent)
def send_now(visit: Answerer, name: Name) -> Response:
    settle, form = visit.services.jobs.settle_moves, visit.form
    is_sent = settle.send_now(name, form["stage"], form["since"], by=visit.by)
    done = "job-sent-now" if is_sent else "job-sent-before"
    return visit.go(f"/jobs/{render_name(name)}", done)


def _render_forget(visit: Visit, name: str, error: BelfryError | None = None) -> Response:
    job = visit.services.jobs.list_jobs.show(name).job
    others = visit.services.ports.customers.list_jobs(job.contact) if job.contact else ()
    jobs = sorted(other.number for other in others)
    return visit.show("forget.html", error=error, job=job, jobs=jobs)


@router.get("/jobs/{name}/forget")
def show_forget(visit: Forgetter, name: Name) -> Response:
    return _render_forget(visit, name)


@router.get("/jobs/{name}/export")
def export(visit: Forgetter, name: Name) -> Response:
    job = visit.services.jobs.list_jobs.show(name).job
    file = visit.services.jobs.personal_data.export(job.contact)
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_STORED) as package:
        package.writestr("customer.json", json.dumps(file.told, indent=2, ensure_ascii=False))
        for path, content in file.pictures.items():
            package.writestr(path, content)
    headers = {"Content-Disposition": 'attachment; filename="customer.zip"'}
    return Response(packed.getvalue(), media_type="application/zip", headers=headers)


@router.post("/jobs/{name}/forget")
@tell_on(_render_forget)
def forget(visit: Forgetter, name: Name) -> Response:
    job = visit.services.jobs.list_jobs.show(name).job
    if visit.form["typed"].strip() != job.number:
        raise Conflict(f"type {job.number} to say that you mean it")
    forgotten = visit.services.jobs.personal_data.forget(job.contact, by=visit.by)
    return visit.show("forgotten.html", forgotten=forgotten, job=job)
