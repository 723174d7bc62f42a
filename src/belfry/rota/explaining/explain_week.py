"""Explain a draft of a week to a manager, from the very facts that it was made from."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from belfry.ports.store import Store
from belfry.rota.drafts.drafted_weeks import RotaWeek, WeekDraft
from belfry.rota.drafts.open_draft import OpenDraft
from belfry.rota.explaining.week_explanations import WeekExplanation, explain_week


@dataclass(frozen=True, slots=True)
class ExplainedDraft:
    monday: date
    head: RotaWeek | None
    draft: WeekDraft
    explanation: WeekExplanation


@dataclass(frozen=True, slots=True)
class ExplainWeek:
    store: Store
    open_draft: OpenDraft

    def __call__(
        self, monday: date, *, shift_id: str | None = None, number: int | None = None
    ) -> ExplainedDraft:
        """The newest draft unless told; NotFound if there is no such draft or no such shift."""
        head = self.store.find(RotaWeek, monday.isoformat())
        opened = self.open_draft(monday.isoformat(), number or (head.draft if head else 0))
        draft = opened.draft
        first = {one: tuple(names) for one, names in draft.first.items()}
        proof = str(draft.proof.get("words", ""))
        explained = explain_week(opened.placed, first, proof=proof, shift_id=shift_id)
        return ExplainedDraft(monday, head, draft, explained)
