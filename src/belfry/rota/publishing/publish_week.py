"""Publish a week: approve its draft, or change one shift of a published week.

Each draft is answered once; a second or outdated answer is a Conflict. A change is judged by
today's facts and committed together with the request behind it.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime

from belfry.accounts.change_users import NameDoer
from belfry.kernel.changes import Change, Put
from belfry.kernel.errors import Conflict, InputError, NotFound
from belfry.kernel.texts import digest_of, plain_name
from belfry.ports.clock import Clock
from belfry.ports.store import CrashPoints, Store
from belfry.rota.drafts.check_draft import CheckDraft, CheckedDraft, ObjectionsError
from belfry.rota.drafts.drafted_weeks import (
    CHANGES,
    DraftLine,
    Making,
    RotaWeek,
    WeekDraft,
    check_drafted,
    draft_key,
    facts_name,
)
from belfry.rota.drafts.gather_facts import GatherFacts, TeamFacts, take_up_edits
from belfry.rota.drafts.open_draft import OpenDraft, OpenedDraft, write_week
from belfry.rota.drafts.save_draft import NewDraft, SaveDraft
from belfry.rota.entries import PUBLISHED, ROTA, announce, record
from belfry.rota.explaining.covers import NeedsCover, list_needing_cover
from belfry.rota.rules.checker import Breach, check_rota
from belfry.rota.rules.placed import Placed
from belfry.rota.rules.waivers import waive
from belfry.rota.rules.weeks import Rota, Rule, Week, find_this_monday
from belfry.rota.sheets.staff_rows import Roster, explain_unknown, make_roster
from belfry.rota.team import FindDeciders
from belfry.workspace.tables import Cache


def plan_publish(
    head: RotaWeek, draft: WeekDraft, *, by: str, at: datetime, overruled: Sequence[str] = ()
) -> list[Change]:
    """Make the draft the published one and announce it, in one commit.

    `overruled` are the rules it breaks with a manager's consent, without personal reasons.
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
    payload = {"edition": turned.edition, "draft": draft.number}
    return [
        *changes,
        Put(replace(draft, approved_at=at, approved_by=by)),
        announce(ROTA, head.id, PUBLISHED, payload, at=at),
    ]


TRIES = 5


@dataclass(frozen=True, slots=True)
class Approved:
    """`overruled` are objections that were approved anyway."""

    head: RotaWeek
    draft: WeekDraft
    overruled: tuple[Breach, ...] = ()

    def __str__(self) -> str:
        text = f"draft {self.draft.number} of the week of {self.head.id} is published"
        return f"{text} as edition {self.head.edition}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ApproveDraft:
    store: Store
    clock: Clock
    crash_points: CrashPoints
    open_draft: OpenDraft
    check_draft: CheckDraft
    find_deciders: FindDeciders
    name_doer: NameDoer

    def __call__(
        self, monday: date, draft: int | None = None, *, by: str, anyway: bool = False
    ) -> Approved:
        """Approve `draft`, the one the manager was looking at, or the newest.

        Raises Conflict if it is outdated or answered, ObjectionsError if there are objections and
        not `anyway`.
        """
        self.find_deciders.check(by)
        for _ in range(TRIES):
            head = self._get_waiting(monday.isoformat(), draft)
            draft = head.draft
            opened = self.open_draft(head.id, draft)
            checked = self.check_draft(head, opened)
            objections = checked.objections
            if objections and not anyway:
                raise ObjectionsError(f"draft {draft} is not published", objections)
            rules = [objection.brief for objection in objections]
            answered, now = self._waive(opened, checked, by), self.clock.now()
            try:
                self.store.commit(plan_publish(head, answered, by=by, at=now, overruled=rules))
            except Conflict:  # another answer was first: read it
                continue
            self.crash_points.reached("rota.approved")
            published = self.store.find(RotaWeek, head.id)
            approved = self.store.find(WeekDraft, opened.draft.key)
            return Approved(published or head, approved or opened.draft, objections)
        raise Conflict(f"the week of {monday} is being changed again and again; try once more")

    def _waive(self, opened: OpenedDraft, checked: CheckedDraft, by: str) -> WeekDraft:
        """The draft with the facts that it is published with: objections become waivers."""
        rota, own = opened.placed.rota, opened.placed.week
        seats: dict[str, list[str]] = {}
        for breach in checked.objections:
            if breach.name in rota.get(breach.shift_id, ()) or breach.rule == Rule.HEADCOUNT:
                seats.setdefault(breach.shift_id, []).extend([breach.name] if breach.name else [])
        if not seats:
            return opened.draft
        facts = waive(checked.placed.week, rota, seats, by=self.find_deciders.find_name(by))
        text = write_week(replace(own, waivers=facts.waivers))
        self.open_draft.blobs.put(facts_name(digest_of(text)), text.encode())
        return replace(opened.draft, facts=digest_of(text))

    def list_objections(self, head: RotaWeek, opened: OpenedDraft) -> tuple[Breach, ...]:
        """Objections against a week's newest draft; nothing is written."""
        return self.check_draft(head, opened).objections

    def _get_waiting(self, week: str, draft: int | None) -> RotaWeek:
        known = self.store.find(RotaWeek, week)
        newest = self.store.find(WeekDraft, draft_key(week, known.draft)) if known else None
        made = f", made by {self.name_doer(newest.made_by)}," if newest else ""
        head = check_drafted(known, week, draft, made=made)
        if not head.is_waiting:
            by = self.name_doer(newest.approved_by if newest else head.published_by)
            raise Conflict(f"draft {head.draft} of the week of {week} was approved by {by} already")
        return head


