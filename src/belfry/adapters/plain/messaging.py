"""Reads for messaging, over plain rows."""

from __future__ import annotations

from collections import Counter
from itertools import takewhile
from typing import TYPE_CHECKING

from belfry.adapters.plain.reader import PlainReader
from belfry.messaging.incoming import IncomingMail
from belfry.messaging.messages import HANDED_OVER, Message, State
from belfry.ports.store import ANYWHERE, Span

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from datetime import datetime

    from belfry.ports.store import Near

# Subjects that are looked up one by one.
FEW = 20


class PlainMessages(PlainReader):
    def list_due(self, *, now: datetime, limit: int) -> Sequence[Message]:
        messages = [
            (message.due_at, message.id, message)
            for message in self._store.rows(Message, {"due_at": Span(last=now)})
            if message.is_due(now)
        ]
        return [message for _, _, message in sorted(messages, key=lambda due: due[:2])[:limit]]

    def list_waiting(self, about: str, person: str) -> Sequence[Message]:
        rows = self._store.rows(Message, {"about": about})
        waiting = [m for m in rows if m.is_waiting and (m.about, m.person) == (about, person)]
        return sorted(waiting, key=_age)

    def list_next(self, *, limit: int) -> Sequence[Message]:
        waiting = self._waiting()
        due = [message for message in waiting if message.due_at]
        asking = [message for message in waiting if not message.due_at]
        due.sort(key=lambda message: (message.due_at, *_age(message)))
        return [*due, *sorted(asking, key=_age)][:limit]

    def list_newest(
        self,
        *,
        states: Collection[State] = (),
        about: str | None = None,
        room: str | None = None,
        before: tuple[datetime, str] | None = None,
        since: datetime | None = None,
        is_last_word: bool = False,
        limit: int = 50,
    ) -> Sequence[Message]:
        known = {"about": about, "room": room}
        near = {name: value for name, value in known.items() if value is not None}
        until = before[0] if before else None
        young = takewhile(
            lambda message: since is None or message.made_at > since,
            self._list_newest_first(near, until),
        )
        messages = (
            message
            for message in young
            if (not states or message.state in states)
            and about in (None, message.about)
            and room in (None, message.room)
            and (before is None or _age(message) < before)
        )
        newest = _take_newest(messages, limit)
        if not is_last_word:
            return newest
        latest = self.find_latest({message.about for message in newest})
        return [message for message in newest if latest[message.about].id == message.id]

    def _list_newest_first(self, near: Near, until: datetime | None) -> Iterable[Message]:
        """Those about one subject lie together, and are few."""
        if "about" in near:
            return sorted(self._store.rows(Message, near), key=_age, reverse=True)
        return self._store.newest(Message, "made_at", near, until=until)

    def find_latest(self, abouts: Collection[str]) -> Mapping[str, Message]:
        wanted = set(abouts)
        hints = [{"about": about} for about in wanted] if len(wanted) <= FEW else [ANYWHERE]
        messages = [message for near in hints for message in self._store.rows(Message, near)]
        oldest_first = sorted(messages, key=_age)
        return {message.about: message for message in oldest_first if message.about in wanted}

    def list_sent(self, *, since: datetime, limit: int) -> Sequence[Message]:
        sent = [message for message in self._store.rows(Message) if message.state in HANDED_OVER]
        lately = [message for message in sent if message.sent_at and message.sent_at >= since]
        return sorted(lately, key=_departure, reverse=True)[:limit]

    def count_states(self) -> Mapping[State, int]:
        counted = Counter(message.state for message in self._store.rows(Message))
        return {state: counted[state] for state in State}

    def _waiting(self) -> list[Message]:
        return [message for message in self._store.rows(Message) if message.is_waiting]


def _take_newest(messages: Iterable[Message], limit: int) -> list[Message]:
    """The first of messages in the order of their time; those of one moment by their ids."""
    newest: list[Message] = []
    for message in messages:
        if len(newest) >= limit and (not newest or message.made_at < newest[-1].made_at):
            break
        newest.append(message)
    return sorted(newest, key=_age, reverse=True)[:limit]


def _age(message: Message) -> tuple[datetime, str]:
    return message.made_at, message.id


def _departure(message: Message) -> tuple[datetime, str]:
    return message.sent_at or message.made_at, message.id


class PlainIncomingMails(PlainReader):
    def list_newest(
        self, *, is_open: bool | None = None, limit: int = 50
    ) -> Sequence[IncomingMail]:
        mails = [m for m in self._store.rows(IncomingMail) if is_open in (None, m.is_open)]
        return sorted(mails, key=lambda mail: (mail.at, mail.id), reverse=True)[:limit]

    def list_filed(self, *, before: datetime, limit: int) -> Sequence[IncomingMail]:
        mails = [m for m in self._store.rows(IncomingMail) if m.expires_at and m.at < before]
        return sorted(mails, key=lambda mail: (mail.at, mail.id))[:limit]
