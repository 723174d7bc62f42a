"""When a schedule fires, and its EventBridge form; no team is needed."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

from belfry.entrypoints.cli.answers import Answer, Part, Rows, shape_all, show_moment
from belfry.entrypoints.cli.opening import argument, option, parse_moment
from belfry.kernel.cron import Rate, find_zone, next_fire, parse_cron
from belfry.kernel.errors import ConfigError
from belfry.scheduler.relay_outbox import sum_up

if TYPE_CHECKING:
    from collections.abc import Iterator
    from zoneinfo import ZoneInfo

    from belfry.bootstrap import Services
    from belfry.bootstrap.external_scheduler import ExternalScheduler
    from belfry.kernel.cron import CronExpression
    from belfry.kernel.eventbridge import Translation


MOST_FIRES = 1000

Expression = Annotated[
    str, argument("EXPR", "Five cron fields, @daily, cron(…), rate(…) or at(…), in quotes.")
]
_READ_IN = "The zone whose wall clock it is read on."
_AFTER = (
    "Fires after this moment, which names its zone; else after now. "
    "A rate that divides neither hour nor day counts from here."
)


def show_next(
    expression: Expression,
    zone_name: Annotated[str, option("--tz", _READ_IN, "ZONE", show_default=True)] = "UTC",
    after: Annotated[datetime | None, option("--after", _AFTER, "ISO", parser=parse_moment)] = None,
    count: Annotated[
        int, option("-n", "How many fires to show.", min=1, max=MOST_FIRES, show_default=True)
    ] = 5,
) -> Answer:
    """Show when a schedule fires next.

    For example: belfry cron next "0 14 * * 4" --tz Europe/London -n 3
    """
    from belfry.bootstrap import system_clock

    parsed, zone = parse_cron(expression), find_zone(zone_name)
    fires = list(_list_next(parsed, zone, after or system_clock().now(), count))
    zones = {zone.key: zone, "UTC": UTC}
    rows = [[show_moment(fire, zone) for zone in zones.values()] for fire in fires]
    table = Rows(list(zones), rows, "It does not fire any more.")
    return Answer({"next": fires}, table)


def show_translation(expression: Expression) -> Answer:
    """Translate a schedule for EventBridge Scheduler.

    For example: belfry cron translate "0 14 * * 4"
    """
    from belfry.kernel.eventbridge import translate

    parsed = parse_cron(expression)
    translation = translate(parsed)
    lines = [*translation.schedules, "", _explain(parsed, translation)]
    return Answer({"schedules": translation.schedules, "exact": translation.is_exact}, lines)


def _explain(parsed: CronExpression, translation: Translation) -> str:
    if not translation.is_exact:
        return (
            "Not exact: EventBridge cannot ask for a date and a weekday at once, so it fires on "
            "more days than it should. The fires too many are refused when they are handed in."
        )
    if isinstance(parsed, Rate):
        return "Exact, if its start date is one of its fires: EventBridge counts from there."
    if len(translation.schedules) > 1:
        return (
            f"Exact: these {len(translation.schedules)} together fire at the same minutes. "
            "Where two fire at once, one run is made."
        )
    return "Exact: it fires at the same minutes."


def _list_next(
    parsed: CronExpression, zone: ZoneInfo, after: datetime, count: int
) -> Iterator[datetime]:
    fire: datetime | None = after
    for _ in range(count):
        fire = next_fire(parsed, zone, fire, anchor=after) if fire else None
        if fire:
            yield fire


def publish(services: Services) -> Answer:
    """Publish new and changed schedules to EventBridge now, also those it never had.

    For example: belfry cron publish
    """
    external_scheduler = _find_external_scheduler(services)
    relayed = external_scheduler.relay()
    if external_scheduler.reconcile.announce_unpublished():
        relayed = sum_up([relayed, external_scheduler.relay()])
    data = asdict(relayed)
    lines = [
        f"Told: {relayed.done}.",
        f"To be tried again: {relayed.put_back}.",
        f"Given up: {relayed.failed}; `belfry doctor` says why.",
    ]
    parts = [line for line, count in zip(lines, data.values(), strict=True) if count]
    is_well = not (relayed.put_back or relayed.failed)
    return Answer(data, parts or "Nothing is waiting to be told.", is_well)


def reconcile(
    services: Services, fix: Annotated[bool, option("--fix", "Correct what differs.")] = False
) -> Answer:
    """Compare EventBridge's schedules with the workflows; exits with 1 if they differ.

    For example: belfry cron reconcile --fix
    """
    reconciled = _find_external_scheduler(services).reconcile(fix=fix)
    drifts, problems = reconciled.drifts, reconciled.problems
    data = {
        "ok": reconciled.is_right,
        "fixed": reconciled.is_fixed,
        "drift": shape_all(drifts, "name", "workflow_id", "says"),
        "problems": [
            {"workflow_id": number, "says": problem} for number, problem in problems.items()
        ],
    }
    rows = [(drift.name, drift.says) for drift in drifts]
    lines: list[Part] = [
        Rows(("schedule", "what differs"), rows, "Every schedule is as it should be."),
        *(f"Workflow {number}: {problem}" for number, problem in problems.items()),
    ]
    if drifts:
        is_right = reconciled.is_right
        lines.append("Corrected." if is_right else "`belfry cron reconcile --fix` corrects it.")
    return Answer(data, lines, is_well=reconciled.is_right)


def _find_external_scheduler(services: Services) -> ExternalScheduler:
    if services.external_scheduler is None:
        raise ConfigError(
            "eventbridge.environment is not set: this team's workflows run by Belfry's own clock"
        )
    return services.external_scheduler
