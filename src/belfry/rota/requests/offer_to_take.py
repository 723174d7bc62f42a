"""Offer to take a shift that is open: it becomes theirs once a manager has agreed.

Several people may offer for one seat; the first whom a manager takes has it.
"""

from __future__ import annotations

from dataclasses import dataclass

from belfry.kernel.errors import Conflict
from belfry.kernel.texts import make_storable
from belfry.ports.clock import Clock
from belfry.rota.explaining.covers import find_covers
from belfry.rota.publishing.open_published import OpenPublished, PublishedWeek
from belfry.rota.requests.begin_swap import LONGEST_NOTE, BeginSwap
from belfry.rota.requests.requests import Swap, SwapKind, SwapState
from belfry.rota.team import FindDeciders


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferToTake:
    clock: Clock
    open_week: OpenPublished
    find_deciders: FindDeciders
    begin: BeginSwap

    def __call__(self, week: str, shift_id: str, person: str, *, by: str, note: str = "") -> Swap:
        """By the person, or by a manager for them; Conflict with the rule if they may not."""
        opened = self.open_week(week)
        name = opened.get_name(person)
        self.find_deciders.check_self(by, name)
        self._check_open(opened, shift_id, name)
        offer = Swap(
            id="",
            week=week,
            shift_id=shift_id,
            person="",
            kind=SwapKind.TAKE,
            state=SwapState.OFFERED,
            note=make_storable(note.strip(), most=LONGEST_NOTE),
            asked=name,
            round=1,
            made_at=self.clock.now(),
            by=by,
            why=_find_words_for(opened, shift_id, name),
        )
        return self.begin(offer, action="offered_to_take")

    def _check_open(self, opened: PublishedWeek, shift_id: str, name: str) -> None:
        line = opened.get_line(shift_id)
        if name in line.people:
            raise Conflict(f"{name} has this shift already")
        if not line.is_open:
            raise Conflict(f"the shift {shift_id} has everybody it needs")
        if self.clock.now() >= line.starts_at:
            raise Conflict(f"the shift {shift_id} has begun")


def _find_words_for(opened: PublishedWeek, shift_id: str, name: str) -> str:
    """What speaks for them; Conflict with what speaks against them."""
    covers = find_covers(opened.placed, shift_id)
    for cover in covers.may:
        if cover.name == name:
            return cover.words
    against = [cover.words for cover in covers.may_not if cover.name == name]
    said = against[0] if against else f"{name} is not on the staff any more"
    raise Conflict(f"the rules speak against it: {said}")
