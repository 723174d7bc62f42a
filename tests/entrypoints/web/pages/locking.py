"""A database that somebody else has locked: another program at its file, or a backup of it."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.entrypoints.web.pages.apps import App

SHORT = timedelta(milliseconds=20)
# To somebody of the team, and to somebody outside.
BUSY = re.compile(
    r"The records are busy\. Try again in a few seconds\.|Please try again in a little while\."
    r"|is busy: .*; try again in a moment"
)


@contextmanager
def locked(app: App, *, from_readers: bool = False) -> Iterator[None]:
    """Nobody can write meanwhile; `from_readers` nobody can read either."""
    if from_readers:
        # Whoever has the file open already keeps others from having it alone.
        app.services.ports.close()
    path = app.services.settings.folder / ".belfry" / "belfry.db"
    other = sqlite3.connect(path, isolation_level=None, timeout=5)
    try:
        if from_readers:
            other.execute("PRAGMA locking_mode=EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        yield
    finally:
        other.close()
