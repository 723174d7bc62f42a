"""Draft a week from the team's sheets, and keep the draft until a manager answers it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

from belfry.kernel.errors import Conflict
from belfry.kernel.tokens import digest_of
from belfry.ports.store import Store
from belfry.rota.drafts.draft_lines import (
    PersonHours,
    count_lines,
    list_hours,
    make_lines,
    read_rota,
)
from belfry.rota.drafts.drafted_weeks import DraftLine, Making, RotaWeek, WeekDraft, draft_key
from belfry.rota.drafts.facts_json import write_week
from belfry.rota.drafts.gather_anew import GatherAnew
from belfry.rota.drafts.gather_facts import Gathered, GatherFacts
from belfry.rota.drafts.judge_draft import JudgedDraft, JudgeDraft
from belfry.rota.drafts.save_draft import KeepDraft, NewDraft
from belfry.rota.entries import BELFRY
from belfry.rota.ports import Rotas
from belfry.rota.rules.placed import Placed
from belfry.rota.rules.weeks import Rota, Week
from belfry.rota.sheets.read_rota_sheets import Problem

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
