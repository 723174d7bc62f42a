"""What one row of the board says of a job and its customer."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.samples import NOON

from belfry.jobs.board.moves import (
    COLUMNS,
    LONGEST_CELL,
    LONGEST_ID,
    BoardRow,
    ChangedRows,
    SeenRows,
    find_changed_rows,
    guess_channel,
    read_board_row,
)
from belfry.kernel.sheets import Row, RowReader, match_columns, read_sheet

HEADER = "job_id,customer,contact,channel,item,stage,timezone,consent"


def read(line: str, *, header: str = HEADER, is_over: bool = False) -> tuple[BoardRow, list[str]]:
    """The row, and what is wrong with it."""
    sheet = read_sheet(f"{header}\n{line}\n".encode(), name="board.csv")
    reader = RowReader(sheet, match_columns(sheet, COLUMNS), sheet.rows[0])
    row = read_board_row(reader, job_id="J-1", country="GB", is_over=is_over)
    return row, [str(problem) for problem in reader.problems]


def test_a_row_is_read_whole() -> None:
    row, problems = read("J-1,Ann  Lee,07700 900123,text,iPhone 13,ready,Europe/Paris,Yes")

    assert problems == []
    assert row == BoardRow(
        id="J-1",
        text="J-1,Ann  Lee,07700 900123,text,iPhone 13,ready,Europe/Paris,Yes\n",
        customer="Ann Lee",
        contact="+447700900123",
        channel="sms",
        item="iPhone 13",
        stage="ready",
        consent="yes",
        zone="Europe/Paris",
    )


@pytest.mark.parametrize(
    ("contact", "cell", "channel", "address"),
    [
        ("ann@example.com", "email", "email", "ann@example.com"),
        ("ann@example.com", "E-Mail", "email", "ann@example.com"),
        ("07700 900123", "Text message", "sms", "+447700900123"),
        ("ann@example.com", "", "email", "ann@example.com"),
        ("07700 900123", "", "sms", "+447700900123"),
    ],
)
def test_a_customer_is_reached(contact: str, cell: str, channel: str, address: str) -> None:
    row, problems = read(f"J-1,Ann,{contact},{cell},,ready,,")

    assert (row.channel, row.contact, problems) == (channel, address, [])


@pytest.mark.parametrize(
    ("line", "place", "what"),
    [
        pytest.param(
            "J-1,Ann,,email,,ready,,",
            "column C (contact)",
            "expected an e-mail address or a phone number, and found nothing",
            id="no address",
        ),
        pytest.param(
            "J-1,Ann,ann@example.com,pigeon,,ready,,",
            "column D (channel)",
            "expected email or text, not 'pigeon'",
            id="no such channel",
        ),
        pytest.param(
            "J-1,Ann,ann@example.com,slack,,ready,,",
            "column D (channel)",
            "expected email or text, not 'slack'",
            id="a channel for staff",
        ),
    ],
)
def test_a_row_with_a_mistake_names_its_cell(line: str, place: str, what: str) -> None:
    row, problems = read(line)

    assert problems == [f"board.csv, line 2, {place}: {what}"]
    assert row.text == ""


@pytest.mark.parametrize(
    ("cell", "channel"),
    [("ann@example", "email"), ("nobody", "email"), ("12", "text"), ("ann@example.com", "text")],
)
def test_an_address_that_is_none_is_left_out(cell: str, channel: str) -> None:
    row, problems = read(f"J-1,Ann,{cell},{channel},,ready,,")

    assert (row.contact, len(problems)) == ("", 1)
    assert problems[0].startswith("board.csv, line 2, column C (contact): ")


def test_a_job_that_is_over_needs_no_address() -> None:
    without, nothing_wrong = read("J-1,Ann,,,,collected,,", is_over=True)
    wrong, problems = read("J-1,Ann,nobody,email,,collected,,", is_over=True)

    assert (without.contact, nothing_wrong) == ("", [])
    assert (wrong.contact, len(problems)) == ("", 1)


@pytest.mark.parametrize(
    ("cell", "consent", "count"),
    [("", "", 0), ("yes", "yes", 0), ("no", "no", 0), ("rather not, thanks", "no", 1)],
    ids=["not asked", "agreed", "refused", "an answer that cannot be read is taken for a refusal"],
)
def test_consent_is_read(cell: str, consent: str, count: int) -> None:
    row, problems = read(f'J-1,Ann,ann@example.com,,,ready,,"{cell}"')

    assert (row.consent, len(problems)) == (consent, count)


def test_a_zone_that_is_none_is_a_problem() -> None:
    row, problems = read("J-1,Ann,ann@example.com,,,ready,Nowhere/City,")

    assert (row.zone, len(problems)) == ("", 1)
    assert problems[0].startswith("board.csv, line 2, column G (timezone): ")


def test_columns_are_found_by_other_names_and_in_any_order() -> None:
    row, problems = read("ready,Ann,ann@example.com,J-1", header="Status,Client,E-mail,Job Number")

    assert (row.stage, row.customer, row.contact, problems) == (
        "ready",
        "Ann",
        "ann@example.com",
        [],
    )


def test_long_cells_are_cut() -> None:
    row, _ = read(f"J-1,{'x' * 999},ann@example.com,,{'y' * 999},{'z' * 999},,")

    assert {len(row.customer), len(row.item), len(row.stage)} == {LONGEST_CELL}


@pytest.mark.parametrize(
    ("contact", "channel"), [("", ""), ("ann@example.com", "email"), ("+447700900123", "sms")]
)
def test_a_channel_is_guessed_from_the_address(contact: str, channel: str) -> None:
    assert guess_channel(contact) == channel


def rows(*ids: str, stage: str = "ready") -> list[Row]:
    return [
        Row(line, (job_id, stage), f"{job_id},{stage}\n")
        for line, job_id in enumerate(ids, start=2)
    ]


def known(*ids: str) -> dict[str, str]:
    return {job_id: f"{job_id},ready\n" for job_id in ids}


def a_poll(read_rows: list[Row], seen: SeenRows, *, is_reread: bool = False) -> ChangedRows:
    return find_changed_rows(read_rows, 0, seen, is_reread=is_reread)


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
    read_rows = [*rows("A", "B"), Row(9, ("A", "collected"), "A,collected\n")]

    changed = a_poll(read_rows, SeenRows(known("B"), unsettled={"A": None}))

    assert changed.rows == {}
    assert list(changed.present) == ["A", "B"]
    assert changed.doubled == {"A": [2, 9]}


def test_a_row_without_an_id_is_set_apart() -> None:
    read_rows = rows("A", "", "  ")

    changed = a_poll(read_rows, SeenRows())

    assert (list(changed.rows), list(changed.present)) == (["A"], ["A"])
    assert changed.nameless == read_rows[1:]


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
