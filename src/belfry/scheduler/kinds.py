"""What a workflow can do: the contract of a kind, and the plainest one."""

from __future__ import annotations

import json
import re
from codecs import getincrementaldecoder
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from difflib import get_close_matches
from http import HTTPStatus
from typing import Any, Protocol

from belfry.kernel.errors import InputError, Permanent, Temporary
from belfry.kernel.http_headers import METHODS, find_header_fault, find_retry_after
from belfry.kernel.urls import parse_url
from belfry.ports.web import Web, WebAnswer, WebRequest
from belfry.scheduler.credentials import CUT


@dataclass(frozen=True, slots=True)
class RunContext:
    """What a kind may know about the run it is part of; `run_id` is its idempotency key."""

    run_id: str
    workflow_id: int
    workflow_name: str
    team_id: int
    scheduled_for: datetime
    attempt: int


class Kind(Protocol):
    """A sort of work.

    Every implementation promises:
    - `check` raises InputError, with the input's name as its field, for inputs that cannot work;
    - `run` returns what is to be kept as the run's output;
    - it raises Temporary where another try may help, and Permanent where none will.
    """

    def check(self, inputs: Mapping[str, Any]) -> None: ...

    def run(self, inputs: Mapping[str, Any], context: RunContext) -> str: ...


class LogKind:
    """Writes its `message` to the run's output."""

    def check(self, inputs: Mapping[str, Any]) -> None:
        for name in inputs:
            if name != "message":
                raise InputError(
                    f"unknown input {name!r}; expected message", field=f"inputs.{name}"
                )
        if not isinstance(inputs.get("message", ""), str):
            raise InputError("message must be text", field="inputs.message")

    def run(self, inputs: Mapping[str, Any], context: RunContext) -> str:
        return str(inputs.get("message", ""))


class CallKind:
    """Calls a use case without inputs; what it returns is the output."""

    def __init__(self, call: Callable[[], object]) -> None:
        self._call = call

    def check(self, inputs: Mapping[str, Any]) -> None:
        for name in inputs:
            raise InputError("this kind takes no inputs", field=f"inputs.{name}")

    def run(self, inputs: Mapping[str, Any], context: RunContext) -> str:
        return str(self._call())


class FunctionKind:
    """A plain function `(inputs, context) -> text or None`, as other packages register them."""

    def __init__(self, function: Callable[[Mapping[str, Any], RunContext], object]) -> None:
        self._function = function

    def check(self, inputs: Mapping[str, Any]) -> None:
        return

    def run(self, inputs: Mapping[str, Any], context: RunContext) -> str:
        output = self._function(inputs, context)
        return "" if output is None else str(output)


# More is read than is kept: many a job stops working when its caller hangs up.
READ_BYTES = 1024 * 1024

_TRY_AGAIN = frozenset({408, 425, 429, *range(500, 600)})


class HttpKind:
    """Calls `url`; success is a status that the workflow expects."""

    def __init__(self, web: Web) -> None:
        self._web = web

    def check(self, inputs: Mapping[str, Any]) -> None:
        call = parse_http_call(inputs)
        try:
            self._web.check(call.url)
        except Permanent as error:
            raise InputError(str(error), field="inputs.url") from error

    def run(self, inputs: Mapping[str, Any], context: RunContext) -> str:
        try:
            call = parse_http_call(inputs)
        except InputError as error:
            raise Permanent(f"{error.field}: {error}") from error
        answer = self._web.call(_request(call, context))
        if answer.status in call.expect:
            return render_answer(answer)
        raise _refusal(call, answer)


def _request(call: HttpCall, context: RunContext) -> WebRequest:
    own_headers = {
        "Idempotency-Key": context.run_id,
        "Belfry-Run": context.run_id,
        "Belfry-Workflow": str(context.workflow_id),
        "Belfry-Attempt": str(context.attempt),
        "Belfry-Scheduled-For": context.scheduled_for.astimezone(UTC).isoformat(),
    }
    if "user-agent" not in {name.lower() for name in call.headers}:
        own_headers["User-Agent"] = "Belfry"
    return WebRequest(
        method=call.method,
        url=call.url,
        headers={**call.headers, **own_headers},
        body=call.body,
        within=call.within,
        max_bytes=READ_BYTES,
    )


def _refusal(call: HttpCall, answer: WebAnswer) -> Temporary | Permanent:
    message = f"{call.method} {parse_url(call.url).shown} answered {shorten(render_answer(answer))}"
    if answer.status in _TRY_AGAIN:
        return Temporary(message, retry_after=find_retry_after(answer.headers))
    if 300 <= answer.status < 400:
        message += "\nRedirects are not followed: give the address they lead to."
    return Permanent(message)


KEPT_BYTES = 4096
_QUOTED = 300
_TEXT = re.compile(r"(?i)text/|application/(?:[\w.+-]*\+)?(?:json|xml|javascript|yaml)\b")
_CHARSET = re.compile(r'(?i)charset="?(utf-8|us-ascii|iso-8859-1|windows-1252|utf-16)\b')
# A database may refuse the null character, and a terminal obeys the others.
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def render_answer(answer: WebAnswer) -> str:
    """The status, and the first 4 kB of the body if it is text."""
    lines = [_render_status(answer.status), _render_body(answer)]
    return "\n".join(line for line in lines if line)


