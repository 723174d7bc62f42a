"""The status of each person's message about a published week, and sending one again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime

from belfry.kernel.errors import Conflict, NotFound
from belfry.kernel.texts import plain_name
from belfry.messaging.change_messages import ResendMessage
from belfry.messaging.messages import Message
from belfry.ports.store import Store
from belfry.rota.drafts.drafted_weeks import RotaWeek
from belfry.rota.messages.message_keys import week_key
from belfry.rota.ports import Rotas
from belfry.rota.publishing.own_shifts import PersonWeek
from belfry.rota.sheets.staff_rows import make_roster
from belfry.rota.team import FindDeciders

NOT_TOLD = "nothing to tell"
SOON = "to be put in line"


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonStatus:
    """`state` is that of the last message, or why there is none; `why` explains it."""

    person: str
    shifts: int
    edition: int = 0
    state: str = NOT_TOLD
    why: str = ""
    channel: str = ""
    sent_at: datetime | None = None
    message_id: str = ""


@dataclass(frozen=True, slots=True)
class PublishingStatus:
    """Not `is_all_in_line` while the newest edition is still being queued."""

    head: RotaWeek
    people: tuple[PersonStatus, ...]
    is_all_in_line: bool


@dataclass(frozen=True, slots=True)
class ShowPublishing:
    store: Store
    rotas: Rotas

    def __call__(self, monday: date) -> PublishingStatus:
        """All people by name; NotFound if the week is not published."""
        head = self.store.find(RotaWeek, monday.isoformat())
        if head is None or not head.published:
            raise NotFound(f"the week of {monday} is not published yet")
        known = self.rotas.list_hours(head.id)
        people = tuple(self._find_status(row, head) for row in known)
        is_all = bool(known) and all(row.edition >= head.edition for row in known)
        return PublishingStatus(head, people, is_all)

    def _find_status(self, known: PersonWeek, head: RotaWeek) -> PersonStatus:
        bare = PersonStatus(person=known.person, shifts=len(known.notified_shifts))
        if known.edition < head.edition:
            return replace(bare, state=SOON)
        if not known.notified_edition:
            return bare
        bare = replace(bare, edition=known.notified_edition)
        message = self._find_last(week_key(known.week, known.notified_edition, known.person))
        if message is None:
            return bare
        return replace(
            bare,
            state=message.state.value,
            why=message.why,
            channel=message.channel,
            sent_at=message.sent_at,
            message_id=message.id,
        )

    def _find_last(self, key: str) -> Message | None:
        """The message or its last resend."""
        message, number = self.store.find(Message, key), 1
        while again := self.store.find(Message, f"{key}/resend-{number}"):
            message, number = again, number + 1
        return message


@dataclass(frozen=True, slots=True)
class ResendWeek:
    rotas: Rotas
    find_deciders: FindDeciders
    resend: ResendMessage

    def __call__(self, monday: date, person: str, *, by: str) -> Message:
        """A new message, by the person or a manager.

        Raises NotFound if the person has no such week, Conflict while their last message waits.
        """
        known = self._get(monday, person)
        self.find_deciders.check_self(by, known.person)
        if not known.notified_edition:
            raise Conflict(f"{known.person} has no shifts from {monday} to be told of")
        return self.resend(week_key(known.week, known.notified_edition, known.person), by=by)

    def _get(self, monday: date, person: str) -> PersonWeek:
        known = {row.person: row for row in self.rotas.list_hours(monday.isoformat())}
        if not known:
            raise NotFound(f"the week of {monday} is not published yet")
        name = make_roster(known).get(person)
        return next(row for row in known.values() if plain_name(row.person) == plain_name(name))