log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PublishedWeek:
    """`placed` is by today's facts; `needs_cover` are the shifts that are flagged by them."""

    head: RotaWeek
    lines: Mapping[str, DraftLine]
    placed: Placed = field(repr=False)
    roster: Roster = field(repr=False)
    needs_cover: tuple[NeedsCover, ...] = ()

    def get_line(self, shift_id: str) -> DraftLine:
        line = self.lines.get(shift_id)
        if line is None:
            raise NotFound(f"there is no shift {shift_id} in the week of {self.head.id}")
        return line

    def list_needing_cover(self) -> list[tuple[DraftLine, NeedsCover]]:
        return [(self.get_line(need.shift_id), need) for need in self.needs_cover]

    def get_name(self, name_given: str) -> str:
        """The whole name; NotFound if it is unknown or ambiguous."""
        if whole_name := self.roster.find(name_given):
            return whole_name
        for line in self.lines.values():  # people who have left may still have shifts
            for name in line.people:
                if plain_name(name) == plain_name(name_given):
                    return name
        raise NotFound(explain_unknown(name_given, self.roster))


@dataclass(frozen=True, slots=True)
class OpenPublished:
    store: Store
    clock: Clock
    open_draft: OpenDraft
    gather: GatherFacts
    cache: Cache = field(default_factory=Cache, repr=False, compare=False)

    def __call__(self, week: str) -> PublishedWeek:
        """The published week with today's rules, staff and absences.

        Raises NotFound if there is no such week, Conflict if it is not published.
        """
        head = self.store.find(RotaWeek, week)
        if head is None:
            raise NotFound(f"there is no week of {week}")
        if not head.published:
            raise Conflict(f"the week of {week} is not published yet")
        return self._open(head, self._find_team())

    def list_coming(self, heads: Iterable[RotaWeek]) -> list[PublishedWeek]:
        """Of these weeks, this one and later ones, as far as they are published."""
        this = find_this_monday(self.clock.now(), self.gather.zone)
        published = [head for head in heads if head.published and not head.archived_at]
        coming = [head for head in published if head.starts_on >= this]
        team = self._find_team() if coming else None
        return [self._open(head, team) for head in coming]

    def list_needing_cover(self, heads: Iterable[RotaWeek]) -> list[tuple[DraftLine, NeedsCover]]:
        """The coming shifts of these weeks that need cover, each with its person and reason."""
        return [need for week in self.list_coming(heads) for need in week.list_needing_cover()]

    def _find_team(self) -> TeamFacts | None:
        """None while a sheet cannot be read: then the facts that a week was made from are used."""
        try:
            return self.gather.read_team()
        except (NotFound, InputError) as error:
            log.warning("rota.old_facts", extra={"error": str(error)})
            return None

    def _open(self, head: RotaWeek, team: TeamFacts | None) -> PublishedWeek:
        known = self.open_draft(head.id, head.published)
        facts, rota = known.placed.week, known.placed.rota
        if team is None:
            roster = make_roster(member.name for member in facts.members)
        else:
            facts, roster = self.gather.update(facts, team, published=rota), team.staff.roster
        now = self.clock.now()
        begun = {line.shift_id for line in known.lines if line.starts_at <= now}

        def judge() -> PublishedWeek:
            placed = Placed(facts, rota)
            lines = {line.shift_id: line for line in known.lines}
            needs = list_needing_cover(placed, self._find_approved(known).placed.week, now)
            return PublishedWeek(head, lines, placed, roster, needs)

        return self.cache(head.id, (head, facts, known.draft, roster, begun), judge)

    def _find_approved(self, draft: OpenedDraft) -> OpenedDraft:
        """The draft that was approved as a whole: a swap allows nothing on other shifts."""
        while draft.draft.making in CHANGES:
            draft = self.open_draft(draft.draft.week, draft.draft.parent)
        return draft


