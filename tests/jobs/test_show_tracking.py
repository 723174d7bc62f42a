"""Whether a customer's page says where the job is, truly, and nothing about the customer."""

from __future__ import annotations

from dataclasses import asdict
from datetime import timedelta

import pytest
from tests.jobs.shops import Bench
from tests.samples import NOON

from belfry.jobs.customers.show_tracking import Reach, ShowTracking, Tracking
from belfry.jobs.photos.photos import Photo
from belfry.kernel.changes import Put, Remove
from belfry.kernel.errors import NotFound

NAME, ADDRESS = "Maya Lindqvist", "maya.lind@example.com"


def shower(bench: Bench) -> ShowTracking:
    return bench.house.services.jobs.customers.show_tracking


def token_of(bench: Bench, job_id: str = "J-1") -> str:
    return bench.house.services.jobs.customers.open_pages(bench.job(job_id)).token


def show(bench: Bench) -> Tracking:
    return shower(bench)(token_of(bench))


def move(bench: Bench, *stages: str) -> None:
    """The job goes from stage to stage, an hour apart, and each counts."""
    for stage in stages:
        if "J-1" in bench.lines:
            bench.put("J-1", stage)
        else:
            bench.put("J-1", stage, customer=NAME, contact=ADDRESS, item="old clock")
        bench.settle()
        bench.go(minutes=57)


def add_photo(bench: Bench, number: int, stage: str, content: bytes = b"jpeg") -> Photo:
    photo = Photo(
        job_id="J-1",
        number=number,
        stage=stage,
        source="upload",
        digest="d",
        width=4,
        height=3,
        size=len(content),
        added_at=NOON,
        added_by="user/1",
    )
    bench.ports.blobs.put(photo.blob_name, content)
    bench.ports.store.commit([Put(photo)])
    return photo


def test_page_says_where_the_job_is_and_by_when_it_goes_on(bench: Bench) -> None:
    move(bench, "received", "in progress")
    shown = show(bench)
    assert (shown.shop, shown.item, shown.job_id) == ("The Repair Bench", "your old clock", "J-1")
    assert (shown.stage, shown.is_over) == ("in progress", False)
    assert shown.news == "work on your old clock is now in progress."
    assert shown.since == "today, 1pm"
    assert shown.outlook == "we expect it to be ready to collect by Wednesday afternoon."
    assert [(stop.stage, stop.reach) for stop in shown.progress] == [
        ("received", Reach.DONE),
        ("diagnosing", Reach.DONE),
        ("in progress", Reach.NOW),
        ("ready", Reach.TO_COME),
        ("collected", Reach.TO_COME),
    ]
    assert shown.history == (("in progress", "today, 1pm"), ("received", "today, noon"))
    assert shown.open_now == "Open now, until 6pm"
    assert shown.hours[0] == ("Monday to Friday", "9am to 6pm")


def test_page_never_says_who_the_customer_is_or_how_they_are_reached(bench: Bench) -> None:
    move(bench, "received", "in progress", "ready")
    said = repr(asdict(show(bench))).casefold()
    assert "clock" in said
    for hidden in ("maya", "lind", "example.com"):
        assert hidden not in said


def test_side_stage_is_shown_as_where_it_is_now(bench: Bench) -> None:
    move(bench, "received", "in progress", "awaiting parts")
    shown = show(bench)
    assert [stop.stage for stop in shown.progress if stop.reach is Reach.NOW] == ["awaiting parts"]
    assert [stop.stage for stop in shown.progress][2:4] == ["in progress", "awaiting parts"]
    assert shown.outlook == ""


def test_mistake_is_never_shown_once_it_is_put_right(bench: Bench) -> None:
    move(bench, "received", "in progress", "ready")
    before = show(bench)
    move(bench, "in progress")
    shown = show(bench)
    assert before.stage == "ready"
    assert (shown.stage, shown.since) == ("in progress", "today, 1pm")
    assert [stage for stage, _ in shown.history] == ["in progress", "received"]
    assert "mistake" not in repr(shown)


def test_change_that_does_not_count_yet_is_not_shown(bench: Bench) -> None:
    move(bench, "received")
    bench.put("J-1", "ready")
    bench.poll()
    assert show(bench).stage == "received"


@pytest.mark.parametrize(
    ("minutes", "is_told"), [(-1, True), (0, False)], ids=["a minute before", "once it has passed"]
)
def test_eta_is_told_until_it_has_passed(bench: Bench, minutes: int, is_told: bool) -> None:
    move(bench, "received", "in progress")
    by = bench.job("J-1").eta_by
    assert by is not None
    bench.go_to(by + timedelta(minutes=minutes))
    assert bool(show(bench).outlook) is is_told


def test_job_that_is_collected_is_over(bench: Bench) -> None:
    move(bench, "received", "ready", "collected")
    shown = show(bench)
    assert (shown.is_over, shown.outlook) == (True, "")
    assert shown.news == "your old clock has been collected. Thank you!"


def test_job_that_left_the_board_is_closed_and_promises_nothing(bench: Bench) -> None:
    for number in range(2, 8):
        bench.put(f"J-{number}", "received")
    move(bench, "received", "in progress")
    bench.take_away("J-1")
    for _ in range(6):
        bench.poll(after=3)
    assert bench.job("J-1").closed_at is not None
    shown = show(bench)
    assert (shown.news, shown.outlook, shown.is_over) == ("this job is closed.", "", True)


def test_page_shows_the_newest_picture_of_each_stage_reached(bench: Bench) -> None:
    move(bench, "received", "in progress")
    add_photo(bench, 1, "received", b"one")
    add_photo(bench, 2, "in progress", b"two")
    add_photo(bench, 3, "received", b"three")
    add_photo(bench, 4, "ready", b"four")
    assert [photo.number for photo in show(bench).photos] == [2, 3]

    get = shower(bench).get_photo
    token = token_of(bench)
    assert (get(token, 2), get(token, 3)) == (b"two", b"three")
    for number in (1, 4, 9):
        with pytest.raises(NotFound):
            get(token, number)


def test_picture_that_is_taken_away_gives_way_to_the_one_before(bench: Bench) -> None:
    move(bench, "received")
    add_photo(bench, 1, "received")
    latest = add_photo(bench, 2, "received")
    kept = bench.ports.store.find(Photo, latest.key)
    assert kept is not None
    bench.ports.store.commit([Remove(kept)])
    assert [photo.number for photo in show(bench).photos] == [1]


def test_picture_of_another_job_is_not_found(bench: Bench) -> None:
    move(bench, "received")
    bench.put("J-2", "received")
    bench.poll()
    add_photo(bench, 1, "received")
    with pytest.raises(NotFound):
        shower(bench).get_photo(token_of(bench, "J-2"), 1)


@pytest.mark.parametrize("token", ["", "J-1", "nobody", "a\0b", "é", "x" * 100, "' OR 1=1 --"])
def test_link_that_leads_nowhere_is_not_found(bench: Bench, token: str) -> None:
    move(bench, "received")
    token_of(bench)
    for look in (shower(bench), lambda token: shower(bench).get_photo(token, 1)):
        with pytest.raises(NotFound, match="this link leads nowhere"):
            look(token)


def test_looking_changes_nothing(bench: Bench) -> None:
    move(bench, "received", "in progress")
    token = token_of(bench)
    before = bench.job("J-1"), bench.ports.audit_log.list_latest(limit=99)
    for _ in range(3):
        shower(bench)(token)
    assert (bench.job("J-1"), bench.ports.audit_log.list_latest(limit=99)) == before
