"""Draft a week from the team's sheets, draft it again, or take the prover's fuller rota."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING

from belfry.accounts.change_users import NameDoer
from belfry.kernel.errors import BelfryError, Conflict
from belfry.kernel.texts import digest_of, make_storable
from belfry.ports.clock import Clock
from belfry.ports.files import Folder
from belfry.ports.store import Store
from belfry.rota.drafts.drafted_weeks import (
    DraftLine,
    Making,
    RotaWeek,
    WeekDraft,
    check_drafted,
    draft_key,
)
from belfry.rota.drafts.gather_facts import Gathered, RegatherFacts
from belfry.rota.drafts.open_draft import (
    OpenDraft,
    PersonHours,
    count_lines,
    list_changes,
    list_hours,
    make_lines,
    read_rota,
    write_week,
)
from belfry.rota.drafts.proofs import Proof, Verdict, prove_plainly
from belfry.rota.drafts.save_draft import NewDraft, SavedDraft, SaveDraft
from belfry.rota.entries import BELFRY, DISCARDED, ROTA, announce, record
from belfry.rota.ports import Prover, Rotas
from belfry.rota.rules.checker import Breach, check_rota
from belfry.rota.rules.placed import Placed
from belfry.rota.rules.weeks import Rota, Week, find_next_monday
from belfry.rota.sheets.cells import Problem
from belfry.rota.sheets.copy_template import CopyTemplate
from belfry.rota.sheets.read_rota_sheets import STAFF, name_week_table
from belfry.rota.team import FindDeciders

if TYPE_CHECKING:
    from belfry.rota.drafting.search import Drafted


_BY_SEARCH = (Making.DRAFTED, Making.REDRAFTED)


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftedWeek:
    """`draft` is None after a dry run.

    Not `is_new` if the same facts had been drafted already. `problems` and `notes` are those of the
    sheets, as (place, text). `first` is the rota of the plain order alone.
    """

    monday: date
    facts: Week
    lines: tuple[DraftLine, ...]
    first: Rota
    proof: str
    draft: WeekDraft | None = None
    is_new: bool = True
    problems: tuple[Problem, ...] = ()
    notes: tuple[Problem, ...] = ()

    @property
    def placed(self) -> Placed:
        return Placed(self.facts, read_rota(self.lines))

    @property
    def people(self) -> tuple[PersonHours, ...]:
        return list_hours(self.placed)

    def __str__(self) -> str:
        counts = count_lines(self.lines)
        which = f"draft {self.draft.number}" if self.draft else "a draft"
        summary = f"{which} of the week of {self.monday}"
        summary += f": {counts.filled} of {counts.seats} seats filled, {counts.flagged} flagged"
        return summary if self.is_new else f"{summary}, as before"


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftWeek:
    store: Store
    rotas: Rotas
    regather: RegatherFacts
    judge: JudgeDraft
    save: SaveDraft

    def __call__(self, monday: date, *, by: str = BELFRY, dry_run: bool = False) -> DraftedWeek:
        """Draft the week that begins on `monday`; a dry run stores nothing.

        A published week is changed as little as possible, and never in shifts that have begun.
        Raises Conflict if it is archived, NotFound and InputError as GatherFacts does.
        """
        head = self.store.find(RotaWeek, monday.isoformat())
        if head and head.archived_at:
            raise Conflict(f"the week of {monday} is over and archived: it is not drafted again")
        begun: Rota = {}
        if head and head.published:
            regathered = self.regather(head)
            gathered, begun = regathered.gathered, regathered.begun
        else:
            gathered = self.regather.gather(monday)
        if not dry_run and (known := self._find_same(head, gathered)):
            lines = tuple(self.rotas.list_lines(known.week, known.number))
            return _describe(gathered, known, lines, is_new=False)
        judged = self.judge(gathered.week)
        parent = head.published if head else 0
        new = NewDraft(
            week=gathered.week,
            rota={**judged.rota, **begun},
            making=Making.REDRAFTED if parent else Making.DRAFTED,
            by=by,
            parent=parent,
            first=judged.first,
            proof=judged.proof,
        )
        if dry_run:
            return _show(gathered, new, judged.proof.words)
        saved = self.save(new, head)
        return _describe(gathered, saved.draft, saved.lines, is_new=True)

    def _find_same(self, head: RotaWeek | None, gathered: Gathered) -> WeekDraft | None:
        """The newest draft, if it was searched from the same facts and is still unanswered."""
        if head is None or not head.is_waiting:
            return None
        newest = self.store.find(WeekDraft, draft_key(head.id, head.draft))
        if newest is None or newest.making not in _BY_SEARCH:
            return None
        return newest if newest.facts == digest_of(write_week(gathered.week)) else None


def _show(gathered: Gathered, new: NewDraft, proof: str) -> DraftedWeek:
    return DraftedWeek(
        monday=new.week.starts_on,
        facts=new.week,
        lines=make_lines(Placed(new.week, new.rota), 0),
        first=new.first,
        proof=proof,
        problems=gathered.problems,
        notes=gathered.notes,
    )


def _describe(
    gathered: Gathered, draft: WeekDraft, lines: tuple[DraftLine, ...], *, is_new: bool
) -> DraftedWeek:
    return DraftedWeek(
        monday=gathered.week.starts_on,
        facts=gathered.week,
        lines=lines,
        first={shift_id: tuple(names) for shift_id, names in draft.first.items()},
        proof=str(draft.proof.get("words", "")),
        draft=draft,
        is_new=is_new,
        problems=gathered.problems,
        notes=gathered.notes,
    )


log = logging.getLogger(__name__)

Drafter = Callable[[Week], "Drafted"]
_TOLD = 3


class BrokenDraftError(BelfryError):
    """Our own draft breaks a rule; it must not be stored."""

    def __init__(self, week: Week, breaches: tuple[Breach, ...]) -> None:
        words = "; ".join(breach.words for breach in breaches[:_TOLD])
        super().__init__(f"the draft of the week of {week.starts_on} is not legal: {words}")
        self.breaches = breaches


@dataclass(frozen=True, slots=True)
class JudgedDraft:
    """`first` is the rota of the plain order alone."""

    rota: Rota
    first: Rota
    proof: Proof


@dataclass(frozen=True, slots=True)
class JudgeDraft:
    """Search a rota, check it independently, and try to prove that none fills more.

    `prover` is None if none is installed; then only counting is used.
    """

    drafter: Drafter
    prover: Prover | None = None

    def __call__(self, week: Week) -> JudgedDraft:
        """A legal rota; BrokenDraftError if the search returned none."""
        drafted = self.drafter(week)
        if breaches := check_rota(week, drafted.rota):
            raise BrokenDraftError(week, breaches)
        proof = self.prove(week, drafted.rota)
        if drafted.fuller and not check_rota(week, drafted.fuller):
            # It costs much disturbance: a manager chooses between the two.
            filled = sum(map(len, drafted.rota.values()))
            more = sum(map(len, drafted.fuller.values())) - filled
            proof = replace(
                proof,
                verdict=Verdict.FULLER,
                fuller=drafted.fuller,
                more=more,
                bound=max(proof.bound, proof.filled + more),
            )
        return JudgedDraft(drafted.rota, drafted.first, _count_touched(week, drafted.rota, proof))

    def prove(self, week: Week, rota: Rota) -> Proof:
        plain = prove_plainly(week, rota)
        is_certain = plain.verdict is Verdict.PROVED and not plain.assumes
        if is_certain or self.prover is None:
            return plain
        proof = self.prover.prove(week, rota)
        if proof.fuller is not None and (breaches := check_rota(week, proof.fuller)):
            log.error("rota.fuller_is_not_legal", extra={"breaches": [b.words for b in breaches]})
            return replace(plain, bound=max(proof.bound, plain.filled))
        return proof


def _count_touched(week: Week, rota: Rota, proof: Proof) -> Proof:
    """The proof with how many people the rota and the fuller one touch, if that differs."""
    if not week.kept or proof.fuller is None:
        return proof
    known = Placed(week, week.kept)
    less, more = (
        len(list_changes(known, known.with_rota(changed))) for changed in (rota, proof.fuller)
    )
    return replace(proof, touched=(less, more)) if more > less else proof


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftNextWeek:
    store: Store
    name_doer: NameDoer
    clock: Clock
    folder: Folder
    copy_template: CopyTemplate
    draft_week: DraftWeek

    def __call__(self) -> str:
        """Draft next week unless a person already has; the result in a sentence."""
        monday = find_next_monday(self.clock.now(), self.copy_template.gather.zone)
        head = self.store.find(RotaWeek, monday.isoformat())
        was_made = head is not None and head.template_at is not None
        # A sheet that was copied and then removed is not copied again.
        if not was_made and not self.folder.exists(name_week_table(monday).name):
            self.copy_template(monday)
        return self._find_hindrance(monday) or str(self.draft_week(monday))

    def _find_hindrance(self, monday: date) -> str:
        for name in (STAFF.name, name_week_table(monday).name):
            if not self.folder.exists(name):
                return f"nothing to draft: there is no {name}"
        read_sheets = self.copy_template.gather.read_sheets
        staff = read_sheets.find_staff()
        if staff and not staff.problems and not staff.rows:
            return f"nothing to draft: there is nobody in {STAFF.name}"
        head = self.store.find(RotaWeek, monday.isoformat())
        if head is None or not head.draft:
            return ""
        if head.published:
            return f"the week of {monday} is published: only a person drafts it again"
        newest = self.store.find(WeekDraft, draft_key(head.id, head.draft))
        if newest and newest.making is not Making.DRAFTED:
            by = self.name_doer(newest.made_by)
            return f"draft {newest.number} of the week of {monday} was made by {by}"
        return ""


LONGEST_BECAUSE = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class RedraftWeek:
    store: Store
    regather: RegatherFacts
    find_deciders: FindDeciders
    judge: JudgeDraft
    save: SaveDraft

    def __call__(
        self, monday: date, *, by: str, draft: int | None = None, because: str = ""
    ) -> SavedDraft:
        """Draft the week again; `draft` is the one the manager was looking at, or the newest.

        Raises NotFound if the week was never drafted, Conflict if that draft is outdated or the
        week archived.
        """
        self.find_deciders.check(by)
        head = check_drafted(self.store.find(RotaWeek, monday.isoformat()), monday, draft)
        anew = self.regather(head)
        week = anew.gathered.week
        judged = self.judge(week)
        rota = {**judged.rota, **anew.begun}
        new = NewDraft(
            week=week,
            rota=rota,
            making=Making.REDRAFTED,
            by=by,
            parent=head.draft,
            because=make_storable(because.strip(), most=LONGEST_BECAUSE),
            first=judged.first,
            proof=judged.proof,
        )
        saved = self.save(new, head)
        changes = list_changes(anew.known.placed, Placed(week, rota))
        return replace(saved, changes=changes, problems=anew.gathered.problems)


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscardDraft:
    store: Store
    clock: Clock
    find_deciders: FindDeciders

    def __call__(self, monday: date, draft: int | None = None, *, by: str) -> RotaWeek:
        """Leave a published week as it is: its newest draft is discarded, with its edits.

        Raises Conflict if the draft is outdated or answered, or the week not published.
        """
        self.find_deciders.check(by)
        head = check_drafted(self.store.find(RotaWeek, monday.isoformat()), monday, draft)
        if not head.published:
            raise Conflict(f"the week of {monday} is not published: there is no rota to go back to")
        if not head.is_waiting:
            raise Conflict(f"draft {head.draft} was answered already")
        left = replace(head, draft=head.published, is_waiting=False)
        before, after = {"draft": head.draft}, {"draft": left.draft}
        now = self.clock.now()
        changes = record(left, action=DISCARDED, at=now, by=by, before=before, after=after)
        try:
            self.store.commit([*changes, announce(ROTA, head.id, DISCARDED, before, at=now)])
        except Conflict as error:
            text = f"the week of {monday} was changed meanwhile: look at it, and try again"
            raise Conflict(text) from error
        return self.store.find(RotaWeek, head.id) or left


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeFuller:
    store: Store
    open_draft: OpenDraft
    find_deciders: FindDeciders
    judge: JudgeDraft
    save: SaveDraft

    def __call__(self, monday: date, draft: int | None = None, *, by: str) -> SavedDraft:
        """Raises Conflict if the newest draft has no fuller rota, or `draft` is outdated."""
        self.find_deciders.check(by)
        head = check_drafted(self.store.find(RotaWeek, monday.isoformat()), monday, draft)
        if not head.is_waiting:
            raise Conflict(f"draft {head.draft} was answered already")
        opened = self.open_draft(head.id, head.draft)
        proved = opened.draft.proof.get("fuller") or {}
        if not proved:
            raise Conflict(f"no fuller rota was found for draft {opened.draft.number}")
        fuller = {shift_id: tuple(names) for shift_id, names in proved.items()}
        week = opened.placed.week
        if breaches := check_rota(week, fuller):
            raise BrokenDraftError(week, breaches)
        new = NewDraft(
            week=week,
            rota=fuller,
            making=Making.PROVER,
            by=by,
            parent=opened.draft.number,
            because=f"it fills more than draft {opened.draft.number}",
            first={shift_id: tuple(names) for shift_id, names in opened.draft.first.items()},
            proof=self.judge.prove(week, fuller),
        )
        changes = list_changes(opened.placed, opened.placed.with_rota(fuller))
        return replace(self.save(new, head), changes=changes)
