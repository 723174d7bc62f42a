"""See what became of each person's message about a published week."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from belfry.kernel.errors import Conflict, NotFound
from belfry.kernel.texts import plain_name
from belfry.messaging.change_messages import ResendMessage
from belfry.messaging.messages import Message
from belfry.ports.store import Store
from belfry.rota.drafts.drafted_weeks import RotaWeek
from belfry.rota.drafts.rosters import explain_unknown, make_roster
from belfry.rota.messages.message_keys import week_key
from belfry.rota.ports import Rotas
from belfry.rota.publishing.person_weeks import PersonWeek
from belfry.rota.team import FindDeciders

NOT_TOLD = "nothing to tell"
SOON = "to be put in line"


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonTold:
    """`state` is what became of their last message, or why there is none; `why` says more."""

    person: str
    shifts: int
    edition: int = 0
    state: str = NOT_TOLD
    why: str = ""
    channel: str = ""
    sent_at: datetime | None = None
    message_id: str = ""


@dataclass(frozen=True, slots=True)
class Followed:
    """Not `is_all_in_line` while the newest edition has not reached everybody's row."""

    head: RotaWeek
    people: tuple[PersonTold, ...]
    is_all_in_line: bool


@dataclass(frozen=True, slots=True)
class FollowPublishing:
    store: Store
    rotas: Rotas

    def __call__(self, monday: date) -> Followed:
        """Everybody's, by name; NotFound if the week is not published."""
        head = self.store.find(RotaWeek, monday.isoformat())
        if head is None or not head.published:
            raise NotFound(f"the week of {monday} is not published yet")
        known = self.rotas.list_hours(head.id)
        people = tuple(self._tell(one, head) for one in known)
        is_all = bool(known) and all(one.edition >= head.edition for one in known)
        return Followed(head, people, is_all)

    def _tell(self, known: PersonWeek, head: RotaWeek) -> PersonTold:
        shifts = len(known.told)
        if known.edition < head.edition:
            return PersonTold(person=known.person, shifts=shifts, state=SOON)
        if not known.told_edition:
            return PersonTold(person=known.person, shifts=shifts)
        message = self._find_last(week_key(known.week, known.told_edition, known.person))
        if message is None:
            return PersonTold(person=known.person, shifts=shifts, edition=known.told_edition)
        return PersonTold(
            person=known.person,
            shifts=shifts,
            edition=known.told_edition,
            state=message.state.value,
            why=message.why,
            channel=message.channel,
            sent_at=message.sent_at,
            message_id=message.id,
        )

    def _find_last(self, key: str) -> Message | None:
        """The message, or the last time that it was sent again."""
        found, number = self.store.find(Message, key), 1
        while again := self.store.find(Message, f"{key}/resend-{number}"):
            found, number = again, number + 1
        return found


@dataclass(frozen=True, slots=True)
class ResendWeek:
    rotas: Rotas
    find_deciders: FindDeciders
    resend: ResendMessage

    def __call__(self, monday: date, person: str, *, by: str) -> Message:
        """A new message; by the person themselves or whoever decides.

        NotFound if the week was never told to them, Conflict while their last message waits.
        """
        known = self._get(monday, person)
        self.find_deciders.check_self(by, known.person)
        if not known.told_edition:
            raise Conflict(f"{known.person} has no shifts from {monday} to be told of")
        return self.resend(week_key(known.week, known.told_edition, known.person), by=by)

    def _get(self, monday: date, person: str) -> PersonWeek:
        known = {one.person: one for one in self.rotas.list_hours(monday.isoformat())}
        if not known:
            raise NotFound(f"the week of {monday} is not published yet")
        roster = make_roster(known)
        name = roster.find(person)
        if name is None:
            raise NotFound(explain_unknown(person, roster))
        return next(one for one in known.values() if plain_name(one.person) == plain_name(name))
