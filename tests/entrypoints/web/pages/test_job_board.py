"""Whether the board shows each job in its stage with what matters, and never more than it can."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from tests.entrypoints.web.pages.apps import App, Visitor
from tests.entrypoints.web.pages.benches import TOM, Bench
from tests.entrypoints.web.pages.reading import read
from tests.pictures import BLUE, RED, make_picture

from belfry.entrypoints.web.pages.jobs.job_list import PER_LANE

LANE = re.compile(r'<section class="lane[^"]*" aria-label="([^"]*)".*?</section>', re.DOTALL)


def lanes_of(visitor: Visitor, path: str = "/jobs") -> dict[str, str]:
    """What each column says, by its name."""
    answer = visitor.get(path)
    assert answer.status_code == 200
    return {lane[1]: read(lane[0]).text for lane in LANE.finditer(answer.text)}


def test_every_open_stage_has_a_column_and_side_stages_stand_apart(
    bench: Bench, staff: Visitor
) -> None:
    bench.open()
    lanes = lanes_of(staff)
    assert list(lanes) == [
        *("Received", "Diagnosing", "In progress", "Ready", "Collected"),
        "Awaiting parts",
    ]
    assert lanes["Diagnosing"] == "Diagnosing 0 Nothing here."
    assert lanes["Received"].startswith("Received 2 J-2051 Tom Webb, Kettle less than an hour")


def test_card_tells_age_expectation_and_what_was_last_said(bench: Bench, staff: Visitor) -> None:
    bench.open()
    bench.move({"J-2042": "in progress"})
    bench.app.clock.advance(timedelta(days=2, hours=6))
    assert lanes_of(staff)["In progress"] == (
        "In progress 1 J-2042 Maya Lind, iPhone screen repair 2 days · ready by Wednesday "
        "afternoon late sent Update, Mon 16 Nov 12:03 → Ready More Received Diagnosing "
        "Awaiting parts Ready Collected"
    )


def test_job_that_stands_still_is_marked(bench: Bench, staff: Visitor) -> None:
    bench.open()
    bench.move({"J-2042": "ready"})
    assert "standing still" not in lanes_of(staff)["Ready"]
    bench.app.clock.advance(timedelta(days=1))
    assert "1 day standing still" in lanes_of(staff)["Ready"]


def test_job_that_was_put_back_is_marked(bench: Bench, staff: Visitor) -> None:
    bench.open()
    bench.move({"J-2042": "ready"})
    bench.move({"J-2042": "in progress"})
    assert "moved back" in lanes_of(staff)["In progress"]


def test_job_whose_row_has_a_typo_is_marked_and_its_place_told(
    bench: Bench, staff: Visitor
) -> None:
    bench.open()
    bench.write({"J-2042": "reday"})
    bench.look()
    assert "fix its row" in lanes_of(staff)["Received"]
    assert "jobs/board.csv, line 2, column F (stage): 'reday'" in read(staff.get("/jobs").text).text


def test_job_that_is_missing_from_the_board_stands_apart_and_cannot_be_moved(
    app: App, staff: Visitor
) -> None:
    bench = Bench(app, {f"J-{number}": TOM[1] for number in range(9)})
    bench.open()
    del bench.stages["J-3"]
    bench.write({})
    bench.look()
    page = read(staff.get("/jobs").text)
    assert "Missing from the board Their rows are gone." in page.text
    assert "/jobs/J-3/move" not in page.actions
    assert "/jobs/J-4/move" in page.actions


def test_newest_photo_is_shown_small(bench: Bench, staff: Visitor) -> None:
    bench.open()
    add = bench.app.services.jobs.photos.add
    for colour in (RED, BLUE):
        add("J-2042", content=make_picture(colour), source="", by="user/1")
    assert 'src="/jobs/J-2042/photos/2/small"' in staff.get("/jobs").text


def test_column_shows_the_newest_and_leads_to_the_rest(app: App, staff: Visitor) -> None:
    ids = [f"J-{number:03}" for number in range(PER_LANE + 3)]
    Bench(app, dict.fromkeys(ids, TOM[1])).open()
    page = read(staff.get("/jobs").text)
    shown = [link.removeprefix("/jobs/") for link in page.links if link.startswith("/jobs/J")]
    assert shown == list(reversed(ids))[:PER_LANE]
    assert "All 15 in received" in page.text
    assert "/jobs?stage=received" in page.links


@pytest.mark.parametrize(
    "at, picked",
    [("", "Received"), ("ready", "Ready"), ("awaiting parts", "Awaiting parts"), ("x", "Received")],
    ids=["none asked for", "an empty one", "a side stage", "no such stage"],
)
def test_small_screen_shows_the_stage_that_was_picked(
    bench: Bench, staff: Visitor, at: str, picked: str
) -> None:
    bench.open()
    page = staff.get("/jobs", params={"at": at}).text
    assert re.findall(r'class="lane picked" aria-label="([^"]*)"', page) == [picked]
    assert re.findall(r'aria-current="true">([\w ]+) <', page) == [picked]


def test_stage_that_is_no_longer_in_the_settings_still_has_its_column(
    bench: Bench, staff: Visitor
) -> None:
    bench.open()
    bench.move({"J-2042": "diagnosing"})
    settings = bench.folder / "settings.txt"
    settings.write_text("Shop: The Repair Bench\nStages: received, in progress, ready, collected\n")
    assert "No longer one of the stages: move these on. J-2042" in lanes_of(staff)["Diagnosing"]


def test_words_of_a_card_are_only_words(app: App, staff: Visitor) -> None:
    nasty = "<script>alert(1)</script>"
    Bench(app, {nasty: f"{nasty},a@example.com,email,{nasty}"}).open()
    page = staff.get("/jobs").text
    assert "<script>alert" not in page
    assert page.count("&lt;script&gt;alert(1)&lt;/script&gt;") >= 3


def test_board_without_jobs_says_what_to_do(app: App, staff: Visitor) -> None:
    Bench(app, {}).open()
    text = read(staff.get("/jobs").text).text
    assert "No open jobs Take the first one in, or write it into jobs/board.csv" in text
