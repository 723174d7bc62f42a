"""What was answered to a form that counts once, for whoever sends the very same once more.

Somebody presses twice, or their browser asks again: they get the first answer, and nothing more is
done. A form says by its field `once` that it is such a one; what stands there is what its page knew
when it was shown, so that a page that was looked at anew sends another form.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from datetime import timedelta
from http import HTTPStatus
from typing import TYPE_CHECKING

from belfry.entrypoints.web.pages.cookies import find_session_token
from belfry.entrypoints.web.pages.forms import parse_form
from belfry.kernel.errors import InputError

if TYPE_CHECKING:
    from fastapi import Request, Response

    from belfry.ports.clock import Clock

ONCE = "once"
# An answer may show what is shown only once, so it is not kept for longer than a hasty hand needs.
KEPT = timedelta(minutes=1)
MOST_KEPT = 100
_FORM = "application/x-www-form-urlencoded"


@dataclass(frozen=True, slots=True)
class Sent:
    """A form that came in at `at`; a second one waits until the first is answered."""

    at: timedelta
    answer: Future[Response] = field(default_factory=Future)


class SentForms:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._sent: dict[str, Sent] = {}

    async def answer(self, key: str, handle: Callable[[], Awaitable[Response]]) -> Response:
        """The answer to the first form of that key; one that was refused is looked at again."""
        self._forget()
        known = self._sent.get(key)
        if known is not None:
            return await asyncio.wrap_future(known.answer)
        sent = self._sent[key] = Sent(self._clock.elapsed())
        try:
            response = await handle()
        except BaseException as error:
            self._sent.pop(key, None)
            sent.answer.set_exception(error)
            raise
        if response.status_code >= HTTPStatus.BAD_REQUEST:
            self._sent.pop(key, None)
        sent.answer.set_result(response)
        return response

    def _forget(self) -> None:
        now = self._clock.elapsed()
        kept = {key: sent for key, sent in self._sent.items() if now - sent.at < KEPT}
        self._sent = dict(list(kept.items())[-MOST_KEPT:])


async def find_key(request: Request) -> str | None:
    """What tells this form from any other; None if it may be sent as often as somebody likes."""
    token = find_session_token(request)
    is_form = request.headers.get("content-type", "").startswith(_FORM)
    if request.method != "POST" or token is None or not is_form:
        return None
    body = await request.body()
    try:
        counts_once = ONCE in parse_form(body)
    except InputError:
        return None
    said = b"\n".join([token.encode("utf-8", "replace"), request.url.path.encode(), body])
    return hashlib.sha256(said).hexdigest() if counts_once else None
