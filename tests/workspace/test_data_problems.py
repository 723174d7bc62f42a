"""Problems of the team's files, and how long they stay open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.fakes.crash_points import CrashingPoints
from tests.fakes.store import MemoryStore
from tests.samples import NOON

from belfry.adapters.plain.accounts import PlainDataProblems
from belfry.adapters.system.clock import VirtualClock
from belfry.kernel.changes import Change, Put, Remove
from belfry.workspace.tables import (
    MOST_SHOWN,
    DataProblem,
    KeepDataProblems,
    make_data_problem,
    plan_data_problems,
    shorten_data_problems,
)

problem_lists = st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from("xy")))


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


def test_open_problem_stays_and_fixed_one_goes() -> None:
    standing = [make_data_problem("jobs", "line 2", text, NOON) for text in ("old", "mended")]
    later = NOON + timedelta(hours=1)

    changes = plan_data_problems(
        standing, [("line 2", "old"), ("line 2", "new")], room="jobs", now=later
    )

    assert changes == [Remove(standing[1]), Put(make_data_problem("jobs", "line 2", "new", later))]


@settings(deadline=None, derandomize=True)
@given(problem_lists, problem_lists)
def test_after_a_look_exactly_what_it_found_stands(
    before: list[tuple[str, str]], now: list[tuple[str, str]]
) -> None:
    standing = {
        data_problem.id: data_problem
        for data_problem in (make_data_problem("jobs", place, text, NOON) for place, text in before)
    }
    for change in plan_data_problems(list(standing.values()), now, room="jobs", now=NOON):
        match change:
            case Put(DataProblem() as data_problem):
                assert data_problem.id not in standing
                standing[data_problem.id] = data_problem
            case Remove(DataProblem() as data_problem):
                del standing[data_problem.id]

    assert {(data_problem.place, data_problem.text) for data_problem in standing.values()} == set(
        now
    )


def test_the_same_said_twice_is_told_once() -> None:
    assert shorten_data_problems([("a", "x"), ("a", "x"), ("a", "y")], room="jobs") == [
        ("a", "x"),
        ("a", "y"),
    ]


def test_too_many_problems_are_counted() -> None:
    many = [(f"line {number}", "no such stage") for number in range(MOST_SHOWN + 2)]

    assert shorten_data_problems(many[:MOST_SHOWN], room="jobs") == many[:MOST_SHOWN]
    assert shorten_data_problems(many, room="jobs") == [
        *many[:MOST_SHOWN],
        ("jobs", "and 2 more like these"),
    ]


HOUR = timedelta(hours=1)


class MeddledStore(MemoryStore):
    """Right before the next commit `meddle` is done, once."""

    meddle: Callable[[], object] | None = None

    def commit(self, changes: Sequence[Change]) -> None:
        meddle, self.meddle = self.meddle, None
        if meddle:
            meddle()
        super().commit(changes)


class Wall:
    """Where the troubles hang."""

    def __init__(self) -> None:
        self.store = MeddledStore(CrashingPoints())
        self.clock = VirtualClock(NOON)
        self.data_problems = PlainDataProblems(self.store)
        self.keep = KeepDataProblems(self.store, self.data_problems, self.clock)

    def hang(self, room: str | None = "jobs") -> list[tuple[str, str]]:
        return [
            (data_problem.place, data_problem.text)
            for data_problem in self.data_problems.list(room=room)
        ]


def test_a_trouble_stands_since_it_was_first_found() -> None:
    wall = Wall()
    wall.keep("jobs", [("line 2", "no such stage")])
    wall.clock.advance(HOUR)
    wall.keep("jobs", [("line 2", "no such stage"), ("line 3", "no address")])

    assert [
        (data_problem.place, data_problem.since)
        for data_problem in wall.data_problems.list(room="jobs")
    ] == [
        ("line 2", NOON),
        ("line 3", NOON + HOUR),
    ]


def test_a_trouble_goes_when_it_is_not_found_any_more() -> None:
    wall = Wall()
    wall.keep("jobs", [("line 2", "no such stage")])
    wall.keep("jobs", [])

    assert wall.hang() == []


def test_a_room_leaves_the_troubles_of_the_others() -> None:
    wall = Wall()
    wall.keep("jobs", [("line 2", "no such stage")])
    wall.keep("rota", [])

    assert wall.hang(None) == [("line 2", "no such stage")]


def test_many_troubles_are_kept() -> None:
    wall = Wall()
    many = [(f"line {number:03}", "no such stage") for number in range(120)]
    wall.keep("jobs", many)
    assert wall.hang() == many

    wall.keep("jobs", [])
    assert wall.hang() == []


def test_a_look_at_the_same_time_does_not_stop_this_one() -> None:
    wall = Wall()
    same = [("line 2", "no such stage")]
    wall.store.meddle = lambda: wall.keep("jobs", same)

    wall.keep("jobs", same)

    assert wall.hang() == same
