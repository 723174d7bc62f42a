"""Publish a week once more with somebody else on one of its shifts.

All other lines stay as people know them. The change is judged by today's facts, and turning the
week to it is one commit, together with whatever asked for it: both are kept, or neither. A draft
that waits for an answer meanwhile is out of date from then on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from belfry.kernel.changes import Change
from belfry.kernel.errors import Conflict
from belfry.ports.clock import Clock
from belfry.ports.store import CrashPoints, Store
from belfry.rota.drafts.drafted_weeks import Making, RotaWeek, WeekDraft
from belfry.rota.drafts.hand_edits import take_up_edits
from belfry.rota.drafts.save_draft import KeepDraft, NewDraft
from belfry.rota.publishing.open_published import PublishedWeek
from belfry.rota.publishing.publish_news import plan_publish
from belfry.rota.rules.checker import Breach, check_rota
from belfry.rota.rules.placed import Placed
from belfry.rota.rules.weeks import Rota, Week
from belfry.rota.shifts import Shift


@dataclass(frozen=True, slots=True, kw_only=True)
class NewHands:
    """Who has a shift from now on, why, and who decided so.

    `anyway` if they decided so although it breaks a rule.
    """

    shift_id: str
    people: tuple[str, ...]
    making: Making
    because: str
    by: str
    anyway: bool = False


@dataclass(frozen=True, slots=True)
class PublishedChange:
    """`outdated` is the draft that waited for an answer, 0 if none did.

    `breaches` are the rules that were broken on purpose.
    """

    head: RotaWeek
    draft: WeekDraft
    outdated: int = 0
    breaches: tuple[Breach, ...] = ()


@dataclass(frozen=True, slots=True)
class RulesAgainst:
    """Which rules the change would break; nothing was changed."""

    breaches: tuple[Breach, ...]

    def __str__(self) -> str:
        return "; ".join(breach.words for breach in self.breaches)


@dataclass(frozen=True, slots=True)
class PublishChange:
    store: Store
    clock: Clock
    crash_points: CrashPoints
    keep: KeepDraft

    def __call__(
        self, week: PublishedWeek, hands: NewHands, along: Sequence[Change]
    ) -> PublishedChange | RulesAgainst:
        """`along` is committed with it; Conflict if it or the week was changed meanwhile."""
        facts = _take_up(week.placed, hands)
        rota = {**week.placed.rota, hands.shift_id: hands.people}
        breaches = find_new_breaches(facts, week.placed.rota, rota)
        if breaches and not hands.anyway:
            return RulesAgainst(breaches)
        new = NewDraft(
            week=facts,
            rota=rota,
            making=hands.making,
            by=hands.by,
            parent=week.head.published,
            because=_say_why(hands, breaches),
        )
        draft = self.keep.write(new, week.head).draft
        self._turn(week.head, draft, hands, breaches, along)
        self.crash_points.reached("rota.change_published")
        turned = self.store.find(RotaWeek, week.head.id) or week.head
        return PublishedChange(turned, draft, find_outdated(week.head), breaches)

    def _turn(
        self,
        head: RotaWeek,
        draft: WeekDraft,
        hands: NewHands,
        breaches: Sequence[Breach],
        along: Sequence[Change],
    ) -> None:
        rules = [f"{one.rule}, {one.name}, {one.shift_id}" for one in breaches]
        told = plan_publish(head, draft, by=hands.by, at=self.clock.now(), overruled=rules)
        try:
            self.store.commit([*told, *along])
        except Conflict as error:
            said = f"the week of {head.id} was changed meanwhile: look at it, and try again"
            raise Conflict(said) from error


def find_outdated(head: RotaWeek) -> int:
    """The draft that waits for an answer, and will be out of date; 0 if none does."""
    return head.draft if head.is_waiting else 0


def find_new_breaches(facts: Week, before: Rota, after: Rota) -> tuple[Breach, ...]:
    """What would be wrong for those who get something, and was not wrong without it."""
    gained = {
        name
        for shift_id, names in after.items()
        for name in names
        if name not in before.get(shift_id, ())
    }
    known = set(check_rota(facts, before))
    found = check_rota(facts, after)
    return tuple(one for one in found if one.name in gained and one not in known)


def _take_up(placed: Placed, hands: NewHands) -> Week:
    """The week's facts with the change in them: whoever takes a shift keeps it in later drafts."""
    week, before = placed.week, placed.rota[hands.shift_id]
    edited = take_up_edits(week, {hands.shift_id: hands.people}, by=hands.by)
    if hands.making is Making.SWAPPED:
        return edited
    shifts = [
        _let_off(one, hands, before) if one.id == hands.shift_id else one for one in week.shifts
    ]
    return replace(edited, shifts=tuple(shifts))


def _let_off(shift: Shift, hands: NewHands, before: tuple[str, ...]) -> Shift:
    """The seat is open for anybody; those who stay are wished for as they were."""
    wishes = tuple(name for name in shift.wishes if name in hands.people)
    return replace(
        shift,
        wishes=wishes,
        is_pinned=shift.is_pinned and bool(wishes),
        held="",
        pinned_by=shift.pinned_by if wishes else "",
        instead_of=before,
    )


def _say_why(hands: NewHands, breaches: Sequence[Breach]) -> str:
    broken = "; ".join(breach.words for breach in breaches)
    return f"{hands.because}; agreed although {broken}" if broken else hands.because
