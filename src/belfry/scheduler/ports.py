"""What the scheduler asks of its storage. Changes go through the store."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import datetime

    from belfry.scheduler.publications import Publication, Standing, Unreadable
    from belfry.scheduler.runs import (
        Attempt,
        Notice,
        Run,
        RunCount,
        RunStatus,
        Worker,
        WorkflowHealth,
    )
    from belfry.scheduler.triggers import Due, Trigger
    from belfry.scheduler.workflows import NamedWorkflow, Workflow


class Workflows(Protocol):
    """The workflows.

    Every implementation promises:
    - deleted ones are never given; archived ones only when asked for;
    - `list` gives the lowest id first, only ids above `after`, of one team or, for None, of all;
    - `list_names` gives ids, names and kinds, in the same order, of all teams;
    - `find_by_name` takes a name as people write it: case and doubled spaces do not matter.
    """

    def find(self, workflow_id: int) -> Workflow | None: ...

    def find_by_name(self, team_id: int, name: str) -> Workflow | None: ...

    def list(
        self, *, team_id: int | None, after: int = 0, limit: int = 100, archived: bool = False
    ) -> Sequence[Workflow]: ...

    def list_names(self, *, limit: int) -> Sequence[NamedWorkflow]: ...


class SecretValues(Protocol):
    """The secrets that the operator gives to workflows.

    Every implementation promises:
    - `find` gives the value as it is now, without a line break at its end; None without one;
    - a value that cannot be read raises Permanent or Temporary, and the error does not hold it.
    """

    def find(self, name: str) -> str | None: ...


class Triggers(Protocol):
    """The next fires.

    Every implementation promises:
    - `list_due` gives triggers whose time is `now` or before, the earliest first, each with
      the terms of its workflow;
    - a row that cannot be read is given with its problem and never hides the others;
    - with `is_published`, `list_due` gives only triggers of workflows that are published to an
      external scheduler; with it False, only the others;
    - `find_next` gives the next fire of each workflow that has one;
    - `earliest` gives the next fire of all, or None;
    - `list_next` gives the triggers that will fire, the earliest first;
    - `list_troubled` gives the triggers that have a problem, the lowest workflow first.
    """

    def list_due(
        self, *, now: datetime, limit: int, is_published: bool | None = None
    ) -> Sequence[Due]: ...

    def find_next(self, workflow_ids: Collection[int]) -> Mapping[int, datetime]: ...

    def earliest(self) -> datetime | None: ...

    def list_next(self, *, limit: int) -> Sequence[Trigger]: ...

    def list_troubled(self, *, limit: int) -> Sequence[Trigger]: ...


class Runs(Protocol):
    """The runs.

    Every implementation promises:
    - runs of one moment stand in the order of their workflows' numbers;
    - `list_waiting` gives queued runs due at `now`, the earliest first, and none that must wait for
      another run of its workflow; of one lane or, for None, of all; none of `but_lanes`, and none
      that calls one of `but_hosts`;
    - `list_running` gives every run under way;
    - `find_busy` tells which of the workflows have a queued or running run;
    - `list_newest` gives the newest first by the time they were scheduled for; `before` (a
      scheduled time and an id) and those after it are left out;
    - `find_latest` gives the newest finished run of each workflow that has one;
    - `list_attempts` gives one run's attempts in order;
    - `earliest` gives the moment from which a queued run may start, or None.
    """

    def list_waiting(
        self,
        *,
        now: datetime,
        limit: int,
        lane: str | None = None,
        but_lanes: Collection[str] = (),
        but_hosts: Collection[str] = (),
    ) -> Sequence[Run]: ...

    def list_running(self) -> Sequence[Run]: ...

    def find_busy(self, workflow_ids: Collection[int]) -> Collection[int]: ...

    def list_newest(
        self,
        *,
        team_id: int | None = None,
        workflow_id: int | None = None,
        statuses: Collection[RunStatus] = (),
        before: tuple[datetime, str] | None = None,
        limit: int = 50,
    ) -> Sequence[Run]: ...

    def find_latest(self, workflow_ids: Collection[int]) -> Mapping[int, Run]: ...

    def list_attempts(self, run_id: str) -> Sequence[Attempt]: ...

    def earliest(self) -> datetime | None: ...


class Monitor(Protocol):
    """What people and other workers monitor.

    Every implementation promises:
    - `list_open_notices` gives the newest first, none that was dismissed;
    - `list_workers` gives every worker that has not signed off, the longest serving first;
    - `list_old_runs` gives finished runs scheduled for before that moment, the oldest first;
    - `list_failing` gives the health of workflows that are failing, the longest failing first;
    - `list_parked` gives runs that were parked or interrupted and scheduled for after that moment,
      the newest first;
    - `find_dismissed` tells which of the notices were dismissed;
    - `count_runs` counts the runs of some workflows that were scheduled from `since` to `until`,
      both included, by hour and status; by workflow, and the earliest first.
    """

    def list_open_notices(self, *, limit: int = 50) -> Sequence[Notice]: ...

    def list_workers(self) -> Sequence[Worker]: ...

    def list_old_runs(self, *, before: datetime, limit: int) -> Sequence[Run]: ...

    def list_failing(self, *, limit: int) -> Sequence[WorkflowHealth]: ...

    def list_parked(self, *, since: datetime, limit: int) -> Sequence[Run]: ...

    def find_dismissed(self, notice_ids: Collection[str]) -> Collection[str]: ...

    def count_runs(
        self, workflow_ids: Collection[int], *, since: datetime, until: datetime
    ) -> Sequence[RunCount]: ...


class Publications(Protocol):
    """What has to be read of many workflows at once to publish their schedules.

    Every implementation promises:
    - `find_publications` gives the publication of each workflow that has one, by id;
    - `find_standings` gives each workflow as it stands, by id, archived ones too; one that was
      deleted or never existed is left out;
    - a row that cannot be read is given with its problem and never hides the others.
    """

    def find_publications(self, workflow_ids: Collection[int]) -> Mapping[int, Publication]: ...

    def find_standings(
        self, workflow_ids: Collection[int]
    ) -> Mapping[int, Standing | Unreadable]: ...
