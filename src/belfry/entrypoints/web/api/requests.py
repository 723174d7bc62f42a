"""How the API reads a request: its address, its key and its body, and where a list goes on."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from typing import Annotated, Any, NoReturn, TypeVar

from fastapi import Header, HTTPException, Path, Query, Request, Security
from fastapi.concurrency import run_in_threadpool
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.models import APIKey
from fastapi.responses import Response
from fastapi.routing import APIRoute
from fastapi.security.base import SecurityBase
from starlette.convertors import IntegerConvertor, StringConvertor, register_url_convertor

from belfry.accounts.keys import IDEMPOTENCY_KEY, ApiKey, Scope, Service
from belfry.bootstrap import Services
from belfry.entrypoints.web.statuses import KeyRefused
from belfry.jobs.board.moves import LONGEST_ID
from belfry.kernel.errors import NotAllowed, NotFound
from belfry.scheduler.runs import Run
from belfry.scheduler.workflows import TEAM, Workflow

T = TypeVar("T")
Owned = TypeVar("Owned", Workflow, Run, ApiKey)

ROOT = "/api"
VERSION = "/v1"
MOST_NUMBER = 2**31 - 1
LONGEST_REQUEST_KEY = 255
RUN_PATTERN = r"[0-9]{1,10}-(?:m[0-9]{1,10}|[0-9]{8}T[0-9]{4}Z)"


class NumberConvertor(IntegerConvertor):
    """At most ten digits; anything else is no address."""

    regex = "[1-9][0-9]{0,9}"


class RunConvertor(StringConvertor):
    regex = RUN_PATTERN


class JobConvertor(StringConvertor):
    """Anything at all: a job's number may have a slash in it."""

    regex = "(?s:.+)"


register_url_convertor("job", JobConvertor())
register_url_convertor("number", NumberConvertor())
register_url_convertor("run", RunConvertor())

Number = Annotated[int, Path(ge=1, le=MOST_NUMBER)]
RunId = Annotated[str, Path(pattern=f"^{RUN_PATTERN}$", examples=["7-20261116T0900Z"])]
JobNumber = Annotated[str, Path(min_length=1, max_length=LONGEST_ID, examples=["J-2042"])]
RequestKey = Annotated[
    str | None,
    Header(
        alias=IDEMPOTENCY_KEY,
        min_length=1,
        max_length=LONGEST_REQUEST_KEY,
        description="a name of this request: sent again within 7 days, it changes nothing more",
    ),
]
Limit = Annotated[int, Query(ge=1, le=200, description="how many are given at once")]


def workflow_url(workflow_id: int) -> str:
    return f"{ROOT}{VERSION}/workflows/{workflow_id}"


def run_url(run_id: str) -> str:
    return f"{ROOT}{VERSION}/runs/{run_id}"


# Cursors: every text of the right shape is a place in the list, so none has to be trusted.
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_ABOUT_CURSOR = "`next_cursor` of the page before"

WorkflowCursor = Annotated[
    str | None, Query(pattern="^w[0-7][0-9a-f]{7}$", description=_ABOUT_CURSOR)
]
RunCursor = Annotated[
    str | None, Query(pattern=f"^r[0-9a-f]{{13}}[.]{RUN_PATTERN}$", description=_ABOUT_CURSOR)
]


def write_workflow_cursor(workflow_id: int) -> str:
    return f"w{workflow_id:08x}"


def read_workflow_cursor(cursor: str | None) -> int:
    return int(cursor[1:], 16) if cursor else 0


def write_run_cursor(run: Run) -> str:
    microseconds = (run.scheduled_for - _EPOCH) // timedelta(microseconds=1)
    return f"r{microseconds:013x}.{run.id}"


def read_run_cursor(cursor: str | None) -> tuple[datetime, str] | None:
    if cursor is None:
        return None
    microseconds, _, run_id = cursor[1:].partition(".")
    return _EPOCH + timedelta(microseconds=int(microseconds, 16)), run_id


def cut_page(
    rows: Sequence[T], limit: int, write_cursor: Callable[[T], str]
) -> tuple[Sequence[T], str | None]:
    """The page, and its cursor if there are more than `limit` rows."""
    page = rows[:limit]
    return page, write_cursor(page[-1]) if len(rows) > limit else None


HEADER = "X-API-Key"


