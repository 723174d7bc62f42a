"""Connections for reading, ready to hand.

Most reads of a page take less time than the engine's pool needs to hand out a connection and to
take it back. That pool stays where a server may have hung up meanwhile, and looks first.
"""

from __future__ import annotations

from collections import deque
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    import sqlalchemy as sa

MOST_IDLE = 10


class PooledReaders:
    """Each connection out of the engine's own pool."""

    def __init__(self, engine: sa.Engine, broken: type[Exception]) -> None:
        self._engine = engine
        self._broken = broken

    @contextmanager
    def take(self) -> Iterator[Any]:
        connection = self._engine.raw_connection()
        try:
            yield connection
        except self._broken:
            connection.invalidate()
            raise
        finally:
            connection.close()

    def close(self) -> None:
        self._engine.dispose()


class KeptReaders:
    """Connections that stay open between two reads; the one used last is the next to be used.

    Taking from either end of a deque needs no lock, so no thread waits here for another.
    """

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._idle: deque[Any] = deque()

    @contextmanager
    def take(self) -> Iterator[Any]:
        connection = self._find()
        is_sound = False
        try:
            yield connection
            is_sound = True
        finally:
            if is_sound and len(self._idle) < MOST_IDLE:
                self._idle.append(connection)
            else:
                connection.close()

    def _find(self) -> Any:
        try:
            return self._idle.pop()
        except IndexError:
            opened = self._engine.raw_connection()
            opened.detach()
            return opened.dbapi_connection

    def close(self) -> None:
        while self._idle:
            self._idle.pop().close()
        self._engine.dispose()
