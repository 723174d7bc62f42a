"""Whether every job of the sample shop goes a way that its board allows."""

from __future__ import annotations

from itertools import pairwise

import pytest

from belfry.entrypoints.demo.days import (
    A_WEEK,
    FIRST_PHONE,
    JOBS,
    PHONES,
    change_rows,
    find_journey,
    find_save,
)
from belfry.entrypoints.demo.team import BOARD_COLUMNS
from belfry.jobs.board.moves import COLUMNS
from belfry.kernel.sheets import Sheet, match_columns, read_sheet

A_SAVE = 150 * A_WEEK
NUMBER = 150 * len(JOBS)


def read_stages(sheet: Sheet) -> dict[str, str]:
    columns = match_columns(sheet, COLUMNS)
    return {columns.cell(row, "job_id"): columns.cell(row, "stage") for row in sheet.rows}


def live(saves: range, sheet: Sheet | None = None) -> Sheet:
    header = ",".join(BOARD_COLUMNS) + "\n"
    board = sheet or read_sheet(header.encode(), name="jobs/board.csv")
    for save in saves:
        board = change_rows(board, save)
    return board


@pytest.mark.parametrize("number", range(NUMBER, NUMBER + len(JOBS)))
def test_job_is_taken_in_once_and_collected_in_the_end(number: int) -> None:
    journey = find_journey(number)
    stages = [stage for save in range(journey.taken, journey.taken + 60)
              if (stage := journey.find_stage(save))]  # fmt: skip
    assert (stages[0], stages[-1], stages.count("received")) == ("received", "collected", 1)


def test_board_has_one_misspelt_stage_at_any_time() -> None:
    board = live(range(A_SAVE, A_SAVE + 2 * A_WEEK))
    counts = []
    for save in range(A_SAVE + 2 * A_WEEK, A_SAVE + 4 * A_WEEK):
        board = live(range(save, save + 1), board)
        counts.append(list(read_stages(board).values()).count("redy"))
    assert set(counts) == {1}


def test_row_that_a_visitor_moved_is_left_alone() -> None:
    journey = find_journey(NUMBER)
    board = live(range(journey.taken, journey.taken + 1))
    moved = read_sheet(
        b"job_id,stage\n" + f"{journey.id},awaiting parts\n".encode(), name="jobs/board.csv"
    )
    assert read_stages(board)[journey.id] == "received"
    later = range(journey.taken + 1, journey.taken + 5)
    assert read_stages(live(later, moved))[journey.id] == "awaiting parts"
    assert read_stages(live(later, board))[journey.id] == "in progress"


def test_jobs_from_before_the_board_was_begun_do_not_appear_on_it() -> None:
    stages = read_stages(live(range(A_SAVE, A_SAVE + 1)))
    assert set(stages.values()) == {"received"}


def test_addresses_and_numbers_lead_nowhere() -> None:
    journeys = [find_journey(number) for number in range(NUMBER, NUMBER + 50 * len(JOBS))]
    contacts = [journey.row["contact"] for journey in journeys]
    edits = [
        journey.list_edits(save).get("contact")
        for journey in journeys
        for save in range(journey.taken, journey.taken + A_WEEK)
    ]
    mails = [contact for contact in contacts if "@" in contact]
    texts = [contact for contact in contacts if "@" not in contact]
    assert {mail.partition("@")[2] for mail in mails} == {"example.com"}
    assert {after.partition("@")[2] for _, after in filter(None, edits)} == {"example.invalid"}
    assert set(texts) <= {f"07700 {FIRST_PHONE + n}" for n in range(PHONES)}


def test_neighbours_bring_different_items() -> None:
    items = [find_journey(number).row["item"] for number in range(100)]
    assert all(item != following for item, following in pairwise(items))


def test_saves_go_on_in_time() -> None:
    moments = [find_save(save) for save in range(A_SAVE, A_SAVE + 60 * A_WEEK)]
    assert moments == sorted(set(moments))
