"""Runs over the API: list, start, replay and backfill them, and take fires from a scheduler."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from http import HTTPStatus
from typing import Annotated, assert_never

from fastapi import APIRouter, Query
from fastapi.responses import Response

from belfry.accounts.keys import Scope
from belfry.entrypoints.web.api.repeats import Remember, Repeatable, make_repeatable
from belfry.entrypoints.web.api.requests import (
    VERSION,
    ApiRoute,
    Caller,
    Editor,
    Invoker,
    Limit,
    Number,
    Reader,
    RequestKey,
    RunCursor,
    RunId,
    Runner,
    cut_page,
    read_run_cursor,
    run_url,
    write_run_cursor,
)
from belfry.entrypoints.web.api.schemas import (
    AcceptedAnswer,
    AttemptAnswer,
    BackfillAnswer,
    Fire,
    RefusedAnswer,
    RunAnswer,
    RunPage,
    RunRequest,
    Stretch,
    WholeRunAnswer,
    answer,
    refusals,
    with_headers,
)
from belfry.kernel.changes import Change
from belfry.kernel.errors import InputError, NotAllowed
from belfry.scheduler.change_runs import Accepted, Refused
from belfry.scheduler.runs import Run, RunStatus
from belfry.scheduler.secrets import list_references
from belfry.scheduler.workflows import Workflow

router = APIRouter(prefix=VERSION, tags=["runs"], route_class=ApiRoute)

Statuses = Annotated[Sequence[RunStatus], Query(description="only runs that are one of these")]

_LOCATED = with_headers(Location="where it is")
_MISSING = HTTPStatus.NOT_FOUND
_INVALID = HTTPStatus.UNPROCESSABLE_ENTITY


@router.get(
    "/runs",
    operation_id="listRuns",
    summary="List the team's runs, the newest first",
    response_model=RunPage,
    responses=refusals(_INVALID),
)
def list_runs(
    credentials: Reader, status: Statuses = (), limit: Limit = 50, cursor: RunCursor = None
) -> Response:
    return _list(credentials.authenticate(), None, status, limit, cursor)


@router.get(
    "/workflows/{workflow_id:number}/runs",
    operation_id="listRunsOfWorkflow",
    summary="List a workflow's runs, the newest first",
    response_model=RunPage,
    responses=refusals(_MISSING, _INVALID),
)
def list_runs_of_workflow(
    workflow_id: Number,
    credentials: Reader,
    status: Statuses = (),
    limit: Limit = 50,
    cursor: RunCursor = None,
) -> Response:
    caller = credentials.authenticate()
    return _list(caller, caller.get_workflow(workflow_id), status, limit, cursor)


@router.get(
    "/runs/{run_id:run}",
    operation_id="getRun",
    summary="Look at a run and its attempts",
    response_model=WholeRunAnswer,
    responses=refusals(_MISSING, _INVALID),
)
def get_run(run_id: RunId, credentials: Reader) -> Response:
    caller = credentials.authenticate()
    run = caller.get_run(run_id)
    attempts = caller.services.ports.runs.list_attempts(run_id)
    shapes = [AttemptAnswer.model_validate(attempt) for attempt in attempts]
    return answer(WholeRunAnswer.model_validate(run).model_copy(update={"attempts": shapes}))


@router.post(
    "/runs/{run_id:run}:replay",
    operation_id="replayRun",
    summary="Queue a run that did not succeed once more",
    status_code=HTTPStatus.ACCEPTED,
    response_model=RunAnswer,
    responses={202: _LOCATED, **refusals(_MISSING, HTTPStatus.CONFLICT, _INVALID)},
)
def replay_run(run_id: RunId, credentials: Runner, idempotency_key: RequestKey = None) -> Response:
    caller = credentials.authenticate()

    def replay(remember: Remember) -> Response:
        run = caller.get_run(run_id)
        also = _also(remember)
        return _answer(caller.services.change_runs.replay(run.id, by=caller.by, also=also))

    return make_repeatable(caller, idempotency_key, "replayRun", run_id).answer(replay)


@router.post(
    "/workflows/{workflow_id:number}:run",
    operation_id="runWorkflow",
    summary="Start a run now, beside the schedule",
    status_code=HTTPStatus.ACCEPTED,
    response_model=RunAnswer,
    responses={202: _LOCATED, **refusals(_MISSING, HTTPStatus.CONFLICT, body=True)},
)
def run_workflow(
    workflow_id: Number,
    credentials: Runner,
    request: RunRequest | None = None,
    idempotency_key: RequestKey = None,
) -> Response:
    caller = credentials.authenticate()
    inputs = request.inputs if request else None

    def start(remember: Remember) -> Response:
        _require_startable(caller.get_workflow(workflow_id))
        if list_references(inputs):  # whoever chooses where a secret is sent can read it
            caller.key.check_scope(Scope.EDIT)
        start_run, also = caller.services.change_runs.start, _also(remember)
        return _answer(start_run(workflow_id, by=caller.by, inputs=inputs, also=also))

    asked = make_repeatable(caller, idempotency_key, "runWorkflow", workflow_id, request)
    return asked.answer(start)


@router.post(
    "/workflows/{workflow_id:number}:backfill",
    operation_id="backfillWorkflow",
    summary="Make runs for the fires of a stretch of the past that have none",
    status_code=HTTPStatus.ACCEPTED,
    response_model=BackfillAnswer,
    responses=refusals(_MISSING, HTTPStatus.CONFLICT, body=True),
)
def backfill_workflow(
    workflow_id: Number,
    stretch: Stretch,
    credentials: Editor,
    idempotency_key: RequestKey = None,
) -> Response:
    caller = credentials.authenticate()
    asked = make_repeatable(caller, idempotency_key, "backfillWorkflow", workflow_id, stretch)
    return asked.answer(partial(_backfill, caller, workflow_id, stretch, asked))


def _backfill(
    caller: Caller, workflow_id: int, stretch: Stretch, asked: Repeatable, remember: Remember
) -> Response:
    """The runs are more than one commit may hold: which they are is decided first, once."""
    change_runs, store = caller.services.change_runs, caller.services.ports.store
    _require_startable(caller.get_workflow(workflow_id))
    runs = change_runs.plan_backfill(
        workflow_id, start=stretch.start, end=stretch.end, by=caller.by
    )

    def plan(remember_plan: Remember) -> Response:
        planned = answer(BackfillAnswer(run_ids=[run.id for run in runs]), HTTPStatus.ACCEPTED)
        store.commit(remember_plan(planned))
        return planned

    planned = asked.before().answer(plan)
    run_ids = set(json.loads(bytes(planned.body))["run_ids"])
    change_runs.make([run for run in runs if run.id in run_ids])
    store.commit(remember(planned))
    return planned


def _require_startable(workflow: Workflow) -> None:
    if not workflow.is_api:
        raise NotAllowed(f"workflow {workflow.id} may not be started through the API")


def _list(
    caller: Caller,
    workflow: Workflow | None,
    statuses: Sequence[RunStatus],
    limit: int,
    cursor: str | None,
) -> Response:
    rows = caller.services.ports.runs.list_newest(
        team_id=caller.team_id,
        workflow_id=workflow.id if workflow else None,
        statuses=statuses,
        before=read_run_cursor(cursor),
        limit=limit + 1,
    )
    page, after = cut_page(rows, limit, write_run_cursor)
    items = [RunAnswer.model_validate(run) for run in page]
    return answer(RunPage(items=items, next_cursor=after))


def _also(remember: Remember) -> Callable[[Run], Sequence[Change]]:
    return lambda run: remember(_answer(run))


def _answer(run: Run) -> Response:
    location = {"Location": run_url(run.id)}
    return answer(RunAnswer.model_validate(run), HTTPStatus.ACCEPTED, location)


cron_router = APIRouter(prefix=f"{VERSION}/cron", tags=["cron"], route_class=ApiRoute)


@cron_router.post(
    "/workflows/{workflow_id:number}:invoke",
    operation_id="invokeWorkflow",
    summary="Hand in a fire",
    status_code=HTTPStatus.ACCEPTED,
    response_model=AcceptedAnswer,
    response_description="A run was made for it",
    responses={
        200: {"model": RefusedAnswer, "description": "No run, for the reason given"},
        **refusals(HTTPStatus.NOT_FOUND, body=True),
    },
)
def invoke_workflow(workflow_id: Number, fire: Fire, credentials: Invoker) -> Response:
    """Why there is no run: `duplicate`, `skipped`, `stale`, `late`, `paused` or `archived`.

    None of them is worth a retry.
    """
    caller = credentials.authenticate()
    if fire.workflow_id not in (None, workflow_id):
        expected = f"found {fire.workflow_id}; the address names workflow {workflow_id}"
        raise InputError(expected, field="workflow_id")
    outcome = caller.services.invoke_workflow(
        workflow_id, fire.scheduled_time, may_reach=caller.key.may_reach, by=caller.by
    )
    match outcome:
        case Accepted(run_id):
            return answer(AcceptedAnswer(run_id=run_id), HTTPStatus.ACCEPTED)
        case Refused(reason):
            return answer(RefusedAnswer(reason=reason))
        case _:
            assert_never(outcome)
