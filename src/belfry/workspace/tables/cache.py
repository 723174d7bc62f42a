"""What was worked out of a file the last time, as long as the file is the same.

A page looks at the same few sheets and documents as the page before, and mostly nobody has touched
them. The file itself is read each time; only what it means is remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, TypeVar

T = TypeVar("T")

MOST = 64


class Cache:
    """The last value under each name, with what it was worked out from; of many, the newest.

    A value that is remembered is given to everybody, so it must be one that nobody changes.
    """

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._known: dict[Hashable, tuple[object, Any]] = {}
        self._lock = Lock()

    def __call__(self, name: Hashable, made_from: object, work_out: Callable[[], T]) -> T:
        """The value as it was, if it was made from the same; an error is not remembered."""
        known = self._known.get(name)
        if known is not None and known[0] == made_from:
            value: T = known[1]
            return value
        value = work_out()
        with self._lock:
            self._known.pop(name, None)
            self._known[name] = (made_from, value)
            while len(self._known) > self._most:
                del self._known[next(iter(self._known))]
        return value
