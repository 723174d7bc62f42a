"""Where a process may be struck down.

Use cases and stores say which step they have reached. In production nobody listens; a test may
raise there, or kill the process, and then look whether everything is still whole.
"""

from __future__ import annotations

from typing import Protocol


class CrashPoints(Protocol):
    """Hears of every step.

    Every implementation promises: `reached` either returns at once or never returns.
    """

    def reached(self, step: str) -> None: ...
