"""What somebody may do about a control: it is done, not now, not this time, or it was a mistake."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter, Response

from belfry.entrypoints.web.pages.addresses import parse_name
from belfry.entrypoints.web.pages.controls.control_forms import read_count, read_day, read_days
from belfry.entrypoints.web.pages.controls.control_page import ControlName, render_control
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.visits import Answerer, Visit
from belfry.kernel.errors import Conflict, InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from belfry.controls.answers.change_control import Act

router = APIRouter(route_class=PageRoute)


@router.post("/controls/{name}/done")
def mark_done(visit: Answerer, name: ControlName) -> Response:
    note = visit.form.get("note", "")
    return _answer(visit, name, lambda control: finish(visit, control, note), "control-done")


@router.post("/controls/{name}/snooze")
def snooze(visit: Answerer, name: ControlName) -> Response:
    def act(control: str) -> Act:
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
    def act(control: str) -> Act:
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
    def act(control: str) -> Act:
        ended_due_on = read_day(visit.form, "ended_due_on")
        return visit.services.controls.acts.undo_done(
            control, by=visit.by, ended_due_on=ended_due_on
        )

    return _answer(visit, name, act, "control-undone")


def finish(visit: Visit, control: str, note: str = "") -> Act:
    """The cycle that they had before them is done, on the day they say."""
    return visit.services.controls.acts.mark_done(
        control,
        by=visit.by,
        done_on=read_day(visit.form, "done_on"),
        note=note,
        cycle_due_on=read_day(visit.form, "due_on"),
        opened_by=read_count(visit.form, "opened_by"),
    )


def _answer(visit: Visit, name: str, act: Callable[[str], Act], done: str) -> Response:
    """What cannot be done is told on the control's own page."""
    control = parse_name(name)
    try:
        act(control)
    except (Conflict, InputError) as error:
        return render_control(visit, control, error)
    return visit.go(f"/controls/{name}", done)
