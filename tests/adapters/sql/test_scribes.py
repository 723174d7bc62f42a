"""Whether rows that are read again give the records that they gave before."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from tests.samples import NOON

from belfry.adapters.sql.row_mapper import FEW, MOST_KNOWN, RowMapper
from belfry.adapters.sql.tables import TABLE_MAPPINGS
from belfry.workspace.data_problems import DataProblem

TROUBLE = DataProblem(id="t-1", room="jobs", place="board.csv", text="no board", since=NOON)


def open_scribe() -> RowMapper:
    return RowMapper(TABLE_MAPPINGS[DataProblem], is_sqlite=True)


def write(*ids: str) -> Sequence[tuple[object, ...]]:
    data_problems = [dataclasses.replace(TROUBLE, id=name) for name in ids]
    return [tuple(open_scribe().write_new(data_problem)) for data_problem in data_problems]


def test_row_that_has_not_changed_gives_the_record_it_gave_before() -> None:
    mapper = open_scribe()

    (first,), (second,) = mapper.read_few(write("t-1")), mapper.read_few(write("t-1"))

    assert first == dataclasses.replace(TROUBLE, revision=1)
    assert second is first


def test_row_that_has_changed_gives_what_it_says_now() -> None:
    mapper = open_scribe()
    mapper.read_few(write("t-1"))
    ((*row, revision),) = write("t-1")

    (found,) = mapper.read_few([(*row, 2)])

    assert (revision, found.revision) == (1, 2)


def test_no_more_records_are_kept_in_mind_than_that() -> None:
    mapper = open_scribe()
    (first,) = mapper.read_few(write("t-1"))

    for number in range(MOST_KNOWN):
        mapper.read_few(write(f"other-{number}"))

    (again,) = mapper.read_few(write("t-1"))
    assert again == first
    assert again is not first


def test_long_list_is_not_kept_in_mind() -> None:
    mapper = open_scribe()
    rows = write(*(str(number) for number in range(FEW + 1)))

    once, again = mapper.read_few(rows), mapper.read_few(rows)

    assert once == again
    assert once[0] is not again[0]
