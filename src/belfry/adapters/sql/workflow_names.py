"""Workflow names from a SQLite database, without loading the rest of the app."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_NAMES = "SELECT name FROM workflows WHERE archived_at IS NULL AND deleted_at IS NULL LIMIT ?"
MOST = 500


def list_workflow_names(file: Path) -> list[str]:
    """In order; none where the file is not there, is busy, or is something else."""
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as database:
            return sorted(name for (name,) in database.execute(_NAMES, (MOST,)))
    except sqlite3.Error:
        return []