@dataclass(frozen=True, slots=True, kw_only=True)
class ShiftChange:
    """Who has a shift from now on, why, and who decided; `anyway` although it breaks a rule.

    `also` are other shifts that change hands with it, with their people.
    """

    shift_id: str
    people: tuple[str, ...]
    making: Making
    because: str
    by: str
    anyway: bool = False
    also: Rota = field(default_factory=dict)

    @property
    def shifts(self) -> Rota:
        return {self.shift_id: self.people, **self.also}


@dataclass(frozen=True, slots=True)
class PublishedChange:
    """`outdated` is the draft that was waiting for an answer, or 0.

    `breaches` are the rules that were broken on purpose.
    """

    head: RotaWeek
    draft: WeekDraft
    outdated: int = 0
    breaches: tuple[Breach, ...] = ()


@dataclass(frozen=True, slots=True)
class RuleBreaches:
    """The rules that the change would break; nothing was changed."""

    breaches: tuple[Breach, ...]

    def __str__(self) -> str:
        return "; ".join(breach.words for breach in self.breaches)


@dataclass(frozen=True, slots=True)
class PublishChange:
    store: Store
    clock: Clock
    crash_points: CrashPoints
    find_deciders: FindDeciders
    save: SaveDraft

    def __call__(
        self, week: PublishedWeek, change: ShiftChange, along: Sequence[Change]
    ) -> PublishedChange | RuleBreaches:
        """`along` is committed with the change; Conflict if either is outdated."""
        facts = _take_up(week.placed, change)
        before = week.placed.rota
        rota = {**before, **change.shifts}
        breaches = find_new_breaches(facts, before, rota)
        if breaches and not change.anyway:
            return RuleBreaches(breaches)
        broken = "; ".join(breach.words for breach in breaches)
        gained = {
            shift_id: [name for name in people if name not in before[shift_id]]
            for shift_id, people in change.shifts.items()
        }
        new = NewDraft(
            week=waive(facts, rota, gained, by=self.find_deciders.find_name(change.by)),
            rota=rota,
            making=change.making,
            by=change.by,
            parent=week.head.published,
            because=f"{change.because}; agreed although {broken}" if broken else change.because,
        )
        head, draft = week.head, self.save.write(new, week.head).draft
        rules = [breach.brief for breach in breaches]
        changes = plan_publish(head, draft, by=change.by, at=self.clock.now(), overruled=rules)
        try:
            self.store.commit([*changes, *along])
        except Conflict as error:
            text = f"the week of {head.id} was changed meanwhile: look at it, and try again"
            raise Conflict(text) from error
        self.crash_points.reached("rota.change_published")
        turned = self.store.find(RotaWeek, head.id) or head
        return PublishedChange(turned, draft, find_outdated(head), breaches)


def find_outdated(head: RotaWeek) -> int:
    """The draft that is waiting for an answer and becomes outdated, or 0."""
    return head.draft if head.is_waiting else 0


def find_new_breaches(facts: Week, before: Rota, after: Rota) -> tuple[Breach, ...]:
    """Breaches that the change causes for those who gain something."""
    gained = {
        name
        for shift_id, names in after.items()
        for name in names
        if name not in before.get(shift_id, ())
    }
    known = set(check_rota(facts, before))
    breaches = check_rota(facts, after)
    return tuple(breach for breach in breaches if breach.name in gained and breach not in known)


def _take_up(placed: Placed, change: ShiftChange) -> Week:
    """The facts with the change; a person who takes a shift keeps it in later drafts."""
    week, before = placed.week, placed.rota[change.shift_id]
    edited = take_up_edits(week, change.shifts, by=change.by)
    if change.making is Making.SWAPPED:
        return edited
    # The seat is open now, and the others stay wished for.
    shift = placed.shifts[change.shift_id]
    wishes = tuple(name for name in shift.wishes if name in change.people)
    opened = replace(
        shift,
        wishes=wishes,
        is_pinned=shift.is_pinned and bool(wishes),
        held="",
        pinned_by=shift.pinned_by if wishes else "",
        instead_of=before,
    )
    shifts = tuple(opened if other.id == shift.id else other for other in week.shifts)
    return replace(edited, shifts=shifts)
