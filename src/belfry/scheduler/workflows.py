"""Workflows: what they do, when they fire and how failures are handled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, NamedTuple

from belfry.kernel.changes import Audited


class Overlap(StrEnum):
    """What happens to a fire while an earlier run of the same workflow is unfinished."""

    SKIP = "skip"
    QUEUE = "queue"
    ALLOW = "allow"


class CatchUp(StrEnum):
    """What happens to fires that were missed."""

    NONE = "none"
    LATEST = "latest"
    ALL = "all"


@dataclass(frozen=True, slots=True, kw_only=True)
class Workflow(Audited):
    """A task and its schedule.

    `schedule_since` is the moment its present schedule began to count: only a new cron, a new zone
    or a resume moves it.
    """

    id: int
    name: str
    kind: str
    inputs: Mapping[str, Any] = field(default_factory=dict)
    cron_schedule: str | None = None
    timezone: str = "UTC"
    team_id: int = 1
    is_api: bool = True
    overlap: Overlap = Overlap.SKIP
    catch_up: CatchUp = CatchUp.LATEST
    late_after: timedelta = timedelta(hours=24)
    grace: timedelta = timedelta(minutes=5)
    attempts: int = 3
    back_off: timedelta = timedelta(seconds=30)
    time_limit: timedelta = timedelta(hours=1)
    retry_interrupted: bool = True
    jitter: timedelta = timedelta(0)
    tell_after: int = 3
    paused_at: datetime | None = None
    pause_note: str = ""
    archived_at: datetime | None = None
    deleted_at: datetime | None = None
    schedule_since: datetime
    created_at: datetime
    revision: int = 0

    @property
    def key(self) -> str:
        return str(self.id)

    @property
    def subject(self) -> str:
        return f"workflow/{self.id}"

    @property
    def is_active(self) -> bool:
        """Whether its trigger fires at all."""
        return self.cron_schedule is not None and not (
            self.paused_at or self.archived_at or self.deleted_at
        )


class NamedWorkflow(NamedTuple):
    """A workflow's id, name and kind."""

    id: int
    name: str
    kind: str


def name_claim(team_id: int, name: str) -> str:
    """Equal for names a person would take for the same."""
    return f"workflow-name/{team_id}/{' '.join(name.split()).casefold()}"


@dataclass(frozen=True, slots=True)
class Builtin:
    """A workflow every team has, in the team's zone; its kind has the same name.

    `late_after` is how late it may still be caught up; None for the default. `after` names the one
    whose run of the same minute ends first, so that what it finds is not left for the next minute.
    """

    name: str
    cron: str
    catch_up: CatchUp
    does: str
    late_after: timedelta | None = None
    after: str = ""


EVERY_MINUTE = "* * * * *"
BUILTINS = (
    Builtin(
        "relay",
        EVERY_MINUTE,
        CatchUp.NONE,
        "delivers outbox events to their listeners",
        after="poll",
    ),
    Builtin("release", EVERY_MINUTE, CatchUp.NONE, "sends messages that are due", after="relay"),
    Builtin("poll", EVERY_MINUTE, CatchUp.NONE, "looks for jobs that moved, and for new photos"),
    Builtin("sync", "*/15 * * * *", CatchUp.NONE, "looks for changes in the rota's sheets"),
    Builtin(
        "template-sync", "0 10 * * 4", CatchUp.LATEST, "copies the standing pattern to next week"
    ),
    Builtin("draft", "0 14 * * 4", CatchUp.LATEST, "drafts next week's rota"),
    Builtin(
        "digest",
        "0 18 * * 0",
        CatchUp.LATEST,
        "reminds everybody of the coming week, and archives past ones",
        late_after=timedelta(hours=6),
    ),
    Builtin("summary", "0 17 * * 5", CatchUp.LATEST, "reports how even the week's hours are"),
    Builtin("sweep", "30 7 * * *", CatchUp.LATEST, "finds jobs that have stood still too long"),
    Builtin("tick", "0 8 * * *", CatchUp.LATEST, "finds the controls that are due"),
    Builtin(
        "controls-summary", "0 9 1 * *", CatchUp.LATEST, "reports how last month's controls went"
    ),
    Builtin("watch", EVERY_MINUTE, CatchUp.NONE, "notices what did not happen"),
    Builtin(
        "heartbeat",
        "*/5 * * * *",
        CatchUp.NONE,
        "pings an outside monitor to say that Belfry is alive",
    ),
    Builtin("backup", "10 3 * * *", CatchUp.LATEST, "backs up the whole team to one file"),
    Builtin("tidy", "30 3 * * *", CatchUp.LATEST, "removes what has expired"),
)
