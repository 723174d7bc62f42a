"""How the whole team is kept each night, who notices when it was not, and what is removed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote
from zoneinfo import ZoneInfo

from belfry.messaging.take_mail import RemoveFiledMails
from belfry.ports.files import Backups, BackupStore
from belfry.scheduler.watch import WatchBackups
from belfry.settings import Settings
from belfry.workspace.backups import BackUpTeam
from belfry.workspace.remove_old_versions import RemoveOldVersions
from belfry.workspace.tables import KeepDataProblems

if TYPE_CHECKING:
    from belfry.bootstrap.ports import Ports
    from belfry.settings import Settings


NOTHING = "there are no files here to be kept"


@dataclass(frozen=True, slots=True)
class Nightly:
    """Without files of its own a team has neither backups nor a watch over them."""

    back_up: BackUpTeam | None
    watch: WatchBackups | None
    remove_versions: RemoveOldVersions
    remove_mails: RemoveFiledMails

    def keep(self) -> str:
        return str(self.back_up()) if self.back_up else NOTHING

    def look(self) -> str:
        """What is wrong with how old the backups are, if anything."""
        return self.watch() if self.watch else ""

    def remove_old(self) -> str:
        return f"{self.remove_versions()} versions, {self.remove_mails()} mails"


def build_nightly(settings: Settings, ports: Ports) -> Nightly:
    p, backup_store = ports, ports.backup_store
    old = (
        build_remove_versions(settings, p),
        RemoveFiledMails(p.store, p.clock, p.incoming_mails, bool(settings.mail_in.files)),
    )
    if backup_store is None:
        return Nightly(None, None, *old)
    data_problems = KeepDataProblems(p.store, p.data_problems, p.clock)
    return Nightly(
        BackUpTeam(backup_store, p.clock, data_problems, settings.backup.keep),
        WatchBackups(backup_store, p.workflows, p.clock, data_problems),
        *old,
    )


def build_remove_versions(settings: Settings, ports: Ports) -> RemoveOldVersions:
    zone = ZoneInfo(settings.timezone)
    return RemoveOldVersions(ports.versions, ports.audit_log, ports.clock, zone)


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
