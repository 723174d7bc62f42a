"""One control: when it is due, what was said about it, and its evidence."""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Depends, Path, Response

from belfry.accounts.users import Act, may
from belfry.controls.repeats.closings import find_closing
from belfry.controls.repeats.cycles import MOST_DAYS
from belfry.entrypoints.web.forms import Form
from belfry.entrypoints.web.pages.addresses import Name, render_name
from belfry.entrypoints.web.pages.messages.message_views import view_messages
from belfry.entrypoints.web.pages.routes import PageRoute, tell_on
from belfry.entrypoints.web.pages.visits import (
    Arrival,
    Looker,
    Upload,
    Visit,
    allow,
    check_allowed,
    receive_file,
)
from belfry.kernel.errors import BelfryError, NotFound
from belfry.ports.image_processor import MEDIA_TYPE

router = APIRouter(route_class=PageRoute)

MOST_LETTERS = 30


def may_answer(visit: Visit, name: str) -> bool:
    """People answer for what is theirs, whatever their role."""
    has_role = may(visit.user.role, Act.ANSWER)
    return has_role or visit.services.controls.search.is_theirs(name, visit.user)


def check_owner(arrival: Annotated[Arrival, Depends(allow(Act.LOOK))], name: Name) -> Visit:
    visit = arrival.enter()
    return visit if may_answer(visit, name) else check_allowed(visit, Act.ANSWER)


Sent = Annotated[Upload, Depends(receive_file(Act.LOOK))]


def check_upload(upload: Sent, name: Name) -> Upload:
    if not may_answer(upload, name):
        check_allowed(upload, Act.ANSWER)
    return upload


Owner = Annotated[Visit, Depends(check_owner)]
OwnerUpload = Annotated[Upload, Depends(check_upload)]


@router.get("/controls/{name}")
def show_control(visit: Looker, name: Name) -> Response:
    return render_control(visit, name)


def render_control(visit: Visit, name: str, error: BelfryError | None = None) -> Response:
    room = visit.services.controls
    shown = room.show(name)
    (description,) = room.search.describe([shown.control], shown.today)
    return visit.show(
        "control.html",
        error=error,
        shown=shown,
        control=shown.control,
        description=description,
        timeline=list(reversed(shown.timeline)),
        message_views=view_messages(visit.services, shown.messages[:MOST_LETTERS]),
        evidence={evidence.number: evidence for evidence in shown.evidence},
        closing=find_closing(shown.cycles, shown.control.opened_by),
        may_answer=may_answer(visit, shown.control.id),
        most_days=MOST_DAYS,
        typed=visit.form,
    )


def read_cycle(form: Form) -> dict[str, Any]:
    """The cycle that they had before them: an answer never counts for another."""
    return {"cycle_due_on": form.read_day("due_on"), "opened_by": form.read_count("opened_by")}


@router.post("/controls/{name}/done")
@tell_on(render_control)
def mark_done(visit: Owner, name: Name) -> Response:
    _finish(visit, name, visit.form["note"])
    return visit.go(f"/controls/{render_name(name)}", "control-done")


@router.post("/controls/{name}/correct")
@tell_on(render_control)
def correct(visit: Owner, name: Name) -> Response:
    """It was last done on another day than is recorded."""
    done_on = visit.form.read_day("done_on")
    visit.services.controls.acts.mark_done(name, by=visit.by, done_on=done_on, corrects=True)
    return visit.go(f"/controls/{render_name(name)}", "control-corrected")


@router.post("/controls/{name}/snooze")
@tell_on(render_control)
def snooze(visit: Owner, name: Name) -> Response:
    days = visit.form.get_count("days", "a number of days")
    acts = visit.services.controls.acts
    acts.snooze(name, by=visit.by, days=days, **read_cycle(visit.form))
    return visit.go(f"/controls/{render_name(name)}", "control-snoozed")


@router.post("/controls/{name}/skip")
@tell_on(render_control)
def skip(visit: Owner, name: Name) -> Response:
    acts = visit.services.controls.acts
    acts.skip(name, by=visit.by, reason=visit.form["reason"], **read_cycle(visit.form))
    return visit.go(f"/controls/{render_name(name)}", "control-skipped")


@router.post("/controls/{name}/undo")
@tell_on(render_control)
def undo(visit: Owner, name: Name) -> Response:
    visit.services.controls.acts.undo_done(
        name,
        by=visit.by,
        ended_due_on=visit.form.read_day("ended_due_on"),
        opened_by=visit.form.read_count("opened_by"),
    )
    return visit.go(f"/controls/{render_name(name)}", "control-undone")


@router.post("/controls/{name}/accept-correction")
@tell_on(render_control)
def accept_correction(visit: Owner, name: Name) -> Response:
    """The list corrected the last done, and that is right."""
    opened_by = visit.form.read_count("opened_by")
    visit.services.controls.acts.accept_correction(name, by=visit.by, opened_by=opened_by)
    return visit.go(f"/controls/{render_name(name)}", "correction-seen")


def _finish(visit: Visit, control: str, note: str = "") -> None:
    done_on, cycle = visit.form.read_day("done_on"), read_cycle(visit.form)
    visit.services.controls.acts.mark_done(
        control, by=visit.by, done_on=done_on, note=note, **cycle
    )


# Browsers ask each time whether it is still there, and get it again only if it is another.
KEPT_BY_BROWSERS = "private, no-cache"
# Whatever is in a file, it runs nothing, loads nothing and knows nothing of this site.
SHUT_IN = "sandbox; default-src 'none'"

Number = Annotated[int, Path(ge=1, le=1_000_000)]


@router.get("/controls/{name}/evidence/{number}")
def show_evidence(visit: Looker, name: Name, number: Number) -> Response:
    """Pictures are shown, anything else is saved."""
    room = visit.services.controls
    shown = room.evidence.show(room.acts.find_control(name).id, number)
    evidence = shown.evidence
    if not evidence.digest:
        raise NotFound("that is a note, and has no file")
    manner = "inline" if evidence.media_type == MEDIA_TYPE else "attachment"
    headers = {
        "Cache-Control": KEPT_BY_BROWSERS,
        "Content-Disposition": f"{manner}; filename*=UTF-8''{quote(evidence.file_name, safe='')}",
        "Content-Security-Policy": SHUT_IN,
        "ETag": f'"{evidence.digest[:32]}"',
    }
    if headers["ETag"] in visit.request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(shown.content, media_type=evidence.media_type, headers=headers)


@router.post("/controls/{name}/evidence")
@tell_on(render_control)
def add_evidence(visit: OwnerUpload, name: Name) -> Response:
    """The control may be marked as done along with it."""
    form = visit.form
    visit.services.controls.evidence.add(
        name,
        by=visit.by,
        note=form["note"],
        content=visit.content or None,
        file_name=visit.file_name,
        cycle_due_on=form.read_day("due_on"),
    )
    if form["then"] == "done":
        _finish(visit, name)
    done = "control-done" if form["then"] == "done" else "evidence-added"
    return visit.go(f"/controls/{render_name(name)}", done)
