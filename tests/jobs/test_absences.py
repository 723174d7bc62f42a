"""When jobs that are no longer on the board are closed, and when that is a mishap."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.samples import NOON

from belfry.jobs.board.poll_board import judge_absences
from belfry.jobs.board.rows import SeenRows
from belfry.kernel.absences import Absences, Mishap

MINUTE = timedelta(minutes=1)


def list_seen_rows(still_open: int, missing_since: dict[str, datetime | None]) -> SeenRows:
    """So many open jobs called 0, 1, 2 …"""
    return SeenRows({str(number): "" for number in range(still_open)}, {"over": ""}, missing_since)


def present(*numbers: int) -> dict[str, object]:
    return {str(number): None for number in numbers}


@pytest.mark.parametrize(
    ("since", "noticed", "closed"),
    [
        pytest.param(None, ("0",), (), id="at the first look"),
        pytest.param(3 * MINUTE, (), (), id="too early"),
        pytest.param(10 * MINUTE - MINUTE / 60, (), (), id="a second too early"),
        pytest.param(10 * MINUTE, (), ("0",), id="after ten minutes"),
        pytest.param(-10 * MINUTE, (), (), id="the clock was set back"),
    ],
)
def test_a_missing_job_is_closed_after_ten_minutes(
    since: timedelta | None, noticed: tuple[str, ...], closed: tuple[str, ...]
) -> None:
    seen = list_seen_rows(5, {} if since is None else {"0": NOON - since})

    assert judge_absences(seen, present(1, 2, 3, 4), NOON) == Absences(noticed, closed)


def test_a_missing_job_whose_change_was_pending_is_noticed() -> None:
    seen = list_seen_rows(5, {"0": None})

    assert judge_absences(seen, present(1, 2, 3, 4), NOON) == Absences(("0",), ())


def test_nothing_is_closed_while_a_row_may_be_anybodys() -> None:
    seen = list_seen_rows(10, {"0": NOON - 20 * MINUTE})

    absences = judge_absences(seen, present(*range(2, 10)), NOON, may_close=False)

    assert absences == Absences(("1",), ())


@pytest.mark.parametrize(
    ("missing", "of", "is_mishap"),
    [
        pytest.param(1, 1, False, id="the only one"),
        pytest.param(1, 2, False, id="one of two"),
        pytest.param(2, 2, True, id="both of two"),
        pytest.param(2, 9, True, id="two of nine"),
        pytest.param(2, 10, False, id="a fifth of ten"),
        pytest.param(3, 10, True, id="more than a fifth of ten"),
        pytest.param(200, 1000, False, id="a fifth of a thousand"),
        pytest.param(201, 1000, True, id="one more"),
    ],
)
def test_many_missing_at_once_are_a_mishap(missing: int, of: int, is_mishap: bool) -> None:
    judged = judge_absences(list_seen_rows(of, {}), present(*range(missing, of)), NOON)

    if is_mishap:
        assert judged == Mishap(missing, of)
    else:
        assert judged == Absences(tuple(sorted(map(str, range(missing)))), ())


def test_a_job_that_is_over_is_not_missed() -> None:
    assert judge_absences(list_seen_rows(0, {}), {}, NOON) == Absences((), ())


@settings(deadline=None, derandomize=True)
@given(st.integers(0, 60), st.sets(st.integers(0, 59)), st.integers(0, 30))
def test_a_job_on_the_board_is_never_closed(of: int, there: set[int], minutes: int) -> None:
    since: dict[str, datetime | None] = {
        str(number): NOON - minutes * MINUTE for number in range(of)
    }
    judged = judge_absences(list_seen_rows(of, since), present(*there), NOON)

    if isinstance(judged, Absences):
        gone = {*judged.closed, *judged.noticed}
        assert gone.isdisjoint(map(str, there))
        assert len(gone) <= max(1, of // 5)
