"""Wait for what must come true, and fail with what was there instead."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

LOOK_EVERY = 0.1


def wait_for(look: Callable[[], T], holds: Callable[[T], bool], *, within: float = 60) -> T:
    """What `look` sees once it holds; AssertionError if it does not within so many seconds."""
    deadline = time.monotonic() + within
    while not holds(seen := look()):
        assert time.monotonic() < deadline, f"still not so after {within} s: {seen}"
        time.sleep(LOOK_EVERY)
    return seen
