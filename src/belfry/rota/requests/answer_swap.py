"""Take a manager's decision about a swap, and publish the week as it is then.

The rules are looked at once more at that moment. A manager may also give the shift to somebody,
leave it open, have another one asked, or have people asked at once, whatever the hour.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from belfry.accounts.change_users import NameDoer
from belfry.kernel.errors import Conflict, InputError, NotAllowed
from belfry.kernel.texts import make_storable, plain_name
from belfry.ports.clock import Clock
from belfry.rota.drafts.drafted_weeks import Making
from belfry.rota.explaining.covers import Cover
from belfry.rota.publishing.publish_week import (
    NewHands,
    OpenPublished,
    PublishChange,
    PublishedChange,
    PublishedWeek,
    RulesAgainst,
    find_outdated,
)
from belfry.rota.requests.follow_swaps import FindTaker, FollowSwaps, KeepSwap, find_rule_against
from belfry.rota.requests.requests import OPEN_SWAPS, Swap, SwapKind, SwapState
from belfry.rota.requests.swap_moves import ask, ask_again, offer, refuse, say_standing, settle
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


LONGEST_WHY = 500


@dataclass(frozen=True, slots=True)
class AnsweredSwap:
    """`change` is the new edition of the week, where there is one."""

    swap: Swap
    change: PublishedChange | None = None

    @property
    def outdated(self) -> int:
        """The draft that waited for an answer and does not know of this; 0 if none did."""
        return self.change.outdated if self.change else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerSwap:
    """Every answer raises NotAllowed for who does not decide, Conflict for what is settled."""

    clock: Clock
    open_week: OpenPublished
    find_taker: FindTaker
    find_deciders: FindDeciders
    name_doer: NameDoer
    follow: FollowSwaps
    keep: KeepSwap
    publish: PublishChange

    def agree(
        self, swap_id: str, *, by: str, round_: int | None = None, anyway: bool = False
    ) -> AnsweredSwap:
        """A manager's yes to whoever offered, or to a drop; `round_` is what they had before them.

        Conflict if the rules forbid it by now, unless it is to be `anyway`. Others who would have
        taken an open shift are let go once it has everybody it needs.
        """
        swap = self._open(swap_id, by, round_, SwapState.OFFERED)
        done = self._finish(swap, swap.asked, by=by, anyway=anyway)
        if swap.kind is SwapKind.TAKE:
            self.follow.follow_shift(swap.week, swap.shift_id)
        return done

    def decline(
        self, swap_id: str, *, by: str, why: str = "", round_: int | None = None
    ) -> AnsweredSwap:
        """A manager's no: the shift stays whose it is, or open."""
        swap = self._open(swap_id, by, round_, *OPEN_SWAPS)
        said = make_storable(why.strip(), most=LONGEST_WHY)
        over = settle(swap, SwapState.DECLINED, at=self.clock.now(), by=by, why=said)
        return AnsweredSwap(self._keep(swap, over, action="declined", by=by))

    def give(
        self,
        swap_id: str,
        name: str,
        *,
        by: str,
        anyway: bool = False,
        round_: int | None = None,
    ) -> AnsweredSwap:
        """The shift goes to somebody at once, whoever was asked."""
        swap = self._open_unpromised(swap_id, by, round_)
        return self._finish(swap, self._find_other(swap, name), by=by, anyway=anyway)

    def leave_open(self, swap_id: str, *, by: str, round_: int | None = None) -> AnsweredSwap:
        """The person is let off although nobody was found: the shift is open."""
        return self._finish(self._open_unpromised(swap_id, by, round_), "", by=by)

    def ask(
        self,
        swap_id: str,
        name: str,
        *,
        by: str,
        is_urgent: bool = False,
        round_: int | None = None,
    ) -> AnsweredSwap:
        """Somebody of the manager's choice is asked next, also one who had said no."""
        swap = self._open_unpromised(swap_id, by, round_)
        cover = Cover(self._find_other(swap, name), f"Chosen by {self.name_doer(by)}.")
        asked = replace(ask(swap, cover), is_urgent=is_urgent, kind=SwapKind.COVER)
        if why := find_rule_against(self.open_week(swap.week), asked):
            raise Conflict(f"the rules speak against it: {why}")
        return AnsweredSwap(self._keep(swap, asked, action="asked", by=by))

    def pass_over(self, swap_id: str, *, by: str, round_: int | None = None) -> AnsweredSwap:
        """Not whoever said yes, or is asked: the next one."""
        swap = self._open(swap_id, by, round_, SwapState.ASKING, SwapState.OFFERED)
        if swap.kind is SwapKind.DROP:
            raise InputError("nobody was asked to take a shift that is dropped")
        if swap.kind is SwapKind.TAKE:
            raise InputError("nobody is asked about an open shift: agree to the offer, or decline")
        passed = self.find_taker(self.open_week(swap.week), refuse(swap))
        let_go = swap.asked if swap.state is SwapState.OFFERED else ""
        return AnsweredSwap(self._keep(swap, passed, action="passed_over", by=by, let_go=let_go))

    def ask_now(self, swap_id: str, *, by: str, round_: int | None = None) -> AnsweredSwap:
        """Whoever is asked hears of it at once, and so do those who come after them."""
        swap = self._open(swap_id, by, round_, SwapState.ASKING)
        asked = ask_again(swap, is_urgent=True)
        return AnsweredSwap(self._keep(swap, asked, action="asked_now", by=by))

    def _open(self, swap_id: str, by: str, round_: int | None, *states: SwapState) -> Swap:
        """The swap as it stands now, if it can be answered so."""
        swap = self.follow.refresh(swap_id)
        self.find_deciders.check(by, swap.asker)
        if swap.state not in states:
            is_asking = swap.state is SwapState.ASKING
            waits = f"{swap.asked} was asked, and has not answered yet"
            said = waits if is_asking else say_standing(swap, self.name_doer)
            raise Conflict(f"it cannot be answered so: {said}")
        if round_ not in (None, swap.round):
            said = say_standing(swap, self.name_doer)
            raise Conflict(f"this has changed since you were asked: {said}")
        return swap

    def _open_unpromised(self, swap_id: str, by: str, round_: int | None) -> Swap:
        """The same, unless somebody has said yes: they would wait in vain for an answer."""
        swap = self._open(swap_id, by, round_, *OPEN_SWAPS)
        if swap.kind is SwapKind.TAKE:
            raise Conflict(f"{swap.asked} would take it: agree to that, or decline first")
        if swap.state is SwapState.OFFERED and swap.asked:
            raise Conflict(
                f"{swap.asked} said yes: agree to that, decline, or pass them over first"
            )
        return swap

    def _find_other(self, swap: Swap, name: str) -> str:
        opened = self.open_week(swap.week)
        found = opened.get_name(name)
        if found in opened.get_line(swap.shift_id).people:
            raise InputError(f"{found} has this shift already", field="name")
        return found

    def _finish(self, swap: Swap, taker: str, *, by: str, anyway: bool = False) -> AnsweredSwap:
        opened = self.open_week(swap.week)
        _check_seat(opened, swap)
        done = settle(replace(swap, asked=taker), SwapState.DONE, at=self.clock.now(), by=by)
        hands = _plan_hands(opened, swap, taker, by=by, anyway=anyway, name_doer=self.name_doer)
        outdated = find_outdated(opened.head)
        along = self.keep.plan(swap, done, action="done", by=by, outdated=outdated)
        try:
            change = self.publish(opened, hands, along)
        except Conflict as error:
            raise self._explain(swap, error) from error
        if isinstance(change, RulesAgainst):
            raise Conflict(f"the rules speak against it: {change}")
        return AnsweredSwap(self.keep.get(swap.id), change)

    def _keep(self, swap: Swap, after: Swap, *, action: str, by: str, let_go: str = "") -> Swap:
        try:
            return self.keep(swap, after, action=action, by=by, let_go=let_go)
        except Conflict as error:
            raise self._explain(swap, error) from error

    def _explain(self, swap: Swap, error: Conflict) -> Conflict:
        now = self.keep.get(swap.id)
        if now.revision == swap.revision:
            return error
        return Conflict(f"somebody was first: {say_standing(now, self.name_doer)}")


