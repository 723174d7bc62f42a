"""Copies of a SQLite database while it is in use, by its own online backup.

https://www.sqlite.org/backup.html
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from belfry.kernel.errors import InputError, Permanent

if TYPE_CHECKING:
    from pathlib import Path

_BESIDE = ("", "-wal", "-shm", "-journal")


class SqliteSnapshots:
    """`source` is the database's file; None where the records live elsewhere."""

    def __init__(self, source: Path | None) -> None:
        self._source = source

    def take(self, into: Path) -> bool:
        if self._source is None or not self._source.is_file():
            return False
        try:
            self._copy(self._source, into)
        except sqlite3.Error as error:
            raise Permanent(f"the database cannot be copied: {error}") from error
        return True

    def check(self, file: Path) -> None:
        try:
            with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as copy:
                _insist_whole(copy)
                copy.execute("SELECT version_num FROM alembic_version").fetchall()
        except sqlite3.Error as error:
            raise InputError(f"the records are no whole database of Belfry's: {error}") from error

    def is_own(self, file: Path) -> bool:
        source = self._source
        return source is not None and file in [
            source.with_name(source.name + end) for end in _BESIDE
        ]

    def _copy(self, source: Path, into: Path) -> None:
        address = f"{source.absolute().as_uri()}?mode=rw"
        with (
            closing(sqlite3.connect(address, uri=True)) as present,
            closing(sqlite3.connect(into)) as copy,
        ):
            # All pages in one step: one moment, and in WAL mode no writer waits for it.
            present.backup(copy)
            # One file that is whole by itself, without a log beside it.
            copy.execute("PRAGMA journal_mode=DELETE")
            _insist_whole(copy)


def _insist_whole(database: sqlite3.Connection) -> None:
    (verdict,) = database.execute("PRAGMA integrity_check(1)").fetchone()
    if verdict != "ok":
        raise sqlite3.DatabaseError(verdict)
