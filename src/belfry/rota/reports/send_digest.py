"""Remind everybody of the week that begins, and tell those who decide what is open in it.

A run that was cut off goes on with those who are left, and nobody hears twice. Weeks that have
ended are put away.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from belfry.accounts.users.book import insist
from belfry.messaging.queue_message import QueueMessage, Wanted
from belfry.ports.clock import Clock
from belfry.ports.store import CrashPoints, Store
from belfry.rota.drafts.drafted_weeks import RotaWeek
from belfry.rota.entries import record
from belfry.rota.publishing.archive_weeks import ArchiveWeeks
from belfry.rota.publishing.own_shift_words import count_shifts
from belfry.rota.reports.plan_digest import DigestPlan, PlanDigest
from belfry.rota.shift_words import render_people


@dataclass(frozen=True, slots=True, kw_only=True)
class SendDigest:
    store: Store
    clock: Clock
    crash_points: CrashPoints
    plan: PlanDigest
    queue_message: QueueMessage
    archive: ArchiveWeeks

    def __call__(self) -> str:
        """What became of it, in words."""
        said = self._carry_out(self.plan(self.clock.now()))
        archived = self.archive()
        weeks = "1 week" if archived == 1 else f"{archived} weeks"
        return f"{said}; {weeks} put away" if archived else said

    def _carry_out(self, plan: DigestPlan) -> str:
        if plan.why:
            return plan.why
        reminded, told = self._queue(plan.reminders), self._queue(plan.for_deciders)
        if not plan.is_published:
            return f"the week of {plan.monday} is not published: {render_people(told)} told"
        self._mark(plan.monday.isoformat())
        open_ = f", {count_shifts(plan.flagged)} to look at" if plan.flagged else ""
        return f"{render_people(reminded)} reminded of the week of {plan.monday}{open_}"

    def _queue(self, all_wanted: Iterable[Wanted]) -> int:
        """How many of them are new."""
        new = 0
        for wanted in all_wanted:
            new += self.queue_message(wanted)
            self.crash_points.reached("rota.digest_queued")
        return new

    def _mark(self, week: str) -> None:
        def mark() -> None:
            head, now = self.store.find(RotaWeek, week), self.clock.now()
            if head and not head.digest_at:
                self.store.commit(record(replace(head, digest_at=now), action="reminded", at=now))

        insist(mark)
        self.crash_points.reached("rota.digest_sent")
