"""Whether pictures reach their jobs from the terminal, and a poll says what it took in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.entrypoints.cli.shops import Shop
from tests.entrypoints.cli.terminal import Terminal
from tests.pictures import BLUE, make_picture


@pytest.fixture
def snap(tmp_path: Path) -> Path:
    file = tmp_path / "snap.jpg"
    file.write_bytes(make_picture(size=(3200, 2400)))
    return file


def test_picture_becomes_a_photo_of_the_stage_named(
    belfry: Terminal, shop: Shop, snap: Path
) -> None:
    belfry("jobs", "poll")
    answer = belfry("jobs", "photo", snap, "--job", "J-2042", "--stage", "in-progress", "--json")

    (stored,) = (shop.folder / ".belfry" / "kept").rglob("*.jpg")
    assert answer.json == {
        "job": "J-2042",
        "stage": "in progress",
        "number": 1,
        "width": 1600,
        "height": 1200,
        "bytes": stored.stat().st_size,
    }


def test_job_that_was_put_on_the_board_just_now_is_met_first(
    belfry: Terminal, shop: Shop, snap: Path
) -> None:
    answer = belfry("jobs", "photo", snap, "--job", "J-2042")

    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith("Photo 1 of J-2042 shows it in diagnosing: 1600 by 1200 pixels, ")


def test_second_picture_is_the_second_photo(belfry: Terminal, shop: Shop, snap: Path) -> None:
    belfry("jobs", "photo", snap, "--job", "J-2042")
    snap.write_bytes(make_picture(BLUE))
    answer = belfry("jobs", "photo", snap, "--job", "J-2042", "--json")
    assert (answer.json["number"], answer.json["width"]) == (2, 64)


REFUSALS = {
    "a file that is not there": (["gone.jpg", "--job", "J-2042"], "FILE: gone.jpg: No such file"),
    "a folder": ([".", "--job", "J-2042"], "FILE: .: Is a directory"),
    "a file that is no picture": (["notes.jpg", "--job", "J-2042"], "picture: this is text, not"),
    "a file of more than 25 MB": (
        ["huge.jpg", "--job", "J-2042"],
        "the file has 26,214,401 bytes; at most 26,214,400 are taken",
    ),
    "a job nobody has seen": (["snap.jpg", "--job", "J-9"], "no job 'J-9' has been seen on the"),
    "a word that is no stage": (
        ["snap.jpg", "--job", "J-2042", "--stage", "redy"],
        "stage: 'redy' is not a stage; expected received, diagnosing, in progress",
    ),
    "no job named": (["snap.jpg"], "Missing option '--job'"),
}


@pytest.mark.parametrize("arguments, expected", REFUSALS.values(), ids=REFUSALS)
def test_what_cannot_be_added_is_refused_in_one_line(
    belfry: Terminal,
    shop: Shop,
    snap: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    expected: str,
) -> None:
    (snap.parent / "notes.jpg").write_text("call Ann back")
    with (snap.parent / "huge.jpg").open("wb") as huge:
        huge.truncate(25 * 1024 * 1024 + 1)
    monkeypatch.chdir(snap.parent)

    answer = belfry("jobs", "photo", *arguments, "--team", shop.folder, "--json")

    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith(f"belfry: {expected}")
    assert answer.err.count("\n") == 1


def test_poll_takes_in_what_was_dropped_and_lists_what_it_could_not_use(
    belfry: Terminal, shop: Shop
) -> None:
    photos = shop.folder / "jobs" / "photos" / "J-2042"
    photos.mkdir(parents=True)
    (photos / "ready.jpg").write_bytes(make_picture())
    first = belfry("jobs", "poll", "--json")
    (photos / "bench.jpg").write_text("no picture")
    second = belfry("jobs", "poll")

    assert first.json["photos"] == [{"job": "J-2042", "stage": "ready", "number": 1}]
    assert second.code == 1
    assert "Problem: jobs/photos/J-2042/bench.jpg: this is text, not a JPEG" in second.out
    again = belfry("jobs", "poll", "--json")
    data = json.loads(again.out)
    assert (again.code, data["photos"]) == (1, [])
    assert [problem["place"] for problem in data["problems"]] == ["jobs/photos/J-2042/bench.jpg"]
