"""The birth mark of a database: an id in it and in a file beside it, so that its loss is noticed.

Without it, a deleted database would be replaced by an empty one at the next start.
"""

from __future__ import annotations

import logging
import os
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import sqlalchemy as sa

from belfry.kernel.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from belfry.adapters.sql.database import Database

log = logging.getLogger(__name__)

# Hidden, so that no backup holds it: a restored team gets its own from the database again.
NAME = ".database-id"
_CLAIM = "database/id"
# Of several processes that start at once, the first makes it.
_MAKE = sa.text(
    "INSERT INTO claims (name, owner, revision) VALUES (:name, :owner, 1) "
    "ON CONFLICT (name) DO NOTHING"
)
_OWNER = sa.text("SELECT owner FROM claims WHERE name = :name")


class BirthMark:
    """`folder` is Belfry's own in the team's; `file` is the database, None for one on a server."""

    def __init__(self, folder: Path, file: Path | None) -> None:
        self._path = folder / NAME
        self._file = file

    def check_file(self) -> None:
        """ConfigError for a file that is gone; to be called before one is made by opening it."""
        if self._read() is None or self._file is None:
            return
        if not self._file.exists():
            raise self._refuse(f"{self._file} is missing")
        if self._file.stat().st_size == 0:
            raise self._refuse(f"{self._file} is empty")

    def check(self, database: Database) -> None:
        """ConfigError for another database than the one the mark was made for."""
        with database.read() as connection:
            has_claims = sa.inspect(connection).has_table("claims")
            owner = connection.scalar(_OWNER, {"name": _CLAIM}) if has_claims else None
        self._compare(owner, "it is empty" if not has_claims else "it is another one")

    def check_now(self, database: Database) -> None:
        """Like `check`, for a process that has it open: its file may be gone meanwhile."""
        self.check_file()
        if self._file is None:
            return self.check(database)
        uri = f"{self._file.absolute().as_uri()}?mode=ro"
        try:
            with closing(sqlite3.connect(uri, uri=True)) as connection:
                row = connection.execute("SELECT owner FROM claims WHERE name = ?", (_CLAIM,))
                (owner,) = row.fetchone() or (None,)
        except sqlite3.Error:
            owner = None
        return self._compare(owner, "it is another one")

    def make(self, database: Database, make_id: Callable[[], str]) -> None:
        """Give a database without a mark its own."""
        if self._read() is not None:
            return
        with database.write() as connection:
            connection.execute(_MAKE, {"name": _CLAIM, "owner": make_id()})
            owner = connection.scalar(_OWNER, {"name": _CLAIM})
        self._write(owner)

    def _read(self) -> str | None:
        try:
            return self._path.read_text(encoding="utf-8").strip()
        except (FileNotFoundError, NotADirectoryError):
            return None

    def _write(self, text: str) -> None:
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            unfinished = self._path.with_name(f"{NAME}-{os.getpid()}")
            unfinished.write_text(f"{text}\n", encoding="utf-8")
            unfinished.chmod(0o600)
            os.replace(unfinished, self._path)
        except OSError as error:  # a folder that cannot be written to: there is no mark
            log.warning("database.no_mark", extra={"error": str(error)})

    def _compare(self, owner: str | None, otherwise: str) -> None:
        expected = self._read()
        if expected is not None and owner != expected:
            raise self._refuse(otherwise)

    def _refuse(self, why: str) -> ConfigError:
        return ConfigError(
            f"this team's database is not the one it had: {why}. Put it back, or restore a backup "
            "with `belfry restore FILE DIR`; to begin anew without its records, remove "
            f"{self._path}"
        )
