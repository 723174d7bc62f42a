"""Whether a job can be moved from its card and its page, and what is said when it cannot."""

from __future__ import annotations

from datetime import timedelta

import pytest
from httpx import Response
from tests.entrypoints.web.pages.apps import Visitor
from tests.entrypoints.web.pages.benches import Bench
from tests.entrypoints.web.pages.found_forms import list_forms
from tests.entrypoints.web.pages.reading import read
from tests.entrypoints.web.pages.test_job_board import lanes_of

from belfry.messaging.messages import State

PAGE = "/jobs/J-2042"
WORDS = "It counts today 12:02 (in 2 min). Then Maya Lind, by text message, gets: Good news"


@pytest.fixture(autouse=True)
def open_bench(bench: Bench) -> None:
    bench.open()


def move(visitor: Visitor, stage: str, seen: str = "received", **form: str) -> Response:
    return visitor.submit("/jobs", f"{PAGE}/move", {"stage": stage, "seen": seen, **form})


def board(bench: Bench) -> str:
    return (bench.folder / "board.csv").read_text()


def find_fields(visitor: Visitor, act: str) -> dict[str, str]:
    """What the board's Undo or Send now sends."""
    forms = list_forms(visitor.get("/jobs").text)
    return next(form.fields for form in forms if form.path == f"{PAGE}/{act}")


def press(visitor: Visitor, act: str) -> Response:
    return visitor.post(f"{PAGE}/{act}", find_fields(visitor, act))


def lane(visitor: Visitor, stage: str) -> str:
    return lanes_of(visitor)[stage]


def test_moved_card_stands_in_its_new_column_with_the_words_to_come(
    bench: Bench, manager: Visitor
) -> None:
    answer = move(manager, "ready", back="/jobs?at=received")
    assert answer.headers["location"] == "/jobs?at=ready&done=job-moved"
    assert "J-2042,Maya Lind,07700 900123,text,iPhone screen repair,ready\n" in board(bench)
    assert "J-2042" not in lane(manager, "Received")
    text = lane(manager, "Ready")
    assert "J-2042 Maya Lind, iPhone screen repair From received to ready settling" in text
    assert WORDS in text
    bench.app.clock.advance(timedelta(minutes=2))
    bench.look()
    assert (bench.latest().kind, bench.latest().state) == ("moved", State.SENT)
    assert " ".join(bench.latest().text.split()) in text


def test_card_job_page_today_and_what_goes_out_next_say_the_same(
    bench: Bench, manager: Visitor
) -> None:
    bench.write({"J-2042": "ready"})  # in the file, not on the page
    bench.look()
    for page in ("/jobs", PAGE, "/", "/next"):
        shown = read(manager.get(page).text)
        assert WORDS in shown.text, page
        assert {f"{PAGE}/undo", f"{PAGE}/send-now"} <= set(shown.actions), page


def test_move_in_the_night_says_when_the_customer_hears(bench: Bench, manager: Visitor) -> None:
    bench.app.clock.advance(timedelta(hours=9))
    move(manager, "ready")
    shown = read(manager.get(PAGE).text)
    assert "Maya Lind, by text message, gets this tomorrow 09:00 (quiet hours): Good" in shown.text
    assert f"{PAGE}/send-now" not in shown.actions


@pytest.mark.parametrize(
    "first, stage, why",
    [("ready", "received", "it goes back"), ("ready", "collected", "it is the last stage")],
)
def test_move_that_nobody_hears_of_says_so(
    bench: Bench, manager: Visitor, first: str, stage: str, why: str
) -> None:
    bench.move({"J-2042": first})
    move(manager, stage, seen=first)
    for page in (PAGE, "/jobs", "/next", "/"):
        shown = read(manager.get(page).text)
        assert f"Nothing will be sent, because {why}." in shown.text, page
        assert f"{PAGE}/send-now" not in shown.actions


def test_undo_puts_the_card_back_and_nobody_is_told(bench: Bench, staff: Visitor) -> None:
    before = board(bench)
    move(staff, "ready")
    assert press(staff, "undo").headers["location"] == "/jobs?done=job-undone"
    assert board(bench) == before
    assert "J-2042" in lane(staff, "Received")
    bench.app.clock.advance(timedelta(minutes=9))
    bench.look()
    assert "settling" not in read(staff.get(PAGE).text).text
    assert bench.app.services.ports.messages.list_newest() == []


def test_undo_after_it_counts_is_refused_on_the_page_one_came_from(
    bench: Bench, staff: Visitor
) -> None:
    move(staff, "ready")
    fields = find_fields(staff, "undo")
    bench.app.clock.advance(timedelta(minutes=3))
    bench.look()
    answer = staff.post(f"{PAGE}/undo", fields)
    assert answer.status_code == 409
    refusal = "it is too late to undo: J-2042 is ready, and its customer is told"
    assert refusal in read(answer.text).text
    assert "<h1>Jobs</h1>" in answer.text
    assert ",ready\n" in board(bench)


def test_manager_sends_at_once_and_staff_may_not(
    bench: Bench, manager: Visitor, staff: Visitor
) -> None:
    move(manager, "ready")
    assert f"{PAGE}/send-now" not in read(staff.get("/jobs").text).actions
    assert press(manager, "send-now").headers["location"] == "/jobs?done=job-sent-now"
    bench.post()
    assert bench.latest().state is State.SENT


def test_move_taken_back_before_it_counts_is_as_if_it_had_never_been(
    bench: Bench, staff: Visitor
) -> None:
    before = board(bench)
    move(staff, "ready")
    move(staff, "received", seen="ready")
    assert board(bench) == before
    assert "settling" not in read(staff.get(PAGE).text).text


def test_form_sent_twice_says_that_it_is_there_already(staff: Visitor) -> None:
    move(staff, "ready")
    assert move(staff, "ready").headers["location"] == f"{PAGE}?done=job-there"


def test_second_of_two_people_sees_what_changed(staff: Visitor, manager: Visitor) -> None:
    move(manager, "ready")
    answer = move(staff, "diagnosing")
    assert answer.status_code == 409
    assert (
        "Nothing was changed. The board was changed meanwhile: it says ready for J-2042 now, and "
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
    "stage, expected",
    [("", "Choose a stage first."), ("reday", "Did you mean ready?")],
    ids=["none", "no such one"],
)
def test_stage_that_cannot_be_is_refused(staff: Visitor, stage: str, expected: str) -> None:
    answer = move(staff, stage)
    assert (answer.status_code, expected in read(answer.text).text) == (422, True)


def test_row_that_is_gone_is_told(bench: Bench, staff: Visitor) -> None:
    del bench.stages["J-2042"]
    bench.write({})
    answer = move(staff, "ready")
    assert answer.status_code == 409
    assert "J-2042 is no longer on the board" in read(answer.text).text


def test_trail_names_who_moved_it(bench: Bench, staff: Visitor, owner: Visitor) -> None:
    move(staff, "ready")
    assert "Stan moved on the board the job J-2042" in read(owner.get("/audit").text).text
