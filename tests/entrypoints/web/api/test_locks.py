"""Every kind x team x scope x route of the API: who gets in, and who does not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
from fastapi.routing import APIRoute
from fastapi.testclient import TestClient
from httpx import Response
from tests.apps import App, memory_app
from tests.architecture.sources import ROOT
from tests.entrypoints.web.api.apis import PROBLEM, Api, make_key
from tools.write_security_page import PAGE, render_page

from belfry.accounts.keys import SCOPES, Scope, Service
from belfry.entrypoints.web.api.app import create_api
from belfry.entrypoints.web.api.requests import ApiRoute
from belfry.entrypoints.web.app import create_app
from belfry.kernel.changes import Append, Put
from belfry.scheduler.runs import Cause, Run, RunStatus, manual_key
from belfry.scheduler.workflows import INTERNAL_KINDS, Workflow

# What each route needs, written down here once more: the routes are held to it.
NEEDS = {
    "listWorkflows": Scope.READ,
    "getWorkflow": Scope.READ,
    "listRuns": Scope.READ,
    "listRunsOfWorkflow": Scope.READ,
    "getRun": Scope.READ,
    "listKeys": Scope.READ,
    "getJob": Scope.READ,
    "runWorkflow": Scope.RUN,
    "replayRun": Scope.RUN,
    "pauseWorkflow": Scope.RUN,
    "resumeWorkflow": Scope.RUN,
    "createWorkflow": Scope.EDIT,
    "editWorkflow": Scope.EDIT,
    "archiveWorkflow": Scope.EDIT,
    "deleteWorkflow": Scope.EDIT,
    "backfillWorkflow": Scope.EDIT,
    "putJob": Scope.EDIT,
    "removeJob": Scope.EDIT,
    "createKey": Scope.ADMIN,
    "revokeKey": Scope.ADMIN,
    "invokeWorkflow": Scope.INVOKE,
}
LADDER = [Scope.READ, Scope.RUN, Scope.EDIT, Scope.ADMIN]
MAKES_RUNS = ("runWorkflow", "replayRun", "backfillWorkflow", "invokeWorkflow")
REMOVES = ("archiveWorkflow", "deleteWorkflow")
INPUTS = {"http": {"url": "https://till.example.com/ping"}}
NOON_BODY = {"start": "2026-11-16T12:00:00Z", "end": "2026-11-16T12:00:00Z"}


@dataclass(frozen=True)
class Target:
    """A workflow of some kind and team, and one of its runs, which failed with a secret word."""

    workflow: Workflow
    run: Run

    @property
    def is_internal(self) -> bool:
        return self.workflow.kind in INTERNAL_KINDS


@dataclass(frozen=True)
class Key:
    scope: Scope
    team_id: int


def open_locked() -> Api:
    app = memory_app()
    app.services.ensure_builtins(timezone="UTC", wishes={})
    return Api(app, TestClient(create_app(app.services)), None)


def make_target(app: App, kind: str, team_id: int) -> Target:
    """The built-in of team 1; for another team one that a version before let it make."""
    workflow = app.services.ports.workflows.find_by_name(team_id, kind)
    if workflow is None:
        edit = {"name": kind, "kind": kind, "inputs": INPUTS.get(kind, {})}
        edit["cron_schedule"] = "* * * * *"
        workflow = app.services.create_workflow.create(edit, team_id=team_id, by="test")
    now = app.clock.now()
    run = Run(
        id=manual_key(workflow.id, app.ports.numbers.next("run")),
        workflow_id=workflow.id,
        team_id=team_id,
        cause=Cause.MANUAL,
        status=RunStatus.PARKED,
        scheduled_for=now,
        due_at=now,
        created_at=now,
        error=f"only for team {team_id}",
    )
    app.ports.store.commit([Append(run)])
    return Target(workflow, run)


def list_calls(target: Target) -> Iterator[tuple[str, str, str, Any]]:
    """Each route that names a kind, a workflow or a run; those that remove it come last."""
    path, run = f"/workflows/{target.workflow.id}", f"/runs/{target.run.id}"
    kind = target.workflow.kind
    new = {"name": "New", "kind": kind, "inputs": INPUTS.get(kind, {})}
    yield "getWorkflow", "GET", path, None
    yield "listRunsOfWorkflow", "GET", f"{path}/runs", None
    yield "getRun", "GET", run, None
    yield "createWorkflow", "POST", "/workflows", new
    yield "editWorkflow", "PATCH", path, {"name": "Other name"}
    yield "editWorkflow", "PATCH", path, {"inputs": {"message": "x"}}
    yield "pauseWorkflow", "POST", f"{path}:pause", {"note": "x"}
    yield "resumeWorkflow", "POST", f"{path}:resume", None
    yield "runWorkflow", "POST", f"{path}:run", None
    yield "replayRun", "POST", f"{run}:replay", None
    yield "backfillWorkflow", "POST", f"{path}:backfill", NOON_BODY
    yield "editWorkflow", "PATCH", path, {"cron_schedule": "0 5 * * *"}
    invoke = f"/cron{path}:invoke"
    yield "invokeWorkflow", "POST", invoke, {"scheduled_time": "2026-11-16T12:00:00Z"}
    yield "archiveWorkflow", "POST", f"{path}:archive", None
    yield "deleteWorkflow", "DELETE", path, None


def expect_status(key: Key, target: Target, operation: str, body: Any) -> int | None:
    """The refusal that is due, or None if the call goes through to the workflow."""
    may = LADDER[: LADDER.index(key.scope) + 1] if key.scope in LADDER else [key.scope]
    if NEEDS[operation] not in may:
        return 403
    if operation == "createWorkflow":
        return 403 if target.is_internal else None
    if key.team_id != target.workflow.team_id:
        return 404
    if not target.is_internal:
        return None
    if target.workflow.team_id != 1:
        return 403 if operation in MAKES_RUNS else None
    is_closed = operation in REMOVES or (
        operation == "editWorkflow" and "cron_schedule" not in body
    )
    return 403 if is_closed else None


def find_fault(key: Key, target: Target, operation: str, body: Any, answer: Response) -> str:
    wanted = expect_status(key, target, operation, body)
    is_right = answer.status_code == wanted if wanted else answer.status_code not in (401, 403, 404)
    is_problem = not wanted or answer.headers["Content-Type"] == PROBLEM
    names_scope = NEEDS[operation] in answer.text if wanted == 403 else True
    leaks = key.team_id != target.workflow.team_id and str(target.run.error) in answer.text
    if is_right and is_problem and not leaks and (names_scope or target.is_internal):
        return ""
    return f"expected {wanted}, got {answer.status_code}: {answer.text[:100]}"


@pytest.mark.parametrize(
    ("service", "scope"), [(service, scope) for service in SCOPES for scope in SCOPES[service]]
)
@pytest.mark.parametrize("team_id", [1, 2])
def test_every_kind_and_route_is_open_or_closed_to_every_team_and_scope(
    service: Service, scope: Scope, team_id: int
) -> None:
    api, key = open_locked(), Key(scope, team_id)
    caller = api.with_key(make_key(api.app, service, team_id, scope))
    kinds = sorted({"log", "http"} | INTERNAL_KINDS)
    faults = []
    for target in [make_target(api.app, kind, team) for kind in kinds for team in (1, 2)]:
        for operation, method, path, body in list_calls(target):
            answer = caller.send(method, path, json=body, headers={})
            if operation == "createWorkflow" and answer.status_code == 201:
                api.app.services.change_workflow.delete(answer.json()["id"], by="test")
            fault = find_fault(key, target, operation, body, answer)
            if fault:
                faults.append(f"{method} {path} ({target.workflow.kind}): {fault}")
    assert faults == []


def test_every_route_needs_the_scope_that_is_written_down_here() -> None:
    routes = create_api(memory_app().services).routes
    operations = [route for route in routes if isinstance(route, APIRoute) and route.operation_id]
    assert all(isinstance(route, ApiRoute) for route in operations)
    needs = {r.operation_id: r.scope for r in operations if isinstance(r, ApiRoute)}
    assert needs == NEEDS


@pytest.mark.parametrize("scope", LADDER)
def test_lists_hold_the_teams_own_alone(scope: Scope) -> None:
    api = open_locked()
    for kind in ("log", "tick"):
        make_target(api.app, kind, 1)
    theirs = api.of_team(2, scope)
    for path in ("/workflows", "/runs"):
        assert theirs.get(path).json()["items"] == []
    assert {key["team_id"] for key in theirs.get("/keys").json()["items"]} == {2}


def test_refusal_names_the_scope_that_is_needed_before_what_is_wrong_with_the_body() -> None:
    reader = open_locked().of_team(1, Scope.READ)
    for body in ({"name": "x", "kind": "log"}, {"cron": "nonsense"}):
        answer = reader.post("/workflows", body)
        assert (answer.status_code, answer.headers["Content-Type"]) == (403, PROBLEM)
        assert answer.json()["detail"] == (
            "this needs a key of the service api with the scope edit; this key has the scope read"
        )


def test_pausing_a_built_in_workflow_warns() -> None:
    api = open_locked().of_team(1, Scope.RUN)
    relay = api.app.services.ports.workflows.find_by_name(1, "relay")
    assert relay is not None
    answer = api.post(f"/workflows/{relay.id}:pause").json()
    assert answer["warning"] == (
        "relay is built in: it delivers outbox events to their listeners, "
        "and while it is paused nothing does"
    )
    assert api.post(f"/workflows/{relay.id}:resume").json()["warning"] == ""


def test_people_may_choose_who_hears_of_a_built_in_workflow() -> None:
    api = open_locked().of_team(1)
    tick = api.app.services.ports.workflows.find_by_name(1, "tick")
    assert tick is not None
    answer = api.patch(f"/workflows/{tick.id}", {"tell_after": 1, "notify_urgent": True})
    assert (answer.status_code, answer.json()["tell_after"]) == (200, 1)


def test_built_in_workflow_keeps_a_schedule() -> None:
    api = open_locked().of_team(1)
    tick = api.app.services.ports.workflows.find_by_name(1, "tick")
    assert tick is not None
    answer = api.patch(f"/workflows/{tick.id}", {"cron_schedule": None})
    assert (answer.status_code, "pause it instead" in answer.text) == (403, True)


def test_run_of_an_internal_kind_for_another_team_fails_without_a_second_try() -> None:
    app = memory_app()
    run = make_target(app, "tick", 2).run
    app.ports.store.commit([Put(replace(run, revision=1, status=RunStatus.QUEUED))])
    app.go(minutes=5)
    failed = app.ports.store.find(Run, run.id)
    assert failed is not None
    assert (failed.status, failed.attempt) == (RunStatus.PARKED, 1)
    assert failed.error == "tick is a kind of Belfry's own and runs for no other team"


def test_page_of_who_may_do_what_is_current() -> None:
    page = (ROOT / PAGE).read_text(encoding="utf-8")
    assert page == render_page(), "run tools/write_security_page.py"
