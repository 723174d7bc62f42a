"""What becomes of a job when two processes look at it at the same moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from threading import Barrier
from typing import Any, cast

import pytest
from tests.apps import build_app
from tests.jobs.shops import Bench, fill, sql_bench
from tests.jobs.writers import MAYA, consent_of, replies, texts, write

from belfry.jobs.customers.replies import Inbound
from belfry.jobs.ports import Customers, Jobs
from belfry.kernel.errors import Conflict
from belfry.messaging.contacts import Reply
from belfry.messaging.ports import Messages

TOGETHER = timedelta(seconds=20)


class Meeting:
    """Passes everything on; once one method was called, each side waits for the other's call."""

    def __init__(self, port: object, method: str, barrier: Barrier) -> None:
        self._port, self._method, self._barrier = port, method, barrier

    def __getattr__(self, name: str) -> Any:
        called = getattr(self._port, name)
        if name != self._method:
            return called

        def meet(*positional: Any, **named: Any) -> Any:
            result = called(*positional, **named)
            self._method = ""
            self._barrier.wait()
            return result

        return meet


@dataclass(frozen=True)
class Twins:
    """Two processes over one database and one folder."""

    one: Bench
    other: Bench


@pytest.fixture(params=["sqlite", "postgres"])
def twins(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Twins]:
    url = request.getfixturevalue("postgres_url") if request.param == "postgres" else None
    with ExitStack() as stack:
        first, other = (stack.enter_context(sql_bench(url, tmp_path)) for _ in range(2))
        p = first.ports
        shared = replace(
            other.ports,
            folder=p.folder,
            versions=p.versions,
            channels=p.channels,
            clock=p.clock,
        )
        yield Twins(first, Bench(build_app(shared, first.app.services.settings)))


def run_both(*acts: Any) -> list[Any]:
    with ThreadPoolExecutor(len(acts)) as pool:
        return [future.result(timeout=60) for future in [pool.submit(act) for act in acts]]


def deliver_both(twins: Twins) -> None:
    run_both(twins.one.relay, twins.other.relay)
    run_both(twins.one.release, twins.other.release)


def test_two_looks_at_once_make_one_move_and_one_message(twins: Twins) -> None:
    fill(twins.one, 5, "received")
    for number in range(5):
        twins.one.put(f"J-{number}", "ready")
    twins.one.poll(after=3)
    twins.one.go(minutes=3)
    barrier = Barrier(2, timeout=TOGETHER.total_seconds())
    looks = [
        replace(
            bench.app.services.jobs.poll_board,
            jobs=cast("Jobs", Meeting(bench.ports.jobs, "list_by_id", barrier)),
        )
        for bench in (twins.one, twins.other)
    ]

    polled = run_both(*looks)
    deliver_both(twins)

    moved = sorted(move.job_id for poll in polled for move in poll.moves)
    assert moved == ["J-0", "J-1", "J-2", "J-3", "J-4"]
    for number in range(5):
        assert len(twins.one.moves(f"J-{number}")) == 2
    assert sorted(outgoing.to for outgoing in twins.one.sent()) == [
        f"j-{number}@example.com" for number in range(5)
    ]
    assert twins.one.app.services.accounts.verify_audit_log().breaks == ()


def test_two_first_looks_at_once_meet_each_job_once(twins: Twins) -> None:
    for number in range(5):
        twins.one.put(f"J-{number}", "received")
    barrier = Barrier(2, timeout=TOGETHER.total_seconds())
    looks = [
        replace(
            bench.app.services.jobs.poll_board,
            jobs=cast("Jobs", Meeting(bench.ports.jobs, "list_seen_rows", barrier)),
        )
        for bench in (twins.one, twins.other)
    ]

    run_both(*looks)
    twins.other.poll(after=3)
    deliver_both(twins)

    assert [len(twins.one.moves(f"J-{number}")) for number in range(5)] == [1] * 5
    assert twins.one.said() == []


def test_two_sweeps_at_once_chase_each_job_once(twins: Twins) -> None:
    fill(twins.one, 5, "ready")
    twins.one.go(hours=22)
    barrier = Barrier(2, timeout=TOGETHER.total_seconds())
    sweeps = [
        replace(
            bench.app.services.jobs.sweep,
            messages=cast("Messages", Meeting(bench.ports.messages, "find_latest", barrier)),
        )
        for bench in (twins.one, twins.other)
    ]

    swept = run_both(*sweeps)
    deliver_both(twins)

    assert sorted(job_id for sweep in swept for job_id in sweep.chased) == [
        f"J-{number}" for number in range(5)
    ]
    assert sorted(outgoing.to for outgoing in twins.one.sent()) == [
        *(f"j-{number}@example.com" for number in range(5)),
        "owner@example.com",
    ]
    digest = next(outgoing for outgoing in twins.one.sent() if outgoing.to == "owner@example.com")
    assert digest.text.count("\n- J-") == 5


def test_a_correction_pressed_twice_at_once_is_made_once(twins: Twins) -> None:
    fill(twins.one, 1, "in progress")
    for stage in ("ready", "in progress"):
        twins.one.put("J-0", stage)
        twins.one.settle()
        twins.one.deliver()

    def press(bench: Bench) -> bool:
        try:
            bench.app.services.jobs.correct("J-0", by="user/1")
        except Conflict:
            return False
        return True

    pressed = run_both(lambda: press(twins.one), lambda: press(twins.other))
    deliver_both(twins)

    assert sorted(pressed) == [False, True]
    assert len(twins.one.sent()) == 2


__all__ = ["twins"]


def meet(twins: Twins, *deliveries: tuple[str, str]) -> list[Reply]:
    """Each process has read what is known before either writes anything."""
    barrier = Barrier(2, timeout=TOGETHER.total_seconds())

    def deliver(bench: Bench, id: str, text: str) -> Callable[[], Reply]:
        customers = cast("Customers", Meeting(bench.ports.customers, "list_jobs", barrier))
        taking = replace(bench.app.services.jobs.replies, customers=customers)
        return lambda: taking.take(Inbound(id=id, channel="sms", sender=MAYA, text=text))

    benches = (twins.one, twins.other)
    pairs = zip(benches, deliveries, strict=True)
    return run_both(*(deliver(bench, *delivery) for bench, delivery in pairs))


def test_stop_delivered_twice_at_once_is_one_stop(twins: Twins) -> None:
    taken = meet(twins, ("SM1", "STOP"), ("SM1", "STOP"))
    run_both(twins.one.release, twins.other.release)

    assert {reply.id for reply in taken} == {"SM1"}
    assert [reply.id for reply in replies(twins.one)] == ["SM1"]
    assert (consent_of(twins.one), len(texts(twins.one))) == ("no", 1)
    assert twins.one.app.services.accounts.verify_audit_log().breaks == ()


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
    assert twins.one.app.services.accounts.verify_audit_log().breaks == ()


def test_reply_settled_by_two_at_once_is_settled_by_one(twins: Twins) -> None:
    write(twins.one, "wrong number", id="SM1")

    def press(bench: Bench) -> bool:
        try:
            bench.app.services.jobs.replies.stop("SM1", by="user/1")
        except Conflict:
            return False
        return True

    assert sorted(run_both(lambda: press(twins.one), lambda: press(twins.other))) == [False, True]
    assert consent_of(twins.one) == "no"
