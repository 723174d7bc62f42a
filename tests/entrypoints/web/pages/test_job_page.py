"""Whether a job's page tells its story, and lets a person set a mistake right."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.entrypoints.web.pages.apps import App, Visitor
from tests.entrypoints.web.pages.benches import TOM, Bench
from tests.entrypoints.web.pages.reading import read

from belfry.kernel.errors import Unknown
from belfry.messaging.messages import State

PAGE = "/jobs/J-2042"
NIGHT = timedelta(hours=9)


def text_of(visitor: Visitor, path: str = PAGE) -> str:
    answer = visitor.get(path)
    assert answer.status_code == 200
    return read(answer.text).text


def slip(bench: Bench) -> None:
    """The customer is told that it is ready, and then the board says otherwise."""
    bench.open()
    bench.move({"J-2042": "ready"})
    bench.move({"J-2042": "in progress"})


def test_page_tells_facts_and_story_the_newest_first(bench: Bench, owner: Visitor) -> None:
    bench.open()
    bench.move({"J-2042": "in progress"})
    text = text_of(owner)
    assert "J-2042: iPhone screen repair In progress for less than an hour; ready expected" in text
    assert "Customer Maya Lind Reached at +447700900123 Text message" in text
    story = text[text.index("What happened") :]
    assert story.startswith("What happened sent Update Work on your iPhone screen repair is now in")
    moved = story.index("Moved from received to in progress")
    assert 0 < moved < story.index("First seen: received")


def test_change_that_does_not_count_yet_says_since_when(bench: Bench, owner: Visitor) -> None:
    bench.open()
    bench.write({"J-2042": "ready"})
    bench.look()
    text = text_of(owner)
    assert "Ready settling, until now received for less than an hour" in text
    assert "Moved to ready settling It counts today 12:02 (in 2 min)." in text
    assert (
        "Stage ready, settling since today 12:00; before that received, since today 12:00" in text
    )


def test_slip_that_was_told_is_corrected_at_a_press(bench: Bench, manager: Visitor) -> None:
    slip(bench)
    text = text_of(manager)
    assert "The customer was told ready, the board says in progress." in text
    assert "Send a correction No correction" in text

    answer = manager.submit(PAGE, f"{PAGE}/correct")

    assert answer.headers["location"] == f"{PAGE}?done=corrected"
    bench.post()
    assert (bench.latest().kind, bench.latest().state) == ("correction", State.SENT)
    assert "Told by mistake" not in text_of(manager)


def test_slip_may_be_left_as_it_is(bench: Bench, manager: Visitor) -> None:
    slip(bench)
    before = bench.latest()
    answer = manager.submit(PAGE, f"{PAGE}/leave")
    assert answer.headers["location"] == f"{PAGE}?done=left"
    bench.post()
    assert bench.latest() == before
    assert "Told by mistake" not in text_of(manager)


@pytest.mark.parametrize("act", ["correct", "leave"])
def test_second_answer_to_a_slip_is_refused_in_words(
    bench: Bench, manager: Visitor, act: str
) -> None:
    slip(bench)
    manager.submit(PAGE, f"{PAGE}/correct")
    answer = manager.submit(PAGE, f"{PAGE}/{act}")
    assert answer.status_code == 409
    expected = (
        "Nothing was changed. Nothing wrong was told about J-2042, or it was settled already."
    )
    assert expected in read(answer.text).text


def test_slip_that_never_left_the_app_is_nothing_to_correct(bench: Bench, manager: Visitor) -> None:
    bench.open()
    bench.app.clock.advance(NIGHT)
    slip(bench)
    assert bench.latest().state is State.HELD
    assert "Told by mistake" not in text_of(manager)
    assert manager.submit(PAGE, f"{PAGE}/correct").status_code == 409


def test_slip_that_may_have_arrived_is_told_with_the_doubt(bench: Bench, staff: Visitor) -> None:
    bench.channel("sms").answer_with(Unknown("the line broke"))
    slip(bench)
    page = read(staff.get(PAGE).text)
    assert "The customer may have been told ready, the board says in progress." in page.text
    assert f"{PAGE}/correct" not in page.actions


def test_job_of_any_name_has_its_page(app: App, owner: Visitor) -> None:
    name = "../A 1/é?#~%2F"
    bench = Bench(app, {name: TOM[1]})
    bench.open()
    links = read(owner.get("/jobs?as=list").text).links
    views = ("/jobs/new", "/jobs/wordings")
    (link,) = (
        candidate
        for candidate in links
        if candidate.startswith("/jobs/") and candidate not in views
    )
    assert name in text_of(owner, link)


@pytest.mark.parametrize("path", ["/jobs/J-1", "/jobs/~", "/jobs/" + "x" * 5000])
def test_job_that_was_never_seen_is_not_there(owner: Visitor, path: str) -> None:
    assert owner.get(path).status_code == 404
