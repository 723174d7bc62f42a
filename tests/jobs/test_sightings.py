"""Which rows of the board are looked at, and which are passed over."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.samples import NOON

from belfry.jobs.board.rows import LONGEST_ID, News, Sightings, find_news
from belfry.kernel.sheets import Row


def rows(*ids: str, stage: str = "ready") -> list[Row]:
    return [
        Row(line, (job_id, stage), f"{job_id},{stage}\n")
        for line, job_id in enumerate(ids, start=2)
    ]


def known(*ids: str) -> dict[str, str]:
    return {job_id: f"{job_id},ready\n" for job_id in ids}


def look(given: list[Row], seen: Sightings, *, is_reread: bool = False) -> News:
    return find_news(given, 0, seen, is_reread=is_reread)


def test_a_row_that_says_what_it_said_is_no_news() -> None:
    news = look(rows("A", "B"), Sightings(known("A"), known("B")))

    assert (news.rows, list(news.present)) == ({}, ["A", "B"])


@pytest.mark.parametrize(
    "seen",
    [
        pytest.param(Sightings(known("A")), id="a job never seen"),
        pytest.param(Sightings({**known("A"), "B": "B,received\n"}), id="another text"),
        pytest.param(Sightings({**known("A"), "B": ""}), id="a row that had a mistake"),
        pytest.param(Sightings(known("A", "B"), unsettled={"B": None}), id="a pending change"),
        pytest.param(
            Sightings(known("A", "B"), unsettled={"B": NOON}), id="a job that was missing"
        ),
        pytest.param(Sightings(known("A"), {"B": "B,received\n"}), id="a job that was over"),
    ],
)
def test_a_row_is_news(seen: Sightings) -> None:
    assert list(look(rows("A", "B"), seen).rows) == ["B"]


def test_under_other_settings_every_row_is_news() -> None:
    news = look(rows("A", "B"), Sightings(known("A"), known("B")), is_reread=True)

    assert list(news.rows) == ["A", "B"]


def test_two_rows_that_say_the_same_are_one() -> None:
    news = look(rows("A", "A"), Sightings())

    assert (list(news.rows), news.doubled) == (["A"], {})


def test_two_rows_that_differ_are_news_of_nothing() -> None:
    given = [*rows("A", "B"), Row(9, ("A", "collected"), "A,collected\n")]

    news = look(given, Sightings(known("B"), unsettled={"A": None}))

    assert news.rows == {}
    assert list(news.present) == ["A", "B"]
    assert news.doubled == {"A": [2, 9]}


def test_a_row_without_an_id_is_set_apart() -> None:
    given = rows("A", "", "  ")

    news = look(given, Sightings())

    assert (list(news.rows), list(news.present)) == (["A"], ["A"])
    assert news.nameless == given[1:]


@pytest.mark.parametrize(
    ("cell", "job_id"),
    [
        ("2042.0", "2042"),
        ("2042,00", "2042"),
        ("'2042", "2042"),
        ("  J-7  ", "J-7"),
        ("J   7", "J 7"),
        ("2.042E+03", "2042"),
    ],
)
def test_an_id_is_read_as_a_person_would_write_it(cell: str, job_id: str) -> None:
    assert list(look(rows(cell), Sightings()).present) == [job_id]


@pytest.mark.parametrize("cell", ["1.23457E+12", "x" * (LONGEST_ID + 1)], ids=["lost", "too long"])
def test_an_id_that_cannot_be_told_is_none(cell: str) -> None:
    news = look(rows(cell), Sightings())

    assert (list(news.present), len(news.nameless)) == ([], 1)


def test_an_id_turned_into_a_number_is_the_same_job() -> None:
    """Saved by a spreadsheet, the number has got a fraction; the job is not a new one."""
    news = look(rows("2042.0"), Sightings({"2042": "2042,ready\n"}))

    assert list(news.present) == ["2042"]


@settings(deadline=None, derandomize=True)
@given(st.lists(st.sampled_from(["A", "B", "C", "", "7", "7.0"])), st.sets(st.sampled_from("ABC7")))
def test_every_row_is_present_or_nameless(ids: list[str], seen: set[str]) -> None:
    news = look(rows(*ids), Sightings(known(*seen)))

    assert set(news.present) == {job_id.removesuffix(".0") for job_id in ids if job_id}
    assert len(news.nameless) == ids.count("")
    assert news.rows.keys() <= news.present.keys() - news.doubled.keys()
