"""Write to people about their own week, with calendar invitations.

Each message invites to all current shifts and cancels the ones that are gone.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from belfry.kernel.changes import Put
from belfry.kernel.channels import find_traits
from belfry.kernel.errors import InputError
from belfry.messaging.messages import HANDED_OVER, HEARD, Message
from belfry.messaging.ports import Attachment, Messages, Superseded
from belfry.ports.store import Store
from belfry.rota.drafts.drafted_weeks import DraftLine, RotaWeek, join_names, split_names
from belfry.rota.messages.answer_choices import offer_week
from belfry.rota.messages.facts import (
    CalendarEntries,
    Content,
    PublishedWeek,
    Recipient,
    Reminder,
)
from belfry.rota.messages.message_keys import CALENDAR, WEEK, about, about_week, calendar_key
from belfry.rota.publishing.calendar_entries import Addresses, Holder, Invite, Method, write_invite
from belfry.rota.publishing.own_shifts import (
    OwnShift,
    PersonWeek,
    find_changes,
    load_shifts,
    own_shift,
    person_week_key,
    sort_shifts,
)
from belfry.rota.publishing.publish_week import OpenPublished
from belfry.rota.rules.weeks import SEVEN_DAYS
from belfry.workspace.people import Staff, Way

log = logging.getLogger(__name__)

PAGE = 500


@dataclass(frozen=True, slots=True)
class WriteWeeks:
    """`sender` is the team's e-mail address; without one there are no invitations."""

    store: Store
    messages: Messages
    open_published: OpenPublished
    sender: str

    def __call__(
        self, message: Message, recipient: Recipient, now: datetime
    ) -> Content | Superseded:
        """A week that was published or changed."""
        week = str(message.facts["week"])
        known = self._find(week, message.person)
        if known is None or _is_over(week, recipient, now):
            return Superseded("the week is over")
        if message.facts["edition"] != known.notified_edition:
            return Superseded("their week has changed again since")
        shifts = load_shifts(known.notified_shifts)
        heard = self._find_heard(message, recipient)
        if not message.is_resent and (why := _find_needless(heard, shifts)):
            return Superseded(why)
        facts = PublishedWeek(
            **recipient.facts,
            starts_on=date.fromisoformat(week),
            shifts=shifts,
            needs_cover=self._list_needing_cover(week, message.person),
            before=None if message.is_resent else heard.last,
        )
        attachments = self._list_attachments(message, known, recipient, now)
        return Content(facts, attachments, choices=offer_week(bool(shifts)))

    def record_ways(self, week: str, channels: Mapping[str, str]) -> None:
        """Note on the shifts of these people by which channel they are told of them."""
        head = self.store.find(RotaWeek, week)
        if head is None or not head.published:
            return
        lines = self.open_published.open_draft.rotas.list_lines(week, head.published)
        noted = [replace(line, dispatched_via=_join_ways(line, channels)) for line in lines]
        changed = [[Put(new)] for new, line in zip(noted, lines, strict=True) if new != line]
        if changed:
            self.store.commit_each(changed)

    def invite(self, message: Message, recipient: Recipient, now: datetime) -> Content | Superseded:
        """The invitations alone, where the week itself goes by a channel without files."""
        week = str(message.facts["week"])
        known = self._find(week, message.person)
        if known is None or _is_over(week, recipient, now):
            return Superseded("the week is over")
        if message.facts["edition"] != known.notified_edition:
            return Superseded("their week has changed again since")
        shifts, starts_on = load_shifts(known.notified_shifts), date.fromisoformat(week)
        why = _find_needless(self._find_invited(message, recipient), shifts)
        if why and not message.is_resent:
            return Superseded(why)
        attachments = self._list_attachments(message, known, recipient, now)
        if not attachments:
            return Superseded("there are no calendar entries to send")
        return Content(
            CalendarEntries(**recipient.facts, starts_on=starts_on, shifts=shifts), attachments
        )

    def find_way(self, message: Message, staff: Staff) -> Way | None:
        """The person's preferred channel, but one with files where nothing else brings those.

        A week has a message of its own for its invitations if it was queued for a channel without
        files. One that was not, or is sent again, goes where it can take them along.
        """
        way = staff.find_way(message.person)
        if not self.sender or way is None or way.traits.has_attachments:
            return way
        if message.kind == CALENDAR or (message.kind == WEEK and not self._has_calendar(message)):
            return staff.find_way(message.person, carries_files=True) or way
        return way

    def _has_calendar(self, message: Message) -> bool:
        facts = message.facts
        key = calendar_key(str(facts["week"]), int(facts["edition"]), message.person)
        return not message.is_resent and self.store.find(Message, key) is not None

    def remind(self, message: Message, recipient: Recipient, now: datetime) -> Content | Superseded:
        """The reminder before a week begins."""
        week = str(message.facts["week"])
        known = self._find(week, message.person)
        if known is None or _is_over(week, recipient, now):
            return Superseded("the week is over")
        if not known.notified_shifts:
            return Superseded("they have no shifts in that week any more")
        shifts = load_shifts(known.notified_shifts)
        facts = Reminder(
            **recipient.facts,
            starts_on=date.fromisoformat(week),
            shifts=shifts,
            needs_cover=self._list_needing_cover(week, message.person),
        )
        return Content(facts, choices=offer_week(bool(shifts)))

    def _list_needing_cover(self, week: str, person: str) -> tuple[OwnShift, ...]:
        head = self.store.find(RotaWeek, week)
        needs = self.open_published.list_needing_cover([head]) if head else ()
        return tuple(own_shift(line) for line, need in needs if need.name == person)

    def _find(self, week: str, person: str) -> PersonWeek | None:
        head = self.store.find(RotaWeek, week)
        if head is None or head.archived_at:
            return None
        return self.store.find(PersonWeek, person_week_key(person, week))

    def _find_heard(self, message: Message, recipient: Recipient) -> Heard:
        theirs = self._list_left(message, recipient, WEEK, message.about)
        return find_heard(
            (earlier.facts["told"], earlier.state in HANDED_OVER) for earlier in theirs
        )

    def _find_invited(self, message: Message, recipient: Recipient) -> Heard:
        """What earlier messages with files, of both kinds, may have put into the calendar."""
        week = str(message.facts["week"])
        theirs = [
            *self._list_left(message, recipient, WEEK, about_week(week)),
            *self._list_left(message, recipient, CALENDAR, about(CALENDAR, week)),
        ]
        theirs.sort(key=lambda earlier: earlier.made_at, reverse=True)
        return find_heard(
            (earlier.facts["told"], earlier.state in HANDED_OVER)
            for earlier in theirs
            if find_traits(earlier.channel).has_attachments
        )

    def _list_left(
        self, message: Message, recipient: Recipient, kind: str, subject: str
    ) -> list[Message]:
        # Read once for each pass, for all people.
        known = recipient.context.left
        if subject not in known:
            known[subject] = self._read_left(subject)
        return [
            earlier
            for earlier in known[subject]
            if earlier.person == message.person
            and earlier.kind == kind
            and earlier.id != message.id
        ]

    def _read_left(self, subject: str) -> Sequence[Message]:
        """Newest first."""
        messages: list[Message] = []
        before: tuple[datetime, str] | None = None
        while page := self.messages.list_newest(
            about=subject, states=HEARD, before=before, limit=PAGE
        ):
            messages += page
            before = (page[-1].made_at, page[-1].id)
        return messages

    def _list_attachments(
        self, message: Message, known: PersonWeek, recipient: Recipient, now: datetime
    ) -> tuple[Attachment, ...]:
        if not self.sender or not recipient.way.traits.has_attachments:
            return ()
        holder = Holder(
            team_id=recipient.context.team_id,
            team=recipient.team,
            person=known.person,
            zone=recipient.zone,
        )
        addresses = Addresses(self.sender, recipient.way.address)
        week = date.fromisoformat(known.week)
        invited = self._find_invited(message, recipient)
        invites = list_invites(invited, load_shifts(known.notified_shifts), known.sequences)
        try:
            return tuple(
                write_invite(invite, holder, addresses, week=week, at=now) for invite in invites
            )
        except InputError as error:
            log.warning("rota.without_invites", extra={"error": str(error)})
            return ()


