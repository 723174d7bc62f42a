"""What becomes of the fires that are due: run, skipped or missed, each with its reason.

Of several fires due at once only the latest rings, unless the workflow catches up on all of them:
a clock that slept must not come back with a stampede.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from belfry.cron.bells import Bell
from belfry.cron.runs import Cause, Run, RunStatus, find_jitter, run_key
from belfry.cron.schedules import find_last, find_next
from belfry.cron.workflows import CatchUp, Overlap

if TYPE_CHECKING:
    from belfry.cron.workflows import Workflow

PUSHED_ON_BY = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Fate:
    """What a fire becomes, and why."""

    status: RunStatus
    cause: Cause
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Ring:
    """A bell's due fires as runs, and the bell moved on past them."""

    bell: Bell
    runs: tuple[Run, ...]
    is_behind: bool = False
    lost: datetime | None = None


def decide_fate(
    workflow: Workflow, fire: datetime, *, now: datetime, is_latest: bool, is_busy: bool
) -> Fate:
    """One of: queued, skipped because an earlier run is unfinished, or missed."""
    late = now - fire
    if not is_latest and workflow.catch_up is not CatchUp.ALL:
        return Fate(RunStatus.MISSED, Cause.SCHEDULE, "a later fire rang in its place")
    cause = Cause.SCHEDULE
    if late > workflow.grace:
        cause = Cause.CATCH_UP
        if workflow.catch_up is CatchUp.NONE:
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


def plan_ring(workflow: Workflow, bell: Bell, *, now: datetime, is_busy: bool, most: int) -> Ring:
    """At most `most` due fires of one bell; a bell still due after them rings again next time."""
    runs: list[Run] = []
    fire = bell.next_at
    latest: datetime | None = None
    lost = None
    while fire is not None and fire <= now and len(runs) < most:
        following = find_next(workflow, fire)
        if latest is None:
            is_only = following is None or following > now
            latest = fire if is_only else find_last(workflow, now)
        fate = decide_fate(workflow, fire, now=now, is_latest=fire == latest, is_busy=is_busy)
        if fate.status is RunStatus.QUEUED:
            is_busy = True
        if fire == latest and fate.status is RunStatus.MISSED:
            lost = fire
        runs.append(make_run(workflow, fire, fate, now=now))
        fire = following
    moved = replace(bell, next_at=fire, problem="")
    return Ring(moved, tuple(runs), is_behind=fire is not None and fire <= now, lost=lost)


def make_run(workflow: Workflow, fire: datetime, fate: Fate, *, now: datetime) -> Run:
    """The one row of this fire."""
    is_queued = fate.status is RunStatus.QUEUED
    return Run(
        id=run_key(workflow.id, fire),
        workflow_id=workflow.id,
        team_id=workflow.team_id,
        cause=fate.cause,
        scheduled_for=fire,
        due_at=fire + find_jitter(workflow.id, workflow.jitter),
        created_at=now,
        status=fate.status,
        exclusive=workflow.overlap is not Overlap.ALLOW,
        tries=workflow.attempts,
        finished_at=None if is_queued else now,
        reason=fate.reason,
    )


def push_on(bell: Bell, *, now: datetime, problem: str) -> Ring:
    """A bell whose next fire cannot be worked out: tried again later, and shown until then."""
    return Ring(replace(bell, next_at=now + PUSHED_ON_BY, problem=problem), ())


def _said(span: timedelta) -> str:
    minutes = int(span.total_seconds() // 60)
    if minutes < 60:
        return f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    if hours < 48:
        return f"{hours} h {minutes} min" if minutes else f"{hours} h"
    return f"{hours // 24} days"
