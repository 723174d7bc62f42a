"""When a schedule fires, for anybody who asks: no team is needed."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from belfry.entrypoints.cli.answers import Rows, answer, show_moment
from belfry.entrypoints.cli.options import Json, parse_moment
from belfry.kernel.cadence import find_zone, next_fire, parse_cadence

if TYPE_CHECKING:
    from collections.abc import Iterator
    from zoneinfo import ZoneInfo

    from belfry.kernel.cadence import Cadence

MOST_FIRES = 1000


def show_next(
    expression: Annotated[
        str,
        typer.Argument(
            metavar="EXPR", help="Five cron fields, @daily, cron(…), rate(…) or at(…), in quotes."
        ),
    ],
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
    """Show when a schedule fires next."""
    cadence, zone = parse_cadence(expression), find_zone(zone_name)
    fires = list(_list_next(cadence, zone, after or _read_clock(), count))
    zones = {zone.key: zone, "UTC": UTC}
    rows = [[show_moment(fire, one) for one in zones.values()] for fire in fires]
    said = Rows(list(zones), rows, "It does not fire any more.")
    answer({"next": fires}, said, as_json=as_json)


def _list_next(cadence: Cadence, zone: ZoneInfo, after: datetime, count: int) -> Iterator[datetime]:
    fire: datetime | None = after
    for _ in range(count):
        fire = next_fire(cadence, zone, fire, anchor=after) if fire else None
        if fire:
            yield fire


def _read_clock() -> datetime:
    from belfry.bootstrap import system_clock

    return system_clock().now()
