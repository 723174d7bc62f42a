"""Search messages, and list those that were sent or need a person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from heapq import merge
from itertools import islice

from belfry.messaging.messages import WRONG, Message, State
from belfry.messaging.ports import Messages
from belfry.ports.clock import Clock

Place = tuple[datetime, str]

AT_ONCE, MOST_READ = 250, 2000


@dataclass(frozen=True, slots=True)
class MessageSearch:
    """The criteria; those left empty match everything.

    `about` is one subject. `text` may occur in the message, its recipient or its subject.
    """

    states: tuple[State, ...] = ()
    room: str = ""
    about: str | None = None
    text: str = ""

    @property
    def is_sifting(self) -> bool:
        """Whether messages have to be filtered one by one."""
        return bool(self.text) or sum(map(bool, (self.states, self.room, self.about))) > 1

    def is_met_by(self, message: Message) -> bool:
        if self.room and message.room != self.room:
            return False
        if self.states and message.state not in self.states:
            return False
        parts = (message.text, message.subject_line, message.person, message.sent_to, message.about)
        wanted = self.text.casefold()
        return not wanted or any(wanted in part.casefold() for part in parts)


@dataclass(frozen=True, slots=True)
class FoundMessages:
    """`following` is where the next page starts, if there may be one.

    `is_cut` if so many were filtered that the rest was left for the next page.
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
        matches: list[Message] = []
        for _ in range(MOST_READ // size if search.is_sifting else 1):
            page = self._list(search, before, size)
            matches += filter(search.is_met_by, page)
            if len(matches) > limit:
                return FoundMessages(tuple(matches[:limit]), find_place(matches[limit - 1]))
            if len(page) < size:
                return FoundMessages(tuple(matches))
            before = find_place(page[-1])
        return FoundMessages(tuple(matches), before, is_cut=True)

    def _list(self, search: MessageSearch, before: Place | None, limit: int) -> Sequence[Message]:
        """By the most selective criterion, which always has an index.

        Each state is queried separately, so that no list is longer than the page.
        """
        if search.about is not None:
            return self.messages.list_newest(about=search.about, before=before, limit=limit)
        if search.room or not search.states:
            room = search.room or None
            return self.messages.list_newest(room=room, before=before, limit=limit)
        lists = [
            self.messages.list_newest(states=[state], before=before, limit=limit)
            for state in search.states
        ]
        return list(islice(merge(*lists, key=find_place, reverse=True), limit))


def find_place(message: Message) -> Place:
    return message.made_at, message.id


SHOWN_FOR = timedelta(days=7)
READ = 200


@dataclass(frozen=True, slots=True)
class Undecided:
    """Each the newest first."""

    asking: tuple[Message, ...]
    wrong: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class ListUndecided:
    """Messages that need a person; those of the kinds `unmissed` need none if they fail."""

    messages: Messages
    clock: Clock
    unmissed: frozenset[str] = frozenset()

    def __call__(self, *, limit: int) -> Undecided:
        held = self.messages.list_newest(states=(State.HELD,), limit=READ)
        asking = [message for message in held if message.due_at is None]
        return Undecided(tuple(asking[:limit]), tuple(self._list_wrong(limit)))

    def _list_wrong(self, limit: int) -> list[Message]:
        """Not old ones, nor those followed by a newer message about the same subject."""
        wrong = self.messages.list_newest(
            states=WRONG, since=self.clock.now() - SHOWN_FOR, is_last_word=True, limit=READ
        )
        return [message for message in wrong if message.kind not in self.unmissed][:limit]
