"""Bring a database to the shape this version of Belfry needs; safe to call by many at once."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from belfry.kernel.errors import ConfigError

if TYPE_CHECKING:
    from belfry.adapters.sql.database import Database

MIGRATIONS = Path(__file__).parent / "migrations"
_LOCK = 0x62656C667279


def migrate(database: Database) -> None:
    """Run what has not run yet, in one transaction; a second caller waits and finds it done."""
    current = find_revision(database)
    if current == newest_revision():
        return
    if current is not None and current not in list_revisions():
        raise ConfigError(f"the database is of a newer Belfry ({current}): use that, or a copy")
    config = _config()
    with database.write() as connection:
        if not database.is_sqlite:
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def find_revision(database: Database) -> str | None:
    """The migration the database has reached, or None for an empty one."""
    with database.read() as connection:
        return MigrationContext.configure(connection).get_current_revision()


@cache
def newest_revision() -> str | None:
    return ScriptDirectory.from_config(_config()).get_current_head()


def list_revisions() -> set[str]:
    """Every migration this version knows."""
    return {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return config
