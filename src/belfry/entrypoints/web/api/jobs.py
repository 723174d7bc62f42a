"""Jobs over the API: put a row on the board, look at its job, take it off again."""

from __future__ import annotations

from http import HTTPStatus

from fastapi import APIRouter
from fastapi.responses import Response

from belfry.entrypoints.web.api.requests import (
    VERSION,
    ApiRoute,
    Editor,
    JobNumber,
    Reader,
    RequestKey,
)
from belfry.entrypoints.web.api.schemas import (
    JobAnswer,
    JobCells,
    answer,
    answer_nothing,
    refusals,
)
from belfry.entrypoints.web.problems import render_invalid
from belfry.jobs.board.edit_jobs import Refused
from belfry.jobs.board.put_jobs import TakenJob

router = APIRouter(prefix=f"{VERSION}/jobs", tags=["jobs"], route_class=ApiRoute)

_MISSING = HTTPStatus.NOT_FOUND


@router.put(
    "/{number:job}",
    operation_id="putJob",
    summary="Put a job on the board, or change its row",
    response_model=JobAnswer,
    responses={
        201: {"model": JobAnswer, "description": "It was not on the board before"},
        **refusals(_MISSING, HTTPStatus.CONFLICT, body=True),
    },
)
def put_job(
    number: JobNumber, row: JobCells, credentials: Editor, idempotency_key: RequestKey = None
) -> Response:
    caller = credentials.authenticate()
    caller.check_board(number)
    put = caller.services.jobs.put_jobs.put
    return _answer(put(number, row.list_cells(), by=caller.by, request_key=idempotency_key or ""))


def _answer(taken: TakenJob | Refused) -> Response:
    match taken:
        case TakenJob(job, is_new):
            status = HTTPStatus.CREATED if is_new else HTTPStatus.OK
            return answer(JobAnswer.model_validate(job), status)
        case Refused(errors):
            names = {"job_id": "number"}
            return render_invalid([(names.get(name, name), why) for name, why in errors.items()])


@router.get(
    "/{number:job}",
    operation_id="getJob",
    summary="Look at a job",
    response_model=JobAnswer,
    responses=refusals(_MISSING, HTTPStatus.UNPROCESSABLE_ENTITY),
)
def get_job(number: JobNumber, credentials: Reader) -> Response:
    caller = credentials.authenticate()
    caller.check_board(number)
    return answer(JobAnswer.model_validate(caller.services.jobs.put_jobs.get(number)))


@router.delete(
    "/{number:job}",
    operation_id="removeJob",
    summary="Take a job off the board; its history stays",
    status_code=HTTPStatus.NO_CONTENT,
    responses=refusals(_MISSING, HTTPStatus.CONFLICT, HTTPStatus.UNPROCESSABLE_ENTITY),
)
def remove_job(
    number: JobNumber, credentials: Editor, idempotency_key: RequestKey = None
) -> Response:
    caller = credentials.authenticate()
    caller.check_board(number)
    remove = caller.services.jobs.put_jobs.remove
    remove(number, by=caller.by, request_key=idempotency_key or "")
    return answer_nothing(HTTPStatus.NO_CONTENT)
