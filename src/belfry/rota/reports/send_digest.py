"""Send the weekly digest: remind people of the coming week, and managers of open shifts.

An interrupted run continues without doubles. Weeks that have ended are archived.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from belfry.messaging.change_messages import QueueMessage, Wanted
from belfry.messaging.ports import Messages
from belfry.ports.clock import Clock
from belfry.ports.files import Folder
from belfry.ports.store import CrashPoints, Store, retry_on_conflict
from belfry.rota.drafts.drafted_weeks import RotaWeek
from belfry.rota.drafts.open_draft import is_flagged
from belfry.rota.entries import record
from belfry.rota.messages import message_keys as keys
from belfry.rota.ports import Archive, Rotas
from belfry.rota.publishing.own_shifts import count_shifts
from belfry.rota.publishing.publish_week import OpenPublished
from belfry.rota.rules.weeks import SEVEN_DAYS, find_coming_monday, find_this_monday
from belfry.rota.sheets.read_rota_sheets import STAFF, name_week_table
from belfry.rota.shift_words import render_people
from belfry.rota.team import FindDeciders

# There are no weeks before this day.
THE_FIRST = date(2000, 1, 3)
_MARKS = {"archived": "archived_at", "reminded": "digest_at"}


@dataclass(frozen=True, slots=True)
class ArchiveWeeks:
    store: Store
    rotas: Rotas
    clock: Clock
    crash_points: CrashPoints
    zone: ZoneInfo
    archive: Archive | None = None

    def __call__(self) -> int:
        """Archive weeks that have ended; returns how many."""
        last, archived = find_this_monday(self.clock.now(), self.zone) - SEVEN_DAYS, 0
        for head in self.rotas.list_weeks(THE_FIRST, last):
            if not head.archived_at:
                self._move_lines(head)
                archived += mark_week(self.store, self.clock, head.id, "archived")
                self.crash_points.reached("rota.week_archived")
        return archived

    def _move_lines(self, head: RotaWeek) -> None:
        """Comes first: a week that is marked has been moved."""
        if self.archive is None:
            return
        for draft in self.rotas.list_drafts(head.id):
            self.archive.move(head.id, draft.number)


def mark_week(store: Store, clock: Clock, week: str, action: str) -> bool:
    """Mark the week as archived or reminded now; whether it was not before."""
    mark: dict[str, Any] = {_MARKS[action]: clock.now()}

    def mark_now() -> bool:
        head = store.find(RotaWeek, week)
        if head is None or getattr(head, _MARKS[action]):
            return False
        store.commit(record(replace(head, **mark), action=action, at=clock.now()))
        return True

    return retry_on_conflict(mark_now)


JUST_BEFORE = timedelta(hours=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class DigestPlan:
    """`why` explains why there is nothing to send; `flagged` counts the shifts to look at."""

    monday: date
    is_published: bool = False
    reminders: tuple[Wanted, ...] = ()
    for_deciders: tuple[Wanted, ...] = ()
    flagged: int = 0
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanDigest:
    store: Store
    rotas: Rotas
    messages: Messages
    folder: Folder
    open_published: OpenPublished
    find_deciders: FindDeciders
    zone: ZoneInfo

    def __call__(self, at: datetime) -> DigestPlan:
        """The digest of the week that begins next after `at`; nothing is queued."""
        monday = find_coming_monday(at, self.zone)
        head = self.store.find(RotaWeek, monday.isoformat())
        if head is None or not head.published:
            if why := self._find_nothing(monday, head):
                return DigestPlan(monday=monday, why=f"nothing to tell: {why}")
            warnings = self._list_for_deciders(monday.isoformat(), keys.UNPUBLISHED)
            return DigestPlan(monday=monday, for_deciders=warnings)
        if head.digest_at:
            why = f"everybody was reminded of the week of {monday} before"
            return DigestPlan(monday=monday, is_published=True, why=why)
        lines = self.rotas.list_lines(head.id, head.published)
        flagged = {line.shift_id for line in lines if is_flagged(line) and line.starts_at > at}
        needs = self.open_published.list_needing_cover([head]) if lines else ()
        flagged |= {line.shift_id for line, _ in needs}
        return DigestPlan(
            monday=monday,
            is_published=True,
            reminders=self._list_reminders(head.id, at),
            for_deciders=self._list_for_deciders(head.id, keys.OPEN_SHIFTS) if flagged else (),
            flagged=len(flagged),
        )

    def _list_reminders(self, week: str, at: datetime) -> tuple[Wanted, ...]:
        """People whose week message is about to leave need no reminder."""
        subject = keys.about("digest", week)
        return tuple(
            keys.want(keys.REMINDER, subject, row.person, {"week": week})
            for row in self.rotas.list_hours(week)
            if row.notified_shifts and not self._is_about_to_hear(week, row.person, at)
        )

    def _is_about_to_hear(self, week: str, person: str, at: datetime) -> bool:
        """A message that was due long before has left by then, or never will."""
        waiting = self.messages.list_waiting(keys.about_week(week), person)
        return any(
            message.due_at is None or message.due_at > at - JUST_BEFORE for message in waiting
        )

    def _list_for_deciders(self, week: str, kind: str) -> tuple[Wanted, ...]:
        """The list of open shifts and the warning about an unpublished week share their ids."""
        subject, people = keys.about("open", week), self.find_deciders().list()
        return tuple(keys.want(kind, subject, person, {"week": week}) for person in people)

    def _find_nothing(self, monday: date, head: RotaWeek | None) -> str:
        """Why the week is not expected to be published, if so."""
        if not self.folder.exists(STAFF.name):
            return f"there is no {STAFF.name}"
        before = self.store.find(RotaWeek, (monday - SEVEN_DAYS).isoformat())
        has_shifts = bool(head and head.draft) or self.folder.exists(name_week_table(monday).name)
        is_usual = before is not None and before.published
        return "" if has_shifts or is_usual else f"the week of {monday} has no shifts"


@dataclass(frozen=True, slots=True, kw_only=True)
class SendDigest:
    store: Store
    clock: Clock
    crash_points: CrashPoints
    plan: PlanDigest
    queue_message: QueueMessage
    archive: ArchiveWeeks

    def __call__(self) -> str:
        """The result in words."""
        result = self._carry_out(self.plan(self.clock.now()))
        archived = self.archive()
        weeks = "1 week" if archived == 1 else f"{archived} weeks"
        return f"{result}; {weeks} archived" if archived else result

    def _carry_out(self, plan: DigestPlan) -> str:
        if plan.why:
            return plan.why
        reminded, warned = self._queue(plan.reminders), self._queue(plan.for_deciders)
        if not plan.is_published:
            return f"the week of {plan.monday} is not published: {render_people(warned)} told"
        mark_week(self.store, self.clock, plan.monday.isoformat(), "reminded")
        self.crash_points.reached("rota.digest_sent")
        open_ = f", {count_shifts(plan.flagged)} to look at" if plan.flagged else ""
        return f"{render_people(reminded)} reminded of the week of {plan.monday}{open_}"

    def _queue(self, all_wanted: Iterable[Wanted]) -> int:
        """How many of them are new."""
        new = 0
        for wanted in all_wanted:
            new += self.queue_message(wanted)
            self.crash_points.reached("rota.digest_queued")
        return new
