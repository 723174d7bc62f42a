"""Which column a header means, however it is spelt, and the problem when none matches."""

from __future__ import annotations

import pytest

from belfry.kernel.sheets import Column, Columns, SheetError, match_columns, read_sheet

WANTED = (
    Column("job_id", ("job", "job no", "job number", "ticket"), is_needed=True),
    Column("customer", is_needed=True),
    Column("stage"),
)


def match(header: str) -> Columns:
    return match_columns(read_sheet(header.encode(), name="board.csv"), WANTED)


@pytest.mark.parametrize(
    "header, place",
    [
        pytest.param("job_id,customer", 0, id="as it is"),
        pytest.param("Customer, Job ID ", 1, id="another order, case and spaces"),
        pytest.param("customer,JOB-ID", 1, id="a hyphen"),
        pytest.param("\ufeffjob_id,customer", 0, id="a mark before it"),
        pytest.param("customer,Job No.", 1, id="another name it has"),
        pytest.param("customer,ticket", 1, id="quite another name it has"),
        pytest.param("Job,customer,job_id", 2, id="its own name before another"),
    ],
)
def test_column_is_found(header: str, place: int) -> None:
    assert match(header).find("job_id") == place


def test_unknown_columns_are_kept_by_their_headers() -> None:
    columns = match("job_id,Shelf,customer,,Bin")

    assert columns == Columns({"job_id": 0, "customer": 2}, ("Shelf", "", "Bin"))


def test_header_that_two_columns_go_by_is_given_to_the_first() -> None:
    sheet = read_sheet(b"mail,name\n", name="people.csv")
    wanted = (Column("email", ("mail",)), Column("post", ("mail",)), Column("name"))

    assert match_columns(sheet, wanted) == Columns({"email": 0, "name": 1})


def test_cell_of_a_column_that_is_not_there_is_blank() -> None:
    sheet = read_sheet(b"job_id,customer\n 7 ,Ann\n", name="board.csv")
    columns = match_columns(sheet, WANTED)

    assert columns.cell(sheet.rows[0], "job_id") == "7"
    assert columns.cell(sheet.rows[0], "stage") == ""


@pytest.mark.parametrize(
    "header, message",
    [
        pytest.param(
            "job_id,Shelf",
            "board.csv, line 1: no column for customer; the headers are job_id, Shelf",
            id="one is missing",
        ),
        pytest.param(
            "stage,Shelf",
            "board.csv, line 1: no column for job_id and customer; the headers are stage, Shelf",
            id="two are missing",
        ),
        pytest.param(
            "job_id,custommer",
            "board.csv, line 1, column B (custommer): 'custommer' is not a header we know; "
            "did you mean 'customer'?",
            id="one is spelt wrong",
        ),
        pytest.param(
            "job_id,customer,stgae",
            "board.csv, line 1, column C (stgae): 'stgae' is not a header we know; "
            "did you mean 'stage'?",
            id="one that may be missing is spelt wrong",
        ),
        pytest.param(
            "Job Id,customer,job_id",
            "board.csv, line 1, column C (job_id): there are two columns for job_id; "
            "the other is column A",
            id="one stands there twice",
        ),
        pytest.param(
            "2042,Ann Smith,ready",
            "board.csv, line 1: expected a line of headers with job_id, customer first, "
            "and found 2042, Ann Smith, ready",
            id="there is no header",
        ),
    ],
)
def test_header_that_will_not_do_is_refused_with_its_place(header: str, message: str) -> None:
    with pytest.raises(SheetError) as refused:
        match(header)

    assert str(refused.value) == message
