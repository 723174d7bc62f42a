"""Which rows of the board are looked at, and which are passed over."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.samples import NOON

from belfry.jobs.board.rows import LONGEST_ID, ChangedRows, SeenRows, find_changed_rows
from belfry.kernel.sheets import Row


def rows(*ids: str, stage: str = "ready") -> list[Row]:
    return [
        Row(line, (job_id, stage), f"{job_id},{stage}\n")
        for line, job_id in enumerate(ids, start=2)
    ]


def known(*ids: str) -> dict[str, str]:
    return {job_id: f"{job_id},ready\n" for job_id in ids}


def a_poll(given: list[Row], seen: SeenRows, *, is_reread: bool = False) -> ChangedRows:
    return find_changed_rows(given, 0, seen, is_reread=is_reread)


def test_a_row_that_says_what_it_said_is_no_news() -> None:
    changed = a_poll(rows("A", "B"), SeenRows(known("A"), known("B")))

    assert (changed.rows, list(changed.present)) == ({}, ["A", "B"])


@pytest.mark.parametrize(
    "seen",
    [
        pytest.param(SeenRows(known("A")), id="a job never seen"),
        pytest.param(SeenRows({**known("A"), "B": "B,received\n"}), id="another text"),
        pytest.param(SeenRows({**known("A"), "B": ""}), id="a row that had a mistake"),
        pytest.param(SeenRows(known("A", "B"), unsettled={"B": None}), id="a pending change"),
        pytest.param(SeenRows(known("A", "B"), unsettled={"B": NOON}), id="a job that was missing"),
        pytest.param(SeenRows(known("A"), {"B": "B,received\n"}), id="a job that was over"),
    ],
)
def test_a_row_is_news(seen: SeenRows) -> None:
    assert list(a_poll(rows("A", "B"), seen).rows) == ["B"]


def test_under_other_settings_every_row_is_news() -> None:
    changed = a_poll(rows("A", "B"), SeenRows(known("A"), known("B")), is_reread=True)

    assert list(changed.rows) == ["A", "B"]


def test_two_rows_that_say_the_same_are_one() -> None:
    changed = a_poll(rows("A", "A"), SeenRows())

    assert (list(changed.rows), changed.doubled) == (["A"], {})


def test_two_rows_that_differ_are_news_of_nothing() -> None:
    given = [*rows("A", "B"), Row(9, ("A", "collected"), "A,collected\n")]

    changed = a_poll(given, SeenRows(known("B"), unsettled={"A": None}))

    assert changed.rows == {}
    assert list(changed.present) == ["A", "B"]
    assert changed.doubled == {"A": [2, 9]}


def test_a_row_without_an_id_is_set_apart() -> None:
    given = rows("A", "", "  ")

    changed = a_poll(given, SeenRows())

    assert (list(changed.rows), list(changed.present)) == (["A"], ["A"])
    assert changed.nameless == given[1:]


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
    assert list(a_poll(rows(cell), SeenRows()).present) == [job_id]


@pytest.mark.parametrize("cell", ["1.23457E+12", "x" * (LONGEST_ID + 1)], ids=["lost", "too long"])
def test_an_id_that_cannot_be_told_is_none(cell: str) -> None:
    changed = a_poll(rows(cell), SeenRows())

    assert (list(changed.present), len(changed.nameless)) == ([], 1)


def test_an_id_turned_into_a_number_is_the_same_job() -> None:
    """Saved by a spreadsheet, the number has got a fraction; the job is not a new one."""
    changed = a_poll(rows("2042.0"), SeenRows({"2042": "2042,ready\n"}))

    assert list(changed.present) == ["2042"]


@settings(deadline=None, derandomize=True)
@given(st.lists(st.sampled_from(["A", "B", "C", "", "7", "7.0"])), st.sets(st.sampled_from("ABC7")))
def test_every_row_is_present_or_nameless(ids: list[str], seen: set[str]) -> None:
    changed = a_poll(rows(*ids), SeenRows(known(*seen)))

    assert set(changed.present) == {job_id.removesuffix(".0") for job_id in ids if job_id}
    assert len(changed.nameless) == ids.count("")
    assert changed.rows.keys() <= changed.present.keys() - changed.doubled.keys()
