"""Take back a request for a swap, or the yes to one, before a manager has agreed."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.accounts.users.name_doer import NameDoer
from belfry.kernel.errors import Conflict
from belfry.kernel.texts import plain_name
from belfry.ports.clock import Clock
from belfry.rota.publishing.open_published import OpenPublished
from belfry.rota.requests.find_taker import FindTaker
from belfry.rota.requests.follow_swaps import FollowSwaps
from belfry.rota.requests.keep_swap import KeepSwap
from belfry.rota.requests.requests import Swap, SwapKind, SwapState
from belfry.rota.requests.swap_moves import refuse, say_standing, settle
from belfry.rota.team import FindDeciders

TRIES = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawSwap:
    clock: Clock
    open_week: OpenPublished
    find_taker: FindTaker
    find_deciders: FindDeciders
    name_doer: NameDoer
    follow: FollowSwaps
    keep: KeepSwap

    def __call__(self, swap_id: str, *, by: str) -> Swap:
        """Whoever asked keeps the shift after all, or does not take an open one.

        Conflict if it is settled.
        """
        self.find_deciders.check_self(by, self.keep.get(swap_id).asker)
        for _ in range(TRIES):
            swap = self.follow.refresh(swap_id)
            if not swap.is_open:
                raise Conflict(f"it is too late: {say_standing(swap, self.name_doer)}")
            over = settle(swap, SwapState.WITHDRAWN, at=self.clock.now(), by=by)
            try:
                return self.keep(swap, over, action="withdrawn", by=by)
            except Conflict:  # somebody answers at this moment
                continue
        raise Conflict("the swap is being answered at this moment: look at it, and try again")

    def take_back(self, swap_id: str, *, person: str, by: str) -> Swap:
        """Whoever said yes does not take it after all, and the next one is asked.

        Nobody is asked about an open shift: the offer to take it is over.
        """
        swap = self.follow.refresh(swap_id)
        opened = self.open_week(swap.week)
        name = opened.roster.find(person) or person
        self.find_deciders.check_self(by, name)
        is_theirs = plain_name(name) == plain_name(swap.asked)
        if swap.state is not SwapState.OFFERED or not is_theirs:
            raise Conflict(f"it cannot be taken back: {say_standing(swap, self.name_doer)}")
        if swap.kind is SwapKind.TAKE:
            return self(swap_id, by=by)
        passed = self.find_taker(opened, refuse(swap))
        try:
            return self.keep(swap, passed, action="taken_back", by=by)
        except Conflict as error:
            said = say_standing(self.keep.get(swap_id), self.name_doer)
            raise Conflict(f"it cannot be taken back: {said}") from error
