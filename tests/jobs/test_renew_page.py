"""Whether a new link ends the old one, and is written down."""

from __future__ import annotations

import pytest
from tests.jobs.shops import Bench

from belfry.jobs.jobs import TrackingPage
from belfry.kernel.errors import NotFound


@pytest.fixture
def job_id(bench: Bench) -> str:
    bench.put("J-1", "received")
    bench.poll()
    return "J-1"


def test_new_link_takes_the_place_of_the_old(bench: Bench, job_id: str) -> None:
    customers = bench.house.services.jobs.customers
    old = customers.open_pages(bench.job(job_id))
    bench.go(hours=1)

    new = customers.renew_page(job_id, by="user/1")

    assert new.token != old.token
    assert (new.made_at, new.revision) == (bench.ports.clock.now(), 2)
    assert bench.ports.store.find(TrackingPage, job_id) == new
    assert customers.show_tracking(new.token).job_id == job_id
    with pytest.raises(NotFound, match="this link leads nowhere"):
        customers.show_tracking(old.token)


def test_job_without_a_page_gets_its_first(bench: Bench, job_id: str) -> None:
    page = bench.house.services.jobs.customers.renew_page(job_id, by="user/1")
    assert bench.ports.store.find(TrackingPage, job_id) == page


def test_new_link_is_in_the_jobs_trail_without_its_secret(bench: Bench, job_id: str) -> None:
    page = bench.house.services.jobs.customers.renew_page(job_id, by="user/1")
    (*_, entry) = bench.ports.audit_log.list_entries(f"job/{job_id}")
    assert (entry.by, entry.action) == ("user/1", "new link")
    assert page.token not in repr(entry)
    assert bench.house.services.accounts.verify_audit_log().breaks == ()


def test_new_link_does_not_move_the_job(bench: Bench, job_id: str) -> None:
    before = bench.job(job_id)
    bench.house.services.jobs.customers.renew_page(job_id, by="user/1")
    after = bench.job(job_id)
    assert (after.stage, after.moves, after.entered_at) == ("received", 1, before.entered_at)
    assert bench.poll(after=3).moves == ()


def test_unknown_job_gets_no_link(bench: Bench) -> None:
    with pytest.raises(NotFound, match="no job 'J-9' has been seen on the board"):
        bench.house.services.jobs.customers.renew_page("J-9", by="user/1")
