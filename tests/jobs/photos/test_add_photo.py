"""Whether a picture that a person hands over becomes a photo of the job."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from threading import Barrier, Thread

import pytest
from tests.jobs.photos.galleries import actions, drop, gather, listed, photos, shown
from tests.jobs.shops import Bench
from tests.pictures import BLUE, GREEN, RED, find_colour, make_picture

from belfry.jobs.jobs import Photo
from belfry.kernel.errors import InputError, NotFound

MAX = "user/7"


def add(
    bench: Bench, content: bytes | None = None, *, stage: str | None = None, job_id: str = "J-1"
) -> Photo:
    picture = make_picture(RED) if content is None else content
    act = bench.app.services.jobs.photos.add
    return act(job_id, content=picture, source="upload", by=MAX, stage=stage)


@pytest.fixture(autouse=True)
def job(bench: Bench) -> None:
    bench.put("J-1", "diagnosing")
    bench.poll()


@pytest.mark.parametrize(
    "typed_stage, stage",
    [(None, "diagnosing"), ("in-progress", "in progress"), ("Started", "in progress")],
    ids=["no stage named", "a stage as files name it", "another name for a stage"],
)
def test_photo_is_of_the_stage_named_or_else_the_present_one(
    bench: Bench, typed_stage: str | None, stage: str
) -> None:
    photo = add(bench, stage=typed_stage)

    assert photos(bench, "J-1") == [replace(photo, revision=1)]
    assert (photo.number, photo.stage, photo.source, photo.added_by) == (1, stage, "upload", MAX)
    assert actions(bench)[-1] == f"photo added by {MAX}"


def test_second_photo_of_a_stage_counts_and_the_first_is_kept(bench: Bench) -> None:
    add(bench)
    add(bench, make_picture(BLUE))

    assert listed(bench) == [(1, "diagnosing", "red"), (2, "diagnosing", "blue")]
    assert shown(bench, "diagnosing") == "blue"


def test_picture_handed_over_twice_is_one_photo(bench: Bench) -> None:
    assert add(bench).key == add(bench).key
    assert listed(bench) == [(1, "diagnosing", "red")]
    assert actions(bench).count(f"photo added by {MAX}") == 1


def test_same_picture_may_stand_for_two_stages(bench: Bench) -> None:
    add(bench)
    add(bench, stage="ready")
    assert listed(bench) == [(1, "diagnosing", "red"), (2, "ready", "red")]


REFUSALS = {
    "a job nobody has seen": ({"job_id": "J-9"}, NotFound, "no job 'J-9' has been seen"),
    "a word that is no stage": (
        {"stage": "redy"},
        InputError,
        "'redy' is not a stage; expected received, diagnosing, in progress, awaiting parts, "
        "ready, collected; did you mean ready?",
    ),
    "a file that is no picture": ({"content": b"GIF-like, but no"}, InputError, ""),
}


@pytest.mark.parametrize("fields, error, expected", REFUSALS.values(), ids=REFUSALS)
def test_what_cannot_be_added_is_refused_and_nothing_is_kept(
    bench: Bench, fields: dict[str, object], error: type[Exception], expected: str
) -> None:
    with pytest.raises(error) as refused:
        add(bench, **fields)  # type: ignore[arg-type]

    assert str(refused.value).startswith(expected)
    assert listed(bench) == []


def test_photo_can_be_shown_until_it_is_not_there(bench: Bench) -> None:
    show = bench.app.services.jobs.photos.show
    photo = add(bench, make_picture(GREEN))

    shown = show("J-1", 1)

    assert shown.photo.key == photo.key
    assert find_colour(shown.content) == "green"
    for job_id, number in (("J-1", 2), ("J-9", 1)):
        with pytest.raises(NotFound):
            show(job_id, number)


def test_pictures_added_at_the_same_moment_are_all_kept_each_with_its_own_bytes(
    bench: Bench,
) -> None:
    """Each finds the same number free; those who come second take the next."""
    colours = {"red": RED, "green": GREEN, "blue": BLUE}
    start = Barrier(len(colours))

    def add_one(colour: tuple[int, int, int], stage: str) -> None:
        start.wait()
        add(bench, make_picture(colour), stage=stage)

    stages = dict(zip(colours, ("received", "ready", "collected"), strict=True))
    threads = [Thread(target=add_one, args=(colours[name], stages[name])) for name in colours]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert [number for number, _, _ in listed(bench)] == [1, 2, 3]
    assert {stage: colour for _, stage, colour in listed(bench)} == {
        stage: name for name, stage in stages.items()
    }
    assert bench.app.services.accounts.verify_audit_log().breaks == ()


def test_picture_that_lost_its_number_to_another_leaves_no_bytes_behind(bench: Bench) -> None:
    """Another photo is added after our bytes were stored and before our record is."""
    blob_names: list[str] = []
    ports = bench.ports

    class Meddling:
        def put(self, name: str, content: bytes) -> None:
            ports.blobs.put(name, content)
            blob_names.append(name)
            if len(blob_names) == 1:
                add(bench, make_picture(BLUE))

        def get(self, name: str) -> bytes:
            return ports.blobs.get(name)

        def remove(self, name: str) -> None:
            ports.blobs.remove(name)

        def list(self) -> Sequence[str]:
            return ports.blobs.list()

    ours = replace(bench.app.services.jobs.photos, blobs=Meddling())

    ours.add("J-1", content=make_picture(RED), source="upload", by=MAX)

    assert listed(bench) == [(1, "diagnosing", "blue"), (2, "diagnosing", "red")]
    assert len(set(blob_names)) == 2
    with pytest.raises(NotFound):
        ports.blobs.get(blob_names[0])


def test_person_and_folder_share_one_row_of_numbers(bench: Bench) -> None:
    add(bench)
    drop(bench, "J-1/ready.jpg", make_picture(GREEN))
    gather(bench)
    add(bench, make_picture(BLUE), stage="ready")

    assert listed(bench) == [(1, "diagnosing", "red"), (2, "ready", "green"), (3, "ready", "blue")]
