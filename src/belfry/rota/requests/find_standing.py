"""Find how a draft stands today: its own shifts and people, with the rules and absences of now."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from belfry.kernel.errors import InputError, NotFound
from belfry.ports.clock import Clock
from belfry.rota.drafts.check_draft import Objection, list_objections
from belfry.rota.drafts.drafted_weeks import RotaWeek
from belfry.rota.drafts.gather_anew import GatherAnew
from belfry.rota.drafts.open_draft import OpenedDraft
from belfry.rota.rules.placed import Placed
from belfry.rota.rules.weeks import Rota, Week
from belfry.workspace.tables.cache import Cache


@dataclass(frozen=True, slots=True)
class Standing:
    """`sheet` is the week as its sheet has it now; None while that cannot be read."""

    placed: Placed
    sheet: Week | None
    objections: tuple[Objection, ...]


@dataclass(frozen=True, slots=True)
class FindStanding:
    clock: Clock
    gather_anew: GatherAnew
    cache: Cache = field(default_factory=Cache, repr=False, compare=False)

    def __call__(self, head: RotaWeek, opened: OpenedDraft) -> Standing:
        """Without sheets that can be read, a draft stands on what it was made from."""
        own = opened.placed.week
        sheet = self._find_sheet(head, opened)
        facts = own
        if sheet:
            facts = replace(sheet, shifts=own.shifts, clashes=own.clashes, kept=own.kept)
        return self._judge(head, facts, opened.placed.rota, sheet)

    def _judge(self, head: RotaWeek, facts: Week, rota: Rota, sheet: Week | None) -> Standing:
        """Judged anew once any of the facts is another, or a shift has begun."""
        now = self.clock.now()
        shifts = (*facts.shifts, *(sheet.shifts if sheet else ()))
        begun = {shift.id for shift in shifts if shift.starts_at <= now}

        def judge() -> Standing:
            placed = Placed(facts, rota)
            return Standing(placed, sheet, list_objections(placed, sheet, now))

        return self.cache(head.id, (facts, rota, sheet, begun), judge)

    def _find_sheet(self, head: RotaWeek, opened: OpenedDraft) -> Week | None:
        newest = opened if opened.draft.number == head.draft else None
        try:
            return self.gather_anew(head, newest).gathered.week
        except (NotFound, InputError):
            return None
