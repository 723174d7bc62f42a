"""How the rota of the sample shop came to be: two weeks that people know, and one to be answered.

The earlier weeks are told as they would have been, at their time; only the waiting is left out.
"""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import TYPE_CHECKING

from belfry.cron.kinds import RunContext
from belfry.entrypoints.demo.rota_sheets import choose_weeks
from belfry.entrypoints.demo.sample import TIMEZONE
from belfry.kernel.cadence import find_zone
from belfry.rota.requests import SwapKind

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date

    from belfry.bootstrap import Services
    from belfry.entrypoints.demo.rota_sheets import SampleWeeks
    from belfry.ports.clock import MovableClock

MANAGER = "Tom Hale"
SWAPPED = "sat-counter"
NOTE = "my cousin is in town"
# A week is drafted on the Thursday before it, and approved an hour later.
DRAFTED = timedelta(days=-4, hours=14)
APPROVED = timedelta(hours=1)
# How long ago the next week was drafted, somebody asked for cover, and somebody said yes.
DRAFTED_AGO = timedelta(minutes=40)
ASKED_AGO = timedelta(minutes=35)
OFFERED_AGO = timedelta(minutes=20)


def find_beginning(now: datetime) -> datetime:
    """When the first of the weeks was drafted."""
    return _find_drafted(_choose(now).before)


def live_through_weeks(services: Services, clock: MovableClock, now: datetime) -> None:
    """The weeks that people know: drafted, approved and told, each on its Thursday."""
    weeks = _choose(now)
    for monday in (weeks.before, weeks.known):
        drafted_at = _find_drafted(monday)
        clock.advance_to(min(drafted_at, now - DRAFTED_AGO * 2))
        _draft(services, monday)
        clock.advance_to(min(drafted_at + APPROVED, now - DRAFTED_AGO * 2))
        services.rota.publishing.approve(monday, by=MANAGER)
        for kind in ("relay", "release"):
            _run(services, kind)


def list_rota_deeds(now: datetime) -> list[tuple[datetime, Callable[[Services], object]]]:
    """What people did of late, and when: a draft that waits, and a swap that does."""
    weeks = _choose(now)
    return [
        (now - DRAFTED_AGO, lambda services: _draft(services, weeks.next)),
        (now - ASKED_AGO, lambda services: _ask_for_cover(services, weeks.known)),
        (now - OFFERED_AGO, _offer_cover),
    ]


def _ask_for_cover(services: Services, week: date) -> None:
    """Somebody would rather not work on Saturday."""
    asking = _find_people(services, week)[-1]
    services.rota.requests.request_swap(
        week.isoformat(), SWAPPED, asking, SwapKind.COVER, by=asking, note=NOTE
    )


def _offer_cover(services: Services) -> None:
    """Whoever was asked says yes; a manager has to agree."""
    for swap in services.rota.requests.list().swaps:
        if swap.asked:
            services.rota.requests.answer_ask(
                swap.id, person=swap.asked, is_yes=True, by=swap.asked
            )


def _draft(services: Services, monday: date) -> None:
    services.rota.drafts.copy_template(monday)
    services.rota.drafts.draft_week(monday)


def _find_people(services: Services, monday: date) -> tuple[str, ...]:
    days = services.rota.drafts.show_week(monday).days
    return next(line.people for day in days for line in day.lines if line.shift_id == SWAPPED)


def _run(services: Services, kind: str) -> None:
    now = services.ports.clock.now()
    services.kinds[kind].run({}, RunContext("demo", 0, kind, 1, now, 1))


def _choose(now: datetime) -> SampleWeeks:
    return choose_weeks(now.astimezone(find_zone(TIMEZONE)).date())


def _find_drafted(monday: date) -> datetime:
    midnight = datetime.combine(monday, time(0), find_zone(TIMEZONE))
    return (midnight + DRAFTED).astimezone(UTC)
