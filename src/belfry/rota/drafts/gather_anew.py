"""Gather the facts of a week that was drafted before, without losing what people decided of it.

What they know already is kept as far as it can be, what was changed by hand lasts, and names that
Belfry itself wrote into the sheet are no wishes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from belfry.ports.clock import Clock
from belfry.rota.drafts.drafted_weeks import RotaWeek
from belfry.rota.drafts.gather_facts import Gathered, GatherFacts
from belfry.rota.drafts.hand_edits import carry_edits, fix_begun, forget_mirrored, forget_unwritten
from belfry.rota.drafts.open_draft import OpenDraft, OpenedDraft
from belfry.rota.rules.weeks import Rota, Week


@dataclass(frozen=True, slots=True)
class GatheredAnew:
    """`known` is the draft that people, or those who decide, had before them.

    `begun` are the shifts, with their people, that cannot be changed any more.
    """

    gathered: Gathered
    known: OpenedDraft
    begun: Rota


@dataclass(frozen=True, slots=True)
class GatherAnew:
    clock: Clock
    open_draft: OpenDraft
    gather: GatherFacts

    def __call__(self, head: RotaWeek, newest: OpenedDraft | None = None) -> GatheredAnew:
        """`newest` is the newest draft, for whoever has it open already.

        NotFound if the week was never drafted; NotFound and InputError as in gathering.
        """
        newest = newest or self.open_draft(head.id, head.draft)
        known = self._find_known(head, newest)
        gathered = self.gather(head.starts_on, kept=known.placed.rota)
        week = self._take_out(head, gathered.week, known)
        told = known.placed.week if self._is_told(head) else None
        week = carry_edits(week, newest.placed.week, told)
        begun = self._list_begun(known) if head.published else {}
        fixed = fix_begun(week, known.placed, begun)
        return GatheredAnew(replace(gathered, week=fixed), known, begun)

    def _take_out(self, head: RotaWeek, week: Week, known: OpenedDraft) -> Week:
        """Without what stands in the sheet only because people were told so."""
        if not head.published:
            return week
        if not self._is_told(head):
            week = forget_unwritten(week, known.placed)
        return forget_mirrored(week, known.placed)

    def _is_told(self, head: RotaWeek) -> bool:
        """Whether the newest edition was taken up; with that it is written into the sheet."""
        hours = self.open_draft.rotas.list_hours(head.id) if head.published else ()
        return bool(hours) and all(one.edition >= head.edition for one in hours)

    def _find_known(self, head: RotaWeek, newest: OpenedDraft) -> OpenedDraft:
        if head.published in (0, newest.draft.number):
            return newest
        return self.open_draft(head.id, head.published)

    def _list_begun(self, known: OpenedDraft) -> Rota:
        now = self.clock.now()
        return {line.shift_id: line.people for line in known.lines if line.starts_at <= now}
