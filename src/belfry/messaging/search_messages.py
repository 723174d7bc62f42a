"""Find the messages that somebody looks for, the newest first, page by page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from heapq import merge
from itertools import islice

from belfry.messaging.messages import Message, State
from belfry.messaging.ports import Messages

Place = tuple[datetime, str]

AT_ONCE, MOST_READ = 250, 2000


@dataclass(frozen=True, slots=True)
class MessageSearch:
    """What is looked for; whatever is left empty is not asked about.

    `about` is one thing, as messages name it. `text` may stand in what a message says, in whom it
    is for or in what it is about.
    """

    states: tuple[State, ...] = ()
    room: str = ""
    about: str | None = None
    text: str = ""

    @property
    def is_sifting(self) -> bool:
        """Whether messages have to be looked at one by one."""
        return bool(self.text) or sum(map(bool, (self.states, self.room, self.about))) > 1

    def is_met_by(self, message: Message) -> bool:
        if self.room and message.room != self.room:
            return False
        if self.states and message.state not in self.states:
            return False
        said = (message.text, message.subject_line, message.person, message.sent_to, message.about)
        wanted = self.text.casefold()
        return not wanted or any(wanted in part.casefold() for part in said)


@dataclass(frozen=True, slots=True)
class FoundMessages:
    """`following` is where the next page goes on, if there may be one.

    `is_cut` if so many had to be looked at that the rest was left for the next page.
    """

    messages: tuple[Message, ...]
    following: Place | None = None
    is_cut: bool = False


@dataclass(frozen=True, slots=True)
class SearchMessages:
    messages: Messages

    def __call__(
        self, search: MessageSearch, *, before: Place | None = None, limit: int
    ) -> FoundMessages:
        size = AT_ONCE if search.is_sifting else limit + 1
        found: list[Message] = []
        for _ in range(MOST_READ // size if search.is_sifting else 1):
            page = self._list(search, before, size)
            found += filter(search.is_met_by, page)
            if len(found) > limit:
                return FoundMessages(tuple(found[:limit]), find_place(found[limit - 1]))
            if len(page) < size:
                return FoundMessages(tuple(found))
            before = find_place(page[-1])
        return FoundMessages(tuple(found), before, is_cut=True)

    def _list(self, search: MessageSearch, before: Place | None, limit: int) -> Sequence[Message]:
        """By what narrows it down most, of which there is always an index.

        Each state is asked for by itself, so that no list is longer than the page.
        """
        if search.about is not None:
            return self.messages.list_newest(about=search.about, before=before, limit=limit)
        if search.room or not search.states:
            room = search.room or None
            return self.messages.list_newest(room=room, before=before, limit=limit)
        lists = [
            self.messages.list_newest(states=[one], before=before, limit=limit)
            for one in search.states
        ]
        return list(islice(merge(*lists, key=find_place, reverse=True), limit))


def find_place(message: Message) -> Place:
    return message.made_at, message.id
