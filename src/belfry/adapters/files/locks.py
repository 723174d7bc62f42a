"""How processes take turns in one folder.

The system lets go of a lock when its process dies, however it dies; so none is ever left behind.
"""

from __future__ import annotations

import os
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from belfry.kernel.errors import Temporary

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


PATIENCE = 10.0
_PAUSE = 0.01


@contextmanager
def taking_turns(path: Path, *, patience: float = PATIENCE) -> Iterator[None]:
    """Nobody else is in here meanwhile; Temporary if it takes too long to get in."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _wait(descriptor, time.monotonic() + patience)
        yield
    finally:
        os.close(descriptor)


def _wait(descriptor: int, until: float) -> None:
    while True:
        try:
            return _lock(descriptor)
        except OSError as error:
            if time.monotonic() >= until:
                raise Temporary("another process is writing in the team's folder") from error
        time.sleep(_PAUSE)
