"""When people have asked to be away, as the time-off sheet has it."""

from __future__ import annotations

from datetime import date

import pytest
from tests.rota.requesting import Asking, memory_asking
from tests.rota.sheets.cells import TEAM, list_readers, list_said
from tests.rota.teams import MONDAY, TIME_OFF_FILE

from belfry.rota.requests.requests import Asked, Source, TimeOffRequest
from belfry.rota.rules.weeks import Leave, TimeOff
from belfry.rota.sheets.availability_rows import (
    TIME_OFF_COLUMNS,
    TimeOffList,
    TimeOffRow,
    read_time_off,
)
from belfry.rota.sheets.mirror_time_off import make_row_id


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
    sheet = read(f"Ana,2026-11-16,,{word},")
    assert [row.state for row in sheet.rows] == [state]
    assert sheet.problems == ()


def test_a_status_that_nobody_knows_is_told_and_pending() -> None:
    sheet = read("Ana,2026-11-16,,aproved,")
    assert [row.state for row in sheet.rows] == [Leave.PENDING]
    assert list_said(sheet.problems) == [
        "rota/time_off.csv, line 2, column D (status): expected approved, pending or declined,"
        " not 'aproved': taken for pending; did you mean approved?"
    ]


def test_a_sheet_may_have_names_and_first_days_alone() -> None:
    (row,) = read("Ana,2026-11-16", header="who,from").rows
    assert (row.last_on, row.state) == (date(2026, 11, 16), Leave.PENDING)


