"""What is somebody's own today: their next shifts, questions to them, and their controls."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from belfry.entrypoints.web.pages.rota_requests import name_shifts
from belfry.entrypoints.web.pages.rota_wants import list_asked
from belfry.kernel.names import plain_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from belfry.controls.search_controls import Described
    from belfry.entrypoints.web.pages.visits import Visit
    from belfry.rota.drafted_weeks import DraftLine
    from belfry.rota.requests import Swap

MOST_LOOKED_AT = 40
SIX_DAYS = timedelta(days=6)


@dataclass(frozen=True, slots=True)
class OwnDay:
    """`lines` are their shifts of the next seven days, `controls` theirs that are late.

    `person` is their name on the staff list, empty if they are not on it.
    """

    person: str
    asked: Sequence[Swap]
    shifts: Mapping[str, str]
    lines: Sequence[DraftLine]
    controls: Sequence[Described]

    @property
    def total(self) -> int:
        return len(self.asked) + len(self.controls)


def find_own_day(visit: Visit) -> OwnDay:
    rota = visit.services.rota
    person = rota.pages.find_member(visit.by)
    asked = list_asked(visit, visit.services.ports.requests.list_open_swaps())
    today = visit.now.astimezone(rota.drafts.gather.zone).date()
    return OwnDay(
        person=person,
        asked=asked,
        shifts=name_shifts(visit.services, asked),
        lines=_find_lines(visit, person, today) if person else (),
        controls=_list_controls(visit),
    )


def _find_lines(visit: Visit, person: str, today: date) -> Sequence[DraftLine]:
    find = visit.services.rota.pages.find_lines
    return find(person, today, today + SIX_DAYS, with_begun=True)


def _list_controls(visit: Visit) -> list[Described]:
    found = visit.services.controls.pages.search.list_pressing(limit=MOST_LOOKED_AT)
    if not found.lines:
        return []
    name = plain_name(visit.services.rota.requests.find_deciders.find_name(visit.by))
    return [one for one in found.lines if plain_name(one.owner) == name]
