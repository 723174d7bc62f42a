"""What can be wrong with the scheduler: workers, the clock, triggers, runs, the outbox."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from belfry.entrypoints.cli.answers import show_moment
from belfry.entrypoints.cli.findings import Finding
from belfry.entrypoints.cli.scheduler.workflows import list_live_workers, walk_workflows
from belfry.kernel.cron import find_zone
from belfry.kernel.errors import InputError
from belfry.scheduler.fire_triggers import EXTERNAL_GRACE
from belfry.scheduler.runs import Heartbeat, RunStatus

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from belfry.bootstrap import Services
    from belfry.scheduler.workflows import Workflow

BEHIND_AFTER = timedelta(minutes=2)
WATCH_STALE_AFTER = timedelta(minutes=5)
MOST_SHOWN = 20
START = "start `belfry serve` or `belfry worker`"


def check_scheduler(services: Services) -> Iterator[Finding]:
    workflows = list(walk_workflows(services, team_id=None))
    yield from _check_workers(services, workflows)
    yield from _check_clock(services)
    yield from _check_triggers(services)
    yield from _check_workflows(services, workflows)
    yield from _check_runs(services, workflows)
    for row in services.ports.outbox.list_failed(limit=MOST_SHOWN):
        said = f"{row.aggregate_type} {row.aggregate_id}: {row.error_message}"
        mend = "mend the cause, and save what it is about again: the row is parked"
        yield Finding(said, f"outbox row {row.id}", mend)


def _check_workers(services: Services, workflows: Sequence[Workflow]) -> Iterator[Finding]:
    live = list_live_workers(services)
    for worker in services.ports.monitor.list_workers():
        if worker in live:
            continue
        said = f"not seen since {show_moment(worker.seen_at)}"
        mend = f"{START}, if it is dead: another takes over its runs"
        yield Finding(said, f"worker {worker.id} ({worker.label})", mend, is_wrong=False)
    if not live and any(workflow.is_active for workflow in workflows):
        yield Finding("no worker is running to fire and run them", "the workflows", START)


def _check_clock(services: Services) -> Iterator[Finding]:
    now = services.ports.clock.now()
    heartbeat = services.ports.store.find(Heartbeat, "clock")
    if heartbeat is None:
        return
    if heartbeat.seen_at - now > BEHIND_AFTER:
        said = f"shows {show_moment(now)}, but it was {show_moment(heartbeat.seen_at)} already"
        mend = "set it right, and let it be kept right: `timedatectl set-ntp true`"
        yield Finding(said, "this machine's clock", mend)
    elif now - heartbeat.seen_at > WATCH_STALE_AFTER:
        said = f"has not looked since {show_moment(heartbeat.seen_at)}"
        yield Finding(said, "the workflow watch", f"{START}, and see that it is not paused")


def _check_triggers(services: Services) -> Iterator[Finding]:
    triggers, now = services.ports.triggers, services.ports.clock.now()
    own = triggers.list_due(now=now - BEHIND_AFTER, limit=MOST_SHOWN, is_published=False)
    told = triggers.list_due(
        now=now - BEHIND_AFTER - EXTERNAL_GRACE, limit=MOST_SHOWN, is_published=True
    )
    for due in (*own, *told):
        said = f"should have fired at {show_moment(due.trigger.next_at)}"
        yield Finding(said, f"the trigger of workflow {due.trigger.workflow_id}", START)
    for trigger in triggers.list_troubled(limit=MOST_SHOWN):
        number = trigger.workflow_id
        mend = f"save its schedule anew: `belfry workflows set {number} --cron '0 9 * * *'`"
        yield Finding(trigger.problem, f"the trigger of workflow {number}", mend)


def _check_workflows(services: Services, workflows: Sequence[Workflow]) -> Iterator[Finding]:
    for workflow in workflows:
        where = f"workflow {workflow.id} ({workflow.name})"
        if workflow.kind not in services.kinds:
            away = f"`belfry workflows archive {workflow.id}`"
            mend = f"install the package that brings it, or archive the workflow: {away}"
            yield Finding(f"no kind {workflow.kind!r} is registered here", where, mend)
        try:
            find_zone(workflow.timezone)
        except InputError as error:
            mend = f"give it a zone that is known: `belfry workflows set {workflow.id} --tz UTC`"
            yield Finding(str(error), where, mend)


def _check_runs(services: Services, workflows: Sequence[Workflow]) -> Iterator[Finding]:
    names = {workflow.id: workflow.name for workflow in workflows}
    runs = services.ports.runs
    latest = runs.find_latest(list(names))
    for workflow_id, run in sorted(latest.items()):
        if run.status is RunStatus.PARKED:
            mend = f"mend the cause, then `belfry workflows replay {run.id}`"
            where = f"run {run.id} of {names[workflow_id]}"
            yield Finding(f"parked: {run.error}", where, mend)
    parked = runs.list_newest(statuses=[RunStatus.PARKED], limit=1000)
    older = [run for run in parked if latest.get(run.workflow_id) != run]
    if older:
        said = f"{len(older)} older runs are parked"
        mend = "`belfry workflows runs --status parked` shows them"
        yield Finding(said, "the history", mend, is_wrong=False)
