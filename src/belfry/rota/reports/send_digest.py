"""Remind everybody of the week that begins, and tell those who decide what is open in it.

A run that was cut off goes on with those who are left, and nobody hears twice. Weeks that have
ended are put away.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from belfry.messaging.change_messages import QueueMessage, Wanted
from belfry.messaging.messages import Audience
from belfry.messaging.ports import Messages
from belfry.ports.clock import Clock
from belfry.ports.files import Folder
from belfry.ports.store import CrashPoints, Store, retry_on_conflict
from belfry.rota.drafts.draft_lines import is_flagged
from belfry.rota.drafts.drafted_weeks import RotaWeek
from belfry.rota.entries import record
from belfry.rota.messages import message_keys as keys
from belfry.rota.messages.message_keys import digest_facts
from belfry.rota.ports import Rotas
from belfry.rota.publishing.own_shifts import count_shifts
from belfry.rota.rules.weeks import SEVEN_DAYS, find_coming_monday, find_this_monday
from belfry.rota.sheets.read_rota_sheets import STAFF, name_week_table
from belfry.rota.shift_words import render_people
from belfry.rota.team import FindDeciders

# Nobody had weeks here before.
THE_FIRST = date(2000, 1, 3)


@dataclass(frozen=True, slots=True)
class ArchiveWeeks:
    store: Store
    rotas: Rotas
    clock: Clock
    crash_points: CrashPoints
    zone: ZoneInfo

    def __call__(self) -> int:
        """How many were put away now."""
        last = find_this_monday(self.clock.now(), self.zone) - SEVEN_DAYS
        ended = [head for head in self.rotas.list_weeks(THE_FIRST, last) if not head.archived_at]
        return sum(self._put_away(head.id) for head in ended)

    def _put_away(self, week: str) -> bool:
        def put_away() -> bool:
            head = self.store.find(RotaWeek, week)
            if head is None or head.archived_at:
                return False
            now = self.clock.now()
            self.store.commit(record(replace(head, archived_at=now), action="archived", at=now))
            return True

        done = retry_on_conflict(put_away)
        self.crash_points.reached("rota.week_archived")
        return done


JUST_BEFORE = timedelta(hours=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class DigestPlan:
    """`why` says why there is nothing to tell, if so; `flagged` counts the shifts to look at."""

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
    find_deciders: FindDeciders
    zone: ZoneInfo

    def __call__(self, at: datetime) -> DigestPlan:
        """Of the week that begins next after a moment, as things stand now."""
        monday = find_coming_monday(at, self.zone)
        head = self.store.find(RotaWeek, monday.isoformat())
        if head is None or not head.published:
            return self._plan_unpublished(monday, head)
        if head.digest_at:
            why = f"everybody was reminded of the week of {monday} before"
            return DigestPlan(monday=monday, is_published=True, why=why)
        lines = self.rotas.list_lines(head.id, head.published)
        flagged = sum(is_flagged(line) for line in lines if line.starts_at > at)
        return DigestPlan(
            monday=monday,
            is_published=True,
            reminders=self._list_reminders(head.id, at),
            for_deciders=self._list_for_deciders(head.id, keys.OPEN_SHIFTS) if flagged else (),
            flagged=flagged,
        )

    def _list_reminders(self, week: str, at: datetime) -> tuple[Wanted, ...]:
        """Whoever is about to hear of their week anyway needs no reminder of it."""
        about = keys.about_digest(week)
        return tuple(
            _want(keys.digest_key(week, one.person), keys.REMINDER, about, week, one.person)
            for one in self.rotas.list_hours(week)
            if one.told and not self._is_about_to_hear(week, one.person, at)
        )

    def _is_about_to_hear(self, week: str, person: str, at: datetime) -> bool:
        """What was due long before has left by then, or never will."""
        waiting = self.messages.list_waiting(keys.about_week(week), person)
        return any(one.due_at is None or one.due_at > at - JUST_BEFORE for one in waiting)

    def _list_for_deciders(self, week: str, kind: str) -> tuple[Wanted, ...]:
        about = keys.about_open(week)
        people = self.find_deciders().list()
        return tuple(_want(keys.open_key(week, one), kind, about, week, one) for one in people)

    def _plan_unpublished(self, monday: date, head: RotaWeek | None) -> DigestPlan:
        if why := self._find_nothing(monday, head):
            return DigestPlan(monday=monday, why=f"nothing to tell: {why}")
        told = self._list_for_deciders(monday.isoformat(), keys.UNPUBLISHED)
        return DigestPlan(monday=monday, for_deciders=told)

    def _find_nothing(self, monday: date, head: RotaWeek | None) -> str:
        """Why nobody expects a week to be published, if so."""
        if not self.folder.exists(STAFF.name):
            return f"there is no {STAFF.name}"
        before = self.store.find(RotaWeek, (monday - SEVEN_DAYS).isoformat())
        has_shifts = bool(head and head.draft) or self.folder.exists(name_week_table(monday).name)
        is_usual = before is not None and before.published
        return "" if has_shifts or is_usual else f"the week of {monday} has no shifts"


def _want(key: str, kind: str, about: str, week: str, person: str) -> Wanted:
    return Wanted(
        id=key,
        room=keys.ROOM,
        kind=kind,
        about=about,
        person=person,
        audience=Audience.TEAM,
        facts=digest_facts(week),
    )


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

        retry_on_conflict(mark)
        self.crash_points.reached("rota.digest_sent")
