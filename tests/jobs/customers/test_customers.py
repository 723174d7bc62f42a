"""Whether a job has its customer's page before the first message, once and for good."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from tests.fakes.crash_points import Crashed
from tests.jobs.shops import Bench, memory_bench

from belfry.jobs.jobs import TrackingPage
from belfry.kernel.changes import Put
from belfry.kernel.errors import Conflict, NotFound
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
    assert page.made_at < bench.ports.clock.now()  # when the move was first seen
    assert contact.consent == ""
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
    made = bench.app.services.jobs.customers.open_pages(job)
    assert made == page_of(bench, "J-1")
    assert contact_of(bench, "") is None


def test_makers_at_once_agree_on_one_page(bench: Bench) -> None:
    bench.put("J-1", "received")
    bench.poll()
    make = bench.app.services.jobs.customers.open_pages
    with ThreadPoolExecutor(4) as pool:
        made = {page.token for page in pool.map(make, [bench.job("J-1")] * 8)}
    page = page_of(bench, "J-1")
    assert page is not None
    assert made == {page.token}


@pytest.mark.parametrize("step", ["store.begin", "store.written", "store.committed"])
def test_maker_crashed_leaves_both_or_none(step: str) -> None:
    bench = memory_bench()
    bench.put("J-1", "received")
    bench.poll()
    make = bench.app.services.jobs.customers.open_pages
    bench.app.crash_points.crash_at(step)
    with pytest.raises(Crashed):
        make(bench.job("J-1"))
    is_lacking = (page_of(bench, "J-1") is None, contact_of(bench, "j-1@example.com") is None)
    assert is_lacking == ((False, False) if step == "store.committed" else (True, True))

    page = make(bench.job("J-1"))
    assert page_of(bench, "J-1") == page
    assert contact_of(bench, "j-1@example.com") is not None


@pytest.fixture
def job_id(bench: Bench) -> str:
    bench.put("J-1", "received")
    bench.poll()
    return "J-1"


def test_new_link_takes_the_place_of_the_old(bench: Bench, job_id: str) -> None:
    customers = bench.app.services.jobs.customers
    old = customers.open_pages(bench.job(job_id))
    bench.go(hours=1)

    new = customers.renew_page(job_id, by="user/1")

    assert new.token != old.token
    assert (new.made_at, new.revision) == (bench.ports.clock.now(), 2)
    assert bench.ports.store.find(TrackingPage, job_id) == new
    assert bench.app.services.jobs.show_tracking(new.token).job_id == job_id
    with pytest.raises(NotFound, match="this link leads nowhere"):
        bench.app.services.jobs.show_tracking(old.token)


def test_job_without_a_page_gets_its_first(bench: Bench, job_id: str) -> None:
    page = bench.app.services.jobs.customers.renew_page(job_id, by="user/1")
    assert bench.ports.store.find(TrackingPage, job_id) == page


def test_new_link_is_in_the_jobs_trail_without_its_secret(bench: Bench, job_id: str) -> None:
    page = bench.app.services.jobs.customers.renew_page(job_id, by="user/1")
    (*_, entry) = bench.ports.audit_log.list_entries(f"job/{job_id}")
    assert (entry.by, entry.action) == ("user/1", "new link")
    assert page.token not in repr(entry)
    assert bench.app.services.accounts.verify_audit_log().breaks == ()


def test_new_link_does_not_move_the_job(bench: Bench, job_id: str) -> None:
    before = bench.job(job_id)
    bench.app.services.jobs.customers.renew_page(job_id, by="user/1")
    after = bench.job(job_id)
    assert (after.stage, after.moves, after.entered_at) == ("received", 1, before.entered_at)
    assert bench.poll(after=3).moves == ()


def test_unknown_job_gets_no_link(bench: Bench) -> None:
    with pytest.raises(NotFound, match="no job 'J-9' has been seen on the board"):
        bench.app.services.jobs.customers.renew_page("J-9", by="user/1")


@pytest.fixture
def moved(bench: Bench) -> Bench:
    """Two jobs of one customer have moved, and the messages wait."""
    for job_id in ("J-1", "J-2"):
        bench.put(job_id, "received", contact="maya@example.com")
    bench.poll()
    for job_id in ("J-1", "J-2"):
        bench.put(job_id, "in progress")
    bench.settle()
    bench.relay()
    return bench


def states(bench: Bench) -> list[tuple[str, str]]:
    return [(message.state.value, message.why) for message in bench.messages()]


def test_no_drops_what_waits_for_all_jobs_of_the_address(moved: Bench) -> None:
    assert moved.app.services.jobs.customers.set_consent("J-1", "no", by="user/1") is True
    moved.release()
    assert states(moved) == [("dropped", "the customer wants no messages")] * 2
    assert moved.sent() == []


def test_yes_after_a_no_lets_messages_out_again(moved: Bench) -> None:
    set_consent = moved.app.services.jobs.customers.set_consent
    set_consent("J-1", "no", by="user/1")
    set_consent("J-2", "yes", by="user/1")
    moved.release()
    assert [outgoing.to for outgoing in moved.sent()] == ["maya@example.com"] * 2


def test_unknown_is_held_where_the_shop_asks_for_consent_first(moved: Bench) -> None:
    moved.set("Ask consent first: yes")
    moved.release()
    assert [state for state, _ in states(moved)] == ["held", "held"]


def test_yes_counts_where_the_shop_asks_for_consent_first(moved: Bench) -> None:
    moved.set("Ask consent first: yes")
    moved.app.services.jobs.customers.set_consent("J-1", "yes", by="user/1")
    moved.release()
    assert len(moved.sent()) == 2


def test_customer_is_shown_with_what_counts(moved: Bench) -> None:
    customers = moved.app.services.jobs.customers
    shown = customers.show("J-1")
    assert (shown.refusal, shown.has_agreed) == ("", False)
    assert shown.page is not None
    customers.set_consent("J-1", "yes", by="user/1")
    assert customers.show("J-2").has_agreed is True
    moved.ports.store.commit([Put(replace(moved.job("J-2"), consent="no"))])
    assert customers.show("J-2").refusal == "the customer wants no messages: the board says so"
    assert customers.show("J-1").refusal == ""


def test_unknown_job_is_not_found(bench: Bench) -> None:
    customers = bench.app.services.jobs.customers
    with pytest.raises(NotFound, match="no job 'J-9' has been seen on the board"):
        customers.set_consent("J-9", "no", by="user/1")
    with pytest.raises(NotFound, match="no job 'J-9' has been seen on the board"):
        customers.show("J-9")


def test_job_without_an_address_has_nobody_to_ask(bench: Bench) -> None:
    bench.put("J-1", "received", contact="by post")
    bench.poll()
    with pytest.raises(Conflict, match="there is no address for J-1 on the board"):
        bench.app.services.jobs.customers.set_consent("J-1", "no", by="user/1")
    assert bench.app.services.jobs.customers.show("J-1").contact is None
