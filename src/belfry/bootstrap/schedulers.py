"""Who rings at set times for this team: EventBridge, or Belfry's own clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belfry.adapters.system.scheduler import EmbeddedScheduler

if TYPE_CHECKING:
    from belfry.cron.ports import Timers
    from belfry.ports.clock import Clock
    from belfry.ports.scheduler import Scheduler
    from belfry.ports.store import Store
    from belfry.settings import Settings


def open_scheduler(settings: Settings, clock: Clock, store: Store, timers: Timers) -> Scheduler:
    """EventBridge for a team that names an environment there."""
    said = settings.eventbridge
    if not said.environment:
        return EmbeddedScheduler(store, timers, clock)
    from belfry.adapters.aws.clients import connect_scheduler
    from belfry.adapters.aws.eventbridge import EventBridgeScheduler, Target

    client = connect_scheduler(region=said.region, endpoint=said.endpoint_url or None)
    target = Target(said.target_arn, said.role_arn, said.dead_letter_arn)
    return EventBridgeScheduler(client, clock, target, group=said.group)
