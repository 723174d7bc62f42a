"""Keep everybody's week as it was published, and put one message in line for each it changed for.

Somebody's hours and the message to them are one commit: whoever is killed halfway goes on with
those who are left, and nobody hears twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from belfry.kernel.changes import Change, Put
from belfry.kernel.errors import Temporary
from belfry.messaging.messages import Audience
from belfry.messaging.queue_message import QueueMessage, Wanted
from belfry.ports.store import CrashPoints, Store
from belfry.rota.message_facts import week_facts
from belfry.rota.messages.message_keys import ROOM, WEEK, about_week, week_key
from belfry.rota.ports import Rotas
from belfry.rota.publishing.person_news import Edition, PersonNews, list_people, plan_person
from belfry.rota.publishing.person_weeks import PersonWeek, person_week_key

AT_ONCE = 25
TRIES = 5


@dataclass(frozen=True, slots=True)
class TellShifts:
    store: Store
    rotas: Rotas
    crash_points: CrashPoints
    queue_message: QueueMessage

    def __call__(self, edition: Edition) -> int:
        """How many people there was something new for."""
        known = {one.person: one for one in self.rotas.list_hours(edition.week)}
        people = list_people(edition, known)
        told = 0
        for start in range(0, len(people), AT_ONCE):
            told += self._tell(edition, people[start : start + AT_ONCE])
            self.crash_points.reached("rota.some_told")
        return told

    def _tell(self, edition: Edition, people: Sequence[str]) -> int:
        """What meets somebody else's change is read and planned again."""
        told = 0
        for _ in range(TRIES):
            news = [one for person in people if (one := self._plan(edition, person))]
            if not news:
                return told
            written = self.store.commit_each([self._write(one) for one in news])
            told += sum(one.is_told for one, done in zip(news, written, strict=True) if done)
        raise Temporary(f"the week of {edition.week} could not be told: too much is going on")

    def _plan(self, edition: Edition, person: str) -> PersonNews | None:
        known = self.store.find(PersonWeek, person_week_key(person, edition.week))
        return plan_person(edition, person, known)

    def _write(self, news: PersonNews) -> list[Change]:
        put: list[Change] = [Put(news.week)]
        return [*put, *self.queue_message.plan(want_week(news.week))] if news.is_told else put


def want_week(known: PersonWeek) -> Wanted:
    """The message that tells somebody the week that is kept for them."""
    return Wanted(
        id=week_key(known.week, known.told_edition, known.person),
        room=ROOM,
        kind=WEEK,
        about=about_week(known.week),
        person=known.person,
        audience=Audience.TEAM,
        facts=week_facts(known.week, known.told_edition, known.told),
    )
