"""Where whole teams are put into files and taken out again."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote

from belfry.ports.files import Backups, BackupStore
from belfry.settings import Settings

_SQLITE = "sqlite:///"


def open_backups(settings: Settings | None = None) -> Backups:
    """For a team, or without one for an archive alone."""
    from belfry.adapters.files.backups import FileBackups
    from belfry.adapters.sql.snapshots import SqliteSnapshots

    return FileBackups(SqliteSnapshots(_find_file(settings) if settings else None))


def open_backup_store(settings: Settings) -> BackupStore:
    """Where the team's nightly backups lie."""
    from belfry.adapters.files.backups import FileBackupStore

    return FileBackupStore(settings.folder, Path(settings.backup.folder), open_backups(settings))


def keeps_records_elsewhere(settings: Settings) -> bool:
    """Whether the records are on a server, with tools of its own for copies."""
    return not settings.database_url.startswith("sqlite")


def _find_file(settings: Settings) -> Path | None:
    if settings.database.url is None:
        return settings.folder / ".belfry" / "belfry.db"
    if not settings.database.url.startswith(_SQLITE):
        return None
    return Path(unquote(settings.database.url.removeprefix(_SQLITE).partition("?")[0]))
