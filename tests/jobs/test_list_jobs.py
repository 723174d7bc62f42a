"""Whether jobs are listed stage by stage with what was last said, and never more than asked for."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.contracts.shop_books import ShopBook, a_job, a_message, keep, memory_shop_book
from tests.samples import NOON

from belfry.jobs.board.show_jobs import JobPage, ListJobs
from belfry.jobs.updates.message_keys import about_job


@pytest.fixture
def book() -> ShopBook:
    return memory_shop_book()


@pytest.fixture
def list_jobs(book: ShopBook) -> ListJobs:
    return ListJobs(book.jobs, book.open_jobs, book.messages)


def ids(page: JobPage) -> list[str]:
    return [line.job.id for line in page.lines]


def test_job_stands_with_the_newest_message_about_it(book: ShopBook, list_jobs: ListJobs) -> None:
    about = about_job("J-1")
    older = a_message("older", about=about, made_at=NOON)
    newer = a_message("newer", about=about, made_at=NOON + timedelta(minutes=1))
    keep(book, a_job("J-1"), a_job("J-2"), older, newer)
    told, untold = list_jobs(limit=10).lines
    assert told.latest is not None
    assert told.latest.id == "newer"
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
    ("beginning", "found"),
    [("J-1", ["J-1", "J-12", "J-19"]), ("J-12", ["J-12"]), ("J", ["J-1", "J-12", "J-19", "J-2"])],
)
def test_jobs_are_found_by_the_beginning_of_their_id(
    book: ShopBook, list_jobs: ListJobs, beginning: str, found: list[str]
) -> None:
    keep(book, *(a_job(job_id) for job_id in ("J-1", "J-12", "J-19", "J-2", "K-1")))
    assert ids(list_jobs.find(beginning, limit=10)) == found
    assert ids(list_jobs.find(beginning, limit=1)) == found[:1]