def shorten(text: str) -> str:
    """Enough of `text` to know what happened."""
    return text if len(text) <= _QUOTED else text[:_QUOTED] + CUT


def _render_status(status: int) -> str:
    try:
        return f"{status} {HTTPStatus(status).phrase}"
    except ValueError:
        return str(status)


def _render_body(answer: WebAnswer) -> str:
    content_type = answer.headers.get("content-type", "text/plain")
    if answer.body and not _TEXT.match(content_type):
        more = "more than " if answer.truncated else ""
        return f"({more}{len(answer.body)} bytes of {_CONTROLS.sub('', content_type)})"
    is_cut = answer.truncated or len(answer.body) > KEPT_BYTES
    charset = _CHARSET.search(content_type)
    # Whole characters only: an incremental decoder keeps back what the cut has split.
    decoder = getincrementaldecoder(charset[1] if charset else "utf-8")(errors="replace")
    text = decoder.decode(answer.body[:KEPT_BYTES], final=not is_cut)
    return _CONTROLS.sub("", text.replace("\r\n", "\n")).rstrip() + (CUT if is_cut else "")


KNOWN = ("url", "method", "headers", "body", "timeout_seconds", "expect")
SHORTEST, LONGEST, USUAL = 1, 300, 30
_STATUS_CLASS = re.compile(r"[2-5]xx")
_OURS = re.compile(r"(?i)idempotency-key|belfry-.*")


@dataclass(frozen=True, slots=True)
class HttpCall:
    """One call as the workflow describes it; `headers` are the user's own and the body's type."""

    url: str
    method: str
    headers: Mapping[str, str]
    body: bytes | None
    within: timedelta
    expect: frozenset[int]


def parse_http_call(inputs: Mapping[str, object]) -> HttpCall:
    """The call that `inputs` describe, or InputError naming the input that does not fit."""
    for name in inputs:
        if name not in KNOWN:
            nearest = get_close_matches(name, KNOWN, n=1, cutoff=0)[0]
            raise _fault(name, f"unknown input {name!r}; the nearest known one is {nearest}")
    inputs_set = {name: value for name, value in inputs.items() if value is not None}
    method = _parse_method(inputs_set.get("method", "GET"))
    body, content_type = _parse_body(inputs_set.get("body"), method)
    headers = _parse_headers(inputs_set.get("headers", {}))
    if content_type and "content-type" not in {name.lower() for name in headers}:
        headers["Content-Type"] = content_type
    return HttpCall(
        url=_parse_url(inputs_set.get("url")),
        method=method,
        headers=headers,
        body=body,
        within=_parse_timeout(inputs_set.get("timeout_seconds", USUAL)),
        expect=_parse_expect(inputs_set.get("expect", "2xx")),
    )


def _fault(name: str, message: str) -> InputError:
    return InputError(message, field=f"inputs.{name}")


def _parse_url(url: object) -> str:
    if not isinstance(url, str) or not url:
        raise _fault("url", "the URL to call is missing")
    return url


def _parse_method(method: object) -> str:
    if not isinstance(method, str) or method.upper() not in METHODS:
        raise _fault("method", f"the method is one of {', '.join(METHODS)}")
    return method.upper()


def _parse_headers(headers: object) -> dict[str, str]:
    if not isinstance(headers, dict):
        raise _fault("headers", "headers are names with their values")
    for name, value in headers.items():
        if not isinstance(value, str):
            raise _fault(f"headers.{name}", "a header's value is text")
        if _OURS.fullmatch(name):
            raise _fault(f"headers.{name}", f"{name} is set by Belfry itself")
        if fault := find_header_fault(name, value):
            raise _fault(f"headers.{name}", fault)
    if len({name.lower() for name in headers}) < len(headers):
        raise _fault("headers", "a header stands here twice, in small and in capital letters")
    return dict(headers)


def _parse_body(body: object, method: str) -> tuple[bytes | None, str]:
    """The bytes to send and their type."""
    if body is None:
        return None, ""
    if method in {"GET", "HEAD"}:
        raise _fault("body", f"{method} sends no body; use POST, PUT, PATCH or DELETE")
    try:
        match body:
            case str():
                return body.encode(), "text/plain; charset=utf-8"
            case dict() | list():
                return json.dumps(body, allow_nan=False).encode(), "application/json"
    except ValueError as error:
        raise _fault("body", "the body has characters or numbers that cannot be sent") from error
    raise _fault("body", "the body is text, an object or a list")


def _parse_timeout(seconds: object) -> timedelta:
    is_bool = isinstance(seconds, bool)
    if isinstance(seconds, int | float) and not is_bool and SHORTEST <= seconds <= LONGEST:
        return timedelta(seconds=seconds)
    raise _fault("timeout_seconds", f"a number of seconds from {SHORTEST} to {LONGEST}")


def _parse_expect(expect: object) -> frozenset[int]:
    """Every status that counts as success."""
    statuses: set[int] = set()
    for status in expect if isinstance(expect, list) else [expect]:
        if isinstance(status, str) and _STATUS_CLASS.fullmatch(status):
            statuses.update(range(int(status[0]) * 100, int(status[0]) * 100 + 100))
        elif isinstance(status, int) and 200 <= status <= 599:
            statuses.add(status)
        else:
            raise _fault("expect", 'a list of statuses from 200 to 599, or "2xx"')
    if not statuses:
        raise _fault("expect", "at least one status must count as success")
    return frozenset(statuses)
