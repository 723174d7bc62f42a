"""Whether a photo that a person takes away is gone, and nothing else."""

from __future__ import annotations

import pytest
from tests.jobs.photos.galleries import actions, drop, gather, listed, look, photos, shown
from tests.jobs.shops import Bench
from tests.pictures import BLUE, GREEN, make_picture

from belfry.kernel.errors import NotFound

MAX = "user/7"


def remove(bench: Bench, number: int, job_id: str = "J-1") -> None:
    bench.app.services.jobs.photos.remove(job_id, number, by=MAX)


@pytest.fixture(autouse=True)
def two_photos(bench: Bench) -> None:
    """Of one stage: the first is red, the second green."""
    bench.put("J-1", "ready")
    drop(bench, "J-1/ready.jpg")
    look(bench)
    drop(bench, "J-1/ready.jpg", make_picture(GREEN))
    gather(bench)


def test_older_photo_of_the_stage_counts_again(bench: Bench) -> None:
    assert shown(bench, "ready") == "green"
    remove(bench, 2)
    assert listed(bench) == [(1, "ready", "red")]
    assert shown(bench, "ready") == "red"


def test_bytes_go_and_the_trail_says_who_took_it_away(bench: Bench) -> None:
    first, _ = photos(bench, "J-1")
    remove(bench, 1)

    assert listed(bench) == [(2, "ready", "green")]
    with pytest.raises(NotFound):
        bench.ports.blobs.get(first.blob_name)
    assert actions(bench)[-1] == f"photo removed by {MAX}"
    assert bench.app.services.accounts.verify_audit_log().breaks == ()


def test_file_that_lies_there_still_does_not_bring_it_back(bench: Bench) -> None:
    remove(bench, 2)
    remove(bench, 1)

    look(bench)

    assert listed(bench) == []


@pytest.mark.parametrize(
    "job_id, number", [("J-1", 3), ("J-1", 0), ("J-9", 1)], ids=["no photo", "nought", "no job"]
)
def test_photo_that_is_not_there_cannot_be_taken_away(
    bench: Bench, job_id: str, number: int
) -> None:
    with pytest.raises(NotFound, match=f"there is no photo {number} of '{job_id}'"):
        remove(bench, number, job_id)


def test_photo_cannot_be_taken_away_twice(bench: Bench) -> None:
    remove(bench, 1)
    with pytest.raises(NotFound):
        remove(bench, 1)


def test_number_of_a_photo_that_is_gone_is_not_given_again(bench: Bench) -> None:
    """Its address may still be in use."""
    remove(bench, 2)
    drop(bench, "J-1/ready.jpg", make_picture(BLUE))
    gather(bench)

    assert listed(bench) == [(1, "ready", "red"), (3, "ready", "blue")]
