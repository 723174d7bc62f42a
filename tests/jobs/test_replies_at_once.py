"""What becomes of a reply when it is delivered twice at the same moment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from threading import Barrier
from typing import cast

from tests.jobs.shops import Bench
from tests.jobs.test_at_once import TOGETHER, Meeting, Twins, run_both, twins
from tests.jobs.writers import MAYA, consent_of, replies, texts, write

from belfry.jobs.customers.take_reply import Inbound
from belfry.jobs.ports import Customers
from belfry.kernel.errors import Conflict
from belfry.messaging.contacts import Reply

__all__ = ["twins"]


def meet(twins: Twins, *deliveries: tuple[str, str]) -> list[Reply]:
    """Each process has read what is known before either writes anything."""
    barrier = Barrier(2, timeout=TOGETHER.total_seconds())

    def deliver(bench: Bench, id: str, text: str) -> Callable[[], Reply]:
        customers = cast("Customers", Meeting(bench.ports.customers, "list_jobs", barrier))
        take = replace(bench.house.services.jobs.replies.take, customers=customers)
        return lambda: take(Inbound(id=id, channel="sms", sender=MAYA, text=text))

    benches = (twins.one, twins.other)
    pairs = zip(benches, deliveries, strict=True)
    return run_both(*(deliver(bench, *delivery) for bench, delivery in pairs))


def test_stop_delivered_twice_at_once_is_one_stop(twins: Twins) -> None:
    taken = meet(twins, ("SM1", "STOP"), ("SM1", "STOP"))
    run_both(twins.one.release, twins.other.release)

    assert {reply.id for reply in taken} == {"SM1"}
    assert [reply.id for reply in replies(twins.one)] == ["SM1"]
    assert (consent_of(twins.one), len(texts(twins.one))) == ("no", 1)
    assert twins.one.house.services.accounts.verify_audit_log().breaks == ()


def test_two_stops_at_once_are_confirmed_once(twins: Twins) -> None:
    meet(twins, ("SM1", "STOP"), ("SM2", "stop"))
    run_both(twins.one.release, twins.other.release)

    assert sorted(reply.id for reply in replies(twins.one)) == ["SM1", "SM2"]
    assert (consent_of(twins.one), len(texts(twins.one))) == ("no", 1)


def test_stop_and_a_question_at_once_are_both_taken_in(twins: Twins) -> None:
    meet(twins, ("SM1", "STOP"), ("SM2", "is it ready?"))
    run_both(twins.one.release, twins.other.release)

    assert {reply.id: reply.meaning for reply in replies(twins.one)} == {
        "SM1": "stop",
        "SM2": "other",
    }
    assert (consent_of(twins.one), len(texts(twins.one))) == ("no", 1)
    assert twins.one.house.services.accounts.verify_audit_log().breaks == ()


def test_reply_settled_by_two_at_once_is_settled_by_one(twins: Twins) -> None:
    write(twins.one, "wrong number", id="SM1")

    def press(bench: Bench) -> bool:
        try:
            bench.house.services.jobs.replies.settle.stop("SM1", by="user/1")
        except Conflict:
            return False
        return True

    assert sorted(run_both(lambda: press(twins.one), lambda: press(twins.other))) == [False, True]
    assert consent_of(twins.one) == "no"
