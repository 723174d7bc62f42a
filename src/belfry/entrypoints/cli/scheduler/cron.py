"""When a schedule fires, and what EventBridge calls it, for anybody who asks: no team is needed."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from belfry.entrypoints.cli.answers import Rows, answer, say, show_moment
from belfry.entrypoints.cli.opening import Json, Team, open_team, parse_moment
from belfry.kernel.cron import Rate, find_zone, next_fire, parse_cron
from belfry.kernel.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from zoneinfo import ZoneInfo

    from belfry.bootstrap import Services
    from belfry.bootstrap.external_scheduler import ExternalScheduler
    from belfry.kernel.cron import CronExpression
    from belfry.kernel.eventbridge import Translation
    from belfry.scheduler.reconcile_schedules import Reconciled


MOST_FIRES = 1000

Expression = Annotated[
    str,
    typer.Argument(
        metavar="EXPR", help="Five cron fields, @daily, cron(…), rate(…) or at(…), in quotes."
    ),
]


def show_next(
    expression: Expression,
    zone_name: Annotated[
        str, typer.Option("--tz", metavar="ZONE", help="The zone whose wall clock it is read on.")
    ] = "UTC",
    after: Annotated[
        datetime | None,
        typer.Option(
            "--after",
            metavar="ISO",
            parser=parse_moment,
            help="Fires after this moment, which names its zone; else after now. "
            "A rate that divides neither hour nor day counts from here.",
            show_default=False,
        ),
    ] = None,
    count: Annotated[
        int, typer.Option("-n", min=1, max=MOST_FIRES, help="How many fires to show.")
    ] = 5,
    as_json: Json = False,
) -> None:
    """Show when a schedule fires next.

    For example: belfry cron next "0 14 * * 4" --tz Europe/London -n 3
    """
    parsed, zone = parse_cron(expression), find_zone(zone_name)
    fires = list(_list_next(parsed, zone, after or _read_clock(), count))
    zones = {zone.key: zone, "UTC": UTC}
    rows = [[show_moment(fire, one) for one in zones.values()] for fire in fires]
    said = Rows(list(zones), rows, "It does not fire any more.")
    answer({"next": fires}, said, as_json=as_json)


def show_translation(expression: Expression, as_json: Json = False) -> None:
    """Show a schedule in the words of EventBridge Scheduler.

    For example: belfry cron translate "0 14 * * 4"
    """
    from belfry.kernel.eventbridge import translate

    parsed = parse_cron(expression)
    found = translate(parsed)
    said = "\n".join([*found.schedules, "", _explain(parsed, found)])
    answer({"schedules": found.schedules, "exact": found.is_exact}, said, as_json=as_json)


def _explain(parsed: CronExpression, found: Translation) -> str:
    if not found.is_exact:
        return (
            "Not exact: EventBridge cannot ask for a date and a weekday at once, so it fires on "
            "more days than it should. The fires too many are refused when they are handed in."
        )
    if isinstance(parsed, Rate):
        return "Exact, if its start date is one of its fires: EventBridge counts from there."
    if len(found.schedules) > 1:
        return (
            f"Exact: these {len(found.schedules)} together fire at the same minutes. "
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


def _read_clock() -> datetime:
    from belfry.bootstrap import system_clock

    return system_clock().now()


def publish(team: Team = None, as_json: Json = False) -> None:
    """Tell EventBridge what changed about workflows, now and not within the minute.

    For example: belfry cron publish
    """
    with open_team(team) as services:
        relayed = _find_external_scheduler(services).relay()
    data = {"done": relayed.done, "put_back": relayed.put_back, "failed": relayed.failed}
    lines = [
        f"Told: {relayed.done}.",
        f"To be tried again: {relayed.put_back}.",
        f"Given up: {relayed.failed}; `belfry doctor` says why.",
    ]
    said = [line for line, count in zip(lines, data.values(), strict=True) if count]
    answer(data, "\n".join(said) or "Nothing is waiting to be told.", as_json=as_json)
    if relayed.put_back or relayed.failed:
        raise typer.Exit(1)


def reconcile(
    fix: Annotated[bool, typer.Option("--fix", help="Mend what differs.")] = False,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Compare EventBridge's schedules with the workflows; leaves with 1 if they differ.

    For example: belfry cron reconcile --fix
    """
    with open_team(team) as services:
        found = _find_external_scheduler(services).reconcile(fix=fix)
    answer(_shape(found), _render(found), as_json=as_json)
    if not as_json:
        for number, problem in found.problems.items():
            say(f"Workflow {number}: {problem}")
        if found.drifts:
            say("Mended." if found.is_right else "`belfry cron reconcile --fix` mends it.")
    if not found.is_right:
        raise typer.Exit(1)


def _shape(found: Reconciled) -> dict[str, object]:
    return {
        "ok": found.is_right,
        "fixed": found.is_fixed,
        "drift": [
            {"name": one.name, "workflow_id": one.workflow_id, "says": one.says}
            for one in found.drifts
        ],
        "problems": [
            {"workflow_id": number, "says": problem} for number, problem in found.problems.items()
        ],
    }


def _render(found: Reconciled) -> Rows:
    rows = [(one.name, one.says) for one in found.drifts]
    return Rows(("schedule", "what differs"), rows, "Every schedule is as it should be.")


def _find_external_scheduler(services: Services) -> ExternalScheduler:
    if services.external_scheduler is None:
        raise ConfigError(
            "eventbridge.environment is not set: this team's workflows run by Belfry's own clock"
        )
    return services.external_scheduler
