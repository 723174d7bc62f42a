"""Request a swap, or offer to take an open shift.

Belfry asks the person whose turn it is; nothing changes before a manager agrees.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from belfry.accounts.change_users import NameDoer
from belfry.kernel.errors import Conflict, InputError, Temporary
from belfry.kernel.records import Claim
from belfry.kernel.texts import make_storable
from belfry.ports.clock import Clock
from belfry.rota.drafts.drafted_weeks import DraftLine
from belfry.rota.explaining.covers import find_covers
from belfry.rota.ports import Requests
from belfry.rota.publishing.publish_week import OpenPublished, PublishedWeek
from belfry.rota.requests.follow_swaps import FindTaker, SaveSwap
from belfry.rota.requests.requests import Swap, SwapKind, SwapState
from belfry.rota.requests.swap_moves import describe_swap
from belfry.rota.team import FindDeciders

TRIES = 5
LONGEST_NOTE = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginSwap:
    """What asking for a swap and offering to take a shift share."""

    requests: Requests
    clock: Clock
    open_week: OpenPublished
    find_deciders: FindDeciders
    name_doer: NameDoer
    save: SaveSwap

    def _refuse_begun(self, line: DraftLine) -> None:
        if self.clock.now() >= line.starts_at:
            raise Conflict(f"the shift {line.shift_id} has begun")

    def _begin(self, swap: Swap, *, action: str) -> Swap:
        """The swap with its number; Conflict if the person has an open one about this shift."""
        for _ in range(TRIES):
            if claim := self.save.store.find(Claim, swap.claim):
                known = self.save.get(claim.owner)
                state = describe_swap(known, self.name_doer)
                raise Conflict(f"there is a request about this shift already ({known.id}): {state}")
            number = len(self.requests.list_swaps(swap.week)) + 1
            numbered = replace(swap, id=f"{swap.week}-{number}")
            try:
                self.save.store.commit(self.save.plan(None, numbered, action=action, by=swap.by))
            except Conflict:  # another request of this week was first
                continue
            return self.save.get(numbered.id)
        raise Temporary(f"too much is asked of the week of {swap.week} at this moment")


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestSwap(BeginSwap):
    find_taker: FindTaker

    def __call__(
        self,
        week: str,
        shift_id: str,
        person: str,
        kind: SwapKind,
        *,
        by: str,
        note: str = "",
        is_urgent: bool = False,
    ) -> Swap:
        """By the person, or by a manager for them; Conflict if the shift is not theirs.

        `is_urgent` asks people at once, whatever the hour: only a manager may.
        """
        if kind is SwapKind.TAKE:
            raise InputError("expected cover or drop: an open shift has no one to replace")
        if is_urgent and kind is SwapKind.DROP:
            raise InputError("dropping a shift asks no one, so it cannot be urgent")
        opened = self.open_week(week)
        name = self._find_holder(opened, shift_id, person)
        if is_urgent:
            self.find_deciders.check(by)
        else:
            self.find_deciders.check_self(by, name)
        swap = Swap(
            id="",
            week=week,
            shift_id=shift_id,
            person=name,
            kind=kind,
            state=SwapState.OFFERED,
            note=make_storable(note.strip(), most=LONGEST_NOTE),
            round=0 if kind is SwapKind.COVER else 1,
            is_urgent=is_urgent,
            made_at=self.clock.now(),
            by=by,
        )
        asked = self.find_taker(opened, swap) if kind is SwapKind.COVER else swap
        return self._begin(asked, action="asked_for")

    def _find_holder(self, opened: PublishedWeek, shift_id: str, person: str) -> str:
        line, name = opened.get_line(shift_id), opened.get_name(person)
        if name not in line.people:
            raise Conflict(f"{name} does not have the shift {shift_id} of the week {line.week}")
        self._refuse_begun(line)
        return name


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferToTake(BeginSwap):
    def __call__(self, week: str, shift_id: str, person: str, *, by: str, note: str = "") -> Swap:
        """By the person, or by a manager for them; Conflict with the rule if they may not."""
        opened = self.open_week(week)
        name = opened.get_name(person)
        self.find_deciders.check_self(by, name)
        line = opened.get_line(shift_id)
        if name in line.people:
            raise Conflict(f"{name} has this shift already")
        if not line.is_open:
            raise Conflict(f"the shift {shift_id} is fully staffed")
        self._refuse_begun(line)
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
        return self._begin(offer, action="offered_to_take")


def _find_words_for(opened: PublishedWeek, shift_id: str, name: str) -> str:
    """What speaks for the person; Conflict with what speaks against them."""
    covers = find_covers(opened.placed, shift_id)
    for cover in covers.may:
        if cover.name == name:
            return cover.words
    against = [cover.words for cover in covers.may_not if cover.name == name]
    words = against[0] if against else f"{name} is not on the staff any more"
    raise Conflict(f"the rules speak against it: {words}")
