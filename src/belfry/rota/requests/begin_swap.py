"""Keep a new request about a shift, under a number of its own: one of each person at a time."""

from __future__ import annotations

from dataclasses import dataclass, replace

from belfry.accounts.users.name_doer import NameDoer
from belfry.kernel.errors import Conflict, Temporary
from belfry.kernel.records import Claim
from belfry.rota.ports import Requests
from belfry.rota.requests.keep_swap import KeepSwap
from belfry.rota.requests.requests import Swap
from belfry.rota.requests.swap_moves import say_standing

TRIES = 5
LONGEST_NOTE = 1000


@dataclass(frozen=True, slots=True)
class BeginSwap:
    requests: Requests
    name_doer: NameDoer
    keep: KeepSwap

    def __call__(self, swap: Swap, *, action: str) -> Swap:
        """The swap with its number; Conflict if theirs about this shift is open already."""
        for _ in range(TRIES):
            self._refuse_second(swap)
            number = len(self.requests.list_swaps(swap.week)) + 1
            numbered = replace(swap, id=f"{swap.week}-{number}")
            try:
                self.keep.store.commit(self.keep.plan(None, numbered, action=action, by=swap.by))
            except Conflict:  # somebody else asks for something of this week at this moment
                continue
            return self.keep.get(numbered.id)
        raise Temporary(f"too much is asked of the week of {swap.week} at this moment")

    def _refuse_second(self, swap: Swap) -> None:
        claim = self.keep.store.find(Claim, swap.claim)
        if claim is not None:
            known = self.keep.get(claim.owner)
            said = say_standing(known, self.name_doer)
            raise Conflict(f"there is a request about this shift already ({known.id}): {said}")
