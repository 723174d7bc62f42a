"""An app with a scheduler outside, whose schedules the test can look at and spoil."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Literal

from tests.apps import App, build_app, memory_ports
from tests.fakes.crash_points import CrashingPoints
from tests.fakes.scheduler import MemoryScheduler
from tests.samples import NOON

from belfry.adapters.system.clock import VirtualClock
from belfry.kernel.cron import Rate, parse_cron
from belfry.kernel.eventbridge import Schedule, find_ours, translate
from belfry.scheduler.workflows import INTERNAL_KINDS
from belfry.settings import EventBridgeSettings, Settings

if TYPE_CHECKING:
    from belfry.bootstrap import Ports
    from belfry.bootstrap.external_scheduler import ExternalScheduler
    from belfry.scheduler.relay_outbox import Relayed
    from belfry.scheduler.workflows import Workflow

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass
class Bridge:
    app: App
    scheduler: MemoryScheduler
    environment: str

    @property
    def external_scheduler(self) -> ExternalScheduler:
        assert self.app.services.external_scheduler
        return self.app.services.external_scheduler

    @property
    def clock(self) -> VirtualClock:
        return self.app.clock

    def add(self, cron: str = "0 9 * * *", **edit: Any) -> Workflow:
        name = edit.pop("name", f"Workflow {len(self.list_workflows()) + 1}")
        return self.app.add(name, cron_schedule=cron, **edit)

    def edit(self, workflow: Workflow, **edit: Any) -> Workflow:
        return self.app.services.change_workflow.edit(workflow.id, edit, by="test")

    def pause(self, workflow: Workflow) -> None:
        self.app.services.change_workflow.pause(workflow.id, note="", by="test")

    def resume(self, workflow: Workflow) -> None:
        self.app.services.change_workflow.resume(workflow.id, by="test")

    def delete(self, workflow: Workflow) -> None:
        self.app.services.change_workflow.delete(workflow.id, by="test")

    def archive(self, workflow: Workflow) -> None:
        self.app.services.change_workflow.archive(workflow.id, by="test")

    def publish(self) -> Relayed:
        return self.external_scheduler.relay()

    def publish_quietly(self) -> None:
        """No more faults, and time enough for every lease to end and every row to be due again."""
        self.scheduler.forgive()
        for _ in range(3):
            self.clock.advance(timedelta(hours=2))
            self.publish()

    def list_workflows(self) -> list[Workflow]:
        return list(self.app.ports.workflows.list(team_id=None, limit=100_000, archived=True))

    def shown(self) -> dict[str, tuple[object, ...]]:
        """The schedules outside that are ours, as far as they matter."""
        schedules = self.scheduler.list().items()
        return {
            name: _show(schedule)
            for name, schedule in schedules
            if find_ours(name, self.environment)
        }

    def wanted(self) -> dict[str, tuple[object, ...]]:
        """What the database says, worked out apart from the product's own way."""
        wanted: dict[str, tuple[object, ...]] = {}
        for workflow in self.list_workflows():
            if workflow.cron_schedule and not workflow.archived_at:
                wanted |= _want(workflow, self.environment)
        return wanted

    def is_true(self) -> bool:
        return self.shown() == self.wanted()


def _show(schedule: Schedule) -> tuple[object, ...]:
    handed_on = json.loads(schedule.handed_on)
    assert handed_on["scheduled_time"] == "<aws.scheduler.scheduled-time>"
    assert "<aws." in schedule.handed_on, "an escaped placeholder is not replaced"
    rate = parse_cron(schedule.expression)
    phase = None
    if isinstance(rate, Rate):
        assert schedule.start
        phase = (schedule.start - EPOCH) % rate.every
    number = handed_on["workflow_id"]
    return number, schedule.expression, schedule.timezone, schedule.is_enabled, phase


def _want(workflow: Workflow, environment: str) -> dict[str, tuple[object, ...]]:
    if workflow.kind in INTERNAL_KINDS or workflow.cron_schedule is None:
        return {}
    expression = parse_cron(workflow.cron_schedule)
    phase = None
    if isinstance(expression, Rate):
        since = workflow.schedule_since.replace(second=0, microsecond=0)
        phase = (since - EPOCH) % expression.every
    expressions = translate(expression).schedules
    is_on = workflow.paused_at is None
    ends = ["", *(f"-{place}" for place in range(2, len(expressions) + 1))]
    return {
        f"wf-{workflow.id}-{environment}{end}": (workflow.id, text, workflow.timezone, is_on, phase)
        for end, text in zip(ends, expressions, strict=True)
    }


def open_bridge(
    ports: Ports,
    scheduler: MemoryScheduler | None = None,
    environment: str = "prod",
    published_by: Literal["worker", "function"] = "worker",
) -> Bridge:
    clock = ports.clock
    assert isinstance(clock, VirtualClock)
    scheduler = scheduler or MemoryScheduler(clock)
    settings = EventBridgeSettings(
        environment=environment,
        region="eu-west-2",
        target_arn="arn:runner",
        role_arn="arn:role",
        published_by=published_by,
    )
    app = build_app(replace(ports, scheduler=scheduler), Settings(eventbridge=settings))
    return Bridge(app, scheduler, environment)


def memory_bridge(environment: str = "prod") -> Bridge:
    return open_bridge(memory_ports(VirtualClock(NOON), CrashingPoints()), environment=environment)
