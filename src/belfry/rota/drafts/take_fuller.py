"""Take the fuller rota that was found for a draft, as a draft of its own."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from belfry.kernel.errors import Conflict, NotFound
from belfry.ports.store import Store
from belfry.rota.drafts.changes import PersonChange, list_changes
from belfry.rota.drafts.drafted_weeks import DraftLine, Making, RotaWeek, WeekDraft, refuse_outdated
from belfry.rota.drafts.judge_draft import BrokenDraftError, JudgeDraft
from belfry.rota.drafts.open_draft import OpenDraft, OpenedDraft
from belfry.rota.drafts.save_draft import KeepDraft, NewDraft
from belfry.rota.rules.checker import check_rota
from belfry.rota.rules.weeks import Rota
from belfry.rota.team import FindDeciders


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
