"""Which week a command about the rota means."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from belfry.bootstrap import Services


def parse_day(text: str) -> date:
    try:
        return date.fromisoformat(text.strip())
    except ValueError as error:
        expected = "expected a day such as 2026-11-16"
        raise typer.BadParameter(f"{text!r} is no day; {expected}") from error


WeekOf = Annotated[
    date | None,
    typer.Option(
        "--week",
        metavar="DAY",
        parser=parse_day,
        help="The week's Monday, or any other day of it; else next week.",
        show_default=False,
    ),
]
WeekNow = Annotated[
    date | None,
    typer.Option(
        "--week",
        metavar="DAY",
        parser=parse_day,
        help="The week's Monday, or any other day of it; else the present week.",
        show_default=False,
    ),
]
DraftNumber = Annotated[
    int | None,
    typer.Option(
        "--draft", metavar="N", min=1, help="Which draft; else the newest.", show_default=False
    ),
]


def choose_week(services: Services, day: date | None) -> date:
    """The Monday of the week that was named, or of the next one."""
    from belfry.kernel.cron import find_zone
    from belfry.rota.rules.weeks import find_monday, find_next_monday

    if day is not None:
        return find_monday(day)
    now, zone = services.ports.clock.now(), find_zone(services.settings.timezone)
    return find_next_monday(now, zone)


def choose_this_week(services: Services, day: date | None) -> date:
    """The Monday of the week that was named, or of the present one."""
    from belfry.kernel.cron import find_zone
    from belfry.rota.rules.weeks import find_monday, find_this_monday

    if day is not None:
        return find_monday(day)
    now, zone = services.ports.clock.now(), find_zone(services.settings.timezone)
    return find_this_monday(now, zone)
