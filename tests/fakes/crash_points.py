"""Steps that crash: raise when a chosen step is reached, once."""

from __future__ import annotations


class Crashed(BaseException):
    """The process died here, as far as anything above may know: nothing catches it."""


class CrashingPoints:
    """Remembers every step; crashes at the n-th time one is reached, counting from 1."""

    def __init__(self) -> None:
        self.seen: list[str] = []
        self._crash_at: tuple[str, int] | None = None
        self._error: type[BaseException] = Crashed

    def crash_at(self, step: str, nth: int = 1, *, error: type[BaseException] = Crashed) -> None:
        """With an `error` that is answered, where the death of a thread would stop the test."""
        self._crash_at = (step, self.seen.count(step) + nth)
        self._error = error

    def reached(self, step: str) -> None:
        self.seen.append(step)
        if self._crash_at == (step, self.seen.count(step)):
            self._crash_at = None
            raise self._error(step)