def _find_needless(heard: Heard, shifts: tuple[OwnShift, ...]) -> str:
    """Why there is nothing to say, if so: for example, a change was undone before it was sent."""
    if heard.last is None:
        return "" if shifts else "they were never told of a shift in that week"
    is_same = not find_changes(heard.last, shifts)
    return "nothing is different from what they were told last" if is_same else ""


def _join_ways(line: DraftLine, channels: Mapping[str, str]) -> str:
    ways = {channels[person] for person in line.people if person in channels}
    return join_names(tuple(sorted({*split_names(line.dispatched_via), *ways})))


def _is_over(week: str, recipient: Recipient, now: datetime) -> bool:
    return now.astimezone(recipient.zone).date() >= date.fromisoformat(week) + SEVEN_DAYS


@dataclass(frozen=True, slots=True)
class Heard:
    """`last` is the latest message, or None; `noted` is all that may be in the calendar."""

    last: tuple[OwnShift, ...] | None = None
    noted: tuple[OwnShift, ...] = ()


def find_heard(messages: Iterable[tuple[Mapping[str, Any], bool]]) -> Heard:
    """`messages` are the shifts of each message, newest first, and whether it surely arrived.

    Older messages than one that surely arrived do not matter.
    """
    last: tuple[OwnShift, ...] | None = None
    noted: dict[str, OwnShift] = {}
    for shift_facts, is_sure in messages:
        shifts = load_shifts(shift_facts)
        last = shifts if last is None else last
        noted = {**{shift.id: shift for shift in shifts}, **noted}
        if is_sure:
            break
    return Heard(last, tuple(sort_shifts(noted.values())))


def list_invites(
    heard: Heard, shifts: Iterable[OwnShift], sequences: Mapping[str, int]
) -> tuple[Invite, ...]:
    """Cancellations first, then all current shifts.

    Everything each time, so that a lost message leaves no gap.
    """
    theirs = {shift.id: shift for shift in shifts}
    gone = [shift for shift in heard.noted if shift.id not in theirs]
    methods = (
        *((Method.CANCEL, shift) for shift in gone),
        *((Method.REQUEST, shift) for shift in sort_shifts(theirs.values())),
    )
    return tuple(Invite(method, shift, sequences.get(shift.id, 0)) for method, shift in methods)