def _check_seat(opened: PublishedWeek, swap: Swap) -> None:
    """The week may have been published anew since the swap was looked at."""
    if swap.kind is SwapKind.TAKE and not opened.get_line(swap.shift_id).is_open:
        raise Conflict(f"the shift {swap.shift_id} has everybody it needs by now")


def _plan_hands(
    opened: PublishedWeek,
    swap: Swap,
    taker: str,
    *,
    by: str,
    anyway: bool,
    name_doer: Callable[[str], str],
) -> NewHands:
    people = opened.get_line(swap.shift_id).people
    if swap.kind is SwapKind.TAKE:
        others = [*people, taker]
    else:
        others = [taker if name == swap.person else name for name in people]
    return NewHands(
        shift_id=swap.shift_id,
        people=tuple(name for name in others if name),
        making=Making.SWAPPED if taker else Making.DROPPED,
        because=f"{_say_change(swap, taker)}, agreed by {name_doer(by)}",
        by=by,
        anyway=anyway,
    )


def _say_change(swap: Swap, taker: str) -> str:
    if swap.kind is SwapKind.TAKE:
        return f"{taker} takes {swap.shift_id}, which was open"
    if taker:
        return f"{taker} takes {swap.shift_id} over from {swap.person}"
    return f"{swap.shift_id} is dropped by {swap.person}"
