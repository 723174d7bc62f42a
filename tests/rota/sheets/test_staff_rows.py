"""Whom the staff sheet names, and which of its rows cannot be believed."""

from __future__ import annotations

import pytest
from tests.rota.sheets.cells import list_said, read_team

from belfry.kernel.sheets import SheetError
from belfry.rota.rules.weeks import Member, Rules
from belfry.rota.sheets.staff_rows import StaffList, StaffRow, make_member


def test_a_row_is_read_whole() -> None:
    line = "Ana  Ruiz,Barista; Head-Chef,37.5,Keys;First aid,U01,ana@example.com,40,24"
    assert read_team(line) == StaffList(
        rows=(
            StaffRow(
                name="Ana Ruiz",
                roles=frozenset({"barista", "head chef"}),
                skills=frozenset({"keys", "first aid"}),
                target=2250,
                cap=24 * 60,
                slack_id="U01",
                email="ana@example.com",
                line=2,
            ),
        ),
        doubtful=frozenset(),
        problems=(),
        repairs=(),
    )


def test_a_name_is_enough() -> None:
    assert read_team("Ana", header="Name").rows == (StaffRow(name="Ana", line=2),)


def test_a_sheet_without_names_is_refused_as_a_whole() -> None:
    with pytest.raises(SheetError):
        read_team("barista", header="role")


@pytest.mark.parametrize(
    "cells, target, cap",
    [
        pytest.param("30,,,,40,24", 30, 24, id="the override comes before the maximum"),
        pytest.param("30,,,,38,", 30, 38, id="the maximum comes before the rules"),
        pytest.param("30,,,,,", 30, 36, id="the rules hold where the row is silent"),
        pytest.param(",,,,20,", 20, 20, id="without a target they want what they may have"),
        pytest.param(",,,,,", 36, 36, id="without any hours the rules say both"),
        pytest.param("20,,,,40,0", 20, 0, id="a cap of 0 is a cap"),
        pytest.param("20,,,,0,", 20, 0, id="a maximum of 0 is one, too"),
        pytest.param("0,,,,,", 0, 36, id="a target of 0 is one"),
    ],
)
def test_target_and_cap_come_from_the_nearest_that_says_them(
    cells: str, target: int, cap: int
) -> None:
    team = read_team(f"Ana,,{cells}")
    assert team.problems == ()
    member = make_member(team.rows[0], Rules(max_hours=36 * 60), below=7)
    assert member == Member(name="Ana", target=target * 60, cap=cap * 60, below=7)


def test_two_people_with_one_name_are_both_told_and_left_out() -> None:
    team = read_team("José Marín", "Ana", "jose  marin", "Bo", header="name")
    assert [row.name for row in team.rows] == ["Ana", "Bo"]
    assert team.doubtful == {"José Marín"}
    remedy = "none of them counts until everybody has a name of their own"
    assert list_said(team.problems) == [
        f"rota/staff.csv, line 2, column A (name): 'José Marín' stands in line 4, too: {remedy}",
        f"rota/staff.csv, line 4, column A (name): 'jose marin' stands in line 2, too: {remedy}",
    ]


def test_a_name_that_stands_often_is_told_with_the_first_lines() -> None:
    team = read_team(*["Ana"] * 6, header="name")
    problems = [problem.what.partition(",")[0] for problem in team.problems]
    assert problems[0] == "'Ana' stands in line 3 and 4 and 5 and more"
    assert problems[5] == "'Ana' stands in line 2 and 3 and 4 and more"


@pytest.mark.parametrize(
    "row, expected",
    [
        pytest.param(
            ",barista",
            "column A (name): expected a name, and found nothing: this row is left out",
            id="no name",
        ),
        pytest.param(
            "Ana; Bo",
            "column A (name): expected one name without ';', not 'Ana; Bo'",
            id="two names in one cell",
        ),
        pytest.param(
            f"{'a' * 101}",
            "column A (name): expected 1 to 100 characters of plain text: this row is left out",
            id="a name without end",
        ),
        pytest.param(
            "Ana,,,,,,many",
            "column G (max_hours): expected a number of hours such as 40, 37.5 or 37h30,"
            " not 'many'",
            id="a maximum that cannot be read",
        ),
        pytest.param(
            "Ana,,,,,,,200",
            "column H (cap_override): expected at most the 168 hours of a week, not '200'",
            id="a cap of more than a week",
        ),
        pytest.param(
            "Ana,,,,,,,-1",
            "column H (cap_override): expected a number of hours such as 40, 37.5 or 37h30,"
            " not '-1'",
            id="a cap of less than nothing",
        ),
    ],
)
def test_a_row_that_cannot_be_believed_is_told_and_stops_no_other(row: str, expected: str) -> None:
    team = read_team(row, "Di")
    assert [member.name for member in team.rows] == ["Di"]
    assert list_said(team.problems) == [f"rota/staff.csv, line 2, {expected}"]


def test_a_target_or_address_that_cannot_be_read_counts_as_blank() -> None:
    team = read_team("Ana,,much,,,ana at home,40,")
    assert team.rows == (StaffRow(name="Ana", cap=2400, line=2),)
    assert [problem.header for problem in team.problems] == ["hours_target", "email"]


def test_the_roster_knows_all_roles_and_skills() -> None:
    roster = read_team("Ana,Barista,,Keys", "Bo,Chef,,keys; First-Aid").roster
    assert roster.roles == {"barista", "chef"}
    assert roster.skills == {"keys", "first aid"}
