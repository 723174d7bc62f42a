"""What happened in the sample shop shortly before the visitor came, so that something waits."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

from belfry.entrypoints.demo.deeds import Deed
from belfry.entrypoints.demo.rota import ask_for_cover, ask_time_off, offer_cover
from belfry.entrypoints.demo.rota_sheets import choose_weeks
from belfry.entrypoints.demo.routines import call
from belfry.entrypoints.demo.sample import TIMEZONE
from belfry.entrypoints.demo.tasks import HANA, SNOOZED
from belfry.kernel.cadence import find_zone

if TYPE_CHECKING:
    from datetime import datetime

    from belfry.bootstrap import Services

SWAPPED = "sat-counter"
OFF_ASKED = timedelta(hours=2)
SNOOZE_ASKED = timedelta(minutes=55)
DRAFTED = timedelta(minutes=40)
COVER_ASKED = timedelta(minutes=35)
COVER_OFFERED = timedelta(minutes=20)
SNOOZE_DAYS = 3


def list_latest(now: datetime) -> list[Deed]:
    today = now.astimezone(find_zone(TIMEZONE)).date()
    weeks = choose_weeks(today)
    off_on = weeks.next + timedelta(days=11)
    off = partial(ask_time_off, who="Jamal Reid", day=off_on, why="a wedding")
    cover = partial(ask_for_cover, week=weeks.known, shift_id=SWAPPED, note="my cousin is in town")
    return [
        Deed(now - OFF_ASKED, "Jamal Reid asks to be off for a wedding", off),
        Deed(now - SNOOZE_ASKED, f"{HANA} puts off the {SNOOZED.lower()}", _snooze),
        Deed(now - DRAFTED, "next week is drafted", lambda s: _draft(s, now)),
        Deed(now - COVER_ASKED, "somebody asks for cover on Saturday", cover),
        Deed(now - COVER_OFFERED, "whoever was asked says yes", offer_cover),
    ]


def _snooze(services: Services) -> None:
    services.controls.acts.snooze(SNOOZED, days=SNOOZE_DAYS, by=HANA)


def _draft(services: Services, now: datetime) -> None:
    monday = choose_weeks(now.astimezone(find_zone(TIMEZONE)).date()).next
    call(services, "sync")
    services.rota.drafts.copy_template(monday)
    services.rota.drafts.draft_week(monday)
