"""How the house calls a web address that somebody wrote down.

Judge the URL, look the name up once, judge every address found, and call one of those. Proxies
named by the environment are not asked: behind one, nobody knows which address is called.
"""

from __future__ import annotations

import ssl
from functools import cached_property
from typing import TYPE_CHECKING

from belfry.adapters.web.exchange import exchange
from belfry.adapters.web.line import Deadline, open_line
from belfry.adapters.web.names import ask_system, find_addresses
from belfry.kernel.addresses import parse_allowed
from belfry.ports.web import check_addresses, check_request, check_url

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belfry.adapters.web.names import Resolve
    from belfry.ports.clock import Clock
    from belfry.ports.web import WebAnswer, WebRequest


class SocketWeb:
    """The real web; `allowed` holds networks and names, `tls` says whom to trust."""

    def __init__(
        self,
        clock: Clock,
        *,
        allowed: Sequence[str] = (),
        resolve: Resolve = ask_system,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._clock = clock
        self._allowed = parse_allowed(allowed)
        self._resolve = resolve
        self._given_tls = tls

    def check(self, url: str) -> None:
        check_url(url, self._allowed)

    def call(self, request: WebRequest) -> WebAnswer:
        target = check_request(request, self._allowed)
        deadline = Deadline(self._clock, request.within)
        found = [target.host] if target.address else find_addresses(self._resolve, target, deadline)
        addresses = check_addresses(target, found, self._allowed)
        tls = self._tls if target.is_secure else None
        with open_line(target, addresses, tls, deadline) as line:
            return exchange(line, request, target)

    @cached_property
    def _tls(self) -> ssl.SSLContext:
        # Reading the machine's authorities takes tens of milliseconds: not before the first call.
        return self._given_tls or ssl.create_default_context()
