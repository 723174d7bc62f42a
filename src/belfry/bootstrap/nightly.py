"""How the whole team is kept each night, and who notices when it was not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from belfry.scheduler.watch import WatchBackups
from belfry.workspace.backups import BackUpTeam
from belfry.workspace.data_problems import KeepDataProblems

if TYPE_CHECKING:
    from belfry.bootstrap.ports import Ports
    from belfry.settings import Settings

NOTHING = "there are no files here to be kept"


@dataclass(frozen=True, slots=True)
class Nightly:
    """The two of them; neither where a house has no files of its own."""

    back_up: BackUpTeam | None
    watch: WatchBackups | None

    def keep(self) -> str:
        return str(self.back_up()) if self.back_up else NOTHING

    def look(self) -> str:
        """What is wrong with how old the backups are, if anything."""
        return self.watch() if self.watch else ""


def build_nightly(settings: Settings, ports: Ports) -> Nightly:
    p, backup_store = ports, ports.backup_store
    if backup_store is None:
        return Nightly(None, None)
    data_problems = KeepDataProblems(p.store, p.data_problems, p.clock)
    return Nightly(
        BackUpTeam(backup_store, p.clock, data_problems, settings.backup.keep),
        WatchBackups(backup_store, p.workflows, p.clock, data_problems),
    )
