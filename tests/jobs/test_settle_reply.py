"""Saying that somebody has seen to a reply."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import pytest
from tests.jobs.shops import Bench
from tests.jobs.writers import (
    MAYA,
    bring,
    consent_of,
    find_contact,
    replies,
    texts,
    write,
)

from belfry.kernel.errors import Conflict, NotFound
from belfry.ports.clock import Clock

BY = "user/1"


def test_reply_that_was_seen_to_is_open_no_more(bench: Bench) -> None:
    write(bench, "is it ready?", id="SM1")

    settled = bench.house.services.jobs.replies.settle("SM1", by=BY)
    bench.release()

    assert (settled.is_open, [one.is_open for one in replies(bench)]) == (False, [False])
    assert (consent_of(bench), texts(bench)) == ("", [])


def test_writer_of_a_near_miss_gets_no_more_messages_if_a_person_says_so(bench: Bench) -> None:
    bring(bench, "J-0")
    write(bench, "please stop texting me", id="SM1")

    bench.house.services.jobs.replies.settle.stop("SM1", by=BY)
    bench.put("J-0", "ready")
    bench.settle()
    bench.deliver()

    contact = find_contact(bench)
    assert contact is not None
    assert (contact.consent, contact.said_by) == ("no", BY)
    assert ([one.is_open for one in replies(bench)], texts(bench)) == ([False], [])


def test_who_saw_to_it_is_in_the_trail(bench: Bench) -> None:
    write(bench, "is it ready?", id="SM1")
    write(bench, "who is this", id="SM2")
    settle = bench.house.services.jobs.replies.settle

    settle("SM1", by=BY)
    settle.stop("SM2", by="user/2")

    contact = find_contact(bench)
    assert contact is not None
    entries = bench.ports.audit_log.list_entries(contact.subject)
    assert [(one.action, one.by) for one in entries] == [
        ("wrote", "customer"),
        ("wrote", "customer"),
        ("seen to", BY),
        ("consent", "user/2"),
    ]
    assert entries[2].after["reply"] == "SM1"
    assert bench.house.services.accounts.verify_audit_log().breaks == ()


@pytest.mark.parametrize("text", ["STOP", "is it ready?"], ids=["by itself", "by a person"])
def test_reply_that_needs_nobody_cannot_be_settled(bench: Bench, text: str) -> None:
    reply = write(bench, text)
    settle = bench.house.services.jobs.replies.settle
    if reply.is_open:
        settle(reply.id, by=BY)

    for act in (settle, settle.stop):
        with pytest.raises(Conflict, match=f"reply {reply.id} needs nobody"):
            act(reply.id, by=BY)
    assert consent_of(bench, MAYA) == ("no" if text == "STOP" else "")


@dataclass
class Interrupted:
    """A clock that something happens at when it is first looked at."""

    clock: Clock
    happens: Callable[[], object]

    def now(self) -> datetime:
        happens, self.happens = self.happens, lambda: None
        happens()
        return self.clock.now()

    def elapsed(self) -> timedelta:
        return self.clock.elapsed()


def test_customer_who_writes_at_that_moment_does_not_get_in_the_way(bench: Bench) -> None:
    write(bench, "wrong number", id="SM1")
    clock = Interrupted(bench.ports.clock, lambda: write(bench, "hello?", id="SM2"))

    replace(bench.house.services.jobs.replies.settle, clock=clock).stop("SM1", by=BY)

    assert consent_of(bench) == "no"
    assert {one.id: one.is_open for one in replies(bench)} == {"SM1": False, "SM2": True}


def test_reply_that_nobody_wrote_cannot_be_settled(bench: Bench) -> None:
    with pytest.raises(NotFound, match="no reply 'SM9'"):
        bench.house.services.jobs.replies.settle("SM9", by=BY)
