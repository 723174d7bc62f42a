"""Making a workflow and changing it: the form, its errors, and somebody else's change meanwhile."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING
from zoneinfo import available_timezones

from fastapi import APIRouter, Response

from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.scheduler import workflow_form
from belfry.entrypoints.web.pages.scheduler.workflow_form import (
    fill_form,
    find_place,
    read_edit,
    take_typed,
)
from belfry.entrypoints.web.pages.scheduler.workflow_list import find_fires, find_number
from belfry.entrypoints.web.pages.scheduler.workflow_page import (
    FIRES_SHOWN,
    WorkflowNumber,
    get_workflow,
)
from belfry.entrypoints.web.pages.today import OWN_KINDS
from belfry.entrypoints.web.pages.visits import Editor, Visit
from belfry.entrypoints.web.pages.who import WhoIsWho
from belfry.kernel.cron import find_zone
from belfry.kernel.errors import Conflict, InputError, Outdated
from belfry.scheduler.change_workflows import apply_edit
from belfry.scheduler.triggers import find_next
from belfry.scheduler.workflows import Workflow

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from belfry.kernel.audit import AuditEntry

router = APIRouter(route_class=PageRoute)

TEAM = 1


@dataclass(frozen=True, slots=True)
class Draft:
    """A form on its way: the workflow it began from, what was typed, and what is wrong with it.

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
    if errors or visit.form.get("do") == "preview":
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
    typed, seen = take_typed(visit.form), find_number(visit.form.get("revision", ""))
    edit, errors = read_edit(typed)
    if errors or visit.form.get("do") == "preview":
        return _show(visit, Draft(workflow, typed, errors), seen)
    try:
        visit.services.change_workflow.edit(workflow_id, edit, by=visit.by, expected=seen)
    except Outdated:
        theirs = _find_changes(visit, workflow, seen)
        return _show(visit, Draft(workflow, typed, theirs=theirs, status=409))
    except (InputError, Conflict) as error:
        return _show(visit, _refused(workflow, typed, error), seen)
    return visit.go(f"/workflows/{workflow_id}", "saved")


def _show(visit: Visit, draft: Draft, revision: int | None = None) -> Response:
    """`revision` is the one the person has seen; after a conflict they see the present one."""
    workflow = draft.workflow
    fires, faults = _preview(visit, draft)
    errors = {**faults, **draft.errors}
    return visit.show(
        "workflow_form.html",
        status=422 if errors and draft.status == 200 else draft.status,
        form=workflow_form,
        workflow=workflow,
        revision=workflow.revision if revision is None else revision,
        typed=draft.typed,
        errors=errors,
        theirs=draft.theirs,
        differences=_find_differences(workflow, draft) if draft.theirs else [],
        fires=fires,
        utc_zone=find_zone("UTC"),
        who=WhoIsWho(visit.services),
        kinds=sorted(set(visit.services.kinds) - OWN_KINDS | {workflow.kind or "log"}),
        zones=list_zones(),
    )


def _refused(workflow: Workflow, typed: Mapping[str, str], error: InputError | Conflict) -> Draft:
    if isinstance(error, InputError):
        return Draft(workflow, typed, {find_place(error.field): str(error)}, status=422)
    return Draft(workflow, typed, {"name": str(error)}, status=409)


def _preview(
    visit: Visit, draft: Draft
) -> tuple[Sequence[tuple[datetime, object]], dict[str, str]]:
    """The next fires as the schedule stands in the form, each with the zone to show it in."""
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


def _find_changes(visit: Visit, workflow: Workflow, seen: int) -> Sequence[AuditEntry]:
    """Each stored revision has its entry: those after the one that was seen are news."""
    audit_log = visit.services.ports.audit_log.list_entries(workflow.subject)
    return [entry for entry in audit_log if entry.seq > seen]


def _find_differences(workflow: Workflow, draft: Draft) -> list[tuple[str, str, str]]:
    """Each field that would change on saving: its name, what is stored, what was typed."""
    stored = fill_form(workflow)
    return [
        (workflow_form.LABELS[name], stored[name], draft.typed[name])
        for name in workflow_form.FIELDS
        if stored[name].strip() != draft.typed[name].strip()
    ]


@cache
def list_zones() -> list[str]:
    """The zones that are offered; others of the IANA database may be typed."""
    return sorted(zone for zone in available_timezones() if "/" in zone and zone[:4] != "Etc/")
