"""Draft a week from the team's sheets, and keep the draft until a manager answers it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from belfry.kernel.errors import BelfryError, Conflict, NotFound
from belfry.kernel.texts import make_storable
from belfry.kernel.tokens import digest_of
from belfry.ports.clock import Clock
from belfry.ports.files import Folder
from belfry.ports.store import Store
from belfry.rota.drafts.draft_lines import (
    PersonChange,
    PersonHours,
    count_lines,
    list_changes,
    list_hours,
    make_lines,
    read_rota,
)
from belfry.rota.drafts.drafted_weeks import (
    DraftLine,
    Making,
    RotaWeek,
    WeekDraft,
    draft_key,
    refuse_outdated,
)
from belfry.rota.drafts.facts_json import write_week
from belfry.rota.drafts.gather_facts import GatherAnew, Gathered, GatherFacts
from belfry.rota.drafts.open_draft import OpenDraft, OpenedDraft
from belfry.rota.drafts.proofs import Proof, Verdict, prove_plainly
from belfry.rota.drafts.save_draft import KeepDraft, NewDraft
from belfry.rota.entries import BELFRY
from belfry.rota.ports import Prover, Rotas
from belfry.rota.rules.checker import Breach, check_rota
from belfry.rota.rules.placed import Placed
from belfry.rota.rules.weeks import Rota, Week, find_next_monday
from belfry.rota.sheets.copy_template import CopyTemplate
from belfry.rota.sheets.read_rota_sheets import STAFF, Problem, name_week_table
from belfry.rota.team import FindDeciders

if TYPE_CHECKING:
    from belfry.rota.drafting.search import Drafted


_BY_SEARCH = (Making.DRAFTED, Making.REDRAFTED)


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftedWeek:
    """What a draft came to; `draft` is None where nothing was to be written.

    Not `is_new` if the same facts had been drafted already. `problems` and `notes` as (place, text)
    are those of the sheets. `first` is what the plain order alone had given.
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
        said = f"{which} of the week of {self.monday}"
        said += f": {counts.filled} of {counts.seats} seats filled, {counts.flagged} flagged"
        return said if self.is_new else f"{said}, as before"


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftWeek:
    store: Store
    rotas: Rotas
    gather: GatherFacts
    gather_anew: GatherAnew
    judge: JudgeDraft
    keep: KeepDraft

    def __call__(self, monday: date, *, by: str = BELFRY, dry_run: bool = False) -> DraftedWeek:
        """A draft of the week that begins on `monday`; in a dry run nothing is kept of it.

        A week that people know already is changed as little as can be, and its shifts that have
        begun are not. Conflict if it is put away; NotFound and InputError as in gathering.
        """
        head = self.store.find(RotaWeek, monday.isoformat())
        if head and head.archived_at:
            raise Conflict(f"the week of {monday} is over and put away: it is not drafted again")
        gathered, begun = self._gather(monday, head)
        if not dry_run and (known := self._find_same(head, gathered)):
            return self._tell(
                gathered, known, tuple(self.rotas.list_lines(known.week, known.number))
            )
        judged = self.judge(gathered.week)
        judged = replace(judged, rota={**judged.rota, **begun})
        if dry_run:
            return _show(gathered, judged)
        new = NewDraft(
            week=gathered.week,
            rota=judged.rota,
            making=Making.REDRAFTED if head and head.published else Making.DRAFTED,
            by=by,
            parent=head.published if head else 0,
            first=judged.first,
            proof=judged.proof,
        )
        kept = self.keep(new, head)
        return self._tell(gathered, kept.draft, kept.lines, is_new=True)

    def _gather(self, monday: date, head: RotaWeek | None) -> tuple[Gathered, Rota]:
        """The facts, and the shifts with their people that cannot be changed any more."""
        if head is None or not head.published:
            return self.gather(monday), {}
        anew = self.gather_anew(head)
        return anew.gathered, anew.begun

    def _find_same(self, head: RotaWeek | None, gathered: Gathered) -> WeekDraft | None:
        """The newest draft, if the search made it from the same facts and nobody has answered."""
        if head is None or not head.is_waiting:
            return None
        newest = self.store.find(WeekDraft, draft_key(head.id, head.draft))
        if newest is None or newest.making not in _BY_SEARCH:
            return None
        return newest if newest.facts == digest_of(write_week(gathered.week)) else None

    def _tell(
        self,
        gathered: Gathered,
        draft: WeekDraft,
        lines: tuple[DraftLine, ...],
        *,
        is_new: bool = False,
    ) -> DraftedWeek:
        return DraftedWeek(
            monday=gathered.week.starts_on,
            facts=gathered.week,
            lines=lines,
            first={one: tuple(names) for one, names in draft.first.items()},
            proof=str(draft.proof.get("words", "")),
            draft=draft,
            is_new=is_new,
            problems=gathered.problems,
            notes=gathered.notes,
        )


def _show(gathered: Gathered, judged: JudgedDraft) -> DraftedWeek:
    return DraftedWeek(
        monday=gathered.week.starts_on,
        facts=gathered.week,
        lines=make_lines(Placed(gathered.week, judged.rota), 0),
        first=judged.first,
        proof=judged.proof.words,
        problems=gathered.problems,
        notes=gathered.notes,
    )


log = logging.getLogger(__name__)

Drafter = Callable[[Week], "Drafted"]
_TOLD = 3


class BrokenDraftError(BelfryError):
    """A draft of our own breaks a rule: nothing of it may be kept."""

    def __init__(self, week: Week, breaches: tuple[Breach, ...]) -> None:
        said = "; ".join(breach.words for breach in breaches[:_TOLD])
        super().__init__(f"the draft of the week of {week.starts_on} is not legal: {said}")
        self.breaches = breaches


