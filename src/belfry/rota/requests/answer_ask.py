"""Take the answer of somebody who was asked to take a shift over.

A yes waits for a manager; after a no the next one is asked. Only whoever is asked now may answer,
and once.
"""

from __future__ import annotations

from dataclasses import dataclass

from belfry.accounts.users.name_doer import NameDoer
from belfry.kernel.errors import Conflict, NotAllowed
from belfry.kernel.texts import plain_name
from belfry.rota.publishing.open_published import OpenPublished
from belfry.rota.requests.find_taker import FindTaker
from belfry.rota.requests.follow_swaps import FollowSwaps, find_rule_against
from belfry.rota.requests.keep_swap import KeepSwap
from belfry.rota.requests.requests import Swap, SwapState
from belfry.rota.requests.swap_moves import offer, refuse, say_standing
from belfry.rota.team import FindDeciders


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerAsk:
    open_week: OpenPublished
    find_taker: FindTaker
    find_deciders: FindDeciders
    name_doer: NameDoer
    follow: FollowSwaps
    keep: KeepSwap

    def __call__(
        self, swap_id: str, *, person: str, is_yes: bool, by: str, round_: int | None = None
    ) -> Swap:
        """The swap after the answer of `person`, given by them or by a manager for them.

        `round_` is which question they answer; Conflict if it is not the present one any more.
        """
        swap = self.follow.refresh(swap_id)
        opened = self.open_week(swap.week)
        name = opened.roster.find(person) or person
        self.find_deciders.check_self(by, name)
        self._check(swap, name, round_)
        if not is_yes:
            passed = self.find_taker(opened, refuse(swap))
            return self._keep(swap, passed, action="refused", by=by)
        if why := find_rule_against(opened, swap):
            raise Conflict(f"the rules speak against it by now: {why}")
        return self._keep(swap, offer(swap), action="offered", by=by)

    def _check(self, swap: Swap, person: str, round_: int | None) -> None:
        is_theirs = plain_name(person) == plain_name(swap.asked)
        is_present = round_ in (None, swap.round)
        if swap.state is SwapState.ASKING and is_theirs and is_present:
            return
        if swap.state is SwapState.OFFERED and is_theirs and is_present:
            raise Conflict("you have said yes already, and a manager has to agree")
        said = say_standing(swap, self.name_doer)
        if swap.state is SwapState.ASKING and not is_theirs and round_ is None:
            raise NotAllowed(f"{person} is not asked about this shift: {said}")
        raise Conflict(f"this question is over: {said}")

    def _keep(self, swap: Swap, after: Swap, *, action: str, by: str) -> Swap:
        try:
            return self.keep(swap, after, action=action, by=by)
        except Conflict as error:
            said = say_standing(self.keep.get(swap.id), self.name_doer)
            raise Conflict(f"somebody was first: {said}") from error
