"""What is remembered of a file lasts as long as the file is the same, and in its own team."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from tests.fakes.files import MemoryFolder, MemoryVersions
from tests.samples import NOON

from belfry.adapters.system.clock import VirtualClock
from belfry.kernel.errors import NotFound
from belfry.workspace.people_sheet import PEOPLE, FindPeople
from belfry.workspace.tables import MOST_CACHED, Cache, ReadTable


class Team:
    """A list of people that is read again and again."""

    def __init__(self, *names: str) -> None:
        self.clock = VirtualClock(NOON)
        self.folder = MemoryFolder()
        self.versions = MemoryVersions()
        read = ReadTable(folder=self.folder, versions=self.versions, clock=self.clock)
        self.find_people = FindPeople(read, "GB")
        self.write(*names)

    def write(self, *names: str) -> None:
        content = "".join(f"{line}\n" for line in ("name", *names)).encode()
        known = self.folder.read("people.csv").digest if self.folder.exists("people.csv") else None
        self.folder.replace("people.csv", content, known)

    @property
    def names(self) -> list[str]:
        return [one.name for one in self.find_people().everybody]


def counting(values: list[int]) -> Callable[[], int]:
    def work_out() -> int:
        values.append(len(values) + 1)
        return values[-1]

    return work_out


def test_what_was_made_from_the_same_is_made_once() -> None:
    cache, made = Cache(), list[int]()
    found = [cache("staff", digest, counting(made)) for digest in ("a", "a", "b", "b", "a")]
    assert found == [1, 1, 2, 2, 3]


def test_names_do_not_share_what_they_remember() -> None:
    cache, made = Cache(), list[int]()
    assert [cache(name, "a", counting(made)) for name in ("staff", "week", "staff")] == [1, 2, 1]


def test_of_many_names_the_newest_are_remembered() -> None:
    cache, made = Cache(most=2), list[int]()
    found = [cache(name, "a", counting(made)) for name in ("one", "two", "three", "three", "one")]
    assert found == [1, 2, 3, 3, 4]


def test_an_error_is_not_remembered() -> None:
    cache, made = Cache(), list[int]()

    def fail() -> int:
        raise NotFound("nothing there")

    with pytest.raises(NotFound):
        cache("staff", "a", fail)
    assert cache("staff", "a", counting(made)) == 1


def test_a_change_of_the_file_is_seen_at_once() -> None:
    team = Team("Ana", "Ben")
    seen = [team.names]
    for names in (("Ana",), ("Ana", "Cho"), ("Ana", "Ben")):
        team.write(*names)
        seen.append(team.names)
    assert seen == [["Ana", "Ben"], ["Ana"], ["Ana", "Cho"], ["Ana", "Ben"]]


def test_every_state_of_the_file_is_kept_also_one_that_comes_back() -> None:
    team = Team("Ana")
    for name in ("Ben", "Ana", "Ana"):
        team.write(name)
        team.clock.advance_to(team.clock.now() + timedelta(minutes=1))
        assert team.names == [name]
    assert [one.number for one in team.versions.list("people.csv")] == [2, 1]


def test_two_teams_do_not_share_what_they_remember() -> None:
    one, other = Team("Ana"), Team("Ben")
    assert (one.names, other.names, one.names) == (["Ana"], ["Ben"], ["Ana"])
    assert one.find_people() is one.find_people()
    assert one.find_people() is not Team("Ana").find_people()


@pytest.mark.parametrize(
    "count, is_remembered",
    [
        pytest.param(9, True, id="the same nine people"),
        pytest.param(MOST_CACHED // 14 + 1, False, id="a list that would fill the memory"),
    ],
)
def test_only_a_file_that_is_not_too_long_is_remembered(count: int, is_remembered: bool) -> None:
    team = Team(*(f"Person {number:06}" for number in range(count)))
    read = team.find_people.read_table
    first, second = read(PEOPLE), read(PEOPLE)
    assert first == second
    assert (first.sheet is second.sheet) is is_remembered
