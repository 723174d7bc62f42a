"""Whether a search finds every message it should, once, and never looks at too many."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.contracts.shop_books import ShopBook, a_message, keep, memory_shop_book
from tests.samples import NOON

from belfry.adapters.plain.messaging import PlainMessages
from belfry.messaging.messages import WAITING, Message, State
from belfry.messaging.search_messages import AT_ONCE, MOST_READ, MessageSearch, SearchMessages

SECOND = timedelta(seconds=1)


@pytest.fixture
def book() -> ShopBook:
    return memory_shop_book()


def ids(found: Sequence[Message]) -> list[str]:
    return [message.id for message in found]


@pytest.mark.parametrize(
    ("search", "wanted"),
    [
        pytest.param(MessageSearch(), ["d", "c", "b", "a"], id="nothing in particular"),
        pytest.param(MessageSearch(states=WAITING), ["d", "b"], id="some states"),
        pytest.param(MessageSearch(room="rota"), ["c"], id="a room"),
        pytest.param(MessageSearch(about="jobs/J-1"), ["d", "a"], id="a thing"),
        pytest.param(
            MessageSearch(states=(State.SENT,), about="jobs/J-1"), ["a"], id="a thing in a state"
        ),
        pytest.param(
            MessageSearch(room="rota", about="jobs/J-1"), [], id="a thing of another room"
        ),
        pytest.param(MessageSearch(text="KETTLE"), ["a"], id="words of the text in any case"),
        pytest.param(MessageSearch(text="maria"), ["c"], id="a person"),
        pytest.param(MessageSearch(text="tom@"), ["b"], id="an address"),
        pytest.param(MessageSearch(room="rota", text="kettle"), [], id="words of another room"),
    ],
)
def test_search_finds_what_it_asks_for(
    book: ShopBook, search: MessageSearch, wanted: list[str]
) -> None:
    keep(
        book,
        a_message("a", about="jobs/J-1", state=State.SENT, text="Your kettle", made_at=NOON),
        a_message("b", about="jobs/J-2", sent_to="tom@example.com", made_at=NOON + SECOND),
        a_message(
            "c", room="rota", person="Maria Lopez", state=State.SENT, made_at=NOON + 2 * SECOND
        ),
        a_message("d", about="jobs/J-1", state=State.HELD, made_at=NOON + 3 * SECOND),
    )
    found = SearchMessages(book.messages)(search, limit=9)
    assert (ids(found.messages), found.following, found.is_cut) == (wanted, None, False)


@given(
    rooms=st.lists(st.sampled_from(["jobs", "rota"]), max_size=30),
    states=st.sampled_from([(), WAITING, (State.SENT,)]),
    room=st.sampled_from(["", "rota"]),
    limit=st.integers(1, 7),
)
def test_pages_together_give_each_message_once(
    rooms: list[str], states: tuple[State, ...], room: str, limit: int
) -> None:
    book = memory_shop_book()
    kept = [
        a_message(
            f"m{place:02}",
            room=name,
            state=(State.SENT, State.HELD, State.QUEUED)[place % 3],
            made_at=NOON + (place // 2) * SECOND,
        )
        for place, name in enumerate(rooms)
    ]
    keep(book, *kept)
    search = MessageSearch(states, room)
    wanted = [one for one in kept if one.state in (states or State) and room in ("", one.room)]

    found, before = [], None
    while True:
        page = SearchMessages(book.messages)(search, before=before, limit=limit)
        found += ids(page.messages)
        before = page.following
        if before is None:
            break

    assert found == ids(sorted(wanted, key=lambda one: (one.made_at, one.id), reverse=True))


@dataclass
class CountedMessages(PlainMessages):
    """Endless messages, none of which says what is looked for."""

    read: int = 0

    def list_newest(
        self,
        *,
        states: Collection[State] = (),
        about: str | None = None,
        room: str | None = None,
        before: tuple[datetime, str] | None = None,
        is_last_word: bool = False,
        limit: int = 50,
    ) -> Sequence[Message]:
        self.read += limit
        newest = before[0] if before else NOON
        return [a_message(f"m{n}", made_at=newest - n * SECOND) for n in range(1, limit + 1)]


def test_search_that_finds_nothing_stops_and_says_where() -> None:
    messages = CountedMessages()
    found = SearchMessages(messages)(MessageSearch(text="nowhere"), limit=20)
    assert messages.read == MOST_READ
    assert (found.messages, found.is_cut) == ((), True)
    assert found.following == (NOON - MOST_READ * SECOND, f"m{AT_ONCE}")
