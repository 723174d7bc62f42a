"""Which number the next job gets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belfry.jobs.board.edit_jobs import find_following, suggest_id


@pytest.mark.parametrize(
    "ids, suggested",
    [
        ([], "J-1"),
        (["Maya", "Tom"], "J-1"),
        (["J-2042", "J-2051"], "J-2052"),
        (["J-999"], "J-1000"),
        (["007", "008"], "009"),
        (["99"], "100"),
        (["J-1", "J-2", "K-99"], "J-3"),
        (["J-1", "K-99"], "K-100"),
        (["2026/11", "2026/12"], "2026/13"),
        (["J-1", "490154203237518", "490154203237526"], "J-2"),
    ],
    ids=[
        "nothing to go by",
        "names alone",
        "one more than the highest",
        "one more digit",
        "as many zeros",
        "no more zeros",
        "the most usual kind",
        "the higher of two kinds",
        "the last number of several",
        "serial numbers are no count",
    ],
)
def test_next_number_is_written_like_the_others(ids: list[str], suggested: str) -> None:
    assert suggest_id(ids) == suggested


@pytest.mark.parametrize("job_id, following", [("J-9", "J-10"), ("J-09", "J-10"), ("A", "A-2")])
def test_following_id_is_one_more(job_id: str, following: str) -> None:
    assert find_following(job_id) == following


@given(st.lists(st.text("J-01 a", max_size=6)))
def test_suggested_id_is_none_of_those_there_are(ids: list[str]) -> None:
    assert suggest_id(ids) not in ids
