"""Finding the addresses of the team itself."""

from __future__ import annotations

import pytest
from tests.desk.team_folders import TeamFolder

from belfry.kernel.errors import Temporary
from belfry.workspace.people_sheet import FindTeam


def find(content: bytes | None, *, admin: str = "Owner@Example.com") -> frozenset[str]:
    team = TeamFolder()
    if content is not None:
        team.folder.files["people.csv"] = content
    return FindTeam(team.read_table, "GB", admin)()


def test_everybody_is_found_by_each_address_in_small_letters() -> None:
    people = b"name,email,phone\nTom,Tom@Example.com,07700 900123\nAnn,ann@example.com,\nBo,,\n"

    assert find(people) == {
        "owner@example.com",
        "tom@example.com",
        "+447700900123",
        "ann@example.com",
    }


@pytest.mark.parametrize(
    "content", [None, b"", b"colour\nblue\n"], ids=["no file", "an empty one", "another table"]
)
def test_without_a_list_of_people_there_is_the_admin(content: bytes | None) -> None:
    assert find(content) == {"owner@example.com"}


def test_without_an_admin_nobody_is_called_nothing() -> None:
    assert find(None, admin="") == frozenset()
    assert find(b"name,email\nTom,tom@example.com\n", admin="") == {"tom@example.com"}


def test_a_row_with_a_mistake_does_not_hide_the_others() -> None:
    assert find(b"name,email\nTom,nonsense\nAnn,ann@example.com\n") == {
        "owner@example.com",
        "ann@example.com",
    }


def test_a_list_that_is_being_saved_is_read_later() -> None:
    team = TeamFolder()
    team.folder.busy.add("people.csv")

    with pytest.raises(Temporary):
        FindTeam(team.read_table, "GB", "owner@example.com")()
