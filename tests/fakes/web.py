"""A web that answers as scripted, for tests and simulations."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from belfry.kernel.errors import PortError, Temporary, Unknown
from belfry.kernel.urls import parse_allowed
from belfry.ports.web import WebAnswer, check_addresses, check_request, check_url

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from belfry.kernel.urls import Target
    from belfry.ports.web import WebRequest

_SOMEWHERE_PUBLIC = ("1.1.1.1",)


class MemoryWeb:
    """Names lead somewhere public unless `names` says otherwise; an empty list is no address.

    `requests` holds every request that was handed over, in order.
    """

    def __init__(
        self, *, allowed: Sequence[str] = (), names: Mapping[str, Sequence[str]] | None = None
    ) -> None:
        self.requests: list[WebRequest] = []
        self._allowed = parse_allowed(allowed)
        self._names = names or {}
        self._script: dict[str, list[WebAnswer | PortError]] = {}

    def answer_with(self, url: str, *answers: WebAnswer | PortError) -> None:
        """What the next calls of `url` get, one after the other; the last goes on for ever."""
        self._script[url] = list(answers)

    def check(self, url: str) -> None:
        check_url(url, self._allowed)

    def call(self, request: WebRequest) -> WebAnswer:
        target = check_request(request, self._allowed)
        check_addresses(target, self._look_up(target), self._allowed)
        outcome = self._next_outcome(request.url, target)
        if isinstance(outcome, WebAnswer | Unknown):
            self.requests.append(request)
        if isinstance(outcome, PortError):
            raise outcome
        body = b"" if request.method == "HEAD" else outcome.body
        return replace(
            outcome, body=body[: request.max_bytes], truncated=len(body) > request.max_bytes
        )

    def _look_up(self, target: Target) -> Sequence[str]:
        if target.address is not None:
            return [target.host]
        addresses = self._names.get(target.host, _SOMEWHERE_PUBLIC)
        if not addresses:
            raise Temporary(f"{target.host} has no address now")
        return addresses

    def _next_outcome(self, url: str, target: Target) -> WebAnswer | PortError:
        answers = self._script.get(url)
        if not answers:
            raise Temporary(f"cannot connect to {target.shown}: nobody is there")
        return answers.pop(0) if len(answers) > 1 else answers[0]