@dataclass(frozen=True, slots=True)
class Caller:
    """The holder of a valid key; records of other teams are not found."""

    services: Services
    key: ApiKey

    @property
    def team_id(self) -> int:
        if self.key.team_id is None:
            raise NotAllowed("this key belongs to no team")
        return self.key.team_id

    @property
    def by(self) -> str:
        return self.key.subject

    def get_workflow(self, workflow_id: int) -> Workflow:
        workflow = self.services.ports.workflows.find(workflow_id)
        return self._check_team(workflow, f"workflow {workflow_id}")

    def get_run(self, run_id: str) -> Run:
        return self._check_team(self.services.ports.store.find(Run, run_id), f"run {run_id}")

    def get_key(self, key_id: int) -> ApiKey:
        return self._check_team(self.services.ports.keys.find(key_id), f"key {key_id}")

    def check_board(self, number: str) -> None:
        """The rooms are the first team's: for any other there is no such job."""
        if self.team_id != TEAM:
            raise NotFound(f"there is no job {number!r}")

    def _check_team(self, record: Owned | None, name: str) -> Owned:
        if record is None or not self.key.may_reach(record.team_id):
            raise NotFound(f"there is no {name}")
        return record


@dataclass(frozen=True, slots=True)
class Credentials:
    """A key as it was sent.

    The route checks it in its own thread: a thread for the key alone would cost a fifth of an
    invoke.
    """

    services: Services
    scope: Scope
    key: str | None

    def authenticate(self) -> Caller:
        """KeyRefused for no key or a bad one, NotAllowed for one without the scope."""
        key = get_key(self.services, self.key)
        key.check_scope(self.scope)
        return Caller(self.services, key)


class KeyHeader(SecurityBase):
    """Reads a key from its header, and describes in the OpenAPI what it needs."""

    def __init__(self, scope: Scope) -> None:
        service = Service.SCHEDULER if scope is Scope.INVOKE else Service.API
        description = f"a key of the service `{service}`, for its own team's records"
        model = {"in": "header", "name": HEADER, "description": description}
        self.model = APIKey.model_validate(model)
        self.scheme_name = f"{service}-key"
        self.scope = scope

    async def __call__(self, request: Request) -> Credentials:
        return Credentials(request.app.state.services, self.scope, request.headers.get(HEADER))


def _need(scope: Scope) -> Any:
    return Security(KeyHeader(scope), scopes=[scope.value])


Invoker = Annotated[Credentials, _need(Scope.INVOKE)]
Reader = Annotated[Credentials, _need(Scope.READ)]
Runner = Annotated[Credentials, _need(Scope.RUN)]
Editor = Annotated[Credentials, _need(Scope.EDIT)]
Admin = Annotated[Credentials, _need(Scope.ADMIN)]


def get_key(services: Services, key: str | None) -> ApiKey:
    """The key that was sent; whatever is wrong with it, the answer is the same."""
    if key is None:
        raise KeyRefused(f"show an API key in the header {HEADER}")
    try:
        return services.accounts.keys.authenticate(key)
    except NotAllowed as error:
        raise KeyRefused(str(error)) from error


class ApiRoute(APIRoute):
    """Bodies are strict JSON, and every query parameter is known.

    Only callers who may are told what is wrong with theirs.
    """

    @property
    def scope(self) -> Scope:
        """The scope that a key needs here."""
        headers = [dependency.call for dependency in self.dependant.dependencies]
        return next(header.scope for header in headers if isinstance(header, KeyHeader))

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()
        known = [parameter.alias for parameter in self.dependant.query_params]

        async def handle_strictly(request: Request) -> Response:
            try:
                _refuse_unknown(request, known)
                return await handle(JsonRequest(request.scope, request.receive))
            except (HTTPException, RequestValidationError):
                services, key = request.app.state.services, request.headers.get(HEADER)
                credentials = Credentials(services, self.scope, key)
                await run_in_threadpool(credentials.authenticate)
                raise

        return handle_strictly


def _refuse_unknown(request: Request, known: Sequence[str]) -> None:
    unknown = sorted(request.query_params.keys() - set(known))
    if not unknown:
        return
    expected = f"expected one of {', '.join(known)}" if known else "none is expected here"
    message = f"no such parameter; {expected}"
    raise RequestValidationError([{"loc": ("query", name), "msg": message} for name in unknown])


class JsonRequest(Request):
    """A request whose body is JSON as the standard has it, without NaN and Infinity."""

    async def body(self) -> bytes:
        body = await super().body()
        kind = self.headers.get("content-type", "").partition(";")[0].strip().lower()
        if body and not re.fullmatch(r"application/(?:.*[+])?json", kind):
            wanted = "send the body as application/json"
            raise HTTPException(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, wanted)
        return body

    async def json(self) -> Any:
        try:
            return json.loads(await super().body(), parse_constant=_refuse)
        except (ValueError, RecursionError) as error:
            # FastAPI passes on no error but its own.
            raise HTTPException(
                HTTPStatus.UNPROCESSABLE_ENTITY, "expected a body of JSON"
            ) from error


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")
