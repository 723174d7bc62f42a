"""Write to people what their own week is, with invitations for their calendars.

Each message carries all shifts that are theirs now, and takes back those that are not any more.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from belfry.kernel.errors import InputError
from belfry.messaging.messages import LEFT, SENT, Message, State
from belfry.messaging.ports import Attachment, Messages, Superseded
from belfry.ports.store import Store
from belfry.rota.drafts.drafted_weeks import RotaWeek
from belfry.rota.messages.facts import WeekTold
from belfry.rota.messages.message_keys import WEEK
from belfry.rota.publishing.calendar_entries import Addresses, Holder, Invite, Method, write_invite
from belfry.rota.publishing.own_shifts import OwnShift, find_changes, read_told, sort_shifts
from belfry.rota.publishing.person_weeks import PersonWeek, person_week_key
from belfry.rota.rota_sittings import Reader, Said
from belfry.rota.rules.weeks import SEVEN_DAYS

log = logging.getLogger(__name__)

PAGE = 500
# What bounced surely never arrived.
_HEARD = tuple(state for state in LEFT if state is not State.BOUNCED)


@dataclass(frozen=True, slots=True)
class WriteWeeks:
    """`sender` is the team's own address; without one nobody can be invited to anything."""

    store: Store
    messages: Messages
    sender: str

    def __call__(self, message: Message, reader: Reader, now: datetime) -> Said | Superseded:
        """Somebody's week after it was published or changed."""
        week = str(message.facts["week"])
        known = self._find(week, message.person)
        if known is None or _is_over(week, reader, now):
            return Superseded("the week is over")
        if message.facts["edition"] != known.told_edition:
            return Superseded("their week has changed again since")
        shifts = read_told(known.told)
        heard = self._find_heard(message, reader)
        if not message.is_resent and (why := _find_needless(heard, known.told)):
            return Superseded(why)
        told = WeekTold(
            **reader.told,
            starts_on=date.fromisoformat(week),
            shifts=shifts,
            before=None if message.is_resent else heard.last,
        )
        return Said(told, self._list_attachments(known, heard, reader, now))

    def remind(self, message: Message, reader: Reader, now: datetime) -> Said | Superseded:
        """Somebody's week once more, before it begins."""
        week = str(message.facts["week"])
        known = self._find(week, message.person)
        if known is None or _is_over(week, reader, now):
            return Superseded("the week is over")
        if not known.told:
            return Superseded("they have no shifts in that week any more")
        starts_on = date.fromisoformat(week)
        shifts = read_told(known.told)
        return Said(WeekTold(**reader.told, starts_on=starts_on, shifts=shifts, is_reminder=True))

    def _find(self, week: str, person: str) -> PersonWeek | None:
        head = self.store.find(RotaWeek, week)
        if head is None or head.archived_at:
            return None
        return self.store.find(PersonWeek, person_week_key(person, week))

    def _find_heard(self, message: Message, reader: Reader) -> Heard:
        theirs = [
            one
            for one in self._list_left(message.about, reader)
            if one.person == message.person and one.kind == WEEK and one.id != message.id
        ]
        return find_heard((one.facts["told"], one.state in SENT) for one in theirs)

    def _list_left(self, about: str, reader: Reader) -> Sequence[Message]:
        """Everybody's, the newest first; looked up once for a sitting."""
        known = reader.sitting.left
        if about not in known:
            known[about] = self._read_left(about)
        return known[about]

    def _read_left(self, about: str) -> Sequence[Message]:
        found: list[Message] = []
        before: tuple[datetime, str] | None = None
        while page := self.messages.list_newest(
            about=about, states=_HEARD, before=before, limit=PAGE
        ):
            found += page
            before = (page[-1].made_at, page[-1].id)
        return found

    def _list_attachments(
        self, known: PersonWeek, heard: Heard, reader: Reader, now: datetime
    ) -> tuple[Attachment, ...]:
        if not self.sender or not reader.way.traits.has_attachments:
            return ()
        holder = Holder(
            mark=reader.sitting.mark, team=reader.team, person=known.person, zone=reader.zone
        )
        addresses = Addresses(self.sender, reader.way.address)
        week = date.fromisoformat(known.week)
        invites = list_invites(heard, read_told(known.told), known.sequences)
        try:
            files = [write_invite(one, holder, addresses, week=week, at=now) for one in invites]
        except InputError as error:
            log.warning("rota.without_invites", extra={"error": str(error)})
            return ()
        return tuple(Attachment(*file) for file in files)


def _find_needless(heard: Heard, told: Mapping[str, Any]) -> str:
    """Why there is nothing to say, if so: what changed and changed back was never told."""
    shifts = read_told(told)
    if heard.last is None:
        return "" if shifts else "they were never told of a shift in that week"
    if find_changes(heard.last, shifts):
        return ""
    return "nothing is different from what they were told last"


def _is_over(week: str, reader: Reader, now: datetime) -> bool:
    return now.astimezone(reader.zone).date() >= date.fromisoformat(week) + SEVEN_DAYS


@dataclass(frozen=True, slots=True)
class Heard:
    """`last` is None if nothing ever left; `noted` is all that may stand in their calendar."""

    last: tuple[OwnShift, ...] | None = None
    noted: tuple[OwnShift, ...] = ()


def find_heard(said: Iterable[tuple[Mapping[str, Any], bool]]) -> Heard:
    """`said` are the shifts of each message, the newest first, and whether it surely arrived.

    Whatever came before one that surely arrived is settled by it.
    """
    last: tuple[OwnShift, ...] | None = None
    noted: dict[str, OwnShift] = {}
    for told, is_sure in said:
        shifts = read_told(told)
        last = shifts if last is None else last
        noted = {**{one.id: one for one in shifts}, **noted}
        if is_sure:
            break
    return Heard(last, tuple(sort_shifts(noted.values())))


def list_invites(
    heard: Heard, shifts: Iterable[OwnShift], sequences: Mapping[str, int]
) -> tuple[Invite, ...]:
    """Everything that their calendar must hear to be right: what is off first, then all of theirs.

    All of it each time, so that a message that never arrived leaves no gap.
    """
    theirs = {one.id: one for one in shifts}
    gone = [one for one in heard.noted if one.id not in theirs]
    return (
        *(Invite(Method.CANCEL, one, sequences.get(one.id, 0)) for one in gone),
        *(
            Invite(Method.REQUEST, one, sequences.get(one.id, 0))
            for one in sort_shifts(theirs.values())
        ),
    )
