"""Whether a job has its customer's page before the first message, once and for good."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from tests.fakes.crash_points import Struck
from tests.jobs.shops import Bench, memory_bench

from belfry.jobs.jobs import TrackingPage
from belfry.messaging.contacts import Contact, contact_id


def page_of(bench: Bench, job_id: str) -> TrackingPage | None:
    return bench.ports.store.find(TrackingPage, job_id)


def contact_of(bench: Bench, address: str) -> Contact | None:
    return bench.ports.store.find(Contact, contact_id(address))


def move(bench: Bench, job_id: str = "J-1") -> None:
    bench.put(job_id, "received")
    bench.poll()
    bench.put(job_id, "in progress")
    bench.settle()
    bench.relay()


def test_job_that_nobody_was_told_of_has_no_page(bench: Bench) -> None:
    bench.put("J-1", "received")
    bench.poll()
    bench.relay()
    assert page_of(bench, "J-1") is None


def test_message_finds_the_page_and_the_contact_made(bench: Bench) -> None:
    move(bench)
    page, contact = page_of(bench, "J-1"), contact_of(bench, "j-1@example.com")
    assert page is not None
    assert contact is not None
    assert (page.made_at, contact.consent) == (bench.ports.clock.now(), "")
    assert len({page.token, contact.token}) == 2
    assert min(len(page.token), len(contact.token)) >= 22


def test_page_stays_the_same_from_message_to_message(bench: Bench) -> None:
    move(bench)
    before = page_of(bench, "J-1"), contact_of(bench, "j-1@example.com")
    bench.put("J-1", "ready")
    bench.settle()
    bench.relay()
    assert (page_of(bench, "J-1"), contact_of(bench, "j-1@example.com")) == before


def test_two_jobs_of_one_customer_share_the_contact_alone(bench: Bench) -> None:
    for job_id in ("J-1", "J-2"):
        bench.put(job_id, "received", contact="maya@example.com")
    bench.poll()
    for job_id in ("J-1", "J-2"):
        bench.put(job_id, "ready")
    bench.settle()
    bench.relay()
    first, second = page_of(bench, "J-1"), page_of(bench, "J-2")
    assert first is not None
    assert second is not None
    assert first.token != second.token
    assert contact_of(bench, "maya@example.com") is not None


def test_job_without_an_address_has_a_page_all_the_same(bench: Bench) -> None:
    bench.put("J-1", "received")
    bench.poll()
    job = replace(bench.job("J-1"), contact="")
    made = bench.house.services.jobs.customers.open_pages(job)
    assert made == page_of(bench, "J-1")
    assert contact_of(bench, "") is None


def test_makers_at_once_agree_on_one_page(bench: Bench) -> None:
    bench.put("J-1", "received")
    bench.poll()
    make = bench.house.services.jobs.customers.open_pages
    with ThreadPoolExecutor(4) as pool:
        made = {page.token for page in pool.map(make, [bench.job("J-1")] * 8)}
    page = page_of(bench, "J-1")
    assert page is not None
    assert made == {page.token}


@pytest.mark.parametrize("step", ["store.begin", "store.written", "store.committed"])
def test_maker_struck_down_leaves_both_or_none(step: str) -> None:
    bench = memory_bench()
    bench.put("J-1", "received")
    bench.poll()
    make = bench.house.services.jobs.customers.open_pages
    bench.house.crash_points.strike_at(step)
    with pytest.raises(Struck):
        make(bench.job("J-1"))
    found = (page_of(bench, "J-1") is None, contact_of(bench, "j-1@example.com") is None)
    assert found == ((False, False) if step == "store.committed" else (True, True))

    page = make(bench.job("J-1"))
    assert page_of(bench, "J-1") == page
    assert contact_of(bench, "j-1@example.com") is not None
