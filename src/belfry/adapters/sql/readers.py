"""Connections for reading, ready to hand.

Most reads of a page take less time than the engine's pool needs to hand out a connection and to
take it back. That pool stays where a server may have hung up meanwhile, and looks first.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import sqlalchemy as sa

MOST_IDLE = 10


class PooledReaders:
    """Each connection out of the engine's own pool."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def take(self) -> Any:
        return self._engine.raw_connection()

    def give_back(self, connection: Any) -> None:
        connection.close()

    def drop(self, connection: Any) -> None:
        """It may have gone wrong for good: the next read is given another."""
        connection.invalidate()
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

    def take(self) -> Any:
        try:
            return self._idle.pop()
        except IndexError:
            opened = self._engine.raw_connection()
            opened.detach()
            return opened.dbapi_connection

    def give_back(self, connection: Any) -> None:
        if len(self._idle) < MOST_IDLE:
            self._idle.append(connection)
        else:
            connection.close()

    def drop(self, connection: Any) -> None:
        connection.close()

    def close(self) -> None:
        while self._idle:
            self._idle.pop().close()
        self._engine.dispose()
