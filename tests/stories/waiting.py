"""Wait for what must come true, and fail with what was there instead.

The longer it takes, the seldomer we look: each look costs the process that is waited for.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

FIRST_LOOK, LAST_LOOK = 0.05, 1.0


def wait_for(look: Callable[[], T], holds: Callable[[T], bool], *, within: float = 300) -> T:
    """What `look` sees once it holds; AssertionError if it does not within so many seconds."""
    deadline, pause = time.monotonic() + within, FIRST_LOOK
    while not holds(seen := look()):
        assert time.monotonic() < deadline, f"still not so after {within} s: {seen}"
        time.sleep(pause)
        pause = min(1.5 * pause, LAST_LOOK)
    return seen
