"""Creating and editing a workflow: the form, its errors, and edits made meanwhile."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache, partial
from typing import Any
from zoneinfo import available_timezones

from fastapi import APIRouter, Response

from belfry.entrypoints.web.pages.addresses import parse_number
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.scheduler.workflows import (
    FIRES_SHOWN,
    WorkflowNumber,
    find_fires,
    get_workflow,
)
from belfry.entrypoints.web.pages.visits import Editor, Visit
from belfry.entrypoints.web.times import parse_span, render_span
from belfry.kernel.changes import AuditEntry
from belfry.kernel.cron import find_zone
from belfry.kernel.errors import Conflict, InputError, NotAllowed, Outdated
from belfry.scheduler.change_workflows import apply_edit
from belfry.scheduler.triggers import find_next
from belfry.scheduler.workflows import INTERNAL_KINDS, TEAM, Workflow

router = APIRouter(route_class=PageRoute)


@dataclass(frozen=True, slots=True)
class Draft:
    """A form being edited: its workflow, what was typed, and the errors.

    `theirs` is what others changed since the form was opened.
    """

    workflow: Workflow
    typed: Mapping[str, str]
    errors: Mapping[str, str] = field(default_factory=dict)
    theirs: Sequence[AuditEntry] = ()
    status: int = 200


@router.get("/workflows/new")
def show_new(visit: Editor) -> Response:
    blank = _blank(visit)
    return _show(visit, Draft(blank, fill_form(blank)))


@router.post("/workflows/new")
def create(visit: Editor) -> Response:
    typed = take_typed(visit.form)
    edit, errors = read_edit(typed)
    if errors or visit.form["do"] == "preview":
        return _show(visit, Draft(_blank(visit), typed, errors))
    try:
        made = visit.services.create_workflow(edit, team_id=TEAM, by=visit.by)
    except (InputError, Conflict) as error:
        return _show(visit, _refused(_blank(visit), typed, error))
    return visit.go(f"/workflows/{made.id}", "created")


@router.get("/workflows/{workflow_id:int}/edit")
def show_edit(visit: Editor, workflow_id: WorkflowNumber) -> Response:
    workflow = get_workflow(visit, workflow_id)
    return _show(visit, Draft(workflow, fill_form(workflow)))


@router.post("/workflows/{workflow_id:int}/edit")
def save(visit: Editor, workflow_id: WorkflowNumber) -> Response:
    workflow = get_workflow(visit, workflow_id)
    typed, seen = take_typed(visit.form), parse_number(visit.form["revision"])
    edit, errors = read_edit(typed)
    if errors or visit.form["do"] == "preview":
        return _show(visit, Draft(workflow, typed, errors), seen)
    try:
        visit.services.change_workflow.edit(workflow_id, edit, by=visit.by, expected=seen)
    except Outdated:
        # Each revision has one audit entry.
        audit_log = visit.services.ports.audit_log.list_entries(workflow.subject)
        theirs = [entry for entry in audit_log if entry.seq > seen]
        return _show(visit, Draft(workflow, typed, theirs=theirs, status=409))
    except (InputError, Conflict, NotAllowed) as error:
        return _show(visit, _refused(workflow, typed, error), seen)
    return visit.go(f"/workflows/{workflow_id}", "saved")


def _show(visit: Visit, draft: Draft, revision: int | None = None) -> Response:
    """`revision` is the one that was seen; None after a conflict, which shows the present one."""
    workflow, stored = draft.workflow, fill_form(draft.workflow)
    fires, faults = _preview(visit, draft)
    errors = {**faults, **draft.errors}
    return visit.show(
        "workflow_form.html",
        status=422 if errors and draft.status == 200 else draft.status,
        advanced=ADVANCED,
        workflow=workflow,
        revision=workflow.revision if revision is None else revision,
        typed=draft.typed,
        errors=errors,
        theirs=draft.theirs,
        stored=stored,
        differences=[name for name in FIELDS if stored[name].strip() != draft.typed[name].strip()],
        fires=fires,
        utc_zone=find_zone("UTC"),
        kinds=sorted(set(visit.services.kinds) - INTERNAL_KINDS | {workflow.kind or "log"}),
        queues={name: name for name in (*visit.services.settings.queues, workflow.queue)},
        zones=list_zones(),
    )


def _refused(
    workflow: Workflow, typed: Mapping[str, str], error: InputError | Conflict | NotAllowed
) -> Draft:
    if isinstance(error, NotAllowed):
        return Draft(workflow, typed, {"": str(error)}, status=403)
    if isinstance(error, InputError):
        return Draft(workflow, typed, {find_place(error.field): str(error)}, status=422)
    return Draft(workflow, typed, {"name": str(error)}, status=409)


def _preview(
    visit: Visit, draft: Draft
) -> tuple[Sequence[tuple[datetime, object]], dict[str, str]]:
    """The next fires of the schedule in the form, each with its zone; and its errors."""
    clockwork = {name: draft.typed[name] for name in ("cron_schedule", "timezone")}
    try:
        edited = apply_edit(replace(draft.workflow, paused_at=None), clockwork, visit.now)
        fires = find_fires(edited, find_next(edited, visit.now), FIRES_SHOWN)
        return [(fire, find_zone(edited.timezone)) for fire in fires], {}
    except InputError as error:
        return [], {find_place(error.field): str(error)}


def _blank(visit: Visit) -> Workflow:
    now, zone = visit.now, visit.services.settings.timezone
    return Workflow(id=0, name="", kind="log", timezone=zone, schedule_since=now, created_at=now)


@cache
def list_zones() -> list[str]:
    """The zones on offer; others of the IANA database may be typed."""
    return sorted(zone for zone in available_timezones() if "/" in zone and zone[:4] != "Etc/")


SPANS = ("late_after", "grace", "back_off", "time_limit", "jitter")
COUNTS = ("attempts", "tell_after")
SWITCHES = ("is_api", "retry_interrupted", "notify_urgent")
TEXTS = ("name", "kind", "cron_schedule", "timezone", "overlap", "catch_up", "queue", "notify")
FIELDS = (*TEXTS, "inputs", *SPANS, *COUNTS, *SWITCHES)
ADVANCED = (*SPANS, *COUNTS, "overlap", "catch_up", "queue", "notify")


def fill_form(workflow: Workflow) -> dict[str, str]:
    """The workflow as form fields; empty for a switch that is off."""
    shown = {name: str(getattr(workflow, name) or "") for name in TEXTS}
    shown |= {name: render_span(getattr(workflow, name)) for name in SPANS}
    shown |= {name: str(getattr(workflow, name)) for name in COUNTS}
    shown |= {name: "on" if getattr(workflow, name) else "" for name in SWITCHES}
    return shown | {"inputs": json.dumps(workflow.inputs, indent=2, ensure_ascii=False)}


def take_typed(form: Mapping[str, str]) -> dict[str, str]:
    return {name: form[name].replace("\r\n", "\n") for name in FIELDS}


def read_edit(typed: Mapping[str, str]) -> tuple[dict[str, Any], dict[str, str]]:
    edit: dict[str, Any] = {name: typed[name] for name in TEXTS}
    edit |= {name: bool(typed[name]) for name in SWITCHES}
    errors = {}
    for name, read in _READERS.items():
        try:
            edit[name] = read(typed[name])
        except InputError as error:
            errors[name] = str(error)
    return edit, errors


def read_inputs(text: str) -> Any:
    """The inputs as JSON; an empty field means none."""
    try:
        return json.loads(text) if text.strip() else {}
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        message = (
            f'this is not JSON ({error.msg.lower()} at {place}); write it like {{"message": "Hi"}}'
        )
        raise InputError(message, field="inputs") from error
    except (RecursionError, ValueError) as error:
        raise InputError("this is too deep or too long to read", field="inputs") from error


def _read_count(text: str) -> int:
    if not text.strip().isdecimal() or len(text) > 9:
        raise InputError("write a whole number")
    return int(text)


_READERS: dict[str, Callable[[str], Any]] = {
    "inputs": read_inputs,
    **{name: partial(parse_span, field=name) for name in SPANS},
    **dict.fromkeys(COUNTS, _read_count),
}


def find_place(field: str | None) -> str:
    """The form field that shows an error: `inputs.url` is shown at the inputs."""
    place = (field or "").partition(".")[0]
    return place if place in FIELDS else ""
