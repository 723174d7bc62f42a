"""Whether what a customer told the shop holds for all their jobs, and for what waits to leave."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.jobs.shops import Bench

from belfry.kernel.changes import Put
from belfry.kernel.errors import Conflict, NotFound


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
    return [(one.state.value, one.why) for one in bench.messages()]


def test_no_drops_what_waits_for_all_jobs_of_the_address(moved: Bench) -> None:
    assert moved.house.services.jobs.customers.set_consent("J-1", "no", by="user/1") is True
    moved.release()
    assert states(moved) == [("dropped", "the customer wants no messages")] * 2
    assert moved.letters() == []


def test_yes_after_a_no_lets_messages_out_again(moved: Bench) -> None:
    set_consent = moved.house.services.jobs.customers.set_consent
    set_consent("J-1", "no", by="user/1")
    set_consent("J-2", "yes", by="user/1")
    moved.release()
    assert [letter.to for letter in moved.letters()] == ["maya@example.com"] * 2


def test_unknown_is_held_where_the_shop_asks_for_consent_first(moved: Bench) -> None:
    moved.set("Ask consent first: yes")
    moved.release()
    assert [state for state, _ in states(moved)] == ["held", "held"]


def test_yes_counts_where_the_shop_asks_for_consent_first(moved: Bench) -> None:
    moved.set("Ask consent first: yes")
    moved.house.services.jobs.customers.set_consent("J-1", "yes", by="user/1")
    moved.release()
    assert len(moved.letters()) == 2


def test_customer_is_shown_with_what_counts(moved: Bench) -> None:
    customers = moved.house.services.jobs.customers
    shown = customers.show("J-1")
    assert (shown.refusal, shown.has_agreed) == ("", False)
    assert shown.page is not None
    customers.set_consent("J-1", "yes", by="user/1")
    assert customers.show("J-2").has_agreed is True
    moved.ports.store.commit([Put(replace(moved.job("J-2"), consent="no"))])
    assert customers.show("J-2").refusal == "the customer wants no messages: the board says so"
    assert customers.show("J-1").refusal == ""


def test_unknown_job_is_not_found(bench: Bench) -> None:
    customers = bench.house.services.jobs.customers
    with pytest.raises(NotFound, match="no job 'J-9' has been seen on the board"):
        customers.set_consent("J-9", "no", by="user/1")
    with pytest.raises(NotFound, match="no job 'J-9' has been seen on the board"):
        customers.show("J-9")


def test_job_without_an_address_has_nobody_to_ask(bench: Bench) -> None:
    bench.put("J-1", "received", contact="by post")
    bench.poll()
    with pytest.raises(Conflict, match="there is no address for J-1 on the board"):
        bench.house.services.jobs.customers.set_consent("J-1", "no", by="user/1")
    assert bench.house.services.jobs.customers.show("J-1").contact is None
