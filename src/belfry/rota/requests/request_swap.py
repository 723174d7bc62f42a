"""Request a swap, offer to take an open shift, or withdraw either.

Belfry asks the person whose turn it is; nothing changes before a manager agrees.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from belfry.accounts.change_users import NameDoer
from belfry.kernel.errors import Conflict, InputError, Temporary
from belfry.kernel.records import Claim
from belfry.kernel.texts import make_storable, plain_name
from belfry.ports.clock import Clock
from belfry.rota.explaining.covers import find_covers
from belfry.rota.ports import Requests
from belfry.rota.publishing.publish_week import OpenPublished, PublishedWeek
from belfry.rota.requests.follow_swaps import FindTaker, FollowSwaps, SaveSwap
from belfry.rota.requests.requests import Swap, SwapKind, SwapState
from belfry.rota.requests.swap_moves import describe_swap, refuse, settle
from belfry.rota.team import FindDeciders

TRIES = 5
LONGEST_NOTE = 1000


@dataclass(frozen=True, slots=True)
class BeginSwap:
    requests: Requests
    name_doer: NameDoer
    save: SaveSwap

    def __call__(self, swap: Swap, *, action: str) -> Swap:
        """The swap with its number; Conflict if the person has an open one about this shift."""
        for _ in range(TRIES):
            self._refuse_second(swap)
            number = len(self.requests.list_swaps(swap.week)) + 1
            numbered = replace(swap, id=f"{swap.week}-{number}")
            try:
                self.save.store.commit(self.save.plan(None, numbered, action=action, by=swap.by))
            except Conflict:  # another request of this week was first
                continue
            return self.save.get(numbered.id)
        raise Temporary(f"too much is asked of the week of {swap.week} at this moment")

    def _refuse_second(self, swap: Swap) -> None:
        claim = self.save.store.find(Claim, swap.claim)
        if claim is not None:
            known = self.save.get(claim.owner)
            state = describe_swap(known, self.name_doer)
            raise Conflict(f"there is a request about this shift already ({known.id}): {state}")


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestSwap:
    clock: Clock
    open_week: OpenPublished
    find_taker: FindTaker
    find_deciders: FindDeciders
    begin: BeginSwap

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
            raise InputError("expected cover or drop: an open shift is nobody's to give")
        if is_urgent and kind is SwapKind.DROP:
            raise InputError("nobody is asked when a shift is dropped: it cannot be urgent")
        opened = self.open_week(week)
        name = self._find_holder(opened, shift_id, person)
        self._check_doer(by, name, is_urgent=is_urgent)
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
        return self.begin(asked, action="asked_for")

    def _find_holder(self, opened: PublishedWeek, shift_id: str, person: str) -> str:
        line, name = opened.get_line(shift_id), opened.get_name(person)
        if name not in line.people:
            raise Conflict(f"{name} does not have the shift {shift_id} of the week {line.week}")
        if self.clock.now() >= line.starts_at:
            raise Conflict(f"the shift {shift_id} has begun")
        return name

    def _check_doer(self, by: str, name: str, *, is_urgent: bool) -> None:
        if is_urgent:
            self.find_deciders.check(by)
        else:
            self.find_deciders.check_self(by, name)


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
    """What speaks for the person; Conflict with what speaks against them."""
    covers = find_covers(opened.placed, shift_id)
    for cover in covers.may:
        if cover.name == name:
            return cover.words
    against = [cover.words for cover in covers.may_not if cover.name == name]
    words = against[0] if against else f"{name} is not on the staff any more"
    raise Conflict(f"the rules speak against it: {words}")


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawSwap:
    clock: Clock
    open_week: OpenPublished
    find_taker: FindTaker
    find_deciders: FindDeciders
    name_doer: NameDoer
    follow: FollowSwaps
    save: SaveSwap

    def __call__(self, swap_id: str, *, by: str) -> Swap:
        """The person keeps the shift, or does not take an open one; Conflict if it is settled."""
        self.find_deciders.check_self(by, self.save.get(swap_id).asker)
        for _ in range(TRIES):
            swap = self.follow.refresh(swap_id)
            if not swap.is_open:
                raise Conflict(f"it is too late: {describe_swap(swap, self.name_doer)}")
            over = settle(swap, SwapState.WITHDRAWN, at=self.clock.now(), by=by)
            try:
                return self.save(swap, over, action="withdrawn", by=by)
            except Conflict:  # answered at this moment
                continue
        raise Conflict("the swap is being answered at this moment: look at it, and try again")

    def take_back(self, swap_id: str, *, person: str, by: str) -> Swap:
        """The person who said yes does not take it, and the next one is asked.

        For an open shift, the offer ends.
        """
        swap = self.follow.refresh(swap_id)
        opened = self.open_week(swap.week)
        name = opened.roster.find(person) or person
        self.find_deciders.check_self(by, name)
        is_theirs = plain_name(name) == plain_name(swap.asked)
        if swap.state is not SwapState.OFFERED or not is_theirs:
            raise Conflict(f"it cannot be taken back: {describe_swap(swap, self.name_doer)}")
        if swap.kind is SwapKind.TAKE:
            return self(swap_id, by=by)
        passed = self.find_taker(opened, refuse(swap))
        try:
            return self.save(swap, passed, action="taken_back", by=by)
        except Conflict as error:
            state = describe_swap(self.save.get(swap_id), self.name_doer)
            raise Conflict(f"it cannot be taken back: {state}") from error
