"""Decide what becomes of due fires: run, skipped or missed, each with its reason.

Of several due fires only the latest runs, unless the workflow catches up on all of them: after a
long pause there must be no stampede.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from belfry.kernel.changes import Append, Change, Put
from belfry.scheduler.runs import Cause, Notice, Run, RunStatus, find_jitter, give, run_key
from belfry.scheduler.triggers import Terms, Trigger, find_last, find_next, is_left_out
from belfry.scheduler.workflows import OWN_LANE, CatchUp, Overlap, Workflow

POSTPONED_BY = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Fate:
    """What a fire becomes, and why."""

    status: RunStatus
    cause: Cause
    reason: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """The fate of each due fire of triggers with these terms, and their next fire.

    `lost` says that the latest of them will never run; fires after `until` are still left to the
    external scheduler.
    """

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
    """Queued, skipped because an earlier run is unfinished, or missed.

    A fire that the external scheduler leaves out by its own rule is made whether or not the
    workflow catches up.
    """
    late = now - fire
    if not is_latest and workflow.catch_up is not CatchUp.ALL and not is_left_out:
        return Fate(RunStatus.MISSED, Cause.SCHEDULE, "a later fire took its place")
    cause = Cause.SCHEDULE
    if late > workflow.grace:
        cause = Cause.CATCH_UP
        if workflow.catch_up is CatchUp.NONE and not is_left_out:
            return Fate(
                RunStatus.MISSED, Cause.SCHEDULE, f"{_format_span(late)} late; it never catches up"
            )
        if late > workflow.late_after:
            limit = _format_span(workflow.late_after)
            return Fate(
                RunStatus.MISSED, Cause.SCHEDULE, f"{_format_span(late)} late; the limit is {limit}"
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
    """At most `most` due fires, from `fire` on; a trigger still due after them fires again soon.

    With `until`, an external scheduler fires these triggers and has had its time up to then.
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
            lost = not is_own_routine(terms)
        fires.append((fire, fate))
        fire = following
    return Plan(terms, now, tuple(fires), next_at=fire, lost=lost, until=until)


def is_own_routine(terms: Terms) -> bool:
    """Belfry's own work that never catches up: that it was away is told already."""
    return terms.lane == OWN_LANE and terms.catch_up is CatchUp.NONE


def postpone(*, now: datetime, problem: str) -> Plan:
    """A trigger whose next fire cannot be worked out: tried again later, and shown until then."""
    return Plan(None, now, (), next_at=now + POSTPONED_BY, problem=problem)


def make_run(
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
        lane=terms.lane,
        host=terms.host,
        finished_at=None if is_queued else now,
        reason=fate.reason,
    )


def _format_span(span: timedelta) -> str:
    minutes = int(span.total_seconds() // 60)
    if minutes < 60:
        return f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    if hours < 48:
        return f"{hours} h {minutes} min" if minutes else f"{hours} h"
    return f"{hours // 24} days"


@dataclass(frozen=True, slots=True, eq=False)
class Firing:
    """One trigger, at the revision it was read with, and the plan it follows."""

    workflow_id: int
    revision: int
    plan: Plan

    @property
    def trigger(self) -> Trigger:
        return Trigger(self.workflow_id, self.plan.next_at, self.plan.problem, self.revision)

    @property
    def runs(self) -> list[Run]:
        terms, now = self.plan.terms, self.plan.now
        if terms is None:
            return []
        return [
            make_run(self.workflow_id, terms, fire, fate, now=now) for fire, fate in self.plan.fires
        ]

    def list_changes(self, existing: Collection[str] = ()) -> list[Change]:
        """Everything to write, except the runs that exist already."""
        runs = self.runs
        is_lost = self.plan.lost and runs[-1].id not in existing
        runs = [run for run in runs if run.id not in existing]
        notices = give(_lost_notice(runs)) if is_lost else []
        return [Put(self.trigger), *(Append(run) for run in runs), *notices]


def _lost_notice(runs: Sequence[Run]) -> Notice:
    last = runs[-1]
    missed = [run for run in runs if run.reason]
    return Notice(
        id=f"missed/{last.id}",
        at=last.created_at,
        kind="missed",
        text=f"{'one fire' if len(missed) == 1 else f'{len(missed)} fires'} up to "
        f"{last.scheduled_for:%Y-%m-%d %H:%M} UTC did not run: {last.reason}",
        workflow_id=last.workflow_id,
        run_id=last.id,
    )
