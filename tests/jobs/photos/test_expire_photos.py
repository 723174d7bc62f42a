"""Whether photos go when their job has been over for long enough, and no sooner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any, cast

import pytest
from tests.jobs.photos.galleries import actions, drop, gather, listed, look, photos, put_cells
from tests.jobs.shops import SETTINGS, Bench
from tests.pictures import BLUE, GREEN, make_picture

from belfry.jobs.jobs import Photo
from belfry.jobs.ports import Photos
from belfry.kernel.errors import NotFound

TICK = timedelta(microseconds=1)
NINETY_DAYS = timedelta(days=90)


def expire(bench: Bench) -> int:
    return bench.app.services.jobs.gather_photos.expire()


def wait(bench: Bench, span: timedelta) -> None:
    bench.app.clock.advance(span)


def finish(bench: Bench) -> None:
    """The job has two photos, and is collected."""
    bench.put("J-2", "ready")
    bench.put("J-1", "ready")
    bench.poll()
    drop(bench, "J-1/ready.jpg")
    drop(bench, "J-1/received.jpg", make_picture(GREEN))
    drop(bench, "J-2/ready.jpg", make_picture(BLUE))
    gather(bench)
    bench.put("J-1", "collected")
    bench.settle()


def test_photos_go_ninety_days_after_the_last_stage(bench: Bench) -> None:
    finish(bench)
    before = photos(bench, "J-1")
    bench.go_to(bench.job("J-1").entered_at + NINETY_DAYS)
    assert (expire(bench), len(photos(bench, "J-1"))) == (0, 2)

    wait(bench, TICK)

    assert expire(bench) == 2
    assert listed(bench, "J-1") == []
    for photo in before:
        with pytest.raises(NotFound):
            bench.ports.blobs.get(photo.blob_name)
    assert listed(bench, "J-2") == [(1, "ready", "blue")]
    assert actions(bench)[-1] == "photos expired by belfry"
    assert bench.app.services.accounts.verify_audit_log().breaks == ()
    assert expire(bench) == 0


def test_photos_go_ninety_days_after_the_job_was_closed(bench: Bench) -> None:
    finish(bench)
    bench.take_away("J-2")
    bench.poll()
    bench.poll(after=11)
    assert bench.job("J-2").closed_at is not None
    wait(bench, NINETY_DAYS + TICK)

    assert expire(bench) == 3
    assert listed(bench, "J-2") == []


def test_job_that_came_back_keeps_its_photos(bench: Bench) -> None:
    finish(bench)
    wait(bench, NINETY_DAYS)
    bench.put("J-1", "in progress")
    bench.settle()

    assert expire(bench) == 0
    assert len(listed(bench, "J-1")) == 2


def test_job_that_comes_back_at_this_very_moment_keeps_its_photos(bench: Bench) -> None:
    finish(bench)
    wait(bench, NINETY_DAYS + TICK)
    photos_port = bench.ports.photos

    class Meddling:
        """The job is back on the bench right after its photos were found to be old."""

        def list_ended(self, **asked: Any) -> Sequence[Photo]:
            ended = photos_port.list_ended(**asked)
            bench.put("J-1", "in progress")
            bench.settle()
            return ended

        def __getattr__(self, name: str) -> Any:
            return getattr(photos_port, name)

    gather = bench.app.services.jobs.gather_photos
    edit = replace(gather.edit, photos=cast("Photos", Meddling()))

    assert replace(gather, edit=edit).expire() == 0
    assert listed(bench, "J-1") == [(1, "ready", "red"), (2, "received", "green")]


def test_file_that_lies_there_still_is_not_taken_in_once_more(bench: Bench) -> None:
    finish(bench)
    wait(bench, NINETY_DAYS + TICK)
    expire(bench)

    assert str(look(bench)) == ""
    assert "jobs/photos/J-1/ready.jpg" in bench.folder.files
    assert listed(bench, "J-1") == []


def test_many_photos_of_one_job_all_go(bench: Bench) -> None:
    finish(bench)
    add = bench.app.services.jobs.photos.add
    for shade in range(45):
        picture = make_picture((shade * 5, 0, 0), size=(8, 8))
        add("J-1", content=picture, source="upload", by="user/7")
    wait(bench, NINETY_DAYS + TICK)

    assert expire(bench) == 47
    assert photos(bench, "J-1") == []


def test_file_that_is_gone_is_forgotten_and_is_new_when_it_comes_back(bench: Bench) -> None:
    finish(bench)
    content = bench.folder.files.pop("jobs/photos/J-2/ready.jpg")
    expire(bench)
    assert sorted(bench.ports.photos.files()) == [
        "jobs/photos/J-1/ready.jpg",
        "jobs/photos/J-1/received.jpg",
    ]

    drop(bench, "J-2/in-progress.jpg", content)
    look(bench)

    assert listed(bench, "J-2") == [(1, "ready", "blue"), (2, "in progress", "blue")]


def test_file_that_a_row_names_is_kept_in_mind(bench: Bench) -> None:
    put_cells(bench, J1="a.jpg", J2="b.jpg")
    drop(bench, "a.jpg")
    drop(bench, "b.jpg")
    look(bench)
    put_cells(bench, J1="a.jpg", J2="")
    look(bench)

    expire(bench)

    assert list(bench.ports.photos.files()) == ["board/J1"]


def test_nothing_is_forgotten_while_the_whole_folder_is_away(bench: Bench) -> None:
    finish(bench)
    before = dict(bench.ports.photos.files())
    bench.folder.files.clear()

    expire(bench)

    assert dict(bench.ports.photos.files()) == before


def test_team_without_a_shop_has_no_photos_to_clear_away(bench: Bench) -> None:
    del bench.folder.files[SETTINGS]
    assert expire(bench) == 0
