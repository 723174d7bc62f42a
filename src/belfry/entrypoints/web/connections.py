"""The connections of the web server: how long each may wait, and how many there may be.

Connections that send nothing, half a request, or do not read their answer are closed in time. When
there are too many, in total or from one address, the one that has waited longest for its client is
closed; a connection whose request is being answered never is.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection

from uvicorn.protocols.http.h11_impl import H11Protocol

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

HEADERS_WITHIN = 10.0
"""Seconds from the first byte, or from connecting, to the end of the headers."""
BODY_PAUSE = 20.0
READING_PAUSE = 30.0
"""Seconds in which a client must take a part of an answer that does not fit into the buffers."""
MOST = 1000
MOST_OF_ADDRESS = 100
BACKLOG = 64
"""Connections that are accepted at once, before any of them can be refused."""
_MOST_FILES = 16_384
# A reverse proxy on this machine connects from here, for all its clients.
_PROXIES = frozenset({"127.0.0.1", "::1"})
_BUSY = (
    b"HTTP/1.1 503 Service Unavailable\r\n"
    b"Retry-After: 5\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
)


def raise_file_limit() -> None:
    """Let this process open as many files as the system allows, up to `_MOST_FILES`."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, _MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def find_most_connections() -> int:
    """At most half of the files that may be open, so that the database and the log keep theirs."""
    if resource is None:
        return MOST
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST if soft == resource.RLIM_INFINITY else min(MOST, soft // 2)


class GuardedConnection(H11Protocol):
    """One connection, which is closed when its client keeps the server waiting."""

    headers_within = HEADERS_WITHIN
    body_pause = BODY_PAUSE
    reading_pause = READING_PAUSE

    waits_since = 0.0
    _timer: asyncio.TimerHandle | None = None
    _is_awaiting_headers = False

    @property
    def is_answering(self) -> bool:
        """The whole request is here, and its answer is not complete."""
        cycle = self.cycle
        return cycle is not None and not cycle.response_complete and not cycle.more_body

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._await_headers()
        most = find_most_connections()
        crowd = list_open(self.connections)
        if len(crowd) > most:
            drop_longest_waiting(crowd, self)
        if self.client is None or self.client[0] in _PROXIES or len(crowd) <= MOST_OF_ADDRESS:
            return
        crowd = [peer for peer in crowd if peer.client and peer.client[0] == self.client[0]]
        if len(crowd) > MOST_OF_ADDRESS:
            drop_longest_waiting(crowd, self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.transport.is_closing() or self.is_answering:
            self._cancel()
        elif self.cycle is not None and not self.cycle.response_complete:
            self._close_after(self.body_pause)
        elif not self._is_awaiting_headers:  # a client that drips does not gain time
            self._await_headers()

    def on_response_complete(self) -> None:
        if not self.flow.write_paused:  # complete, but not yet taken by the client
            self._cancel()
        self.waits_since = self.loop.time()
        super().on_response_complete()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._close_after(self.reading_pause)

    def resume_writing(self) -> None:
        self._cancel()
        super().resume_writing()

    def refuse(self) -> None:
        self.transport.write(_BUSY)
        self.transport.close()

    def _await_headers(self) -> None:
        self._close_after(self.headers_within)
        self._is_awaiting_headers = True

    def _close_after(self, seconds: float) -> None:
        self._cancel()
        self.waits_since = self.loop.time()
        self._timer = self.loop.call_later(seconds, self.transport.abort)

    def _cancel(self) -> None:
        self._is_awaiting_headers = False
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def list_open(connections: Collection[object]) -> list[GuardedConnection]:
    peers = [peer for peer in connections if isinstance(peer, GuardedConnection)]
    return [peer for peer in peers if not peer.transport.is_closing()]


def drop_longest_waiting(crowd: Collection[GuardedConnection], newcomer: GuardedConnection) -> None:
    """Make room for `newcomer`; when every other connection is being answered, it is refused."""
    waiting = [peer for peer in crowd if peer is not newcomer and not peer.is_answering]
    if waiting:
        min(waiting, key=lambda peer: peer.waits_since).transport.abort()
    else:
        newcomer.refuse()
