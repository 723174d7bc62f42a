"""A database locked by another process: a program at its file, or a backup of it."""

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
# What users of the team and visitors from outside are told.
BUSY = re.compile(
    r"The records are busy\. Try again in a few seconds\.|Please try again in a little while\."
    r"|is busy: .*; try again in a moment"
)


@contextmanager
def locked(app: App, *, from_readers: bool = False) -> Iterator[None]:
    """Writing is blocked meanwhile; with `from_readers` reading is, too."""
    if from_readers:
        # A process that has the file open already keeps others from locking it exclusively.
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
