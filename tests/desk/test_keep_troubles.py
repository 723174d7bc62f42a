"""Writing down what a look found wrong, and taking away what is mended."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta

from tests.fakes.crash_points import CrashingPoints
from tests.fakes.store import MemoryStore
from tests.samples import NOON

from belfry.adapters.plain.accounts import PlainDataProblems
from belfry.adapters.system.clock import VirtualClock
from belfry.kernel.changes import Change
from belfry.workspace.data_problems import KeepDataProblems

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
        return [(one.place, one.text) for one in self.data_problems.list(room=room)]


def test_a_trouble_stands_since_it_was_first_found() -> None:
    wall = Wall()
    wall.keep("jobs", [("line 2", "no such stage")])
    wall.clock.advance(HOUR)
    wall.keep("jobs", [("line 2", "no such stage"), ("line 3", "no address")])

    assert [(one.place, one.since) for one in wall.data_problems.list(room="jobs")] == [
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
