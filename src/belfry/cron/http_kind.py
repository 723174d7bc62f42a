"""The workflow that calls a web address when its time comes.

The receiver gets the run's id as idempotency key: the same run may ring twice, and whoever
answers can tell. Addresses behind our own door are refused by the Web, not here.
"""

from __future__ import annotations

from datetime import UTC
from typing import TYPE_CHECKING, Any

from belfry.cron.http_answers import render_answer, shorten
from belfry.cron.http_inputs import parse_http_call
from belfry.kernel.errors import InputError, Permanent, Temporary
from belfry.kernel.http_waits import find_retry_after
from belfry.kernel.urls import parse_url
from belfry.ports.web import WebRequest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from belfry.cron.http_inputs import HttpCall
    from belfry.cron.kinds import RunContext
    from belfry.ports.web import Web, WebAnswer

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
    ours = {
        "Idempotency-Key": context.run_id,
        "Belfry-Run": context.run_id,
        "Belfry-Workflow": str(context.workflow_id),
        "Belfry-Attempt": str(context.attempt),
        "Belfry-Scheduled-For": context.scheduled_for.astimezone(UTC).isoformat(),
    }
    if "user-agent" not in {name.lower() for name in call.headers}:
        ours["User-Agent"] = "Belfry"
    return WebRequest(
        method=call.method,
        url=call.url,
        headers={**call.headers, **ours},
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
