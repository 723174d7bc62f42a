"""Tell somebody outside that Belfry is alive: a watch cannot watch itself."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from belfry.kernel.errors import Temporary
from belfry.ports.web import Web, WebRequest

WITHIN = timedelta(seconds=10)


@dataclass(frozen=True, slots=True)
class PingHeartbeat:
    """Without a `url` there is nobody to tell."""

    web: Web
    url: str | None

    def __call__(self) -> str:
        if self.url is None:
            return "no heartbeat url is set"
        request = WebRequest("GET", self.url, {}, None, WITHIN, 1024)
        answer = self.web.call(request)
        if answer.status >= 400:
            raise Temporary(f"the heartbeat url answered {answer.status}")
        return f"answered {answer.status}"
