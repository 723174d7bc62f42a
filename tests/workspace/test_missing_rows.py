"""When a row missing from a list is closed, and when it is taken for a mishap."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from tests.samples import NOON

from belfry.workspace.tables import Absences, Mishap, judge_missing

LONG_AGO = NOON - timedelta(minutes=10)
JUST_NOW = NOON - timedelta(minutes=9)


@pytest.mark.parametrize(
    ("since", "absences"),
    [
        pytest.param({}, Absences(("a",), ()), id="found missing for the first time"),
        pytest.param({"a": JUST_NOW}, Absences((), ()), id="missing for too short a time"),
        pytest.param({"a": LONG_AGO}, Absences((), ("a",)), id="missing for long enough"),
    ],
)
def test_missing_row_is_closed_in_the_end(
    since: dict[str, datetime | None], absences: Absences
) -> None:
    assert judge_missing({"a"}, 10, since, NOON) == absences


def test_nothing_is_closed_while_a_row_could_be_anybodys() -> None:
    judged = judge_missing({"a", "b"}, 10, {"a": LONG_AGO}, NOON, may_close=False)
    assert judged == Absences(("b",), ())


@pytest.mark.parametrize(
    ("missing", "known", "is_mishap"),
    [(1, 1, False), (1, 2, False), (2, 9, True), (2, 10, False), (3, 14, True), (3, 15, False)],
)
def test_more_than_one_and_more_than_a_fifth_are_a_mishap(
    missing: int, known: int, is_mishap: bool
) -> None:
    missing_ids = {str(number) for number in range(missing)}
    judged = judge_missing(missing_ids, known, dict.fromkeys(missing_ids, LONG_AGO), NOON)
    assert judged == (
        Mishap(missing, known) if is_mishap else Absences((), tuple(sorted(missing_ids)))
    )
