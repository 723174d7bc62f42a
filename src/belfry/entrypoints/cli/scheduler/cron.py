"""When a schedule fires, and what EventBridge calls it, for anybody who asks: no team is needed."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from belfry.entrypoints.cli.answers import Rows, answer, show_moment
from belfry.entrypoints.cli.options import Json, parse_moment
from belfry.kernel.cron import Rate, find_zone, next_fire, parse_cron

if TYPE_CHECKING:
    from collections.abc import Iterator
    from zoneinfo import ZoneInfo

    from belfry.kernel.cron import CronExpression
    from belfry.kernel.eventbridge import Translation

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
