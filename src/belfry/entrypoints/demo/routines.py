"""What Belfry itself did in the sample shop's past, each thing at its hour.

While the shop's past is lived through, the clock goes from one moment that matters to the next:
what rings every minute in life is called where it has something to do.
"""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from functools import partial
from typing import TYPE_CHECKING

from belfry.entrypoints.demo.sample import TIMEZONE
from belfry.entrypoints.demo.tasks import TOM
from belfry.kernel.cron import find_zone
from belfry.scheduler.kinds import RunContext

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import date

    from belfry.bootstrap import Services

Routine = tuple[datetime, "Callable[[Services], object]"]

# By the day of the week; None is every day. As the workflows of every team have it.
HOURS = (
    (None, time(7, 30), ("sweep",)),
    (None, time(8), ("tick", "relay", "release")),
    (4, time(17), ("summary", "release")),
    (6, time(18), ("digest", "relay", "release")),
)
APPROVED = timedelta(hours=1)
_CALLED = "demo"


def list_routines(since: datetime, until: datetime) -> Iterator[Routine]:
    """After `since` and up to `until`, in no set order."""
    day = since.astimezone(find_zone(TIMEZONE)).date()
    while (midnight := _at(day, time(0))) <= until:
        for weekday, hour, kinds in HOURS:
            at = _at(day, hour)
            if weekday in (None, day.weekday()) and since < at <= until:
                yield at, partial(_call, kinds=kinds)
        day = (midnight + timedelta(hours=36)).date()


def list_weeks(mondays: tuple[date, ...]) -> Iterator[Routine]:
    """Each week was drafted on the Thursday before it, and a manager agreed an hour later."""
    for monday in mondays:
        drafted_at = find_drafted(monday)
        yield drafted_at, partial(_draft, monday=monday)
        yield drafted_at + APPROVED, partial(_approve, monday=monday)


def find_drafted(monday: date) -> datetime:
    return _at(monday + timedelta(days=-4), time(14))


def call(services: Services, *kinds: str) -> None:
    """What workflows of these kinds would do now."""
    for kind in kinds:
        now = services.ports.clock.now()
        services.kinds[kind].run({}, RunContext(_CALLED, 0, kind, 1, now, 1))


def _call(services: Services, kinds: tuple[str, ...]) -> None:
    call(services, *kinds)


def _draft(services: Services, monday: date) -> None:
    services.rota.drafts.draft_week(monday)


def _approve(services: Services, monday: date) -> None:
    services.rota.publishing.approve(monday, by=TOM)
    call(services, "relay", "release")


def _at(day: date, hour: time) -> datetime:
    return datetime.combine(day, hour, find_zone(TIMEZONE)).astimezone(UTC)
