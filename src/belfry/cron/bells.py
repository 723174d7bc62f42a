"""When a workflow rings next."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from belfry.cron.workflows import Workflow


@dataclass(frozen=True, slots=True)
class Bell:
    """The next fire of one workflow, or none; `problem` says why it could not be worked out."""

    workflow_id: int
    next_at: datetime | None
    problem: str = ""
    revision: int = 0

    @property
    def key(self) -> str:
        return str(self.workflow_id)


@dataclass(frozen=True, slots=True)
class Due:
    """A bell that is to ring, with its workflow; None where the workflow's row cannot be read."""

    bell: Bell
    workflow: Workflow | None
    problem: str = ""
