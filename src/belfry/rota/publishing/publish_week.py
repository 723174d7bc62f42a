"""Approve the draft of a week: from then on it is what people know, and everybody is told.

Each draft is answered once. Whoever comes second, or has an older one before them, is told so.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from belfry.accounts.users.name_doer import NameDoer
from belfry.kernel.errors import Conflict, NotFound
from belfry.ports.clock import Clock
from belfry.ports.store import CrashPoints, Store
from belfry.rota.drafts.check_draft import Objection, ObjectionsError
from belfry.rota.drafts.drafted_weeks import RotaWeek, WeekDraft, draft_key, refuse_outdated
from belfry.rota.drafts.open_draft import OpenDraft, OpenedDraft
from belfry.rota.publishing.publish_news import plan_publish
from belfry.rota.requests.find_standing import FindStanding
from belfry.rota.team import FindDeciders

TRIES = 5


@dataclass(frozen=True, slots=True)
class Approved:
    """`overruled` is what spoke against it, and was approved anyway."""

    head: RotaWeek
    draft: WeekDraft
    overruled: tuple[Objection, ...] = ()

    def __str__(self) -> str:
        said = f"draft {self.draft.number} of the week of {self.head.id} is published"
        return f"{said} as edition {self.head.edition}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ApproveDraft:
    store: Store
    clock: Clock
    crash_points: CrashPoints
    open_draft: OpenDraft
    find_standing: FindStanding
    find_deciders: FindDeciders
    name_doer: NameDoer

    def __call__(
        self, monday: date, draft: int | None = None, *, by: str, anyway: bool = False
    ) -> Approved:
        """`draft` is the one that was before their eyes; the newest unless told.

        Conflict if it is outdated or answered; ObjectionsError if something speaks against it,
        unless it is to be `anyway`.
        """
        self.find_deciders.check(by)
        for _ in range(TRIES):
            head = self._get_waiting(monday.isoformat(), draft)
            draft = head.draft
            opened = self.open_draft(head.id, draft)
            objections = self.find_standing(head, opened).objections
            if objections and not anyway:
                raise ObjectionsError(f"draft {draft} is not published", objections)
            rules = [one.brief for one in objections]
            now = self.clock.now()
            try:
                self.store.commit(plan_publish(head, opened.draft, by=by, at=now, overruled=rules))
            except Conflict:  # somebody else was first: see what they did
                continue
            self.crash_points.reached("rota.approved")
            return self._tell(head.id, draft, objections)
        raise Conflict(f"the week of {monday} is being changed again and again; try once more")

    def list_objections(self, head: RotaWeek, opened: OpenedDraft) -> tuple[Objection, ...]:
        """What speaks against a week's newest draft, before anybody decides; nothing is written."""
        return self.find_standing(head, opened).objections

    def _get_waiting(self, week: str, draft: int | None) -> RotaWeek:
        head = self.store.find(RotaWeek, week)
        if head is None or not head.draft:
            raise NotFound(f"there is no draft yet of the week of {week}")
        if head.archived_at:
            raise Conflict(f"the week of {week} is over and put away")
        newest = self.store.find(WeekDraft, draft_key(week, head.draft))
        made = f", made by {self.name_doer(newest.made_by)}," if newest else ""
        refuse_outdated(head, draft, made=made)
        if not head.is_waiting:
            by = self.name_doer(newest.approved_by if newest else head.published_by)
            raise Conflict(f"draft {head.draft} of the week of {week} was approved by {by} already")
        return head

    def _tell(self, week: str, draft: int, objections: tuple[Objection, ...]) -> Approved:
        head = self.store.find(RotaWeek, week)
        approved = self.store.find(WeekDraft, draft_key(week, draft))
        assert head is not None
        assert approved is not None
        return Approved(head, approved, objections)
