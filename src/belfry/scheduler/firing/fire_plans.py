"""What becomes of the fires that are due: run, skipped or missed, each with its reason.

Of several fires due at once only the latest rings, unless the workflow catches up on all of them:
a clock that slept must not come back with a stampede.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from belfry.scheduler.firing.schedules import find_last, find_next, is_left_out
from belfry.scheduler.runs.runs import Cause, Run, RunStatus, find_jitter, run_key
from belfry.scheduler.workflows import CatchUp, Overlap

if TYPE_CHECKING:
    from belfry.scheduler.firing.triggers import Terms
    from belfry.scheduler.workflows import Workflow

PUSHED_ON_BY = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Fate:
    """What a fire becomes, and why."""

    status: RunStatus
    cause: Cause
    reason: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """What every bell with these terms and this moment does: the fate of each of its fires that is
    due, and when it rings next. `lost` says that the latest of them will never run; fires after
    `until` are left to somebody else for now."""

    terms: Terms | None
    now: datetime
    fires: tuple[tuple[datetime, Fate], ...]
    next_at: datetime | None
    problem: str = ""
    lost: bool = False
    until: datetime | None = None

    @property
    def is_behind(self) -> bool:
        return self.next_at is not None and self.next_at <= (self.until or self.now)


def decide_fate(
    workflow: Workflow | Terms,
    fire: datetime,
    *,
    now: datetime,
    is_latest: bool,
    is_busy: bool,
    is_left_out: bool = False,
) -> Fate:
    """One of: queued, skipped because an earlier run is unfinished, or missed.

    A fire that the scheduler outside leaves out by its own rule was never its to bring: whether
    the workflow catches up is no matter then.
    """
    late = now - fire
    if not is_latest and workflow.catch_up is not CatchUp.ALL and not is_left_out:
        return Fate(RunStatus.MISSED, Cause.SCHEDULE, "a later fire rang in its place")
    cause = Cause.SCHEDULE
    if late > workflow.grace:
        cause = Cause.CATCH_UP
        if workflow.catch_up is CatchUp.NONE and not is_left_out:
            return Fate(
                RunStatus.MISSED, Cause.SCHEDULE, f"{_said(late)} late; it never catches up"
            )
        if late > workflow.late_after:
            limit = _said(workflow.late_after)
            return Fate(
                RunStatus.MISSED, Cause.SCHEDULE, f"{_said(late)} late; the limit is {limit}"
            )
    if is_busy and workflow.overlap is Overlap.SKIP:
        return Fate(RunStatus.SKIPPED, cause, "an earlier run was not finished")
    return Fate(RunStatus.QUEUED, cause)


def plan_fires(
    terms: Terms,
    fire: datetime | None,
    *,
    now: datetime,
    is_busy: bool,
    most: int,
    until: datetime | None = None,
) -> Plan:
    """At most `most` due fires, from `fire` on; a bell still due after them rings again soon.

    With `until`, somebody outside rings for these, and has had its time for fires up to then.
    """
    end = until or now
    fires: list[tuple[datetime, Fate]] = []
    latest: datetime | None = None
    lost = False
    while fire is not None and fire <= end and len(fires) < most:
        following = find_next(terms, fire)
        if latest is None:
            is_only = following is None or following > end
            latest = fire if is_only else find_last(terms, end)
        fate = decide_fate(
            terms,
            fire,
            now=now,
            is_latest=fire == latest,
            is_busy=is_busy,
            is_left_out=until is not None and is_left_out(terms, fire),
        )
        if fate.status is RunStatus.QUEUED:
            is_busy = True
        if fire == latest and fate.status is RunStatus.MISSED:
            lost = True
        fires.append((fire, fate))
        fire = following
    return Plan(terms, now, tuple(fires), next_at=fire, lost=lost, until=until)


def push_on(*, now: datetime, problem: str) -> Plan:
    """A bell whose next fire cannot be worked out: tried again later, and shown until then."""
    return Plan(None, now, (), next_at=now + PUSHED_ON_BY, problem=problem)


def make_run(workflow: Workflow, fire: datetime, fate: Fate, *, now: datetime) -> Run:
    """The one row of this fire."""
    return make_run_of(workflow.id, workflow, fire, fate, now=now)


def make_run_of(
    workflow_id: int, terms: Workflow | Terms, fire: datetime, fate: Fate, *, now: datetime
) -> Run:
    is_queued = fate.status is RunStatus.QUEUED
    return Run(
        id=run_key(workflow_id, fire),
        workflow_id=workflow_id,
        team_id=terms.team_id,
        cause=fate.cause,
        scheduled_for=fire,
        due_at=fire + find_jitter(workflow_id, terms.jitter),
        created_at=now,
        status=fate.status,
        exclusive=terms.overlap is not Overlap.ALLOW,
        tries=terms.attempts,
        finished_at=None if is_queued else now,
        reason=fate.reason,
    )


def _said(span: timedelta) -> str:
    minutes = int(span.total_seconds() // 60)
    if minutes < 60:
        return f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    if hours < 48:
        return f"{hours} h {minutes} min" if minutes else f"{hours} h"
    return f"{hours // 24} days"