@dataclass(frozen=True, slots=True)
class JudgedDraft:
    """`first` is what the plain order alone had given."""

    rota: Rota
    first: Rota
    proof: Proof


@dataclass(frozen=True, slots=True)
class JudgeDraft:
    """`prover` is None where none is installed: then only counting tells."""

    drafter: Drafter
    prover: Prover | None = None

    def __call__(self, week: Week) -> JudgedDraft:
        """A legal rota; BrokenDraftError if the search gave none."""
        drafted = self.drafter(week)
        if breaches := check_rota(week, drafted.rota):
            raise BrokenDraftError(week, breaches)
        return JudgedDraft(drafted.rota, drafted.first, self.prove(week, drafted.rota))

    def prove(self, week: Week, rota: Rota) -> Proof:
        """What is known of whether another rota fills more."""
        plain = prove_plainly(week, rota)
        if plain.verdict is Verdict.PROVED or self.prover is None:
            return plain
        proof = self.prover.prove(week, rota)
        if proof.fuller is not None and (breaches := check_rota(week, proof.fuller)):
            log.error("rota.fuller_is_not_legal", extra={"breaches": [b.words for b in breaches]})
            return replace(plain, bound=max(proof.bound, plain.filled))
        return proof


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftNextWeek:
    store: Store
    clock: Clock
    folder: Folder
    copy_template: CopyTemplate
    draft_week: DraftWeek
    zone: ZoneInfo

    def __call__(self) -> str:
        """What became of it, in a sentence."""
        monday = find_next_monday(self.clock.now(), self.zone)
        self._see_to_sheet(monday)
        if why := self._find_hindrance(monday):
            return why
        return str(self.draft_week(monday))

    def _see_to_sheet(self, monday: date) -> None:
        """A sheet that was made before and is gone was taken away by somebody."""
        head = self.store.find(RotaWeek, monday.isoformat())
        was_made = head is not None and head.template_at is not None
        if not was_made and not self.folder.exists(name_week_table(monday).name):
            self.copy_template(monday)

    def _find_hindrance(self, monday: date) -> str:
        sheet = name_week_table(monday).name
        for name in (STAFF.name, sheet):
            if not self.folder.exists(name):
                return f"nothing to draft: there is no {name}"
        head = self.store.find(RotaWeek, monday.isoformat())
        if head is None or not head.draft:
            return ""
        if head.published:
            return f"the week of {monday} is published: only a person drafts it again"
        newest = self.store.find(WeekDraft, draft_key(head.id, head.draft))
        if newest and newest.making is not Making.DRAFTED:
            return f"draft {newest.number} of the week of {monday} was made by {newest.made_by}"
        return ""


LONGEST_BECAUSE = 300


@dataclass(frozen=True, slots=True)
class Redrafted:
    """`changes` are those whom it touches, against what was known before.

    `problems` as (place, text) are those of the sheets.
    """

    draft: WeekDraft
    lines: tuple[DraftLine, ...]
    changes: tuple[PersonChange, ...]
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RedraftWeek:
    store: Store
    gather_anew: GatherAnew
    find_deciders: FindDeciders
    judge: JudgeDraft
    keep: KeepDraft

    def __call__(
        self, monday: date, *, by: str, draft: int | None = None, because: str = ""
    ) -> Redrafted:
        """`draft` is the one that was before their eyes; the newest unless told.

        NotFound if the week was never drafted, Conflict if that draft is outdated or the week is
        put away.
        """
        self.find_deciders.check(by)
        head = self._get_head(monday, draft)
        anew = self.gather_anew(head)
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
        kept = self.keep(new, head)
        changes = list_changes(anew.known.placed, Placed(week, rota))
        return Redrafted(kept.draft, kept.lines, changes, anew.gathered.problems)

    def _get_head(self, monday: date, draft: int | None) -> RotaWeek:
        head = self.store.find(RotaWeek, monday.isoformat())
        if head is None or not head.draft:
            raise NotFound(f"there is no draft yet of the week of {monday}: draft it first")
        if head.archived_at:
            raise Conflict(f"the week of {monday} is over and put away")
        refuse_outdated(head, draft)
        return head


@dataclass(frozen=True, slots=True)
class TakenFuller:
    """`changes` are those whom it touches, against the draft that it was found for."""

    draft: WeekDraft
    lines: tuple[DraftLine, ...]
    changes: tuple[PersonChange, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeFuller:
    store: Store
    open_draft: OpenDraft
    find_deciders: FindDeciders
    judge: JudgeDraft
    keep: KeepDraft

    def __call__(self, monday: date, draft: int | None = None, *, by: str) -> TakenFuller:
        """Conflict if nobody found one for the newest draft, or `draft` is not that one."""
        self.find_deciders.check(by)
        head = self.store.find(RotaWeek, monday.isoformat())
        if head is None or not head.draft:
            raise NotFound(f"there is no draft yet of the week of {monday}")
        refuse_outdated(head, draft)
        if not head.is_waiting:
            raise Conflict(f"draft {head.draft} was answered already")
        opened = self.open_draft(head.id, head.draft)
        fuller = _find_fuller(opened)
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
            first={one: tuple(names) for one, names in opened.draft.first.items()},
            proof=self.judge.prove(week, fuller),
        )
        kept = self.keep(new, head)
        changes = list_changes(opened.placed, opened.placed.with_rota(fuller))
        return TakenFuller(kept.draft, kept.lines, changes)


def _find_fuller(opened: OpenedDraft) -> Rota:
    found = opened.draft.proof.get("fuller") or {}
    if not found:
        raise Conflict(f"nobody has found a fuller rota than draft {opened.draft.number}")
    return {shift_id: tuple(names) for shift_id, names in found.items()}
