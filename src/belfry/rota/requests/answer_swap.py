"""Answer a question or a swap, or withdraw it: the person asked first, then a manager decides.

The rules are checked again at that moment. A manager may also give the shift to a person, leave it
open, choose who is asked next, or have people asked at once.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from belfry.accounts.change_users import NameDoer
from belfry.kernel.errors import Conflict, InputError, NotAllowed
from belfry.kernel.texts import make_storable, plain_name
from belfry.ports.clock import Clock
from belfry.rota.drafts.drafted_weeks import Making
from belfry.rota.explaining.covers import Chain, Cover, replace_name
from belfry.rota.publishing.publish_week import (
    OpenPublished,
    PublishChange,
    PublishedChange,
    PublishedWeek,
    RuleBreaches,
    ShiftChange,
    find_outdated,
)
from belfry.rota.requests.follow_swaps import FindTaker, FollowSwaps, SaveSwap, find_rule_against
from belfry.rota.requests.requests import OPEN_SWAPS, Swap, SwapKind, SwapState
from belfry.rota.requests.swap_moves import ask, describe_swap, refuse, settle
from belfry.rota.rules.weeks import Rota
from belfry.rota.team import FindDeciders

TRIES = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapAnswers:
    """What all answers to a swap share."""

    clock: Clock
    open_week: OpenPublished
    find_taker: FindTaker
    find_deciders: FindDeciders
    name_doer: NameDoer
    follow: FollowSwaps
    save: SaveSwap

    def _describe(self, swap: Swap) -> str:
        return describe_swap(swap, self.name_doer)

    def _save(self, swap: Swap, after: Swap, *, action: str, by: str, let_go: str = "") -> Swap:
        try:
            return self.save(swap, after, action=action, by=by, let_go=let_go)
        except Conflict as error:
            raise self._explain(swap, error) from error

    def _explain(self, swap: Swap, error: Conflict) -> Conflict:
        now = self.save.get(swap.id)
        is_same = now.revision == swap.revision
        return error if is_same else Conflict(f"it was answered already: {self._describe(now)}")

    def _open_as(self, swap_id: str, person: str, by: str) -> tuple[Swap, PublishedWeek, str]:
        """The swap as it is now, its week, and the whole name of the person who answers."""
        swap = self.follow.refresh(swap_id)
        opened = self.open_week(swap.week)
        name = opened.roster.find(person) or person
        self.find_deciders.check_self(by, name)
        return swap, opened, name


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerAsk(SwapAnswers):
    def __call__(
        self, swap_id: str, *, person: str, is_yes: bool, by: str, round_: int | None = None
    ) -> Swap:
        """The swap after the answer of `person`, given by them or by a manager for them.

        `round_` is the question they answer; Conflict if it is outdated.
        """
        swap, opened, name = self._open_as(swap_id, person, by)
        self._check(swap, name, round_)
        if not is_yes:
            passed = self.find_taker(opened, refuse(swap))
            return self._save(swap, passed, action="refused", by=by)
        if why := find_rule_against(opened, swap):
            raise Conflict(f"the rules speak against it by now: {why}")
        offered = replace(swap, state=SwapState.OFFERED)
        return self._save(swap, offered, action="offered", by=by)

    def _check(self, swap: Swap, person: str, round_: int | None) -> None:
        is_theirs = plain_name(person) == plain_name(swap.asked)
        is_present = round_ in (None, swap.round)
        if swap.state is SwapState.ASKING and is_theirs and is_present:
            return
        if swap.state is SwapState.OFFERED and is_theirs and is_present:
            raise Conflict("you have said yes already, and a manager has to agree")
        state = self._describe(swap)
        if swap.state is SwapState.ASKING and not is_theirs and round_ is None:
            raise NotAllowed(f"{person} is not asked about this shift: {state}")
        raise Conflict(f"this question is over: {state}")


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawSwap(SwapAnswers):
    def __call__(self, swap_id: str, *, by: str) -> Swap:
        """The person keeps the shift, or does not take an open one; Conflict if it is settled."""
        self.find_deciders.check_self(by, self.save.get(swap_id).asker)
        for _ in range(TRIES):
            swap = self.follow.refresh(swap_id)
            if not swap.is_open:
                raise Conflict(f"it is too late: {self._describe(swap)}")
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
        swap, opened, name = self._open_as(swap_id, person, by)
        is_theirs = plain_name(name) == plain_name(swap.asked)
        if swap.state is not SwapState.OFFERED or not is_theirs:
            raise Conflict(f"it cannot be taken back: {self._describe(swap)}")
        if swap.kind is SwapKind.TAKE:
            return self(swap_id, by=by)
        passed = self.find_taker(opened, refuse(swap))
        try:
            return self.save(swap, passed, action="taken_back", by=by)
        except Conflict as error:
            state = self._describe(self.save.get(swap_id))
            raise Conflict(f"it cannot be taken back: {state}") from error


LONGEST_WHY = 500


@dataclass(frozen=True, slots=True)
class AnsweredSwap:
    """`change` is the new edition of the week, if there is one."""

    swap: Swap
    change: PublishedChange | None = None

    @property
    def outdated(self) -> int:
        """The draft that was waiting for an answer and is now outdated, or 0."""
        return self.change.outdated if self.change else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerSwap(SwapAnswers):
    """Every method raises NotAllowed unless `by` decides, and Conflict if it is settled."""

    publish: PublishChange

    def agree(
        self, swap_id: str, *, by: str, round_: int | None = None, anyway: bool = False
    ) -> AnsweredSwap:
        """Accept the offer or the drop; `round_` is what the manager was looking at.

        Raises Conflict if the rules now forbid it and not `anyway`. Other offers for an open shift
        lapse once it is full.
        """
        swap = self._open(swap_id, by, round_, SwapState.OFFERED)
        done = self._finish(swap, swap.asked, by=by, anyway=anyway)
        if swap.kind is SwapKind.TAKE:
            self.follow.follow_shift(swap.week, swap.shift_id)
        return done

    def decline(
        self, swap_id: str, *, by: str, why: str = "", round_: int | None = None
    ) -> AnsweredSwap:
        """The shift stays with its holder, or open."""
        swap = self._open(swap_id, by, round_, *OPEN_SWAPS)
        reason = make_storable(why.strip(), most=LONGEST_WHY)
        over = settle(swap, SwapState.DECLINED, at=self.clock.now(), by=by, why=reason)
        return AnsweredSwap(self._save(swap, over, action="declined", by=by))

    def give(
        self,
        swap_id: str,
        name: str,
        *,
        by: str,
        anyway: bool = False,
        round_: int | None = None,
    ) -> AnsweredSwap:
        """Give the shift to a person at once."""
        swap = self._open_unpromised(swap_id, by, round_)
        return self._finish(swap, self._find_other(swap, name), by=by, anyway=anyway)

    def move(
        self,
        swap_id: str,
        *,
        by: str,
        mover: str = "",
        gives_up: str = "",
        taker: str = "",
        round_: int | None = None,
    ) -> AnsweredSwap:
        """Cover the shift by two moves, which are told to those who move.

        The first chain there is, or the one that is named; Conflict if there is none any more.
        """
        swap = self._open(swap_id, by, round_, SwapState.STUCK)
        opened = self.open_week(swap.week)
        wanted = (opened.get_name(mover) if mover else "", gives_up, taker)
        for chain in self.find_taker.list_chains(opened, swap):
            steps = (chain.mover, chain.gives_up, chain.taker)
            if all(want in ("", step) for want, step in zip(wanted, steps, strict=True)):
                done = self._finish(swap, chain.mover, by=by, chain=chain)
                self.follow.follow_shift(swap.week, chain.gives_up)
                return done
        raise Conflict("the rota has changed, and these moves do not cover it: look again")

    def leave_open(self, swap_id: str, *, by: str, round_: int | None = None) -> AnsweredSwap:
        """Release the person although there is no replacement: the shift is open."""
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
        """Ask a person of the manager's choice next, even one who had said no."""
        swap = self._open_unpromised(swap_id, by, round_)
        cover = Cover(self._find_other(swap, name), f"Chosen by {self.name_doer(by)}.")
        asked = replace(ask(swap, cover), is_urgent=is_urgent, kind=SwapKind.COVER)
        if why := find_rule_against(self.open_week(swap.week), asked):
            raise Conflict(f"the rules speak against it: {why}")
        return AnsweredSwap(self._save(swap, asked, action="asked", by=by))

    def pass_over(self, swap_id: str, *, by: str, round_: int | None = None) -> AnsweredSwap:
        """Pass over the person who was asked or said yes, and ask the next one."""
        swap = self._open(swap_id, by, round_, SwapState.ASKING, SwapState.OFFERED)
        if swap.kind is SwapKind.DROP:
            raise InputError("nobody was asked to take a shift that is dropped")
        if swap.kind is SwapKind.TAKE:
            raise InputError("nobody is asked about an open shift: agree to the offer, or decline")
        passed = self.find_taker(self.open_week(swap.week), refuse(swap))
        let_go = swap.asked if swap.state is SwapState.OFFERED else ""
        return AnsweredSwap(self._save(swap, passed, action="passed_over", by=by, let_go=let_go))

    def ask_now(self, swap_id: str, *, by: str, round_: int | None = None) -> AnsweredSwap:
        """Ask at once, whatever the hour; the same for those who come after."""
        swap = self._open(swap_id, by, round_, SwapState.ASKING)
        # Another round: the earlier question is outdated.
        asked = replace(swap, round=swap.round + 1, is_urgent=True)
        return AnsweredSwap(self._save(swap, asked, action="asked_now", by=by))

    def _open(self, swap_id: str, by: str, round_: int | None, *states: SwapState) -> Swap:
        """The swap as it is now; Conflict if this answer does not fit."""
        swap = self.follow.refresh(swap_id)
        self.find_deciders.check(by, swap.asker)
        if swap.state not in states:
            is_asking = swap.state is SwapState.ASKING
            waits = f"{swap.asked} was asked, and has not answered yet"
            state = waits if is_asking else self._describe(swap)
            raise Conflict(f"it cannot be answered so: {state}")
        if round_ not in (None, swap.round):
            raise Conflict(f"this has changed since you were asked: {self._describe(swap)}")
        return swap

    def _open_unpromised(self, swap_id: str, by: str, round_: int | None) -> Swap:
        """The same, but Conflict if a person has said yes and waits for an answer."""
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
        whole_name = opened.get_name(name)
        if whole_name in opened.get_line(swap.shift_id).people:
            raise InputError(f"{whole_name} has this shift already", field="name")
        return whole_name

    def _finish(
        self,
        swap: Swap,
        taker: str,
        *,
        by: str,
        anyway: bool = False,
        chain: Chain | None = None,
    ) -> AnsweredSwap:
        opened = self.open_week(swap.week)
        line = opened.get_line(swap.shift_id)
        # The week may have been published again since the swap was read.
        if swap.kind is SwapKind.TAKE and not line.is_open:
            raise Conflict(f"the shift {swap.shift_id} is fully staffed by now")
        agreed = replace(swap, asked=taker)
        if chain:
            agreed = replace(agreed, gave_up=chain.gives_up, stand_in=chain.taker)
        done = settle(agreed, SwapState.DONE, at=self.clock.now(), by=by)
        change = ShiftChange(
            shift_id=swap.shift_id,
            people=_list_people(line.people, swap, taker),
            making=Making.SWAPPED if taker else Making.DROPPED,
            because=f"{_describe_change(swap, taker, chain)}, agreed by {self.name_doer(by)}",
            by=by,
            anyway=anyway,
            also=_list_moved(opened, chain) if chain else {},
        )
        outdated = find_outdated(opened.head)
        along = self.save.plan(swap, done, action="done", by=by, outdated=outdated)
        try:
            published = self.publish(opened, change, along)
        except Conflict as error:
            raise self._explain(swap, error) from error
        if isinstance(published, RuleBreaches):
            raise Conflict(f"the rules speak against it: {published}")
        return AnsweredSwap(self.save.get(swap.id), published)


def _list_people(people: tuple[str, ...], swap: Swap, taker: str) -> tuple[str, ...]:
    """Who has the shift afterwards; without a taker, the person's seat becomes open."""
    if swap.kind is SwapKind.TAKE:
        return (*people, taker)
    return tuple(name for was in people if (name := taker if was == swap.person else was))


def _list_moved(opened: PublishedWeek, chain: Chain) -> Rota:
    people = opened.get_line(chain.gives_up).people
    return {chain.gives_up: replace_name(people, chain.mover, chain.taker)}


def _describe_change(swap: Swap, taker: str, chain: Chain | None) -> str:
    if chain:
        first = f"{chain.mover} takes {swap.shift_id} over from {swap.person}"
        return f"{first}, and {chain.taker} {chain.gives_up} from {chain.mover}"
    if swap.kind is SwapKind.TAKE:
        return f"{taker} takes {swap.shift_id}, which was open"
    if taker:
        return f"{taker} takes {swap.shift_id} over from {swap.person}"
    return f"{swap.shift_id} is dropped by {swap.person}"
