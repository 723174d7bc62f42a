"""Requests that are sent again: under the same Idempotency-Key they get the first answer."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from fastapi.responses import Response
from pydantic import BaseModel

from belfry.accounts.keys import TakenRequests
from belfry.entrypoints.web.api.requests import Caller
from belfry.kernel.changes import Change
from belfry.kernel.errors import Conflict

Remember = Callable[[Response], Sequence[Change]]


@dataclass(frozen=True, slots=True)
class Repeatable:
    """A request, and how it was answered if it came before; without a name it counts each time."""

    taken: TakenRequests
    name: str
    request: str

    def answer(self, act: Callable[[Remember], Response]) -> Response:
        """The first answer, or what `act` answers.

        `act` commits what its argument gives for an answer together with what it makes, so that of
        two requests at once one makes it.
        """
        if not self.name:
            return act(lambda _: ())
        if first := self._find_first():
            return first
        try:
            return act(self._plan)
        except Conflict:
            if first := self._find_first():
                return first
            raise

    def before(self) -> Repeatable:
        """A step that comes before it, and is decided once like the request itself."""
        return replace(self, name=self.name and f"before/{self.name}")

    def _find_first(self) -> Response | None:
        text = self.taken.find_answer(self.name, self.request)
        return _read(text) if text else None

    def _plan(self, response: Response) -> Sequence[Change]:
        return [self.taken.plan(self.name, self.request, _write(response))]


def make_repeatable(
    caller: Caller, request_key: str | None, operation: str, *parts: BaseModel | str | int | None
) -> Repeatable:
    """A request by its API key, its operation, and all that may differ between two of them."""
    asked = [operation, *map(_write_part, parts)]
    return Repeatable(
        caller.services.accounts.taken_requests,
        f"{caller.by}/{request_key}" if request_key else "",
        json.dumps(asked, sort_keys=True),
    )


def _write_part(part: BaseModel | str | int | None) -> Any:
    """A body by the fields that were sent."""
    return part.model_dump(mode="json", exclude_unset=True) if isinstance(part, BaseModel) else part


def _write(response: Response) -> str:
    headers = {name: value for name, value in response.headers.items() if name != "content-length"}
    body = bytes(response.body).decode()
    return json.dumps({"status": response.status_code, "headers": headers, "body": body})


def _read(text: str) -> Response:
    first = json.loads(text)
    return Response(first["body"], first["status"], first["headers"])
