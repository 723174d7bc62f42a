"""One control with all there is to know: when it is due, what was said, what was kept as proof."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Annotated
from urllib.parse import quote

from fastapi import APIRouter, Path, Response

from belfry.controls.repeats.cycles import MOST_DAYS, find_closing
from belfry.entrypoints.web.pages.addresses import parse_name
from belfry.entrypoints.web.pages.messages.message_views import view_messages
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.visits import Answerer, Looker, Uploaded, Visit
from belfry.entrypoints.web.pages.words import SubjectNames
from belfry.kernel.errors import Conflict, InputError, NotFound
from belfry.ports.image_processor import MEDIA_TYPE

if TYPE_CHECKING:
    from collections.abc import Callable

    from belfry.controls.controls import ControlChange, Evidence
    from belfry.entrypoints.web.pages.visits import Form


router = APIRouter(route_class=PageRoute)

LONGEST_NAME = 4000
MOST_LETTERS = 30

ControlName = Annotated[str, Path(max_length=LONGEST_NAME)]


@router.get("/controls/{name}")
def show_control(visit: Looker, name: ControlName) -> Response:
    return render_control(visit, parse_name(name))


def render_control(visit: Visit, name: str, error: Conflict | InputError | None = None) -> Response:
    """`error` is why what somebody asked for here was not done."""
    room = visit.services.controls
    shown = room.show(name)
    (told,) = room.search.describe([shown.control], shown.today)
    return visit.show(
        "control.html",
        status=200 if error is None else 422 if isinstance(error, InputError) else 409,
        refusal=str(error or ""),
        shown=shown,
        control=shown.control,
        told=told,
        timeline=list(reversed(shown.timeline)),
        message_views=view_messages(visit.services, shown.messages[:MOST_LETTERS]),
        evidence={one.number: one for one in shown.evidence},
        closing=find_closing(shown.cycles, shown.control.opened_by),
        most_days=MOST_DAYS,
        typed=visit.form,
        subjects=SubjectNames(visit.services),
    )


_MOST_DIGITS = 9


def read_day(form: Form, field: str) -> date | None:
    """A day as browsers write it; None if the field was left empty."""
    typed = form.get(field, "").strip()
    if not typed:
        return None
    try:
        return date.fromisoformat(typed)
    except ValueError as error:
        raise InputError("expected a day, like 2026-12-10", field=field) from error


def read_count(form: Form, field: str) -> int | None:
    """A whole number; None if there is no such field."""
    typed = form.get(field, "").strip()
    if not typed:
        return None
    if not (typed.isascii() and typed.isdecimal() and len(typed) <= _MOST_DIGITS):
        raise InputError("expected a whole number", field=field)
    return int(typed)


def read_days(form: Form) -> int:
    """For how many days somebody wants to be left in peace."""
    days = read_count(form, "days")
    if days is None:
        raise InputError("expected a number of days", field="days")
    return days


@router.post("/controls/{name}/done")
def mark_done(visit: Answerer, name: ControlName) -> Response:
    note = visit.form.get("note", "")
    return _answer(visit, name, lambda control: finish(visit, control, note), "control-done")


@router.post("/controls/{name}/snooze")
def snooze(visit: Answerer, name: ControlName) -> Response:
    def act(control: str) -> ControlChange:
        return visit.services.controls.acts.snooze(
            control,
            by=visit.by,
            days=read_days(visit.form),
            cycle_due_on=read_day(visit.form, "due_on"),
            opened_by=read_count(visit.form, "opened_by"),
        )

    return _answer(visit, name, act, "control-snoozed")


@router.post("/controls/{name}/skip")
def skip(visit: Answerer, name: ControlName) -> Response:
    def act(control: str) -> ControlChange:
        return visit.services.controls.acts.skip(
            control,
            by=visit.by,
            reason=visit.form.get("reason", ""),
            cycle_due_on=read_day(visit.form, "due_on"),
            opened_by=read_count(visit.form, "opened_by"),
        )

    return _answer(visit, name, act, "control-skipped")


@router.post("/controls/{name}/undo")
def undo(visit: Answerer, name: ControlName) -> Response:
    def act(control: str) -> ControlChange:
        ended_due_on = read_day(visit.form, "ended_due_on")
        return visit.services.controls.acts.undo_done(
            control, by=visit.by, ended_due_on=ended_due_on
        )

    return _answer(visit, name, act, "control-undone")


def finish(visit: Visit, control: str, note: str = "") -> ControlChange:
    """The cycle that they had before them is done, on the day they say."""
    return visit.services.controls.acts.mark_done(
        control,
        by=visit.by,
        done_on=read_day(visit.form, "done_on"),
        note=note,
        cycle_due_on=read_day(visit.form, "due_on"),
        opened_by=read_count(visit.form, "opened_by"),
    )


def _answer(visit: Visit, name: str, act: Callable[[str], ControlChange], done: str) -> Response:
    """What cannot be done is told on the control's own page."""
    control = parse_name(name)
    try:
        act(control)
    except (Conflict, InputError) as error:
        return render_control(visit, control, error)
    return visit.go(f"/controls/{name}", done)


# Browsers ask each time whether it is still there, and get it again only if it is another.
KEPT_BY_BROWSERS = "private, no-cache"
# Whatever is in a file, it runs nothing, loads nothing and knows nothing of this site.
SHUT_IN = "sandbox; default-src 'none'"

Number = Annotated[int, Path(ge=1, le=1_000_000)]


@router.get("/controls/{name}/evidence/{number}")
def show_evidence(visit: Looker, name: ControlName, number: Number) -> Response:
    room = visit.services.controls
    shown = room.evidence.show(room.acts.find_control(parse_name(name)).id, number)
    if not shown.evidence.digest:
        raise NotFound("that is a note, and has no file")
    headers = _describe(shown.evidence)
    if headers["ETag"] in visit.request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(shown.content, media_type=shown.evidence.media_type, headers=headers)


@router.post("/controls/{name}/evidence")
def add_evidence(upload: Uploaded, name: ControlName) -> Response:
    """Whoever gives proof of what they have done may say so in one go."""
    visit, control = upload.visit, parse_name(name)
    is_done = visit.form.get("then") == "done"
    try:
        visit.services.controls.evidence.add(
            control,
            by=visit.by,
            note=visit.form.get("note", ""),
            content=upload.content or None,
            file_name=upload.name,
            cycle_due_on=read_day(visit.form, "due_on"),
        )
        if is_done:
            finish(visit, control)
    except (Conflict, InputError) as error:
        return render_control(visit, control, error)
    return visit.go(f"/controls/{name}", "control-done" if is_done else "evidence-added")


def _describe(evidence: Evidence) -> dict[str, str]:
    """Pictures are shown, anything else is saved."""
    manner = "inline" if evidence.media_type == MEDIA_TYPE else "attachment"
    return {
        "Cache-Control": KEPT_BY_BROWSERS,
        "Content-Disposition": f"{manner}; filename*=UTF-8''{quote(evidence.file_name, safe='')}",
        "Content-Security-Policy": SHUT_IN,
        "ETag": f'"{evidence.digest[:32]}"',
    }
