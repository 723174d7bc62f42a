"""What the people of the sample shop ask of its rota: cover for a shift, or to be off.

A manager's yes is left to whoever looks at the pages.
"""

from __future__ import annotations

from datetime import date, timedelta
from functools import partial
from typing import TYPE_CHECKING

from belfry.entrypoints.demo.deeds import Deed
from belfry.entrypoints.demo.saves import A_WEEK, FIRST_MONDAY, find_save, list_mornings
from belfry.kernel.errors import Conflict, NotFound
from belfry.rota.requests.requests import SwapKind, SwapState

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from belfry.bootstrap import Services

TUESDAY, WEDNESDAY, THURSDAY = 2, 4, 7
SWAPPED = "fri-close"
NOTES = ("my cousin is in town", "a doctor's appointment", "the school play", "a late train")
# Who asks to be off, in turn, and why; three weeks ahead.
OFF = (
    ("Hana Sato", "moving house"),
    ("Owen Pike", "a concert"),
    ("Elin Berg", "an exam"),
    ("Jamal Reid", "a family visit"),
)
AHEAD = timedelta(days=22)


def list_rota_deeds(since: datetime, until: datetime) -> Iterator[Deed]:
    """In one week somebody asks for cover and somebody offers it; in the next, for a day off."""
    for save in list_mornings(since, until):
        (week, place), at = divmod(save, A_WEEK), find_save(save)
        monday = FIRST_MONDAY + timedelta(days=7 * week)
        if week % 2 and place == THURSDAY:
            who, why = OFF[week // 2 % len(OFF)]
            day = monday + AHEAD
            do = partial(ask_time_off, who=who, day=day, why=why)
            yield Deed(at, f"{who} asks to be off on {day:%A} in three weeks: {why}", do)
        elif not week % 2 and place == TUESDAY:
            note = NOTES[week // 2 % len(NOTES)]
            do = partial(ask_for_cover, week=monday, shift_id=SWAPPED, note=note)
            yield Deed(at, "somebody asks for cover on Friday afternoon", do)
        elif not week % 2 and place == WEDNESDAY:
            yield Deed(at, "whoever is asked to cover a shift says yes", offer_cover)


def ask_for_cover(services: Services, week: date, shift_id: str, note: str) -> None:
    """Whoever has the shift would rather not, if the week is known and has not got that far."""
    days = services.rota.drafts.show_week(week).days
    lines = (line for day in days for line in day.lines if line.shift_id == shift_id)
    people = next((line.people for line in lines), ())
    if not people:
        return
    asking, ask = people[-1], services.rota.requests.request_swap
    try:
        ask(week.isoformat(), shift_id, asking, SwapKind.COVER, by=asking, note=note)
    except (Conflict, NotFound):
        return


def offer_cover(services: Services) -> None:
    """Whoever was asked says yes, unless the rules have come to forbid it."""
    for swap in services.rota.requests.list().swaps:
        if swap.state is SwapState.ASKING and swap.asked:
            try:
                services.rota.requests.answer_ask(
                    swap.id, person=swap.asked, is_yes=True, by=swap.asked
                )
            except (Conflict, NotFound):
                continue


def ask_time_off(services: Services, who: str, day: date, why: str) -> None:
    try:
        services.rota.requests.ask_time_off(who, day, day, by=who, reason=why)
    except (Conflict, NotFound):
        return
