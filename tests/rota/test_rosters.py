"""Whom a name in the rota's sheets means."""

from __future__ import annotations

import pytest
from tests.rota.sheets.cells import TEAM, know

from belfry.rota.sheets.staff_rows import explain_unknown, make_roster


@pytest.mark.parametrize(
    "name, meant",
    [
        pytest.param("Ana Ruiz", "Ana Ruiz", id="a whole name"),
        pytest.param("  ANA   ruiz ", "Ana Ruiz", id="a whole name in other letters"),
        pytest.param("jose marin", "José Marín", id="a name without its accents"),
        pytest.param("ana", "Ana Ruiz", id="a first name that one person has"),
        pytest.param("Bo", None, id="a first name that two have"),
        pytest.param("Cy Young", None, id="somebody whose row is left out"),
        pytest.param("Cy", None, id="the first name of somebody left out"),
        pytest.param("Dee", None, id="nobody"),
        pytest.param("", None, id="no name"),
    ],
)
def test_a_name_means_one_person_or_nobody(name: str, meant: str | None) -> None:
    assert TEAM.find(name) == meant


def test_a_whole_name_comes_before_a_first_name() -> None:
    assert know("Ana", "Ana Ruiz").find("Ana") == "Ana"


def test_a_first_name_is_not_taken_from_somebody_left_out() -> None:
    assert make_roster(["Ana Ruiz"], doubtful=["Ana Poe"]).find("Ana") is None


@pytest.mark.parametrize(
    "name, expected",
    [
        pytest.param(
            "Anna Ruis",
            "there is nobody called 'Anna Ruis' in the staff sheet; did you mean Ana Ruiz?",
            id="a slip",
        ),
        pytest.param("Xaver", "there is nobody called 'Xaver' in the staff sheet", id="a stranger"),
        pytest.param(
            "Bo", "'Bo' may be Bo Chen, Bo Diaz: write the whole name", id="one of several"
        ),
        pytest.param(
            "cy young",
            "the row of 'cy young' in the staff sheet cannot be believed",
            id="somebody left out",
        ),
    ],
)
def test_a_name_that_means_nobody_is_explained(name: str, expected: str) -> None:
    assert explain_unknown(name, TEAM) == expected
