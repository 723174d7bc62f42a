"""Open the week that people know, with the rules, staff and absences of today.

The shifts and who has them are those that were published; whoever may take one over is judged by
what is true now.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from belfry.kernel.errors import Conflict, InputError, NotFound
from belfry.kernel.texts import plain_name
from belfry.ports.store import Store
from belfry.rota.drafts.drafted_weeks import DraftLine, RotaWeek
from belfry.rota.drafts.gather_facts import GatherFacts
from belfry.rota.drafts.open_draft import OpenDraft, OpenedDraft
from belfry.rota.drafts.rosters import Roster, explain_unknown, make_roster
from belfry.rota.rules.placed import Placed
from belfry.rota.rules.weeks import Week

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
