"""Whether rows that are read again give the records that they gave before."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from tests.samples import NOON

from belfry.adapters.sql.scribes import FEW, MOST_KNOWN, Scribe
from belfry.adapters.sql.tables import HOMES
from belfry.workspace.data_problems import DataProblem

TROUBLE = DataProblem(id="t-1", room="jobs", place="board.csv", text="no board", since=NOON)


def open_scribe() -> Scribe:
    return Scribe(HOMES[DataProblem], is_sqlite=True)


def write(*ids: str) -> Sequence[tuple[object, ...]]:
    data_problems = [dataclasses.replace(TROUBLE, id=name) for name in ids]
    return [tuple(open_scribe().write_new(data_problem)) for data_problem in data_problems]


def test_row_that_has_not_changed_gives_the_record_it_gave_before() -> None:
    scribe = open_scribe()

    (first,), (second,) = scribe.read_few(write("t-1")), scribe.read_few(write("t-1"))

    assert first == dataclasses.replace(TROUBLE, revision=1)
    assert second is first


def test_row_that_has_changed_gives_what_it_says_now() -> None:
    scribe = open_scribe()
    scribe.read_few(write("t-1"))
    ((*row, revision),) = write("t-1")

    (found,) = scribe.read_few([(*row, 2)])

    assert (revision, found.revision) == (1, 2)


def test_no_more_records_are_kept_in_mind_than_that() -> None:
    scribe = open_scribe()
    (first,) = scribe.read_few(write("t-1"))

    for number in range(MOST_KNOWN):
        scribe.read_few(write(f"other-{number}"))

    (again,) = scribe.read_few(write("t-1"))
    assert again == first
    assert again is not first


def test_long_list_is_not_kept_in_mind() -> None:
    scribe = open_scribe()
    rows = write(*(str(number) for number in range(FEW + 1)))

    once, again = scribe.read_few(rows), scribe.read_few(rows)

    assert once == again
    assert once[0] is not again[0]
