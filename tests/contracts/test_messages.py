"""Queries for messages on every store."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from tests.contracts.shop_books import IDS_IN_ORDER, SHOP_BOOKS, ShopBook, a_message, how_many, keep
from tests.samples import NOON

from belfry.messaging.messages import WAITING, Message, State

MINUTE = timedelta(minutes=1)


@pytest.fixture(params=list(SHOP_BOOKS))
def shop_book(request: pytest.FixtureRequest) -> ShopBook:
    return SHOP_BOOKS[request.param](request)


def ids(messages: object) -> list[str]:
    assert isinstance(messages, list)
    return [message.id for message in messages]


def one_of_each_state() -> list[Message]:
    return [a_message(state.value, state=state) for state in State]


def test_list_due_gives_what_is_queued_held_or_sending(shop_book: ShopBook) -> None:
    keep(shop_book, *one_of_each_state())

    assert ids(shop_book.messages.list_due(now=NOON, limit=99)) == ["held", "queued", "sending"]


def test_list_due_gives_whole_messages_up_to_this_very_moment(shop_book: ShopBook) -> None:
    at_noon = a_message("now", facts={"name": "Zoë 😀"})
    soon = a_message("soon", due_at=NOON + timedelta(microseconds=1))
    keep(shop_book, at_noon, soon, a_message("a person decides", state=State.HELD, due_at=None))

    assert shop_book.messages.list_due(now=NOON, limit=99) == [
        a_message("now", facts={"name": "Zoë 😀"}, revision=1)
    ]


def test_list_due_gives_the_longest_due_first_then_by_id(shop_book: ShopBook) -> None:
    keep(
        shop_book,
        a_message("b", due_at=NOON),
        a_message("a", due_at=NOON, made_at=NOON + MINUTE),
        a_message("z", due_at=NOON - MINUTE, state=State.SENDING),
    )

    assert ids(shop_book.messages.list_due(now=NOON, limit=99)) == ["z", "a", "b"]
    assert ids(shop_book.messages.list_due(now=NOON, limit=2)) == ["z", "a"]


def test_list_waiting_gives_what_is_queued_or_held_of_that_thing_and_person(
    shop_book: ShopBook,
) -> None:
    keep(
        shop_book,
        *one_of_each_state(),
        a_message("of another thing", about="job/J-2"),
        a_message("for another person", person="shop"),
        a_message("of a thing with a longer name", about="job/J-10"),
    )

    assert ids(shop_book.messages.list_waiting("job/J-1", "customer/J-1")) == ["held", "queued"]
    assert shop_book.messages.list_waiting("job/J-3", "customer/J-1") == []


def test_list_waiting_gives_the_oldest_first(shop_book: ShopBook) -> None:
    keep(
        shop_book,
        a_message("a", made_at=NOON, due_at=NOON - MINUTE),
        a_message("c", made_at=NOON - MINUTE, due_at=None, state=State.HELD),
        a_message("b", made_at=NOON - MINUTE),
    )

    assert ids(shop_book.messages.list_waiting("job/J-1", "customer/J-1")) == ["b", "c", "a"]


def test_list_next_gives_only_what_is_queued_or_held(shop_book: ShopBook) -> None:
    keep(shop_book, *one_of_each_state())

    assert ids(shop_book.messages.list_next(limit=99)) == sorted(WAITING)


def test_list_next_goes_by_the_due_time_and_ends_with_what_waits_for_a_person(
    shop_book: ShopBook,
) -> None:
    keep(
        shop_book,
        a_message("asks, newer", due_at=None, state=State.HELD, made_at=NOON),
        a_message("asks, older", due_at=None, state=State.HELD, made_at=NOON - MINUTE),
        a_message("far", due_at=NOON + 900 * MINUTE),
        a_message("near, newer", due_at=NOON, made_at=NOON + MINUTE),
        a_message("near, older", due_at=NOON, made_at=NOON),
    )
    order = ["near, older", "near, newer", "far", "asks, older", "asks, newer"]

    assert ids(shop_book.messages.list_next(limit=99)) == order
    assert ids(shop_book.messages.list_next(limit=4)) == order[:4]


def test_list_newest_can_be_paged_to_the_end_without_gap_or_double(shop_book: ShopBook) -> None:
    older, newer = IDS_IN_ORDER[::2], IDS_IN_ORDER[1::2]
    keep(shop_book, *(a_message(message_id, made_at=NOON) for message_id in older))
    keep(shop_book, *(a_message(message_id, made_at=NOON + MINUTE) for message_id in newer))

    seen: list[str] = []
    before: tuple[datetime, str] | None = None
    for _ in range(4):
        page = shop_book.messages.list_newest(before=before, limit=4)
        seen += ids(page)
        before = (page[-1].made_at, page[-1].id)

    assert seen == [*reversed(newer), *reversed(older)]
    assert shop_book.messages.list_newest(before=before) == []


def test_list_newest_gives_fifty_unless_told_otherwise(shop_book: ShopBook) -> None:
    keep(shop_book, *(a_message(f"{number:02}") for number in range(60)))

    assert ids(shop_book.messages.list_newest()) == [f"{number:02}" for number in range(59, 9, -1)]


def test_list_newest_keeps_to_states_and_thing(shop_book: ShopBook) -> None:
    keep(
        shop_book,
        *one_of_each_state(),
        a_message("other", about="job/J-2", state=State.FAILED, made_at=NOON + MINUTE),
    )
    data_problem = {State.FAILED, State.BOUNCED}

    newest = shop_book.messages.list_newest
    assert ids(newest(states=data_problem)) == ["other", "failed", "bounced"]
    assert ids(newest(about="job/J-2")) == ["other"]
    assert ids(newest(states=data_problem, about="job/J-1")) == ["failed", "bounced"]
    assert ids(newest(states=[State.FAILED], before=(NOON + MINUTE, "other"))) == ["failed"]
    assert ids(newest(states=data_problem, about="job/J-1", before=(NOON, "failed"))) == ["bounced"]
    assert newest(about="") == []


def test_list_newest_keeps_to_a_room(shop_book: ShopBook) -> None:
    keep(
        shop_book,
        a_message("a", room="rota", made_at=NOON),
        a_message("b", room="jobs", made_at=NOON),
        a_message("c", room="rota", about="x", made_at=NOON + MINUTE),
    )

    messages = shop_book.messages
    assert [message.id for message in messages.list_newest(room="rota")] == ["c", "a"]
    assert [message.id for message in messages.list_newest(room="rota", about="x")] == ["c"]
    assert [message.id for message in messages.list_newest(room="rota", before=(NOON, "b"))] == [
        "a"
    ]


def test_find_latest_gives_the_newest_about_each_thing_that_has_one(shop_book: ShopBook) -> None:
    keep(
        shop_book,
        a_message("a", about="one", made_at=NOON, state=State.DROPPED),
        a_message("z", about="one", made_at=NOON - MINUTE),
        a_message("b", about="two 'n' \"half\"", made_at=NOON),
        a_message("c", about="two 'n' \"half\"", made_at=NOON),
        a_message("d", about="three", made_at=NOON),
    )

    latest = shop_book.messages.find_latest(["one", "two 'n' \"half\"", "nothing", "one"])

    assert {about: message.id for about, message in latest.items()} == {
        "one": "a",
        "two 'n' \"half\"": "c",
    }
    assert latest["one"] == a_message("a", about="one", state=State.DROPPED, revision=1)
    assert shop_book.messages.find_latest([]) == {}


def test_find_latest_takes_more_things_than_a_statement_has_room_for(shop_book: ShopBook) -> None:
    many, asked = how_many(shop_book)
    messages = [a_message(f"m{number}", about=f"job/{number}") for number in range(many)]
    keep(shop_book, *messages)

    latest = shop_book.messages.find_latest([f"job/{number}" for number in range(asked)])

    assert {about: message.id for about, message in latest.items()} == {
        f"job/{number}": f"m{number}" for number in range(many)
    }


def test_list_newest_can_leave_out_what_was_not_the_last_word(shop_book: ShopBook) -> None:
    keep(
        shop_book,
        a_message("overtaken", about="one", made_at=NOON - MINUTE, state=State.FAILED),
        a_message("b", about="one", made_at=NOON, state=State.DROPPED),
        a_message("last", about="two", made_at=NOON, state=State.BOUNCED),
        a_message("before it", about="two", made_at=NOON - MINUTE, state=State.FAILED),
        a_message("as old, but of a lower id", about="three", made_at=NOON, state=State.FAILED),
        a_message("z", about="three", made_at=NOON, state=State.FAILED),
        a_message("alone", about="four", made_at=NOON + MINUTE, state=State.FAILED),
    )
    wrong = (State.FAILED, State.BOUNCED)

    def list_last(**narrowed: Any) -> list[str]:
        return ids(shop_book.messages.list_newest(is_last_word=True, **narrowed))

    assert list_last(states=wrong) == ["alone", "z", "last"]
    assert list_last(about="one") == ["b"]
    assert list_last(room="rota") == []
    assert list_last(states=wrong, since=NOON) == ["alone"]


def test_list_newest_looks_for_last_words_among_the_newest_only(shop_book: ShopBook) -> None:
    keep(
        shop_book,
        a_message("a", about="one", made_at=NOON),
        a_message("b", about="two", made_at=NOON + MINUTE, state=State.FAILED),
        a_message("c", about="two", made_at=NOON + 2 * MINUTE),
    )
    messages = shop_book.messages

    assert ids(messages.list_newest(is_last_word=True, limit=2)) == ["c"]
    assert ids(messages.list_newest(is_last_word=True, limit=3)) == ["c", "a"]


def test_list_sent_gives_the_latest_to_leave_first(shop_book: ShopBook) -> None:
    keep(
        shop_book,
        a_message("too early", state=State.SENT, sent_at=NOON - timedelta(microseconds=1)),
        a_message("at the very moment", state=State.SENT, made_at=NOON - MINUTE, sent_at=NOON),
        a_message("arrived", state=State.DELIVERED, sent_at=NOON + MINUTE, facts={"name": "Zoë"}),
        a_message("b", state=State.SENT, sent_at=NOON + MINUTE),
        a_message("uncertain", state=State.UNCERTAIN, sent_at=NOON + MINUTE),
        a_message("told by hand", state=State.DELIVERED, sent_at=None),
        a_message("waits"),
    )

    sent = shop_book.messages.list_sent(since=NOON, limit=9)
    assert ids(sent) == ["b", "arrived", "at the very moment"]
    assert sent[1].facts == {"name": "Zoë"}
    assert ids(shop_book.messages.list_sent(since=NOON, limit=2)) == ["b", "arrived"]


def test_count_states_names_every_state(shop_book: ShopBook) -> None:
    keep(shop_book, a_message("a"), a_message("b"), a_message("c", state=State.FAILED))

    assert shop_book.messages.count_states() == {
        **dict.fromkeys(State, 0),
        State.QUEUED: 2,
        State.FAILED: 1,
    }
