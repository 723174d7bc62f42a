"""Find how a draft stands today: its own shifts and people, with the rules and absences of now."""

from __future__ import annotations

from dataclasses import dataclass, replace

from belfry.kernel.errors import InputError, NotFound
from belfry.ports.clock import Clock
from belfry.rota.draft_objections import Objection, list_objections
from belfry.rota.drafted_weeks import RotaWeek
from belfry.rota.gather_anew import GatherAnew
from belfry.rota.open_draft import OpenedDraft
from belfry.rota.placed import Placed
from belfry.rota.weeks import Week


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

    def __call__(self, head: RotaWeek, opened: OpenedDraft) -> Standing:
        """Without sheets that can be read, a draft stands on what it was made from."""
        own = opened.placed.week
        sheet = self._find_sheet(head)
        facts = own
        if sheet:
            facts = replace(sheet, shifts=own.shifts, clashes=own.clashes, kept=own.kept)
        placed = Placed(facts, opened.placed.rota)
        return Standing(placed, sheet, list_objections(placed, sheet, self.clock.now()))

    def _find_sheet(self, head: RotaWeek) -> Week | None:
        try:
            return self.gather_anew(head).gathered.week
        except (NotFound, InputError):
            return None
