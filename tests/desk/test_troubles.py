"""What is wrong with what the team wrote, and for how long it stands."""

from __future__ import annotations

from datetime import timedelta

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.samples import NOON

from belfry.kernel.changes import Put, Remove
from belfry.workspace.data_problems import (
    MOST_SHOWN,
    DataProblem,
    make_data_problem,
    plan_data_problems,
    shorten_data_problems,
)

found = st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from("xy")))


def test_a_trouble_is_known_by_its_place_and_words() -> None:
    first = make_data_problem("jobs", "line 2", "no such stage", NOON)
    again = make_data_problem("jobs", "line 2", "no such stage", NOON + timedelta(days=1))
    others = [
        make_data_problem("jobs", "line 3", "no such stage", NOON),
        make_data_problem("jobs", "line 2", "no address", NOON),
        make_data_problem("rota", "line 2", "no such stage", NOON),
    ]

    assert first.id == again.id
    assert len({first.id, *(other.id for other in others)}) == 4


def test_what_stands_is_left_and_what_is_mended_goes() -> None:
    standing = [make_data_problem("jobs", "line 2", text, NOON) for text in ("old", "mended")]
    later = NOON + timedelta(hours=1)

    changes = plan_data_problems(
        standing, [("line 2", "old"), ("line 2", "new")], room="jobs", now=later
    )

    assert changes == [Remove(standing[1]), Put(make_data_problem("jobs", "line 2", "new", later))]


@settings(deadline=None, derandomize=True)
@given(found, found)
def test_after_a_look_exactly_what_it_found_stands(
    before: list[tuple[str, str]], now: list[tuple[str, str]]
) -> None:
    standing = {
        one.id: one
        for one in (make_data_problem("jobs", place, text, NOON) for place, text in before)
    }
    for change in plan_data_problems(list(standing.values()), now, room="jobs", now=NOON):
        match change:
            case Put(DataProblem() as data_problem):
                assert data_problem.id not in standing
                standing[data_problem.id] = data_problem
            case Remove(DataProblem() as data_problem):
                del standing[data_problem.id]

    assert {(one.place, one.text) for one in standing.values()} == set(now)


def test_the_same_said_twice_is_told_once() -> None:
    assert shorten_data_problems([("a", "x"), ("a", "x"), ("a", "y")], room="jobs") == [
        ("a", "x"),
        ("a", "y"),
    ]


def test_more_than_anybody_reads_is_counted() -> None:
    many = [(f"line {number}", "no such stage") for number in range(MOST_SHOWN + 2)]

    assert shorten_data_problems(many[:MOST_SHOWN], room="jobs") == many[:MOST_SHOWN]
    assert shorten_data_problems(many, room="jobs") == [
        *many[:MOST_SHOWN],
        ("jobs", "and 2 more like these"),
    ]
