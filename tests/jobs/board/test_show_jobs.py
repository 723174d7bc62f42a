"""Whether jobs are listed stage by stage with what was last said, and never more than asked for."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from tests.contracts.shop_books import SHOP, ShopBook, a_job, a_message, a_move, keep
from tests.jobs.shops import Bench
from tests.samples import NOON

from belfry.adapters.system.clock import VirtualClock
from belfry.jobs.board.show_board import JobPage, ListJobs, TimelineEntry, make_timeline
from belfry.jobs.jobs import Course, about_job, move_key
from belfry.jobs.updates.write_updates import CorrectJob
from belfry.kernel.errors import NotFound
from belfry.messaging.messages import HEARD, Message, State


@pytest.fixture
def book() -> ShopBook:
    return SHOP.in_memory()


@pytest.fixture
def list_jobs(book: ShopBook) -> ListJobs:
    return ListJobs(book.store, book.jobs, book.open_jobs, book.messages)


def ids(page: JobPage) -> list[str]:
    return [line.job.id for line in page.lines]


def test_job_stands_with_the_newest_message_about_it(book: ShopBook, list_jobs: ListJobs) -> None:
    about = about_job("J-1")
    older = a_message("older", about=about, made_at=NOON)
    newer = a_message("newer", about=about, made_at=NOON + timedelta(minutes=1))
    keep(book, a_job("J-1"), a_job("J-2"), older, newer)
    announced, untold = list_jobs(limit=10).lines
    assert announced.latest is not None
    assert announced.latest.id == "newer"
    assert untold.latest is None


def test_page_says_where_the_next_one_goes_on(book: ShopBook, list_jobs: ListJobs) -> None:
    keep(book, *(a_job(f"J-{number}") for number in range(1, 6)))
    first = list_jobs(limit=2)
    assert (ids(first), first.following) == (["J-1", "J-2"], "J-2")
    last = list_jobs(limit=3, after=first.following)
    assert (ids(last), last.following) == (["J-3", "J-4", "J-5"], "")


def test_open_jobs_stand_in_the_order_of_the_stages(book: ShopBook, list_jobs: ListJobs) -> None:
    keep(
        book,
        a_job("J-1", stage="ready"),
        a_job("J-2", stage="received"),
        a_job("J-3", stage="ready"),
        a_job("J-4", stage="ready", is_open=False),
    )
    pages = list_jobs.by_stage(["received", "in progress", "ready"], limit=1)
    assert [(page.stage, ids(page), page.following) for page in pages] == [
        ("received", ["J-2"], ""),
        ("ready", ["J-1"], "J-1"),
    ]


@pytest.mark.parametrize(
    ("beginning", "expected"),
    [("J-1", ["J-1", "J-12", "J-19"]), ("J-12", ["J-12"]), ("J", ["J-1", "J-12", "J-19", "J-2"])],
)
def test_jobs_are_found_by_the_beginning_of_their_id(
    book: ShopBook, list_jobs: ListJobs, beginning: str, expected: list[str]
) -> None:
    keep(book, *(a_job(job_id) for job_id in ("J-1", "J-12", "J-19", "J-2", "K-1")))
    assert ids(list_jobs.find(beginning, limit=10)) == expected
    assert ids(list_jobs.find(beginning, limit=1)) == expected[:1]


def test_a_job_is_shown_with_its_moves_and_messages(bench: Bench) -> None:
    bench.put("J-0", "received")
    bench.put("J-1", "received")
    bench.poll()
    bench.put("J-0", "ready")
    bench.put("J-1", "ready")
    bench.settle()
    bench.deliver()

    shown = bench.app.services.jobs.list_jobs.show("J-0")

    assert shown.job == bench.job("J-0")
    assert [(entry.at - NOON, entry.what) for entry in shown.timeline] == [
        (timedelta(0), "first seen: received"),
        (timedelta(0), "moved from received to ready"),
        (timedelta(minutes=3), "message (moved): sent"),
    ]
    assert [message.id for message in shown.messages] == ["jobs/J-0/move-2"]


def test_a_job_that_nobody_knows_cannot_be_shown(bench: Bench) -> None:
    with pytest.raises(NotFound, match="no job 'J-9' has been seen on the board"):
        bench.app.services.jobs.list_jobs.show("J-9")


MINUTE = timedelta(minutes=1)


def message(sent_at: datetime | None = None, **changes: Any) -> Message:
    state = State.SENT if sent_at else State.DROPPED
    return a_message("m", state=state, sent_at=sent_at, **changes)


def test_moves_are_told_as_they_were_first_seen() -> None:
    moves = [
        a_move(number=1, came_from="", went_to="received", course=Course.NEW),
        a_move(
            number=2,
            came_from="received",
            went_to="ready",
            seen_at=NOON + MINUTE,
            at=NOON + 9 * MINUTE,
            eta="Thursday morning",
        ),
        a_move(number=3, came_from="ready", went_to="received", course=Course.BACK, seen_at=NOON),
    ]

    assert make_timeline(a_job(), moves, []) == [
        TimelineEntry(NOON, "first seen: received"),
        TimelineEntry(
            NOON, "put back from ready to received", "a correction: the customer is not told"
        ),
        TimelineEntry(
            NOON + MINUTE, "moved from received to ready", "next stage expected by Thursday morning"
        ),
    ]


def test_messages_stand_where_they_left_or_where_they_were_made() -> None:
    left = message(NOON + 2 * MINUTE, text="It is ready.")
    dropped = message(why="the job has moved on", text="It is received.")

    assert make_timeline(a_job(), [], [left, dropped]) == [
        TimelineEntry(
            NOON, "message (moved): dropped", "It is received. (the job has moved on)", "m"
        ),
        TimelineEntry(NOON + 2 * MINUTE, "message (moved): sent", "It is ready.", "m"),
    ]


def test_what_happened_at_one_moment_is_told_moves_first() -> None:
    job = a_job(chased_at=NOON, chased_stage="ready", closed_at=NOON + MINUTE)

    timeline = make_timeline(job, [a_move()], [message(NOON)])

    assert [entry.what for entry in timeline] == [
        "moved from in progress to ready",
        "message (moved): sent",
        "chased: ready for too long",
        "closed: gone from the board",
    ]


def correct(book: ShopBook) -> CorrectJob:
    return CorrectJob(book.store, book.open_jobs, book.messages, VirtualClock(NOON))


@pytest.mark.parametrize("state", State)
def test_slip_counts_if_its_message_left_the_app(book: ShopBook, state: State) -> None:
    announcement = a_message(
        move_key("J-1", 2), about=about_job("J-1"), facts={"stage": "ready"}, state=state
    )
    keep(book, a_job("J-1", slip="ready", moves=3, told=2), announcement)
    slips = correct(book).list_slips(limit=10)
    assert [slip.told.id for slip in slips] == ([announcement.id] if state in HEARD else [])


def test_slip_without_a_message_misled_nobody(book: ShopBook) -> None:
    keep(book, a_job("J-1", slip="ready", moves=3, told=2))
    assert correct(book).list_slips(limit=10) == []


def test_job_without_a_slip_is_none(book: ShopBook) -> None:
    keep(book, a_job("J-1", moves=2, told=2), a_message(move_key("J-1", 2), state=State.SENT))
    assert correct(book).find_slip(a_job("J-1", moves=2, told=2)) is None
