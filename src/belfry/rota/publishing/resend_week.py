"""Tell somebody their week once more, because a person asked: all of it, in a new message."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from belfry.kernel.errors import Conflict, NotFound
from belfry.kernel.texts import plain_name
from belfry.messaging.messages import Message
from belfry.messaging.resend_message import ResendMessage
from belfry.rota.drafts.rosters import explain_unknown, make_roster
from belfry.rota.messages.message_keys import week_key
from belfry.rota.ports import Rotas
from belfry.rota.publishing.person_weeks import PersonWeek
from belfry.rota.team import FindDeciders


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
