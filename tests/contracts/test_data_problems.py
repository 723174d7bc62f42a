"""Data problems of the team's files on every store."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.contracts.shop_books import SHOP_BOOKS, ShopBook, a_trouble, keep
from tests.samples import NOON

from belfry.workspace.tables import plan_data_problems

MINUTE = timedelta(minutes=1)


@pytest.fixture(params=list(SHOP_BOOKS))
def shop_book(request: pytest.FixtureRequest) -> ShopBook:
    return SHOP_BOOKS[request.param](request)


def ids(data_problems: object) -> list[str]:
    assert isinstance(data_problems, list)
    return [data_problem.id for data_problem in data_problems]


def test_list_gives_the_longest_standing_first_then_by_place(shop_book: ShopBook) -> None:
    keep(
        shop_book,
        a_trouble("1", place="board.csv, row 3", since=NOON),
        a_trouble("2", place="Board.csv, row 4", since=NOON),
        a_trouble("3", place="_board.csv", since=NOON),
        a_trouble("4", place="z", since=NOON - MINUTE),
    )

    assert ids(shop_book.data_problems.list()) == ["4", "2", "3", "1"]


def test_list_tells_two_troubles_of_one_place_apart(shop_book: ShopBook) -> None:
    keep(shop_book, a_trouble("b"), a_trouble("a", text="„so“ geht's nicht 😀"), a_trouble("B"))

    assert ids(shop_book.data_problems.list()) == ["B", "a", "b"]
    assert shop_book.data_problems.list()[1] == a_trouble(
        "a", text="„so“ geht's nicht 😀", revision=1
    )


def test_list_keeps_to_one_room(shop_book: ShopBook) -> None:
    keep(shop_book, a_trouble("j"), a_trouble("r", room="rota"), a_trouble("n", room=""))

    assert ids(shop_book.data_problems.list(room="rota")) == ["r"]
    assert ids(shop_book.data_problems.list(room="")) == ["n"]
    assert shop_book.data_problems.list(room="controls") == []
    assert ids(shop_book.data_problems.list(room=None)) == ["j", "n", "r"]


def test_what_was_planned_is_what_stands_afterwards(shop_book: ShopBook) -> None:
    looks = [[("a", "wrong"), ("b", "odd")], [("b", "odd"), ("c", "new")], []]
    stood = []
    for number, problems in enumerate(looks):
        standing = shop_book.data_problems.list(room="jobs")
        now = NOON + number * MINUTE
        shop_book.store.commit(plan_data_problems(standing, problems, room="jobs", now=now))
        stood.append(
            [
                (data_problem.place, data_problem.since)
                for data_problem in shop_book.data_problems.list(room="jobs")
            ]
        )

    assert stood == [
        [("a", NOON), ("b", NOON)],
        [("b", NOON), ("c", NOON + MINUTE)],
        [],
    ]
