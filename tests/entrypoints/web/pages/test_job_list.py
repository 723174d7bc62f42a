"""Whether the list of jobs shows where each is, and what is wrong with the board."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.entrypoints.web.pages.apps import App, Visitor
from tests.entrypoints.web.pages.benches import TOM, Bench
from tests.entrypoints.web.pages.reading import read

from belfry.entrypoints.web.pages.jobs.job_list import PER_PAGE, PER_STAGE

LIST = "/jobs?as=list"


def text_of(visitor: Visitor, path: str = LIST) -> str:
    answer = visitor.get(path)
    assert answer.status_code == 200
    return read(answer.text).text


def jobs_on(visitor: Visitor, path: str) -> list[str]:
    links = read(visitor.get(path).text).links
    numbers = [link.removeprefix("/jobs/") for link in links if link.startswith("/jobs/")]
    return [link for link in numbers if link not in ("new", "wordings")]


def test_app_without_a_board_says_where_it_goes(owner: Visitor) -> None:
    text = text_of(owner)
    assert "No job board yet" in text
    assert "jobs/board.csv (missing) and jobs/settings.txt (missing). belfry init writes" in text


def test_board_that_lacks_its_settings_is_told_apart(bench: Bench, owner: Visitor) -> None:
    bench.folder.mkdir()
    bench.write({"J-2042": "received"})
    assert "jobs/board.csv (there) and jobs/settings.txt (missing)" in text_of(owner)


def test_board_without_open_jobs_says_that_it_is_looked_at(bench: Bench, owner: Visitor) -> None:
    Bench(bench.app, {}).open()
    assert "No open jobs The board is read every minute." in text_of(owner)


def test_open_jobs_stand_by_stage_with_how_long_and_what_was_said(
    bench: Bench, owner: Visitor
) -> None:
    bench.open()
    bench.move({"J-2042": "in progress"})
    bench.app.clock.advance(timedelta(hours=3))
    text = text_of(owner)
    assert "Received received Job For Expected Last message J-2051 Tom Webb, Kettle 3 hours" in text
    assert (
        "In progress in progress Job For Expected Last message J-2042 Maya Lind, iPhone screen "
        "repair 3 hours ready by Wednesday afternoon sent Update, today 12:03 Work on your"
    ) in text
    assert text.index("J-2051") < text.index("J-2042")


def test_expectation_that_has_passed_says_so(bench: Bench, owner: Visitor) -> None:
    bench.open()
    bench.move({"J-2042": "in progress"})
    bench.app.clock.advance(timedelta(days=2, hours=5, minutes=56))
    assert "ready by Wednesday afternoon late" not in text_of(owner)
    bench.app.clock.advance(timedelta(minutes=1))
    assert "ready by Wednesday afternoon late" in text_of(owner)


def test_change_that_does_not_count_yet_is_mentioned(bench: Bench, owner: Visitor) -> None:
    bench.open()
    bench.write({"J-2042": "ready"})
    bench.look()
    text = text_of(owner)
    assert "less than an hour settling to ready" in text
    assert "Ready ready" not in text


def test_line_that_cannot_be_read_is_shown_with_its_place(bench: Bench, owner: Visitor) -> None:
    bench.open()
    bench.write({"J-2042": "reday"})
    bench.look()
    assert (
        "One thing to fix Everything else carries on. What you fix counts the next time the "
        "board is read, within "
        "a minute. jobs/board.csv, line 2, column F (stage): 'reday' is not a stage; "
        "expected received, diagnosing, in progress, awaiting parts, ready, collected. "
        "Did you mean ready? Since today 12:00"
    ) in text_of(owner)
    bench.write({"J-2042": "received"})
    bench.look()
    assert "to fix" not in text_of(owner)


def test_many_troubles_are_counted_and_the_first_are_shown(app: App, owner: Visitor) -> None:
    many = {f"J-{number}": "A,a@example.com,email,Kettle" for number in range(10, 40)}
    bench = Bench(app, many)
    bench.open()
    bench.write(dict.fromkeys(many, "reday"))
    bench.look()
    text = text_of(owner)
    assert "30 things to fix" in text
    assert text.count("'reday' is not a stage") == 20
    assert "And 10 more." in text


@pytest.mark.parametrize(
    ("query", "ids"),
    [
        ("?show=open", ["J-1", "J-2"]),
        ("?show=closed", ["J-3"]),
        ("?show=all", ["J-1", "J-2", "J-3"]),
        ("?stage=ready", ["J-2"]),
        ("?stage=collected", []),
        ("?stage=collected&show=all", ["J-3"]),
        ("?stage=nonsense", []),
        ("?q=J-2", ["J-2"]),
        ("?q=J", ["J-1", "J-2", "J-3"]),
        ("?q=+J-1+", ["J-1"]),
        ("?q=X", []),
        ("?q=kettle", ["J-1", "J-2"]),
        ("?q=tom+w", ["J-1", "J-2"]),
        ("?after=J-1", ["J-2"]),
        ("?show=nonsense&stage=%00", ["J-1", "J-2"]),
    ],
)
def test_choice_decides_which_jobs_are_listed(
    app: App, owner: Visitor, query: str, ids: list[str]
) -> None:
    bench = Bench(app, dict.fromkeys(["J-1", "J-2", "J-3"], TOM[1]))
    bench.open()
    bench.move({"J-2": "ready", "J-3": "collected"})
    assert jobs_on(owner, f"/jobs{query}&as=list") == ids


def test_stage_with_many_jobs_leads_to_its_own_pages(app: App, owner: Visitor) -> None:
    ids = [f"J-{number:03}" for number in range(PER_PAGE + 2)]
    Bench(app, dict.fromkeys(ids, TOM[1])).open()
    assert jobs_on(owner, LIST) == ids[:PER_STAGE]
    assert "/jobs?stage=received" in read(owner.get(LIST).text).links
    first = read(owner.get("/jobs?stage=received").text)
    (following,) = (link for link in first.links if "after=" in link)
    assert jobs_on(owner, "/jobs?stage=received") == ids[:PER_PAGE]
    assert jobs_on(owner, following) == ids[PER_PAGE:]
    assert not [link for link in read(owner.get(following).text).links if "after=" in link]