@pytest.mark.parametrize(
    "row, expected",
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
def test_a_row_that_cannot_be_believed_is_told_and_stops_no_other(row: str, expected: str) -> None:
    sheet = read(row, "Ana,2026-11-20,,,")
    assert [entry.line for entry in sheet.rows] == [3]
    assert list_said(sheet.problems) == [f"rota/time_off.csv, line 2, {expected}"]


MARIA = "Maria Lopez"
HEADER = "name,start_date,end_date,status,reason"
FRIDAY = date(2026, 11, 20)
ANA = make_row_id(TimeOffRow(name="Ana Diaz", first_on=FRIDAY, last_on=FRIDAY, state=None))


def write(asking: Asking, *lines: str, header: str = HEADER) -> None:
    asking.team.write(TIME_OFF_FILE, "".join(f"{line}\n" for line in (header, *lines)))


def lines(asking: Asking) -> list[str]:
    return asking.team.read(TIME_OFF_FILE).splitlines()


def open_requests(asking: Asking) -> list[TimeOffRequest]:
    return list(asking.verbs.list().time_off)


def test_pending_rows_become_requests_once() -> None:
    asking = memory_asking()
    write(asking, "Ana Diaz,2026-11-20,,pending,wedding", "Ben Shaw,2026-11-20,,approved,")
    for _ in range(2):
        asking.verbs.update()
    (request,) = open_requests(asking)
    assert (request.id, request.person, request.source) == (ANA, "Ana Diaz", Source.SHEET)
    assert (request.first_on, request.last_on, request.reason) == (FRIDAY, FRIDAY, "wedding")


@pytest.mark.parametrize("act", ["draft", "redraft", "edit"])
def test_draft_waits_for_nothing_that_nobody_was_asked(act: str) -> None:
    asking = memory_asking()
    team = asking.team
    if act != "draft":
        team.rota.drafts.draft_week(MONDAY)
    write(asking, "Ana Diaz,2026-11-20,,pending,wedding")
    match act:
        case "draft":
            team.rota.drafts.draft_week(MONDAY, dry_run=True)
            assert open_requests(asking) == []
            team.rota.drafts.draft_week(MONDAY)
        case "redraft":
            team.rota.publishing.redraft(MONDAY, by=MARIA)
        case _:
            team.rota.publishing.edit(MONDAY, {"mon-early": []}, by=MARIA)
    assert [request.id for request in open_requests(asking)] == [ANA]


def test_other_days_that_were_granted_leave_nothing_to_wait_for() -> None:
    asking = memory_asking()
    write(asking, "Ana Diaz,2026-11-20,2026-11-20,pending,wedding")
    asking.verbs.update()
    asking.verbs.answer_time_off.approve(ANA, by=MARIA, last_on=date(2026, 11, 21))
    write(asking, "Ana Diaz,2026-11-20,2026-11-20,pending,wedding")
    leaves = asking.team.rota.drafts.gather(MONDAY).week.time_off
    assert [(leave.state.value, leave.last_on.day) for leave in leaves] == [("approved", 21)]


def test_rows_of_days_that_are_over_are_left_alone() -> None:
    asking = memory_asking()
    write(asking, "Ana Diaz,2026-11-02,2026-11-03,pending,")
    asking.verbs.update()
    assert open_requests(asking) == []


def test_answer_is_written_into_the_row_that_asked() -> None:
    asking = memory_asking()
    write(asking, "ana,20/11/2026,,,wedding", "Ben Shaw,2026-12-01,2026-12-02,pending,")
    asking.verbs.update()
    asking.verbs.answer_time_off.approve(ANA, by=MARIA)
    assert lines(asking) == [
        HEADER,
        "ana,2026-11-20,2026-11-20,approved,wedding",
        "Ben Shaw,2026-12-01,2026-12-02,pending,",
    ]


def test_declined_row_says_so_and_is_not_asked_again() -> None:
    asking = memory_asking()
    write(asking, "Ana Diaz,2026-11-20,2026-11-20,pending,wedding")
    asking.verbs.update()
    asking.verbs.answer_time_off.decline(ANA, by=MARIA)
    asking.verbs.update()
    assert lines(asking)[1] == "Ana Diaz,2026-11-20,2026-11-20,declined,wedding"
    assert open_requests(asking) == []


def test_other_days_that_were_granted_are_written_into_the_row_that_asked() -> None:
    asking = memory_asking()
    write(asking, "Ana Diaz,2026-11-20,2026-11-20,pending,wedding")
    asking.verbs.update()
    asking.verbs.answer_time_off.approve(ANA, by=MARIA, last_on=date(2026, 11, 21))
    asking.verbs.update()
    assert lines(asking)[1:] == ["Ana Diaz,2026-11-20,2026-11-21,approved,wedding"]
    assert open_requests(asking) == []


def test_answer_typed_into_the_sheet_settles_the_request() -> None:
    asking = memory_asking()
    write(asking, "Ana Diaz,2026-11-20,2026-11-20,pending,")
    asking.verbs.update()
    write(asking, "Ana Diaz,2026-11-20,2026-11-20,yes,")
    asking.verbs.update()
    request = asking.request(ANA)
    assert (request.state, request.answered_by) == (Asked.APPROVED, "the time-off sheet")
    assert lines(asking)[1] == "Ana Diaz,2026-11-20,2026-11-20,yes,"


def test_row_that_decides_may_be_changed_again() -> None:
    asking = memory_asking()
    states = []
    for word in ("pending", "approved", "declined", "pending"):
        write(asking, f"Ana Diaz,2026-11-20,2026-11-20,{word},")
        asking.verbs.update()
        states.append(asking.request(ANA).state.value)
    assert states == ["pending", "approved", "declined", "pending"]


def test_time_off_granted_in_the_sheet_is_over_when_its_row_is_gone() -> None:
    asking = memory_asking()
    for word in ("pending", "approved"):
        write(asking, f"Ana Diaz,2026-11-20,2026-11-20,{word},")
        asking.verbs.update()
    write(asking)
    asking.verbs.update()
    assert asking.request(ANA).state is Asked.WITHDRAWN


def test_request_whose_row_is_gone_is_withdrawn_and_may_come_back() -> None:
    asking = memory_asking()
    write(asking, "Ana Diaz,2026-11-20,2026-11-20,pending,")
    asking.verbs.update()
    write(asking)
    asking.verbs.update()
    assert asking.request(ANA).state is Asked.WITHDRAWN
    write(asking, "Ana Diaz,2026-11-20,2026-11-20,pending,")
    asking.verbs.update()
    assert [request.id for request in open_requests(asking)] == [ANA]


def test_sheet_that_is_gone_for_a_moment_takes_nothing_back() -> None:
    asking = memory_asking()
    write(asking, "Ana Diaz,2026-11-20,2026-11-20,pending,")
    asking.verbs.update()
    asking.team.remove(TIME_OFF_FILE)
    asking.verbs.update()
    assert [request.id for request in open_requests(asking)] == [ANA]


def test_sheet_that_cannot_be_read_is_told_and_stops_nothing_else() -> None:
    asking = memory_asking()
    swap = asking.ask()
    asking.team.write(TIME_OFF_FILE, "who knows\n")
    asking.team.go_to("2026-11-20T07:00")
    report = asking.verbs.update()
    assert "time off: " in report
    assert report.endswith("1 open swaps, 0 passed on, 1 over")
    assert not asking.swap(swap.id).is_open


def test_granted_time_off_makes_the_sheet_where_there_is_none() -> None:
    asking = memory_asking()
    asking.team.remove(TIME_OFF_FILE)
    request = asking.verbs.ask_time_off("Ana Diaz", FRIDAY, FRIDAY, by="Ana Diaz")
    asking.verbs.answer_time_off.approve(request.id, by=MARIA)
    assert lines(asking) == [HEADER, "Ana Diaz,2026-11-20,2026-11-20,approved,"]


def test_granted_time_off_keeps_the_columns_and_the_form_of_the_sheet() -> None:
    asking = memory_asking()
    asking.team.folder.files[TIME_OFF_FILE] = (
        "\ufeffWho;From;Colour\r\nBen;1.12.2026;red\r\n".encode()
    )
    request = asking.verbs.ask_time_off("Ana Diaz", FRIDAY, FRIDAY, by="Ana Diaz", reason="wedding")
    asking.verbs.answer_time_off.approve(request.id, by=MARIA)
    written = asking.team.folder.files[TIME_OFF_FILE].decode()
    assert written == (
        "\ufeffWho;From;Colour;end_date;status;reason\r\nBen;1.12.2026;red\r\n"
        "Ana Diaz;2026-11-20;;2026-11-20;approved;wedding\r\n"
    )


def test_reason_that_looks_like_a_formula_is_made_plain() -> None:
    asking = memory_asking()
    request = asking.verbs.ask_time_off("Ana Diaz", FRIDAY, FRIDAY, by="Ana Diaz", reason="=1+1")
    asking.verbs.answer_time_off.approve(request.id, by=MARIA)
    assert lines(asking)[-1] == "Ana Diaz,2026-11-20,2026-11-20,approved,'=1+1"


@pytest.mark.parametrize("word", ["cancelled", "pending"])
def test_sheet_that_says_otherwise_later_is_put_right(word: str) -> None:
    asking = memory_asking()
    request = asking.verbs.ask_time_off("Ana Diaz", FRIDAY, FRIDAY, by="Ana Diaz")
    asking.verbs.answer_time_off.approve(request.id, by=MARIA)
    write(asking, f"Ana Diaz,2026-11-20,2026-11-20,{word},")
    report = asking.verbs.update()
    assert report == "the time-off sheet was brought up to date"
    assert lines(asking)[1] == "Ana Diaz,2026-11-20,2026-11-20,approved,"


def test_last_of_two_answers_about_the_same_days_stands_in_the_sheet() -> None:
    asking = memory_asking()
    first = asking.verbs.ask_time_off("Ana Diaz", FRIDAY, FRIDAY, by="Ana Diaz")
    asking.verbs.answer_time_off.decline(first.id, by=MARIA)
    asking.team.go(minutes=5)
    second = asking.verbs.ask_time_off("Ana Diaz", FRIDAY, FRIDAY, by="Ana Diaz")
    asking.verbs.answer_time_off.approve(second.id, by=MARIA)
    before = asking.team.read(TIME_OFF_FILE)
    assert asking.verbs.update() == ""
    assert asking.team.read(TIME_OFF_FILE) == before
    assert lines(asking)[-1] == "Ana Diaz,2026-11-20,2026-11-20,approved,"
