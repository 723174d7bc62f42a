"""Nobody listens to the steps in production."""

from __future__ import annotations


class NoCrashPoints:
    def reached(self, step: str) -> None:
        return
