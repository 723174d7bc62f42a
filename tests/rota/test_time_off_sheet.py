"""How the time-off sheet and what was decided here are kept in step."""

from __future__ import annotations

from datetime import date

import pytest
from tests.rota.requesting import Asking, memory_asking
from tests.rota.teams import TIME_OFF_FILE

from belfry.rota.requests.requests import Asked, Source, TimeOffRequest
from belfry.rota.sheets.mirror_time_off import row_id

MARIA = "Maria Lopez"
HEADER = "name,start_date,end_date,status,reason"
FRIDAY = date(2026, 11, 20)
ANA = row_id("Ana Diaz", FRIDAY, FRIDAY)


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
        asking.verbs.look_after()
    (request,) = open_requests(asking)
    assert (request.id, request.person, request.source) == (ANA, "Ana Diaz", Source.SHEET)
    assert (request.first_on, request.last_on, request.reason) == (FRIDAY, FRIDAY, "wedding")


def test_rows_of_days_that_are_over_are_left_alone() -> None:
    asking = memory_asking()
    write(asking, "Ana Diaz,2026-11-02,2026-11-03,pending,")
    asking.verbs.look_after()
    assert open_requests(asking) == []


def test_answer_is_written_into_the_row_that_asked() -> None:
    asking = memory_asking()
    write(asking, "ana,20/11/2026,,,wedding", "Ben Shaw,2026-12-01,2026-12-02,pending,")
    asking.verbs.look_after()
    asking.verbs.answer_time_off.approve(ANA, by=MARIA)
    assert lines(asking) == [
        HEADER,
        "ana,2026-11-20,2026-11-20,approved,wedding",
        "Ben Shaw,2026-12-01,2026-12-02,pending,",
    ]


def test_declined_row_says_so_and_is_not_asked_again() -> None:
    asking = memory_asking()
    write(asking, "Ana Diaz,2026-11-20,2026-11-20,pending,wedding")
    asking.verbs.look_after()
    asking.verbs.answer_time_off.decline(ANA, by=MARIA)
    asking.verbs.look_after()
    assert lines(asking)[1] == "Ana Diaz,2026-11-20,2026-11-20,declined,wedding"
    assert open_requests(asking) == []


def test_other_days_that_were_granted_are_written_into_the_row_that_asked() -> None:
    asking = memory_asking()
    write(asking, "Ana Diaz,2026-11-20,2026-11-20,pending,wedding")
    asking.verbs.look_after()
    asking.verbs.answer_time_off.approve(ANA, by=MARIA, last_on=date(2026, 11, 21))
    asking.verbs.look_after()
    assert lines(asking)[1:] == ["Ana Diaz,2026-11-20,2026-11-21,approved,wedding"]
    assert open_requests(asking) == []


def test_answer_typed_into_the_sheet_settles_the_request() -> None:
    asking = memory_asking()
    write(asking, "Ana Diaz,2026-11-20,2026-11-20,pending,")
    asking.verbs.look_after()
    write(asking, "Ana Diaz,2026-11-20,2026-11-20,yes,")
    asking.verbs.look_after()
    request = asking.request(ANA)
    assert (request.state, request.answered_by) == (Asked.APPROVED, "the time-off sheet")
    assert lines(asking)[1] == "Ana Diaz,2026-11-20,2026-11-20,yes,"


def test_row_that_decides_may_be_changed_again() -> None:
    asking = memory_asking()
    states = []
    for word in ("pending", "approved", "declined", "pending"):
        write(asking, f"Ana Diaz,2026-11-20,2026-11-20,{word},")
        asking.verbs.look_after()
        states.append(asking.request(ANA).state.value)
    assert states == ["pending", "approved", "declined", "pending"]


def test_time_off_granted_in_the_sheet_is_over_when_its_row_is_gone() -> None:
    asking = memory_asking()
    for word in ("pending", "approved"):
        write(asking, f"Ana Diaz,2026-11-20,2026-11-20,{word},")
        asking.verbs.look_after()
    write(asking)
    asking.verbs.look_after()
    assert asking.request(ANA).state is Asked.WITHDRAWN


def test_request_whose_row_is_gone_is_withdrawn_and_may_come_back() -> None:
    asking = memory_asking()
    write(asking, "Ana Diaz,2026-11-20,2026-11-20,pending,")
    asking.verbs.look_after()
    write(asking)
    asking.verbs.look_after()
    assert asking.request(ANA).state is Asked.WITHDRAWN
    write(asking, "Ana Diaz,2026-11-20,2026-11-20,pending,")
    asking.verbs.look_after()
    assert [one.id for one in open_requests(asking)] == [ANA]


def test_sheet_that_is_gone_for_a_moment_takes_nothing_back() -> None:
    asking = memory_asking()
    write(asking, "Ana Diaz,2026-11-20,2026-11-20,pending,")
    asking.verbs.look_after()
    asking.team.remove(TIME_OFF_FILE)
    asking.verbs.look_after()
    assert [one.id for one in open_requests(asking)] == [ANA]


def test_sheet_that_cannot_be_read_is_told_and_stops_nothing_else() -> None:
    asking = memory_asking()
    swap = asking.ask()
    asking.team.write(TIME_OFF_FILE, "who knows\n")
    asking.team.go_to("2026-11-20T07:00")
    said = asking.verbs.look_after()
    assert "time off: " in said
    assert said.endswith("1 open swaps, 0 passed on, 1 over")
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
    said = asking.verbs.look_after()
    assert said == "the time-off sheet was brought up to date"
    assert lines(asking)[1] == "Ana Diaz,2026-11-20,2026-11-20,approved,"


def test_last_of_two_answers_about_the_same_days_stands_in_the_sheet() -> None:
    asking = memory_asking()
    first = asking.verbs.ask_time_off("Ana Diaz", FRIDAY, FRIDAY, by="Ana Diaz")
    asking.verbs.answer_time_off.decline(first.id, by=MARIA)
    asking.team.go(minutes=5)
    second = asking.verbs.ask_time_off("Ana Diaz", FRIDAY, FRIDAY, by="Ana Diaz")
    asking.verbs.answer_time_off.approve(second.id, by=MARIA)
    before = asking.team.read(TIME_OFF_FILE)
    assert asking.verbs.look_after() == ""
    assert asking.team.read(TIME_OFF_FILE) == before
    assert lines(asking)[-1] == "Ana Diaz,2026-11-20,2026-11-20,approved,"
