"""Approve the draft of a week: from then on it is what people know, and everybody is told.

Each draft is answered once. Whoever comes second, or has an older one before them, is told so.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime

from belfry.accounts.change_users import NameDoer
from belfry.kernel.changes import Change, Put
from belfry.kernel.errors import Conflict, InputError, NotFound
from belfry.kernel.texts import plain_name
from belfry.ports.clock import Clock
from belfry.ports.store import CrashPoints, Store
from belfry.rota.drafts.check_draft import FindStanding, Objection, ObjectionsError
from belfry.rota.drafts.drafted_weeks import (
    DraftLine,
    Making,
    RotaWeek,
    WeekDraft,
    draft_key,
    refuse_outdated,
)
from belfry.rota.drafts.gather_facts import GatherFacts
from belfry.rota.drafts.hand_edits import take_up_edits
from belfry.rota.drafts.open_draft import OpenDraft, OpenedDraft
from belfry.rota.drafts.rosters import Roster, explain_unknown, make_roster
from belfry.rota.drafts.save_draft import KeepDraft, NewDraft
from belfry.rota.entries import PUBLISHED, ROTA, announce, record
from belfry.rota.rules.checker import Breach, check_rota
from belfry.rota.rules.placed import Placed
from belfry.rota.rules.weeks import Rota, Week
from belfry.rota.shifts import Shift
from belfry.rota.team import FindDeciders


def plan_publish(
    head: RotaWeek, draft: WeekDraft, *, by: str, at: datetime, overruled: Sequence[str] = ()
) -> list[Change]:
    """The week turned to the draft and told to everybody, in one commit.

    The draft may be a new one, whose lines are kept already. `overruled` are the rules that it
    breaks with somebody's yes; they name nobody's reasons.
    """
    turned = replace(
        head,
        draft=draft.number,
        is_waiting=False,
        published=draft.number,
        edition=head.edition + 1,
        published_at=at,
        published_by=by,
    )
    after = {"published": draft.number, "edition": turned.edition}
    changes = record(
        turned,
        action=PUBLISHED,
        at=at,
        by=by,
        before={"published": head.published, "edition": head.edition},
        after={**after, **({"overruled": list(overruled)} if overruled else {})},
    )
    said = {"edition": turned.edition, "draft": draft.number}
    return [
        *changes,
        Put(replace(draft, approved_at=at, approved_by=by)),
        announce(ROTA, head.id, PUBLISHED, said, at=at),
    ]


TRIES = 5


@dataclass(frozen=True, slots=True)
class Approved:
    """`overruled` is what spoke against it, and was approved anyway."""

    head: RotaWeek
    draft: WeekDraft
    overruled: tuple[Objection, ...] = ()

    def __str__(self) -> str:
        said = f"draft {self.draft.number} of the week of {self.head.id} is published"
        return f"{said} as edition {self.head.edition}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ApproveDraft:
    store: Store
    clock: Clock
    crash_points: CrashPoints
    open_draft: OpenDraft
    find_standing: FindStanding
    find_deciders: FindDeciders
    name_doer: NameDoer

    def __call__(
        self, monday: date, draft: int | None = None, *, by: str, anyway: bool = False
    ) -> Approved:
        """`draft` is the one that was before their eyes; the newest unless told.

        Conflict if it is outdated or answered; ObjectionsError if something speaks against it,
        unless it is to be `anyway`.
        """
        self.find_deciders.check(by)
        for _ in range(TRIES):
            head = self._get_waiting(monday.isoformat(), draft)
            draft = head.draft
            opened = self.open_draft(head.id, draft)
            objections = self.find_standing(head, opened).objections
            if objections and not anyway:
                raise ObjectionsError(f"draft {draft} is not published", objections)
            rules = [one.brief for one in objections]
            now = self.clock.now()
            try:
                self.store.commit(plan_publish(head, opened.draft, by=by, at=now, overruled=rules))
            except Conflict:  # somebody else was first: see what they did
                continue
            self.crash_points.reached("rota.approved")
            return self._tell(head.id, draft, objections)
        raise Conflict(f"the week of {monday} is being changed again and again; try once more")

    def list_objections(self, head: RotaWeek, opened: OpenedDraft) -> tuple[Objection, ...]:
        """What speaks against a week's newest draft, before anybody decides; nothing is written."""
        return self.find_standing(head, opened).objections

    def _get_waiting(self, week: str, draft: int | None) -> RotaWeek:
        head = self.store.find(RotaWeek, week)
        if head is None or not head.draft:
            raise NotFound(f"there is no draft yet of the week of {week}")
        if head.archived_at:
            raise Conflict(f"the week of {week} is over and put away")
        newest = self.store.find(WeekDraft, draft_key(week, head.draft))
        made = f", made by {self.name_doer(newest.made_by)}," if newest else ""
        refuse_outdated(head, draft, made=made)
        if not head.is_waiting:
            by = self.name_doer(newest.approved_by if newest else head.published_by)
            raise Conflict(f"draft {head.draft} of the week of {week} was approved by {by} already")
        return head

    def _tell(self, week: str, draft: int, objections: tuple[Objection, ...]) -> Approved:
        head = self.store.find(RotaWeek, week)
        approved = self.store.find(WeekDraft, draft_key(week, draft))
        assert head is not None
        assert approved is not None
        return Approved(head, approved, objections)


log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PublishedWeek:
    head: RotaWeek
    lines: Mapping[str, DraftLine]
    placed: Placed = field(repr=False)
    roster: Roster = field(repr=False)

    def get_line(self, shift_id: str) -> DraftLine:
        line = self.lines.get(shift_id)
        if line is None:
            raise NotFound(f"there is no shift {shift_id} in the week of {self.head.id}")
        return line

    def get_name(self, said: str) -> str:
        """Somebody's whole name; NotFound if nobody, or more than one, is called so."""
        if found := self.roster.find(said):
            return found
        for line in self.lines.values():  # whoever has left the staff may still have shifts
            for name in line.people:
                if plain_name(name) == plain_name(said):
                    return name
        raise NotFound(explain_unknown(said, self.roster))


@dataclass(frozen=True, slots=True)
class OpenPublished:
    store: Store
    open_draft: OpenDraft
    gather: GatherFacts

    def __call__(self, week: str) -> PublishedWeek:
        """NotFound if there is no such week, Conflict if people do not know it yet."""
        head = self.store.find(RotaWeek, week)
        if head is None:
            raise NotFound(f"there is no week of {week}")
        if not head.published:
            raise Conflict(f"the week of {week} is not published yet")
        known = self.open_draft(week, head.published)
        facts, roster = self._gather(head, known)
        return PublishedWeek(
            head,
            {line.shift_id: line for line in known.lines},
            Placed(facts, known.placed.rota),
            roster,
        )

    def _gather(self, head: RotaWeek, known: OpenedDraft) -> tuple[Week, Roster]:
        """While the sheets cannot be read, what the week was made from is the best there is."""
        own = known.placed.week
        try:
            gathered = self.gather(head.starts_on, kept=known.placed.rota)
        except (NotFound, InputError) as error:
            log.warning("rota.old_facts", extra={"week": head.id, "error": str(error)})
            return own, make_roster(member.name for member in own.members)
        facts = replace(gathered.week, shifts=own.shifts, clashes=own.clashes)
        return facts, gathered.staff.make_roster()


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
