"""Workflows: what they do, when they fire and how failures are handled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, NamedTuple

from belfry.kernel.changes import Audited
from belfry.kernel.errors import InputError, NotAllowed
from belfry.kernel.urls import parse_url

# The team that this installation works for: its built-in workflows, its rooms, its folder.
TEAM = 1
# Belfry's own workflows have a lane to themselves; all others share queues.
OWN_LANE = "belfry"
DEFAULT_QUEUE = "default"


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
    or a resume moves it. `host` is what it calls, if its kind is http. `notify` names the people
    who hear of its notices, with commas between; if it names nobody, the owner does.
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
    notify: str = ""
    notify_urgent: bool = False
    queue: str = DEFAULT_QUEUE
    host: str = ""
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
    def is_builtin(self) -> bool:
        """Whether it is one of the product's own, and not just of its kind."""
        name = " ".join(self.name.split()).casefold()
        return self.team_id == TEAM and self.kind in INTERNAL_KINDS and name == self.kind

    @property
    def pause_warning(self) -> str:
        """What stands still while a built-in workflow is paused; empty for others."""
        if not self.is_builtin:
            return ""
        does = next(builtin.does for builtin in BUILTINS if builtin.name == self.kind)
        return f"{self.name} is built in: it {does}, and while it is paused nothing does"

    @property
    def lane(self) -> str:
        """Where its runs wait for their turn."""
        return OWN_LANE if self.kind in INTERNAL_KINDS else self.queue

    @property
    def is_active(self) -> bool:
        """Whether its trigger fires at all."""
        return self.cron_schedule is not None and not (
            self.paused_at or self.archived_at or self.deleted_at
        )


def split_names(names: str) -> list[str]:
    """The names in a list with commas between them."""
    return [name for part in names.split(",") if (name := " ".join(part.split()))]


def find_host(kind: str, inputs: Mapping[str, Any]) -> str:
    """The host that a workflow calls; empty if it calls none that is known here."""
    url = inputs.get("url") if kind == "http" else None
    if isinstance(url, Mapping):  # a secret, after the part that is none
        url = url.get("prefix")
    try:
        return parse_url(url).host if isinstance(url, str) else ""
    except InputError:
        return ""


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
    Builtin("mail-in", "*/5 * * * *", CatchUp.NONE, "takes in the mail that arrived"),
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
INTERNAL_KINDS = frozenset(builtin.name for builtin in BUILTINS)
# What people may change of a built-in workflow: when it fires, and who hears of its failures.
BUILTIN_EDITABLE = frozenset(
    {
        *("cron_schedule", "timezone", "schedule_since", "catch_up", "late_after"),
        *("grace", "jitter", "tell_after", "notify", "notify_urgent"),
    }
)


def check_kind_is_open(kind: str) -> None:
    """Nobody makes another workflow of a kind that is Belfry's own."""
    if kind in INTERNAL_KINDS:
        raise NotAllowed(
            f"{kind} is a kind of Belfry's own: change when the built-in workflow {kind!r} fires, "
            "or use another kind"
        )


OTHER_TEAMS = "is a kind of Belfry's own and runs for no other team"


def check_team_may_run(workflow: Workflow) -> None:
    """Belfry's own kinds work on its own team's data, so they run for no other."""
    if workflow.kind in INTERNAL_KINDS and workflow.team_id != TEAM:
        raise NotAllowed(f"{workflow.kind} {OTHER_TEAMS}")


def check_may_remove(workflow: Workflow) -> None:
    if workflow.is_builtin:
        raise NotAllowed(
            f"{workflow.name} is built in and cannot be archived or deleted: pause it, or turn it "
            f"off in belfry.toml with enabled = false under [workflows.{workflow.kind}]"
        )


def check_edit(before: Workflow, after: Workflow) -> None:
    """Refuse what may not be changed of a built-in workflow, and a move to an internal kind."""
    if after.kind != before.kind:
        check_kind_is_open(after.kind)
    if not before.is_builtin:
        return
    names = [field.name for field in fields(Workflow)]
    changed = [name for name in names if getattr(before, name) != getattr(after, name)]
    closed = [name for name in changed if name not in BUILTIN_EDITABLE]
    if closed:
        open_fields = ", ".join(sorted(BUILTIN_EDITABLE - {"schedule_since"}))
        raise NotAllowed(
            f"{before.name} is built in: {', '.join(closed)} cannot be changed, only {open_fields}"
        )
    if after.cron_schedule is None:
        raise NotAllowed(f"{before.name} is built in and keeps a schedule: pause it instead")
