"""Notify people of a week: managers of a draft, staff of what was published.

A published week is stored as a snapshot, queued to each person whose own shifts changed, and
written into the team's sheet. Repeated or outdated events change nothing.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import compress, repeat
from typing import Any

from belfry.kernel.changes import Change, Put
from belfry.kernel.errors import InputError, NotFound, Temporary
from belfry.kernel.records import write_plainly
from belfry.kernel.texts import plain_name
from belfry.messaging.change_messages import QueueMessage, Wanted
from belfry.ports.clock import Clock
from belfry.ports.files import BlobStore
from belfry.ports.store import CrashPoints, OutboxRow, Store
from belfry.rota.drafts.drafted_weeks import DraftLine, RotaWeek, WeekDraft, snapshot_name
from belfry.rota.drafts.drafted_weeks import draft_key as stored_key
from belfry.rota.drafts.open_draft import OpenDraft, PersonHours, list_hours
from belfry.rota.entries import DISCARDED, DRAFT_READY, HELD, PUBLISHED, SHORT_STAFFED
from belfry.rota.messages.message_keys import CALENDAR, DRAFT, WEEK, about, about_week, want
from belfry.rota.ports import Rotas
from belfry.rota.publishing.own_shifts import (
    Edition,
    PersonWeek,
    group_by_person,
    list_people,
    person_week_key,
    plan_update,
)
from belfry.rota.sheets.mirror_week import MirrorWeek
from belfry.rota.team import FindDeciders, FindTeamWays
from belfry.workspace.people import Staff

# The message about the draft says these, too; of a draft that is discarded nobody is notified.
_UNTOLD = frozenset({SHORT_STAFFED, HELD, DISCARDED})


@dataclass(frozen=True, slots=True, kw_only=True)
class NotifyWeek:
    store: Store
    blobs: BlobStore
    clock: Clock
    crash_points: CrashPoints
    open_draft: OpenDraft
    notify_managers: NotifyManagers
    notify_people: NotifyPeople
    mirror: MirrorWeek

    def __call__(self, row: OutboxRow) -> None:
        if row.op == DRAFT_READY:
            self.notify_managers(row.aggregate_id, int(row.payload["draft"]))
        elif row.op == PUBLISHED:
            self._publish(row.aggregate_id, int(row.payload["edition"]), int(row.payload["draft"]))
        elif row.op not in _UNTOLD:
            raise InputError(f"unknown event {row.op!r} of a week")

    def _publish(self, week: str, edition: int, number: int) -> None:
        head = self.store.find(RotaWeek, week)
        if head is None:
            raise NotFound(f"there is no week of {week}")
        opened = self.open_draft(week, number)
        content = write_snapshot(opened.draft, edition, opened.lines, list_hours(opened.placed))
        self.blobs.put(snapshot_name(week, edition), content)
        self.crash_points.reached("rota.snapshot_kept")
        if head.edition != edition:  # the newest has its own news, and that says all of it
            return
        self.notify_people(
            Edition(
                week=week,
                number=edition,
                at=self.clock.now(),
                shifts=group_by_person(opened.lines),
                members=opened.placed.members,
            )
        )
        self.mirror(head, opened)
        self.crash_points.reached("rota.week_told")


_LEFT_OUT = ("week", "draft", "dispatched_via", "revision")


def write_snapshot(
    draft: WeekDraft, edition: int, lines: Iterable[DraftLine], people: Iterable[PersonHours]
) -> bytes:
    """The same week gives the same bytes."""
    snapshot: dict[str, Any] = {
        "week": draft.week,
        "edition": edition,
        "draft": draft.number,
        "published_at": write_plainly(draft)["approved_at"],
        "published_by": draft.approved_by,
        "shifts": [
            {name: value for name, value in write_plainly(line).items() if name not in _LEFT_OUT}
            for line in lines
        ],
        "people": [asdict(person) for person in people],
    }
    return json.dumps(snapshot, sort_keys=True, separators=(",", ":")).encode()


AT_ONCE = 25
TRIES = 5


@dataclass(frozen=True, slots=True)
class NotifyPeople:
    """`has_invites` if invitations are sent at all."""

    store: Store
    rotas: Rotas
    crash_points: CrashPoints
    queue_message: QueueMessage
    find_ways: FindTeamWays
    has_invites: bool

    def __call__(self, edition: Edition) -> int:
        """Queue a message for each person whose shifts changed; returns how many.

        A person's hours and message are one commit, so an interrupted run continues without
        doubles.
        """
        known = {row.person: row for row in self.rotas.list_hours(edition.week)}
        people = list_people(edition, known)
        invited_apart = self._list_invited_apart(people)
        notified = 0
        for start in range(0, len(people), AT_ONCE):
            notified += self._notify(edition, people[start : start + AT_ONCE], invited_apart)
            self.crash_points.reached("rota.some_told")
        return notified

    def _list_invited_apart(self, people: Sequence[str]) -> frozenset[str]:
        """Those whose week goes by a channel without files, and who have another with."""
        if not self.has_invites:
            return frozenset()
        staff = self.find_ways()
        return frozenset(person for person in people if _is_invited_apart(staff, person))

    def _notify(
        self, edition: Edition, people: Sequence[str], invited_apart: Collection[str]
    ) -> int:
        """People whose rows changed meanwhile are planned again."""
        notified = 0
        for _ in range(TRIES):
            known = [
                self.store.find(PersonWeek, person_week_key(person, edition.week))
                for person in people
            ]
            planned = map(plan_update, repeat(edition), people, known)
            rows = [row for row in planned if row]
            if not rows:
                return notified
            written = self.store.commit_each(
                [self._write(row, edition, row.person in invited_apart) for row in rows]
            )
            notified += sum(
                row.notified_edition == edition.number for row in compress(rows, written)
            )
        raise Temporary(f"the week of {edition.week} could not be told: too much is going on")

    def _write(self, row: PersonWeek, edition: Edition, is_invited_apart: bool) -> list[Change]:
        changes: list[Change] = [Put(row)]
        if row.notified_edition == edition.number:
            for wanted in list_wanted(row, is_invited_apart):
                changes += self.queue_message.plan(wanted)
        return changes


def _is_invited_apart(staff: Staff, person: str) -> bool:
    way = staff.find_way(person)
    if way is None or way.traits.has_attachments:
        return False
    return staff.find_way(person, carries_files=True) is not None


def list_wanted(known: PersonWeek, is_invited_apart: bool) -> list[Wanted]:
    """The message about a person's week, and if need be another with its invitations.

    With the shifts in them, the next one lists the changes.
    """
    week, edition, person = known.week, known.notified_edition, known.person
    facts = {"week": week, "edition": edition, "told": dict(known.notified_shifts)}
    occasion = f"edition-{edition}"
    wanted = [want(WEEK, about_week(week), person, facts, occasion=occasion)]
    if is_invited_apart:
        wanted.append(want(CALENDAR, about(CALENDAR, week), person, facts, occasion=occasion))
    return wanted


@dataclass(frozen=True, slots=True)
class NotifyManagers:
    store: Store
    crash_points: CrashPoints
    queue_message: QueueMessage
    find_deciders: FindDeciders

    def __call__(self, week: str, number: int) -> None:
        """One message to each manager except the one who made the draft; none if it is outdated."""
        head = self.store.find(RotaWeek, week)
        draft = self.store.find(WeekDraft, stored_key(week, number))
        if head is None or draft is None or head.draft != number or not head.is_waiting:
            return
        maker = plain_name(self.find_deciders.find_name(draft.made_by))
        subject, facts = about("draft", week), {"week": week, "draft": number}
        for person in self.find_deciders().list():
            if plain_name(person) != maker:
                self.queue_message(want(DRAFT, subject, person, facts, occasion=str(number)))
                self.crash_points.reached("rota.decider_told")
