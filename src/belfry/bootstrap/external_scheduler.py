"""Publish schedules to an external scheduler, for teams that have one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pydantic import ValidationError

from belfry.bootstrap.aws_secrets import read_secret
from belfry.bootstrap.ports import is_database_ready, open_ports
from belfry.kernel.errors import ConfigError
from belfry.scheduler.fire_triggers import Fired, FireMissed, FireTriggers
from belfry.scheduler.publish_schedules import AGGREGATE, PublishSchedules
from belfry.scheduler.reconcile_schedules import ReconcileSchedules
from belfry.scheduler.relay_outbox import (
    Gatherer,
    Listener,
    Relayed,
    RelayOutbox,
    sum_up,
)
from belfry.scheduler.watch import GiveNotice
from belfry.settings import DatabaseSettings, EventBridgeSettings, Settings

if TYPE_CHECKING:
    from belfry.bootstrap.ports import Ports
    from belfry.scheduler.relay_outbox import RelayOutbox
    from belfry.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class ExternalScheduler:
    """`relay` publishes workflow events and leaves all others alone."""

    publish: PublishSchedules
    relay: RelayOutbox
    reconcile: ReconcileSchedules


def build_external_scheduler(settings: Settings, ports: Ports) -> ExternalScheduler | None:
    """None for a team without an external scheduler."""
    p, environment = ports, settings.eventbridge.environment
    if not environment or p.scheduler is None:
        return None
    publish = PublishSchedules(
        p.store, p.publications, p.scheduler, p.clock, p.crash_points, environment
    )
    reconcile = ReconcileSchedules(
        p.scheduler, p.workflows, p.publications, p.clock, environment, publish
    )
    relay = RelayOutbox(
        p.outbox,
        p.clock,
        p.crash_points,
        listeners={},
        gatherers={AGGREGATE: publish},
        about=AGGREGATE,
        tell=GiveNotice(p.store),
    )
    return ExternalScheduler(publish=publish, relay=relay, reconcile=reconcile)


def build_relay(
    settings: Settings,
    ports: Ports,
    listeners: Mapping[str, Listener],
    gatherers: Mapping[str, Gatherer],
    external_scheduler: ExternalScheduler | None,
) -> Callable[[], Relayed]:
    """The relay of all events; workflow events are published only to an external scheduler.

    If a Lambda function publishes them, their rows are left to it: every other type is claimed by
    name.
    """
    relay = RelayOutbox(
        ports.outbox,
        ports.clock,
        ports.crash_points,
        listeners,
        gatherers={
            **gatherers,
            **({AGGREGATE: external_scheduler.publish} if external_scheduler else {}),
        },
        tell=GiveNotice(ports.store),
    )
    if external_scheduler is None or settings.eventbridge.published_by == "worker":
        return relay
    sorts = (*listeners, *gatherers)
    parts = [replace(relay, gatherers=gatherers, about=sort) for sort in sorts]
    return lambda: sum_up(part() for part in parts)


def build_triggers(
    ports: Ports, external_scheduler: ExternalScheduler | None
) -> Callable[[], Fired]:
    """Belfry fires all triggers, or those that the external scheduler does not fire or missed."""
    p = ports
    if external_scheduler is None:
        return FireTriggers(p.store, p.triggers, p.runs, p.clock, p.crash_points)
    own = FireTriggers(p.store, p.triggers, p.runs, p.clock, p.crash_points, is_published=False)
    missed = FireMissed(p.store, p.triggers, p.runs, p.clock, p.crash_points)
    return lambda: own() + missed()


PREFIX = "BELFRY_EVENTBRIDGE_"
SECRET = "BELFRY_DATABASE_SECRET_ARN"


@dataclass(frozen=True, slots=True)
class Publishing:
    """`relay` carries the news of workflows out."""

    relay: RelayOutbox
    close: Callable[[], None]


def open_publishing(variables: Mapping[str, str]) -> Publishing:
    """From what a function's environment says; ConfigError if that is not enough.

    The database must have its shape already: a function that changed it would do so under the feet
    of the app.
    """
    eventbridge = read_eventbridge(variables)
    if not (secret := variables.get(SECRET)):
        raise ConfigError(f"{SECRET} is not set: it names the secret with the database's url")
    database = DatabaseSettings(url=read_secret(secret))
    settings = Settings(database=database, eventbridge=eventbridge)
    if not is_database_ready(settings):
        raise ConfigError(
            "the database is not of this version: start the app of this version first"
        )
    ports = open_ports(settings)
    external_scheduler = build_external_scheduler(settings, ports)
    if external_scheduler is None:
        ports.close()
        raise ConfigError(f"{PREFIX}ENVIRONMENT is not set: it is part of every schedule's name")
    return Publishing(external_scheduler.relay, ports.close)


def read_eventbridge(variables: Mapping[str, str]) -> EventBridgeSettings:
    """Each setting of the section by its name in capitals; AWS itself names the region."""
    named = {
        name: variables.get(PREFIX + name.upper()) for name in EventBridgeSettings.model_fields
    }
    values = {name: value for name, value in named.items() if value}
    values.setdefault("region", variables.get("AWS_REGION", ""))
    try:
        return EventBridgeSettings.model_validate(values)
    except ValidationError as error:
        whys = [str(fault["msg"]).removeprefix("Value error, ") for fault in error.errors()]
        raise ConfigError(f"{PREFIX}…: {'; '.join(whys)}") from error
