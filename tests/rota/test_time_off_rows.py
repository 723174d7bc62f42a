"""When people have asked to be away, as the time-off sheet has it."""

from __future__ import annotations

from datetime import date

import pytest
from tests.rota.cells import TEAM, list_readers, list_said

from belfry.rota.rules.members import Leave, TimeOff
from belfry.rota.sheets.time_off_rows import (
    TIME_OFF_COLUMNS,
    TimeOffList,
    TimeOffRow,
    read_time_off,
)


def read(*lines: str, header: str | None = None) -> TimeOffList:
    readers = list_readers(TIME_OFF_COLUMNS, lines, header)
    return read_time_off(readers, roster=TEAM, country="GB")


def test_rows_are_read_whole() -> None:
    lines = (
        "jose marin,16/11/2026,2026-11-18,Approved,a  wedding",
        "Ana,2026-11-20,20/11/2026,no,",
    )
    assert read(*lines) == TimeOffList(
        rows=(
            TimeOffRow(
                name="José Marín",
                first_on=date(2026, 11, 16),
                last_on=date(2026, 11, 18),
                state=Leave.APPROVED,
                reason="a wedding",
                line=2,
            ),
            TimeOffRow(
                name="Ana Ruiz",
                first_on=date(2026, 11, 20),
                last_on=date(2026, 11, 20),
                state=None,
                line=3,
            ),
        ),
        problems=(),
        repairs=(),
    )


def test_what_was_declined_is_no_time_off() -> None:
    lines = ("Ana,2026-11-16,,declined,", "Ana,2026-11-17,,pending,dentist")
    on = date(2026, 11, 17)
    assert read(*lines).list_time_off() == (
        TimeOff(name="Ana Ruiz", first_on=on, last_on=on, state=Leave.PENDING, reason="dentist"),
    )


@pytest.mark.parametrize(
    "word, state",
    [
        ("approved", Leave.APPROVED),
        ("Yes", Leave.APPROVED),
        ("OK!", Leave.APPROVED),
        ("pending", Leave.PENDING),
        ("Requested", Leave.PENDING),
        ("", Leave.PENDING),
        ("declined", None),
        ("Rejected.", None),
        ("no", None),
        ("turned-down", None),
    ],
)
def test_a_status_is_read_kindly(word: str, state: Leave | None) -> None:
    found = read(f"Ana,2026-11-16,,{word},")
    assert [row.state for row in found.rows] == [state]
    assert found.problems == ()


def test_a_status_that_nobody_knows_is_told_and_pending() -> None:
    found = read("Ana,2026-11-16,,aproved,")
    assert [row.state for row in found.rows] == [Leave.PENDING]
    assert list_said(found.problems) == [
        "rota/time_off.csv, line 2, column D (status): expected approved, pending or declined,"
        " not 'aproved': taken for pending; did you mean approved?"
    ]


def test_a_sheet_may_have_names_and_first_days_alone() -> None:
    (row,) = read("Ana,2026-11-16", header="who,from").rows
    assert (row.last_on, row.state) == (date(2026, 11, 16), Leave.PENDING)


@pytest.mark.parametrize(
    "row, told",
    [
        pytest.param(
            "Ana,2026-11-18,2026-11-17,,",
            "column C (end_date): 2026-11-17 is before start_date, which is 2026-11-18",
            id="an end before the start",
        ),
        pytest.param(
            "Zed,2026-11-18,,,",
            "column A (name): there is nobody called 'Zed' in the staff sheet",
            id="an unknown person",
        ),
        pytest.param(
            ",2026-11-18,,,",
            "column A (name): expected a name, and found nothing: this row is left out",
            id="no name",
        ),
        pytest.param(
            "Ana,,2026-11-18,,",
            "column B (start_date): expected a value for start_date, and found nothing",
            id="no first day",
        ),
        pytest.param(
            "Ana,2026-11-31,,,",
            "column B (start_date): there is no such day as '2026-11-31'",
            id="a day that does not exist",
        ),
        pytest.param(
            "Ana,2026-11-18,soon,,",
            "column C (end_date): expected a date like 2026-11-17, not 'soon'",
            id="an end that is no date",
        ),
        pytest.param(
            "Ana,2026-11-18,9999-12-31,,",
            "column C (end_date): expected a day of our times, not '9999-12-31'",
            id="an end beyond all calendars",
        ),
    ],
)
def test_a_row_that_cannot_be_believed_is_told_and_stops_no_other(row: str, told: str) -> None:
    found = read(row, "Ana,2026-11-20,,,")
    assert [one.line for one in found.rows] == [3]
    assert list_said(found.problems) == [f"rota/time_off.csv, line 2, {told}"]
