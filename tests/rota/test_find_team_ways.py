"""Whether everybody on the rota is reached by the right address, and the team known by one mark."""

from __future__ import annotations

import pytest
from tests.rota.teams import PEOPLE_FILE, STAFF_FILE, Team, open_team

from belfry.kernel.changes import Put
from belfry.kernel.records import Claim
from belfry.rota.publishing.shift_feeds import MARK, FindTeamMark
from belfry.workspace.staff import Way


def ways(team: Team, *names: str) -> list[Way | None]:
    staff = team.rota.publishing.write.find_ways()
    return [staff.find_way(name) for name in names]


CASES = {
    "people.csv comes first": (
        [(STAFF_FILE, "ana@example.com", "other@example.com")],
        Way("email", "ana@example.com"),
    ),
    "a phone there comes before the sheet": (
        [(PEOPLE_FILE, "Ana Diaz,ana@example.com,", "Ana Diaz,,07911 123456")],
        Way("sms", "+447911123456"),
    ),
    "the sheet's address fills a blank, and their zone stays": (
        [(PEOPLE_FILE, "Ana Diaz,ana@example.com,,", "Ana Diaz,,,Asia/Tokyo")],
        Way("email", "ana@example.com", "Asia/Tokyo"),
    ),
    "the sheet's address will do for somebody who is not in people.csv": (
        [(PEOPLE_FILE, "Ana Diaz,ana@example.com,,,staff,Maria Lopez,,,\n", "")],
        Way("email", "ana@example.com"),
    ),
    "nobody can be reached without any": (
        [(PEOPLE_FILE, "ana@example.com", ""), (STAFF_FILE, "ana@example.com", "")],
        None,
    ),
}


@pytest.mark.parametrize("case", list(CASES))
def test_way_to_somebody_is_found_where(team: Team, case: str) -> None:
    edits, way = CASES[case]
    for name, old, new in edits:
        team.edit(name, old, new)
    assert ways(team, "Ana Diaz", "Maria Lopez") == [way, Way("email", "maria@example.com")]


def test_staff_sheet_that_cannot_be_read_takes_nothing_away(team: Team) -> None:
    team.write(STAFF_FILE, "no names here\n")
    assert ways(team, "Ana Diaz") == [Way("email", "ana@example.com")]
    team.remove(STAFF_FILE)
    assert ways(team, "Ana Diaz") == [Way("email", "ana@example.com")]


def test_mark_is_made_once_and_outlives_the_team_s_name(team: Team) -> None:
    mark = team.rota.publishing.write.find_mark()
    again = open_team(team.ports, name="Another Café")
    assert (again.rota.publishing.write.find_mark(), len(mark) > 20) == (mark, True)


def test_mark_that_somebody_made_a_moment_before_is_taken(team: Team) -> None:
    class Slow:
        def token(self, nbytes: int) -> str:
            team.ports.store.commit([Put(Claim(MARK, "theirs"))])
            return "ours"

    assert FindTeamMark(team.ports.store, Slow())() == "theirs"
