"""Whether a search finds every message it should, once, and never looks at too many."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.contracts.shop_books import SHOP, ShopBook, a_message, keep
from tests.samples import NOON

from belfry.adapters.plain.messaging import PlainMessages
from belfry.adapters.system.clock import VirtualClock
from belfry.messaging.messages import WAITING, WRONG, Message, State
from belfry.messaging.search_messages import (
    AT_ONCE,
    MOST_READ,
    SHOWN_FOR,
    ListUndecided,
    MessageSearch,
    SearchMessages,
)

SECOND = timedelta(seconds=1)


@pytest.fixture
def book() -> ShopBook:
    return SHOP.in_memory()


def ids(messages: Sequence[Message]) -> list[str]:
    return [message.id for message in messages]


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
    result = SearchMessages(book.messages)(search, limit=9)
    assert (ids(result.messages), result.following, result.is_cut) == (wanted, None, False)


@given(
    rooms=st.lists(st.sampled_from(["jobs", "rota"]), max_size=30),
    states=st.sampled_from([(), WAITING, (State.SENT,)]),
    room=st.sampled_from(["", "rota"]),
    limit=st.integers(1, 7),
)
def test_pages_together_give_each_message_once(
    rooms: list[str], states: tuple[State, ...], room: str, limit: int
) -> None:
    book = SHOP.in_memory()
    messages = [
        a_message(
            f"m{place:02}",
            room=name,
            state=(State.SENT, State.HELD, State.QUEUED)[place % 3],
            made_at=NOON + (place // 2) * SECOND,
        )
        for place, name in enumerate(rooms)
    ]
    keep(book, *messages)
    search = MessageSearch(states, room)
    wanted = [
        message
        for message in messages
        if message.state in (states or State) and room in ("", message.room)
    ]

    found_ids, before = [], None
    while True:
        page = SearchMessages(book.messages)(search, before=before, limit=limit)
        found_ids += ids(page.messages)
        before = page.following
        if before is None:
            break

    assert found_ids == ids(
        sorted(wanted, key=lambda message: (message.made_at, message.id), reverse=True)
    )


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
        since: datetime | None = None,
        is_last_word: bool = False,
        limit: int = 50,
    ) -> Sequence[Message]:
        self.read += limit
        newest = before[0] if before else NOON
        return [a_message(f"m{n}", made_at=newest - n * SECOND) for n in range(1, limit + 1)]


def test_search_that_finds_nothing_stops_and_says_where() -> None:
    messages = CountedMessages()
    result = SearchMessages(messages)(MessageSearch(text="nowhere"), limit=20)
    assert messages.read == MOST_READ
    assert (result.messages, result.is_cut) == ((), True)
    assert result.following == (NOON - MOST_READ * SECOND, f"m{AT_ONCE}")


HOUR = timedelta(hours=1)


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock(NOON)


@pytest.fixture
def list_undecided(book: ShopBook, clock: VirtualClock) -> ListUndecided:
    return ListUndecided(book.messages, clock)


@pytest.mark.parametrize("state", State)
def test_message_without_a_time_asks_if_it_is_held(
    book: ShopBook, list_undecided: ListUndecided, state: State
) -> None:
    keep(book, a_message("asks", about="a", state=state, due_at=None, made_at=NOON))
    keep(book, a_message("waits", about="b", state=state, due_at=NOON, made_at=NOON))
    asking = [message.id for message in list_undecided(limit=10).asking]
    assert asking == (["asks"] if state is State.HELD else [])


@pytest.mark.parametrize("state", State)
def test_message_that_went_wrong_is_shown(
    book: ShopBook, list_undecided: ListUndecided, state: State
) -> None:
    keep(book, a_message("one", state=state, made_at=NOON))
    wrong = [message.id for message in list_undecided(limit=10).wrong]
    assert wrong == (["one"] if state in WRONG else [])


def test_newer_message_about_the_same_settles_an_older_one(
    book: ShopBook, list_undecided: ListUndecided
) -> None:
    keep(
        book,
        a_message("failed", about="a", state=State.FAILED, made_at=NOON),
        a_message("again", about="a", made_at=NOON + timedelta(seconds=1)),
        a_message("other", about="b", state=State.FAILED, made_at=NOON),
    )
    assert [message.id for message in list_undecided(limit=10).wrong] == ["other"]


def test_what_went_wrong_long_ago_is_no_longer_shown(
    book: ShopBook, clock: VirtualClock, list_undecided: ListUndecided
) -> None:
    keep(book, a_message("one", state=State.FAILED, made_at=NOON))
    clock.advance(SHOWN_FOR - timedelta(seconds=1))
    assert len(list_undecided(limit=10).wrong) == 1
    clock.advance(timedelta(seconds=1))
    assert list_undecided(limit=10).wrong == ()


def test_newest_come_first_and_no_more_than_asked_for(
    book: ShopBook, list_undecided: ListUndecided
) -> None:
    for number in range(3):
        at = NOON + timedelta(seconds=number)
        keep(book, a_message(f"f{number}", about=f"f{number}", state=State.FAILED, made_at=at))
        name = f"h{number}"
        keep(book, a_message(name, about=name, state=State.HELD, due_at=None, made_at=at))
    undecided = list_undecided(limit=2)
    assert [message.id for message in undecided.wrong] == ["f2", "f1"]
    assert [message.id for message in undecided.asking] == ["h2", "h1"]
