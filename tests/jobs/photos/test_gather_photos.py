"""Whether pictures that the team drops find their jobs and stages, once each."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import timedelta

import pytest
from tests.fakes.files import MemoryFolder
from tests.jobs.photos.galleries import (
    actions,
    data_problems,
    drop,
    gather,
    listed,
    look,
    photos,
    put_cells,
    shown,
)
from tests.jobs.shops import SETTINGS, Bench, fill
from tests.pictures import BLUE, GREEN, RED, make_picture

from belfry.jobs.photos.photos import AT_ONCE
from belfry.kernel.changes import Put
from belfry.ports.files import FileContent, digest_content

CUT_OFF = make_picture(size=(400, 300))[:-300]


@pytest.mark.parametrize(
    "name, stage",
    [
        ("in-progress.jpg", "in progress"),
        ("In Progress.JPG", "in progress"),
        ("in_progress.jpeg", "in progress"),
        ("started.jpg", "in progress"),
        ("ready.jpg", "ready"),
        ("awaiting-parts.jpg", "awaiting parts"),
        ("IMG_2042.jpg", "diagnosing"),
        ("almost-ready.jpg", "diagnosing"),
    ],
)
def test_file_belongs_to_the_stage_it_names_or_else_the_present_one(
    bench: Bench, name: str, stage: str
) -> None:
    bench.put("J-1", "diagnosing")
    drop(bench, f"J-1/{name}")

    look(bench)

    assert listed(bench) == [(1, stage, "red")]


def test_photo_says_where_it_came_from_and_what_it_is(bench: Bench) -> None:
    bench.put("J-1", "ready")
    content = make_picture(size=(3200, 800))
    drop(bench, "J-1/ready.jpg", content)

    look(bench)

    (photo,) = photos(bench, "J-1")
    blob = bench.ports.blobs.get(photo.blob_name)
    assert (photo.source, photo.added_by) == ("jobs/photos/J-1/ready.jpg", "belfry")
    assert (photo.width, photo.height, photo.size) == (1600, 400, len(blob))
    assert (photo.digest, photo.added_at) == (digest_content(content), bench.app.clock.now())
    assert actions(bench) == ["moved new by belfry", "photo added by belfry"]
    assert bench.app.services.accounts.verify_audit_log().breaks == ()


@pytest.mark.parametrize("kind, ending", [("PNG", "png"), ("WEBP", "webp"), ("GIF", "gif")])
def test_other_kinds_of_pictures_are_taken_in_as_jpeg(bench: Bench, kind: str, ending: str) -> None:
    bench.put("J-1", "ready")
    drop(bench, f"J-1/ready.{ending}", make_picture(BLUE, kind=kind))

    look(bench)

    (photo,) = photos(bench, "J-1")
    assert bench.ports.blobs.get(photo.blob_name).startswith(b"\xff\xd8\xff")


def test_file_is_taken_in_once(bench: Bench) -> None:
    bench.put("J-1", "diagnosing")
    drop(bench, "J-1/bench.jpg")

    reports = [str(look(bench, after=3)) for _ in range(3)]

    assert reports == ["1 photos added", "", ""]
    assert listed(bench) == [(1, "diagnosing", "red")]


def test_look_with_nothing_new_reads_no_file_of_a_picture(bench: Bench) -> None:
    bench.put("J-1", "ready")
    drop(bench, "J-1/ready.jpg")
    drop(bench, "J-1/received.jpg", b"no picture")
    look(bench)

    class Listed(MemoryFolder):
        def read(self, name: str, *, most: int | None = None) -> FileContent:
            raise AssertionError(f"{name} was read")

    act = bench.app.services.jobs.gather_photos

    assert str(replace(act, folder=Listed(bench.folder.files))()) == ""
    assert [place for place, _ in data_problems(bench)] == ["jobs/photos/J-1/received.jpg"]


def test_changed_file_makes_a_newer_photo_and_the_older_is_kept(bench: Bench) -> None:
    bench.put("J-1", "ready")
    drop(bench, "J-1/ready.jpg")
    look(bench)
    drop(bench, "J-1/ready.jpg", make_picture(GREEN))

    look(bench)

    assert listed(bench) == [(1, "ready", "red"), (2, "ready", "green")]
    assert shown(bench, "ready") == "green"


def test_file_that_only_looks_new_stays_with_the_stage_it_was_first_seen_in(bench: Bench) -> None:
    bench.put("J-1", "received")
    drop(bench, "J-1/bench.jpg")
    look(bench)
    bench.put("J-1", "ready")
    bench.settle()
    seen = bench.ports.photos.files()["jobs/photos/J-1/bench.jpg"]
    restamp(bench, seen.name)

    report = str(gather(bench))

    assert report == ""
    assert listed(bench) == [(1, "received", "red")]
    assert bench.ports.photos.files()[seen.name].stamp == seen.stamp


def restamp(bench: Bench, name: str) -> None:
    """As if the file had been looked at in another place: its stamp is another, its bytes not."""
    seen = bench.ports.photos.files()[name]
    bench.ports.store.commit([Put(replace(seen, stamp="of another disk"))])


def test_picture_is_not_added_again_under_another_name_for_the_same_stage(bench: Bench) -> None:
    bench.put("J-1", "ready")
    drop(bench, "J-1/ready.jpg")
    drop(bench, "J-1/the same.jpg")

    look(bench)
    look(bench)

    assert listed(bench) == [(1, "ready", "red")]


def test_picture_without_a_stage_waits_while_a_move_is_settling(bench: Bench) -> None:
    bench.put("J-1", "received")
    bench.poll()
    bench.put("J-1", "in progress")
    drop(bench, "J-1/bench.jpg")
    drop(bench, "J-1/ready.jpg", make_picture(BLUE))

    look(bench)
    assert listed(bench) == [(1, "ready", "blue")]

    look(bench, after=3)
    assert listed(bench) == [(1, "ready", "blue"), (2, "in progress", "red")]


def test_picture_of_an_unknown_job_waits_for_it(bench: Bench) -> None:
    drop(bench, "J-7/bench.jpg")
    look(bench)
    assert data_problems(bench) == [
        ("jobs/photos", "no such job on the board: J-7. The pictures wait there for it")
    ]
    bench.put("J-7", "diagnosing")

    look(bench)

    assert listed(bench, "J-7") == [(1, "diagnosing", "red")]
    assert data_problems(bench) == []


def test_many_unknown_jobs_are_one_trouble(bench: Bench) -> None:
    for number in range(7):
        drop(bench, f"K-{number}/ready.jpg")

    look(bench)

    expected = "no such job on the board: K-0, K-1, K-2, K-3, K-4 and 2 more"
    assert data_problems(bench) == [("jobs/photos", f"{expected}. The pictures wait there for it")]


def test_folder_within_a_folder_is_a_job_whose_name_has_a_slash(bench: Bench) -> None:
    bench.put("A/1", "ready", contact="a@example.com")
    drop(bench, "A/1/ready.jpg")

    look(bench)

    assert listed(bench, "A/1") == [(1, "ready", "red")]


BAD = {
    "a text called a picture": ("ready.jpg", b"not a picture", None),
    "nothing at all": ("ready.jpg", b"", None),
    "a picture that is cut off": ("ready.jpg", CUT_OFF, None),
    "a video": ("ready.mov", make_picture(), "not the name of a picture"),
    "more than 25 MB": (
        "ready.jpg",
        bytes(25 * 1024 * 1024 + 1),
        "the file has 26,214,401 bytes; at most 26,214,400 are taken",
    ),
}


@pytest.mark.parametrize("name, content, why", BAD.values(), ids=BAD)
def test_bad_file_is_left_out_and_reported_until_it_is_mended(
    bench: Bench,
    caplog: pytest.LogCaptureFixture,
    name: str,
    content: bytes,
    why: str | None,
) -> None:
    bench.put("J-1", "ready")
    bench.put("J-2", "ready")
    drop(bench, f"J-1/{name}", content)
    drop(bench, "J-2/ready.jpg")
    with caplog.at_level(logging.WARNING):
        first, second = look(bench), look(bench)

    assert (str(first), str(second)) == ("1 photos added, 1 pictures left out", "")
    assert [record.message for record in caplog.records] == ["photo.dropped"]
    assert listed(bench, "J-1") == []
    assert listed(bench, "J-2") == [(1, "ready", "red")]
    ((place, text),) = data_problems(bench)
    assert place == f"jobs/photos/J-1/{name}"
    assert text.startswith(why or "")
    assert bench.ports.photos.files()[place].why == text
    assert bench.data_problems() == []

    del bench.folder.files[place]
    drop(bench, "J-1/ready.jpg", make_picture(GREEN))
    look(bench)

    assert data_problems(bench) == []
    assert listed(bench, "J-1") == [(1, "ready", "green")]


@pytest.mark.parametrize(
    "spoilt", [b"spoilt", bytes(25 * 1024 * 1024 + 1)], ids=["no picture", "too large to be read"]
)
def test_good_picture_put_back_after_a_bad_one_is_no_trouble_any_more(
    bench: Bench, spoilt: bytes
) -> None:
    bench.put("J-1", "ready")
    good = make_picture()
    for content in (good, spoilt, good, good):
        drop(bench, "J-1/ready.jpg", content)
        look(bench)

    assert data_problems(bench) == []
    assert listed(bench) == [(1, "ready", "red")]


def test_file_that_is_being_saved_is_looked_at_again(bench: Bench) -> None:
    bench.put("J-1", "ready")
    drop(bench, "J-1/ready.jpg")
    bench.folder.busy.add("jobs/photos/J-1/ready.jpg")
    assert str(look(bench)) == ""
    assert (listed(bench), data_problems(bench)) == ([], [])
    bench.folder.busy.clear()

    look(bench)

    assert listed(bench) == [(1, "ready", "red")]


@pytest.mark.parametrize(
    "name", ["J-1/.DS_Store", "J-1/Thumbs.db", "J-1/desktop.ini", "J-1/ready.jpg.part", "lone.jpg"]
)
def test_litter_and_files_of_no_job_are_passed_over(bench: Bench, name: str) -> None:
    bench.put("J-1", "ready")
    drop(bench, name, b"litter")

    look(bench)

    assert (listed(bench), data_problems(bench), dict(bench.ports.photos.files())) == ([], [], {})


def test_one_look_takes_in_so_many_open_jobs_first_and_the_next_look_the_rest(
    bench: Bench,
) -> None:
    ids = fill(bench, AT_ONCE + 2, "ready")
    bench.put("J-0", "collected")
    bench.settle()
    for job_id in ids:
        drop(bench, f"{job_id}/ready.jpg")

    first, second, third = gather(bench), gather(bench), gather(bench)

    assert (len(first.added), first.waiting) == (AT_ONCE, 2)
    assert "J-0" not in {photo.job_id for photo in first.added}
    assert len(second.added) == 2
    assert str(third) == ""


def test_photo_dropped_before_its_move_counts_is_there_when_the_message_leaves(
    bench: Bench,
) -> None:
    bench.put("J-1", "received")
    bench.app.services.ensure_builtins(timezone="Europe/London", wishes={})
    bench.app.go(minutes=6)
    bench.put("J-1", "in progress")
    drop(bench, "J-1/bench.jpg")

    bench.app.go(minutes=10)

    (outgoing,) = bench.sent()
    assert (outgoing.to, outgoing.picture is not None) == ("j-1@example.com", True)
    (photo,) = photos(bench, "J-1")
    (message,) = bench.messages()
    assert message.sent_at is not None
    assert photo.stage == "in progress"
    assert timedelta(0) <= message.sent_at - photo.added_at < timedelta(minutes=3)


def test_settings_that_were_never_read_leave_pictures_for_later(bench: Bench) -> None:
    del bench.folder.files[SETTINGS]
    drop(bench, "J-1/ready.jpg")
    assert str(gather(bench)) == ""
    bench.set()
    bench.put("J-1", "ready")

    look(bench)

    assert listed(bench) == [(1, "ready", "red")]


@pytest.mark.parametrize(
    "cell", ["bench.jpg", "photos/bench.jpg", "jobs/photos/bench.jpg", r".\bench.jpg"]
)
def test_picture_that_the_row_names_is_of_the_present_stage(bench: Bench, cell: str) -> None:
    put_cells(bench, J1=cell)
    drop(bench, "bench.jpg")

    look(bench)
    put_cells(bench, "ready", J1=cell)
    look(bench)
    look(bench, after=3)

    assert listed(bench, "J1") == [(1, "in progress", "red")]
    assert photos(bench, "J1")[0].source == "board/J1"


def test_row_may_name_a_picture_beside_the_board_or_in_the_jobs_own_folder(bench: Bench) -> None:
    put_cells(bench, J1="beside.jpg", J2="own.jpg")
    bench.folder.files["jobs/beside.jpg"] = make_picture(GREEN)
    drop(bench, "J2/own.jpg", make_picture(BLUE))

    look(bench)

    assert listed(bench, "J1") == [(1, "in progress", "green")]
    assert listed(bench, "J2") == [(1, "in progress", "blue")]


def test_name_that_comes_back_into_the_row_counts_again(bench: Bench) -> None:
    drop(bench, "a.jpg", make_picture(RED))
    drop(bench, "b.jpg", make_picture(BLUE))
    for cell in ("a.jpg", "b.jpg", "a.jpg"):
        put_cells(bench, J1=cell)
        look(bench)

    assert [colour for _, _, colour in listed(bench, "J1")] == ["red", "blue", "red"]


@pytest.mark.parametrize(
    "cell, expected",
    [
        (
            "https://example.com/a.jpg",
            "https://example.com/a.jpg is a web address, and nothing is fetched from there; put "
            "the picture into jobs/photos and write its file name here",
        ),
        ("gone.jpg", "there is no picture gone.jpg; expected the name of a file in jobs/photos"),
        (
            "../../etc/passwd",
            "there is no picture ../../etc/passwd; expected the name of a file in jobs/photos",
        ),
    ],
    ids=["a web address", "a file that is not there", "a file of somebody else"],
)
def test_row_that_names_no_picture_of_ours_is_reported(
    bench: Bench, cell: str, expected: str
) -> None:
    put_cells(bench, J1=cell)

    look(bench)

    assert data_problems(bench) == [("jobs/board.csv, J1 (photo)", expected)]
    put_cells(bench, J1="")
    look(bench)
    assert data_problems(bench) == []


def test_file_that_is_no_picture_is_reported_where_the_row_names_it(bench: Bench) -> None:
    put_cells(bench, J1="notes.jpg")
    drop(bench, "notes.jpg", b"call Ann back")

    look(bench)

    ((place, _),) = data_problems(bench)
    assert place == "jobs/board.csv, J1 (photo)"
