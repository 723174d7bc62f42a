"""Whether a job can be moved from its card and its page, and what is said when it cannot."""

from __future__ import annotations

from datetime import timedelta

import pytest
from httpx import Response
from tests.entrypoints.web.pages.apps import Visitor
from tests.entrypoints.web.pages.benches import Bench
from tests.entrypoints.web.pages.reading import read

from belfry.messaging.messages import State

PAGE = "/jobs/J-2042"


@pytest.fixture(autouse=True)
def open_bench(bench: Bench) -> None:
    bench.open()


def move(visitor: Visitor, stage: str, seen: str = "received", **form: str) -> Response:
    return visitor.submit("/jobs", f"{PAGE}/move", {"stage": stage, "seen": seen, **form})


def board(bench: Bench) -> str:
    return (bench.folder / "board.csv").read_text()


def test_staff_move_a_job_and_the_message_appears_after_settling(
    bench: Bench, staff: Visitor
) -> None:
    answer = move(staff, "ready", back="/jobs?at=received")
    assert answer.headers["location"] == "/jobs?at=received&done=job-moved"
    assert "J-2042,Maya Lind,07700 900123,text,iPhone screen repair,ready\n" in board(bench)
    text = read(staff.get("/jobs").text).text
    assert "The board says ready: the customer hears of it soon after today 12:02" in text
    assert "Put back" in text
    bench.app.clock.advance(timedelta(minutes=2))
    bench.look()
    assert (bench.latest().kind, bench.latest().state) == ("moved", State.SENT)


def test_move_in_the_night_says_when_the_customer_hears(bench: Bench, staff: Visitor) -> None:
    bench.app.clock.advance(timedelta(hours=9))
    move(staff, "ready")
    text = read(staff.get(PAGE).text).text
    assert "hears of it soon after tomorrow 09:00: the quiet hours end then" in text


@pytest.mark.parametrize(
    "first, stage, why",
    [
        ("ready", "received", "it goes back, so the customer is not told"),
        ("ready", "collected", "it is the last stage, so nobody is told"),
    ],
)
def test_move_that_nobody_hears_of_says_so(
    bench: Bench, staff: Visitor, first: str, stage: str, why: str
) -> None:
    bench.move({"J-2042": first})
    move(staff, stage, seen=first)
    assert f"it counts soon after today 12:05; {why}" in read(staff.get(PAGE).text).text


def test_move_taken_back_before_it_counts_is_as_if_it_had_never_been(
    bench: Bench, staff: Visitor
) -> None:
    before = board(bench)
    move(staff, "ready")
    move(staff, "received", seen="ready")
    assert board(bench) == before
    assert "The board says" not in read(staff.get(PAGE).text).text


def test_form_sent_twice_says_that_it_is_there_already(staff: Visitor) -> None:
    move(staff, "ready")
    assert move(staff, "ready").headers["location"] == f"{PAGE}?done=job-there"


def test_second_of_two_people_sees_what_changed(staff: Visitor, manager: Visitor) -> None:
    move(manager, "ready")
    answer = move(staff, "diagnosing")
    assert answer.status_code == 409
    assert (
        "Nothing was changed. Somebody else was faster: the board says ready for J-2042 now, and "
        "no longer received."
    ) in read(answer.text).text


@pytest.mark.parametrize(
    "back, title",
    [("/jobs?at=ready", "Jobs"), ("", "J-2042: iPhone screen repair")],
    ids=["from the board", "from the job's page"],
)
def test_refusal_is_told_on_the_page_one_came_from(
    bench: Bench, staff: Visitor, back: str, title: str
) -> None:
    (bench.folder / "board.csv").chmod(0o444)
    before = board(bench)
    answer = move(staff, "ready", back=back)
    assert answer.status_code == 409
    assert f"<h1>{title}</h1>" in answer.text
    assert "jobs/board.csv is read-only." in read(answer.text).text
    assert board(bench) == before


@pytest.mark.parametrize(
    "stage, said",
    [("", "Choose a stage first."), ("reday", "Did you mean ready?")],
    ids=["none", "no such one"],
)
def test_stage_that_cannot_be_is_refused(staff: Visitor, stage: str, said: str) -> None:
    answer = move(staff, stage)
    assert (answer.status_code, said in read(answer.text).text) == (422, True)


def test_row_that_is_gone_is_told(bench: Bench, staff: Visitor) -> None:
    del bench.stages["J-2042"]
    bench.write({})
    answer = move(staff, "ready")
    assert answer.status_code == 409
    assert "J-2042 is no longer on the board" in read(answer.text).text


def test_trail_names_who_moved_it(bench: Bench, staff: Visitor, owner: Visitor) -> None:
    move(staff, "ready")
    assert "Stan moved on the board the job J-2042" in read(owner.get("/audit").text).text
