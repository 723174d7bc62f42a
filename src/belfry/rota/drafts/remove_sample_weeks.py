"""Remove the weeks that were drafted from nobody but sample people."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime

from belfry.kernel.changes import Change
from belfry.ports.clock import Clock
from belfry.ports.store import Store
from belfry.rota.drafts.drafted_weeks import RotaWeek
from belfry.rota.drafts.open_draft import OpenDraft
from belfry.rota.entries import record
from belfry.rota.ports import Requests, Rotas
from belfry.rota.requests.requests import ClashState
from belfry.rota.rules.weeks import SEVEN_DAYS, find_this_monday
from belfry.rota.sheets.copy_template import CopyTemplate

WEEKS_AHEAD = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveSampleWeeks:
    store: Store
    rotas: Rotas
    requests: Requests
    clock: Clock
    open_draft: OpenDraft
    copy_template: CopyTemplate

    def __call__(self, samples: Collection[str], *, by: str) -> tuple[str, ...]:
        """The weeks that are gone, while the samples are still in the tables.

        A draft is discarded, a published week archived. A sheet that is as the sample template made
        it is emptied, so that the team's own template can be copied.
        """
        now = self.clock.now()
        monday = find_this_monday(now, self.copy_template.gather.zone)
        heads = self.rotas.list_weeks(monday - SEVEN_DAYS, monday + WEEKS_AHEAD * SEVEN_DAYS)
        gone = [head for head in heads if self._is_of_samples(head, samples)]
        for head in gone:
            self.copy_template.empty(head.starts_on)
            self.store.commit([*_plan_end(head, by, now), *self._plan_clashes(head, by, now)])
        return tuple(head.id for head in gone)

    def _is_of_samples(self, head: RotaWeek, samples: Collection[str]) -> bool:
        if not head.draft or head.archived_at:
            return False
        names = {member.name for member in self.open_draft(head.id, head.draft).placed.week.members}
        return bool(names) and names <= set(samples)

    def _plan_clashes(self, head: RotaWeek, by: str, now: datetime) -> list[Change]:
        changes: list[Change] = []
        for clash in self.requests.list_clashes(head.id):
            if clash.state is ClashState.OPEN:
                freed = replace(clash, state=ClashState.FREED, answered_at=now, answered_by=by)
                changes += record(freed, action="clash.freed", at=now, by=by)
        return changes


def _plan_end(head: RotaWeek, by: str, now: datetime) -> list[Change]:
    if head.published:
        archived = replace(head, archived_at=now, is_waiting=False)
        return record(archived, action="rota.archived", at=now, by=by)
    left = replace(head, draft=0, is_waiting=False, template_at=None)
    before, after = {"draft": head.draft}, {"draft": left.draft}
    return record(left, action="rota.discarded", at=now, by=by, before=before, after=after)
