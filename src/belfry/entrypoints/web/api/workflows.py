"""Workflows over the API: create, read, change, archive and delete them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Header, Query
from fastapi.responses import Response

from belfry.entrypoints.web.api.repeats import Remember, make_repeatable
from belfry.entrypoints.web.api.requests import (
    VERSION,
    ApiRoute,
    Caller,
    Editor,
    Limit,
    Number,
    Reader,
    RequestKey,
    Runner,
    WorkflowCursor,
    cut_page,
    read_workflow_cursor,
    workflow_url,
    write_workflow_cursor,
)
from belfry.entrypoints.web.api.schemas import (
    NewWorkflow,
    Pause,
    WorkflowAnswer,
    WorkflowEdit,
    WorkflowPage,
    answer,
    answer_nothing,
    refusals,
    with_headers,
)
from belfry.kernel.errors import Outdated
from belfry.scheduler.workflows import Workflow

router = APIRouter(prefix=f"{VERSION}/workflows", tags=["workflows"], route_class=ApiRoute)

IfMatch = Annotated[
    str | None, Header(description='do it only at this revision, as in `"3"`', examples=['"3"'])
]


IfNoneMatch = Annotated[
    str | None, Header(description="answer 304 if this revision is still the present one")
]


_TAGGED = with_headers(ETag="the revision, quoted")
_MISSING = HTTPStatus.NOT_FOUND
_CHANGED = (HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT, HTTPStatus.PRECONDITION_FAILED)


@router.post(
    "",
    operation_id="createWorkflow",
    summary="Make a workflow",
    status_code=HTTPStatus.CREATED,
    response_model=WorkflowAnswer,
    responses={
        201: with_headers(ETag="the revision, quoted", Location="where it is"),
        **refusals(HTTPStatus.CONFLICT, body=True),
    },
)
def create_workflow(
    new: NewWorkflow, credentials: Editor, idempotency_key: RequestKey = None
) -> Response:
    caller = credentials.authenticate()

    def create(remember: Remember) -> Response:
        made = caller.services.create_workflow(
            new.to_edit(),
            team_id=caller.team_id,
            by=caller.by,
            also=lambda workflow, next_at: remember(_answer_created(workflow, next_at)),
        )
        return _answer_created(made, _find_next(caller, [made]).get(made.id))

    return make_repeatable(caller, idempotency_key, "createWorkflow", new).answer(create)


def _answer_created(workflow: Workflow, next_at: datetime | None) -> Response:
    headers = {"ETag": render_etag(workflow), "Location": workflow_url(workflow.id)}
    return answer(_shape(workflow, next_at), HTTPStatus.CREATED, headers)


@router.get(
    "",
    operation_id="listWorkflows",
    summary="List the team's workflows, the oldest first",
    response_model=WorkflowPage,
    responses=refusals(HTTPStatus.UNPROCESSABLE_ENTITY),
)
def list_workflows(
    credentials: Reader,
    limit: Limit = 50,
    cursor: WorkflowCursor = None,
    archived: Annotated[bool, Query(description="archived ones as well")] = False,
) -> Response:
    caller = credentials.authenticate()
    rows = caller.services.ports.workflows.list(
        team_id=caller.team_id,
        after=read_workflow_cursor(cursor),
        limit=limit + 1,
        archived=archived,
    )
    page, after = cut_page(rows, limit, lambda last: write_workflow_cursor(last.id))
    next_at = _find_next(caller, page)
    items = [_shape(workflow, next_at.get(workflow.id)) for workflow in page]
    return answer(WorkflowPage(items=items, next_cursor=after))


@router.get(
    "/{workflow_id:number}",
    operation_id="getWorkflow",
    summary="Look at a workflow",
    response_model=WorkflowAnswer,
    responses={
        200: _TAGGED,
        304: {"description": "It is still at the revision in If-None-Match", **_TAGGED},
        **refusals(_MISSING, HTTPStatus.UNPROCESSABLE_ENTITY),
    },
)
def get_workflow(
    workflow_id: Number, credentials: Reader, if_none_match: IfNoneMatch = None
) -> Response:
    caller = credentials.authenticate()
    workflow = caller.get_workflow(workflow_id)
    if is_known(workflow, if_none_match):
        return answer_nothing(HTTPStatus.NOT_MODIFIED, {"ETag": render_etag(workflow)})
    return _answer(caller, workflow)


@router.patch(
    "/{workflow_id:number}",
    operation_id="editWorkflow",
    summary="Change what is given, and leave the rest",
    response_model=WorkflowAnswer,
    responses={200: _TAGGED, **refusals(*_CHANGED, body=True)},
)
def edit_workflow(
    workflow_id: Number, edit: WorkflowEdit, credentials: Editor, if_match: IfMatch = None
) -> Response:
    caller = credentials.authenticate()
    expected = find_expected(caller.get_workflow(workflow_id), if_match)
    change = caller.services.change_workflow
    edited = change.edit(workflow_id, edit.to_edit(), by=caller.by, expected=expected)
    return _answer(caller, edited)


@router.post(
    "/{workflow_id:number}:archive",
    operation_id="archiveWorkflow",
    summary="Put a workflow away, with its history",
    response_model=WorkflowAnswer,
    responses={200: _TAGGED, **refusals(*_CHANGED, HTTPStatus.UNPROCESSABLE_ENTITY)},
)
def archive_workflow(
    workflow_id: Number, credentials: Editor, if_match: IfMatch = None
) -> Response:
    caller = credentials.authenticate()
    expected = find_expected(caller.get_workflow(workflow_id), if_match)
    change = caller.services.change_workflow
    return _answer(caller, change.archive(workflow_id, by=caller.by, expected=expected))


@router.post(
    "/{workflow_id:number}:pause",
    operation_id="pauseWorkflow",
    summary="Pause its schedule",
    response_model=WorkflowAnswer,
    responses={200: _TAGGED, **refusals(*_CHANGED, body=True)},
)
def pause_workflow(
    workflow_id: Number,
    credentials: Runner,
    pause: Pause | None = None,
    if_match: IfMatch = None,
) -> Response:
    caller = credentials.authenticate()
    expected = find_expected(caller.get_workflow(workflow_id), if_match)
    note = pause.note if pause else ""
    change = caller.services.change_workflow
    return _answer(caller, change.pause(workflow_id, note=note, by=caller.by, expected=expected))


@router.post(
    "/{workflow_id:number}:resume",
    operation_id="resumeWorkflow",
    summary="Resume its schedule, from now on",
    response_model=WorkflowAnswer,
    responses={200: _TAGGED, **refusals(*_CHANGED, HTTPStatus.UNPROCESSABLE_ENTITY)},
)
def resume_workflow(workflow_id: Number, credentials: Runner, if_match: IfMatch = None) -> Response:
    caller = credentials.authenticate()
    expected = find_expected(caller.get_workflow(workflow_id), if_match)
    change = caller.services.change_workflow
    return _answer(caller, change.resume(workflow_id, by=caller.by, expected=expected))


@router.delete(
    "/{workflow_id:number}",
    operation_id="deleteWorkflow",
    summary="Delete a workflow; its runs stay",
    status_code=HTTPStatus.NO_CONTENT,
    responses=refusals(*_CHANGED, HTTPStatus.UNPROCESSABLE_ENTITY),
)
def delete_workflow(workflow_id: Number, credentials: Editor, if_match: IfMatch = None) -> Response:
    caller = credentials.authenticate()
    expected = find_expected(caller.get_workflow(workflow_id), if_match)
    caller.services.change_workflow.delete(workflow_id, by=caller.by, expected=expected)
    return answer_nothing(HTTPStatus.NO_CONTENT)


def _answer(caller: Caller, workflow: Workflow) -> Response:
    next_at = _find_next(caller, [workflow]).get(workflow.id)
    return answer(_shape(workflow, next_at), headers={"ETag": render_etag(workflow)})


def _find_next(caller: Caller, workflows: Sequence[Workflow]) -> Mapping[int, datetime]:
    return caller.services.ports.triggers.find_next([workflow.id for workflow in workflows])


def _shape(workflow: Workflow, next_at: datetime | None) -> WorkflowAnswer:
    warning = workflow.pause_warning if workflow.paused_at else ""
    update = {"next_fire_at": next_at, "warning": warning}
    return WorkflowAnswer.model_validate(workflow).model_copy(update=update)


_TAG = re.compile(r'(W/)?("[\x21\x23-\x7e\x80-\xff]*")')
_TAGS = re.compile(rf"{_TAG.pattern}([ \t]*,[ \t]*{_TAG.pattern})*")


def render_etag(workflow: Workflow) -> str:
    return f'"{workflow.revision}"'


def find_expected(workflow: Workflow, if_match: str | None) -> int | None:
    """The revision a change must meet, None for any; Outdated if the caller saw another."""
    if if_match is None or if_match.strip() == "*":
        return None
    present = render_etag(workflow)
    if present not in [tag for weak, tag in parse_tags(if_match) if not weak]:
        raise Outdated(f"the present entity tag is {present}")
    return workflow.revision


def is_known(workflow: Workflow, if_none_match: str | None) -> bool:
    """Whether the caller has this revision already; for reading, a weak tag is enough."""
    if if_none_match is None:
        return False
    tags = [tag for _, tag in parse_tags(if_none_match)]
    return if_none_match.strip() == "*" or render_etag(workflow) in tags


def parse_tags(header: str) -> list[tuple[str, str]]:
    """The tags, each with its weakness mark; none if the header is malformed."""
    return _TAG.findall(header) if _TAGS.fullmatch(header.strip()) else []
