"""Notice that the nightly backup has not happened for too long, and say so until it has."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.ports.clock import Clock
from belfry.ports.files import BackupStore
from belfry.scheduler.ports import Workflows
from belfry.scheduler.workflows import Workflow
from belfry.workspace.back_up_team import PLACE, ROOM
from belfry.workspace.backups import judge_age
from belfry.workspace.keep_data_problems import KeepDataProblems

TEAM = 1
WORKFLOW = "backup"


@dataclass(frozen=True, slots=True)
class WatchBackups:
    """A team that put the workflow away wants none, and is left in peace."""

    backup_store: BackupStore
    workflows: Workflows
    clock: Clock
    keep_data_problems: KeepDataProblems

    def __call__(self) -> str:
        """What is wrong with how old they are, if anything; a failure that was told stands."""
        said = self.judge()
        if said:
            self.keep_data_problems(ROOM, [(PLACE, said)])
        elif not self.is_wanted():
            self.keep_data_problems(ROOM, [])
        return said

    def is_wanted(self) -> bool:
        return self._find() is not None

    def judge(self) -> str:
        workflow, now = self._find(), self.clock.now()
        if workflow is None:
            return ""
        return judge_age(self.backup_store.list(), since=workflow.created_at, now=now)

    def _find(self) -> Workflow | None:
        found = self.workflows.find_by_name(TEAM, WORKFLOW)
        return None if found is None or found.archived_at else found
