"""Draft a week again from what its sheets say now, and change as little as can be.

Whoever is pinned stays, shifts that have begun stay, and it is said whose shifts change. Nobody
outside hears of it before the new draft is approved.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from belfry.kernel.errors import Conflict, NotFound
from belfry.kernel.texts import make_storable
from belfry.ports.store import Store
from belfry.rota.drafts.changes import PersonChange, list_changes
from belfry.rota.drafts.drafted_weeks import DraftLine, Making, RotaWeek, WeekDraft, refuse_outdated
from belfry.rota.drafts.gather_anew import GatherAnew
from belfry.rota.drafts.judge_draft import JudgeDraft
from belfry.rota.drafts.save_draft import KeepDraft, NewDraft
from belfry.rota.rules.placed import Placed
from belfry.rota.sheets.read_rota_sheets import Problem
from belfry.rota.team import FindDeciders

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
