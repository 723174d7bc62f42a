"""SQLite databases in today's shape: made once in each process, and copied from then on.

To migrate takes ten times as long as to copy. Tests of the migrations begin with an empty database.
"""

from __future__ import annotations

from datetime import timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from belfry.adapters.sql.database import Database
from belfry.adapters.sql.migrate import migrate

HOME = Path(".belfry", "belfry.db")


def give_shape(url: str) -> None:
    """Whatever Belfry does to a database before its first use."""
    database = Database(url, patience=timedelta(seconds=5))
    migrate(database)
    database.close()


@cache
def read_shape() -> bytes:
    """A database file with nothing in it but its tables."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "belfry.db")
        give_shape(f"sqlite:///{path}")
        return path.read_bytes()


def place_database(path: Path) -> None:
    """A shaped database at that path, unless there is one already."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(read_shape())


def settle_in(folder: Path) -> Path:
    """A team's folder, with its database where Belfry looks for it."""
    place_database(folder / HOME)
    return folder
