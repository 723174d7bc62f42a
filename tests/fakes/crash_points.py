"""Steps that crash: raise when a chosen step is reached, once."""

from __future__ import annotations


class Crashed(BaseException):
    """The process died here, as far as anything above may know: nothing catches it."""


class CrashingPoints:
    """Remembers every step; crashes at the n-th time one is reached, counting from 1."""

    def __init__(self) -> None:
        self.seen: list[str] = []
        self._crash_at: tuple[str, int] | None = None

    def crash_at(self, step: str, nth: int = 1) -> None:
        self._crash_at = (step, self.seen.count(step) + nth)

    def reached(self, step: str) -> None:
        self.seen.append(step)
        if self._crash_at == (step, self.seen.count(step)):
            self._crash_at = None
            raise Crashed(step)
