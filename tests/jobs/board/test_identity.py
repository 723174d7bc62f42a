"""A number that is used again for another customer is another job, and shares nothing with it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.jobs.board.test_judge_row import a_poll, meet, row
from tests.jobs.photos.galleries import drop, listed, look
from tests.jobs.shops import Bench, memory_bench
from tests.pictures import BLUE, RED, make_picture
from tests.samples import NOON

from belfry.jobs.board.moves import judge_row
from belfry.jobs.jobs import RETYPED_WITHIN, first_id, next_id
from belfry.kernel.errors import Conflict
from belfry.messaging.contacts import NO
from belfry.messaging.messages import LEFT, State

ANN = {"customer": "Ann", "contact": "ann@example.com", "item": "clock"}
BOB = {"customer": "Bob", "contact": "bob@example.com", "item": "watch"}
PUBLIC_URL = "https://bench.example.com"
CID = {"customer": "Cid", "contact": "cid@example.com", "item": "lamp"}


def reuse(bench: Bench, *, stage: str = "received") -> None:
    bench.put("J-1", stage, **BOB)


@pytest.fixture
def with_ann(bench: Bench) -> Bench:
    """Ann's clock is ready, she was told so, and her page has a photo."""
    bench.put("J-1", "in progress", **ANN)
    drop(bench, "J-1/ready.jpg", make_picture(RED))
    look(bench)
    bench.put("J-1", "ready")
    bench.settle()
    bench.deliver()
    assert [outgoing.to for outgoing in bench.sent()] == ["ann@example.com"]
    return bench


def link(bench: Bench, job_id: str) -> str:
    return bench.app.services.jobs.customers.open_pages(bench.job(job_id)).token


@pytest.mark.parametrize("is_gone_first", [False, True], ids=["overwritten", "after it was closed"])
def test_a_reused_number_is_a_new_job_with_its_own_history_and_link(
    with_ann: Bench, is_gone_first: bool
) -> None:
    bench = with_ann
    token = link(bench, "J-1")
    if is_gone_first:
        bench.take_away("J-1")
        for _ in range(3):
            bench.poll(after=8)
    reuse(bench)
    bench.poll(after=3)

    old, new = bench.job("J-1"), bench.job("J-1~2")
    assert (old.successor, old.is_open, old.customer, old.stage) == ("J-1~2", False, "Ann", "ready")
    assert (new.number, new.customer, new.stage, new.photos) == ("J-1", "Bob", "received", 0)
    assert bench.moves("J-1~2") == [("", "received", "new", False)]
    assert link(bench, "J-1~2") != token
    page = bench.app.services.jobs.show_tracking(token)
    assert (page.item, page.news, page.is_over) == ("your clock", "this job is closed.", True)
    assert bench.app.services.jobs.show_tracking(link(bench, "J-1~2")).item == "your watch"


def test_the_new_customer_gets_no_photo_of_the_old_job(with_ann: Bench) -> None:
    bench = with_ann
    drop(bench, "J-1/in-progress.jpg", make_picture(RED))
    reuse(bench)
    look(bench, after=3)
    bench.put("J-1", "ready")
    look(bench, after=3)
    look(bench, after=3)
    bench.deliver()

    outgoing = bench.sent()[-1]
    assert (outgoing.to, outgoing.picture) == ("bob@example.com", None)
    assert listed(bench, "J-1~2") == []
    drop(bench, "J-1/ready-again.jpg", make_picture(BLUE))
    look(bench, after=3)
    assert [colour for *_, colour in listed(bench, "J-1~2")] == ["blue"]
    assert [colour for *_, colour in listed(bench, "J-1")] == ["red"]


def test_a_slip_of_the_old_job_is_not_corrected_to_the_new_customer(with_ann: Bench) -> None:
    bench = with_ann
    bench.put("J-1", "in progress")
    bench.settle()
    assert [slip.job.id for slip in bench.app.services.jobs.correct.list_slips(limit=9)] == ["J-1"]
    reuse(bench)
    bench.settle()

    assert bench.app.services.jobs.correct.list_slips(limit=9) == []
    with pytest.raises(Conflict):
        bench.app.services.jobs.correct("J-1~2", by="user/1")
    bench.deliver()
    assert {outgoing.to for outgoing in bench.sent()} == {"ann@example.com"}


def test_a_message_that_waits_for_the_morning_is_dropped_when_the_number_is_reused(
    bench: Bench,
) -> None:
    bench.put("J-1", "in progress", **ANN)
    bench.poll()
    bench.go(hours=10)
    bench.put("J-1", "ready")
    bench.settle()
    bench.deliver()
    assert [message.state for message in bench.messages()] == [State.HELD]
    reuse(bench)
    bench.settle()
    bench.go(hours=14)
    bench.deliver()

    assert bench.sent() == []
    assert [message.state for message in bench.messages()] == [State.DROPPED]


@pytest.mark.parametrize(
    "cells",
    [
        pytest.param({"customer": "Anne"}, id="another name"),
        pytest.param({"contact": "ann@work.example"}, id="another address"),
        pytest.param({"item": "watch"}, id="another item"),
    ],
)
def test_a_row_with_the_same_customer_or_contact_reopens_its_job(
    with_ann: Bench, cells: dict[str, str]
) -> None:
    bench = with_ann
    bench.take_away("J-1")
    for _ in range(3):
        bench.poll(after=8)
    assert bench.job("J-1").closed_at
    bench.put("J-1", "ready", **{**ANN, **cells})
    bench.poll(after=3)

    job = bench.job("J-1")
    assert (job.is_open, job.closed_at, job.successor, job.moves) == (True, None, "", 2)


def test_a_row_that_is_retyped_cell_by_cell_is_a_new_job(with_ann: Bench) -> None:
    bench = with_ann
    bench.put("J-1", "ready", contact=BOB["contact"])
    bench.poll(after=3)
    bench.put("J-1", "received", customer="Bob", item="watch")
    bench.poll(after=3)

    assert bench.job("J-1").successor == "J-1~2"
    assert bench.job("J-1~2").customer == "Bob"


def test_name_and_address_corrected_days_apart_are_the_same_job(with_ann: Bench) -> None:
    bench = with_ann
    bench.put("J-1", "ready", customer="Anne")
    bench.poll(after=3)
    bench.go(days=1)
    bench.put("J-1", "ready", contact="anne@example.com")
    bench.poll(after=3)

    job = bench.job("J-1")
    assert (job.successor, job.contact, job.moves) == ("", "anne@example.com", 2)


def test_nothing_is_sent_while_a_row_is_being_retyped(bench: Bench) -> None:
    bench.put("J-1", "in progress", **ANN)
    bench.poll()
    bench.put("J-1", "ready")
    bench.settle()
    bench.put("J-1", "ready", contact=BOB["contact"])
    bench.poll(after=1)
    bench.deliver()
    assert bench.sent() == []
    bench.go(minutes=15)
    bench.deliver()
    assert [outgoing.to for outgoing in bench.sent()] == [BOB["contact"]]


def test_a_cleared_row_that_is_filled_in_again_is_a_new_job(with_ann: Bench) -> None:
    bench = with_ann
    bench.put("J-1", "ready", customer="", contact="")
    bench.poll(after=3)
    bench.go(days=2)
    reuse(bench)
    bench.poll(after=3)

    assert bench.job("J-1").successor == "J-1~2"


def test_a_job_whose_details_come_later_stays_the_same(bench: Bench) -> None:
    bench.put("J-1", "received", customer="", contact="", item="")
    bench.poll()
    bench.go(days=1)
    bench.put("J-1", "received", **ANN)
    bench.poll()

    assert (bench.job("J-1").customer, bench.job("J-1").successor) == ("Ann", "")


def test_a_third_customer_gets_a_third_job(with_ann: Bench) -> None:
    bench = with_ann
    reuse(bench)
    bench.poll(after=3)
    bench.go(days=30)
    bench.put("J-1", "received", **CID)
    bench.poll()

    assert bench.job("J-1~2").successor == "J-1~3"
    [current] = bench.ports.jobs.list_current(["J-1"])
    assert (current.id, current.customer) == ("J-1~3", "Cid")


def test_a_row_of_another_customer_in_no_known_stage_closes_the_job(with_ann: Bench) -> None:
    bench = with_ann
    reuse(bench, stage="raedy")
    bench.poll(after=3)
    assert bench.job("J-1").closed_at
    bench.go(days=1)
    assert bench.sweep().chased == ()
    reuse(bench)
    bench.poll()

    assert bench.job("J-1").successor == "J-1~2"


def test_the_page_of_an_old_job_changes_nothing_on_the_board(with_ann: Bench) -> None:
    bench = with_ann
    reuse(bench)
    bench.poll(after=3)
    board = bench.app.services.jobs.board
    with pytest.raises(Conflict, match="closed"):
        board.move("J-1", "collected", by="user/1")
    assert board.move("J-1~2", "diagnosing", by="user/1")
    assert bench.job("J-1~2").pending == "diagnosing"


def test_a_withdrawn_consent_stays_with_the_contact(with_ann: Bench) -> None:
    bench = with_ann
    bench.app.services.jobs.customers.set_consent("J-1", NO, by="user/1")
    reuse(bench)
    bench.poll(after=3)
    bench.put("J-2", "received", **ANN)
    bench.poll(after=3)
    bench.put("J-1", "diagnosing")
    bench.put("J-2", "diagnosing")
    bench.settle()
    bench.deliver()

    later_messages = [message for message in bench.messages() if message.facts["job"] != "J-1"]
    assert {message.about: message.state for message in later_messages} == {
        "jobs/J-1~2": State.SENT,
        "jobs/J-2": State.DROPPED,
    }


def test_a_forgotten_customer_leaves_nothing_to_the_next(with_ann: Bench) -> None:
    bench = with_ann
    bench.take_away("J-1")
    for _ in range(3):
        bench.poll(after=8)
    bench.app.services.jobs.personal_data.forget("ann@example.com", by="user/1")
    reuse(bench)
    bench.poll(after=3)

    assert bench.job("J-1").successor == "J-1~2"


def test_numbers_that_look_like_ids_are_kept_apart(bench: Bench) -> None:
    bench.put("J-1", "received", **ANN)
    bench.put("J-1~2", "received", **CID)
    bench.poll()
    reuse(bench)
    bench.poll(after=3)

    current = {job.number: job.customer for job in bench.ports.jobs.list_current(["J-1", "J-1~2"])}
    assert current == {"J-1": "Bob", "J-1~2": "Cid"}


@pytest.mark.parametrize("number", ["J-1", "1", "J~", "~2", "J~2", "J~2~3"])
def test_ids_of_one_number_differ_and_follow_each_other(number: str) -> None:
    job = replace(meet(), id=first_id(number), number=number)
    ids = [job.id]
    for _ in range(10):
        job = replace(job, id=next_id(job))
        ids.append(job.id)
    assert len(set(ids)) == len(ids)
    assert all(name.startswith(number) for name in ids)


PEOPLE = {person["customer"]: person for person in (ANN, BOB, CID)}
NAMES = st.sampled_from(["", *PEOPLE])
CONTACTS = st.sampled_from(["", *(person["contact"] for person in PEOPLE.values())])


@given(st.lists(st.tuples(st.integers(1, 40), NAMES, CONTACTS), max_size=12))
def test_no_job_goes_from_one_customer_to_another_within_minutes(
    rows: Sequence[tuple[int, str, str]],
) -> None:
    """Neither from the row before, nor from the last one that stood for long enough."""
    job, now = replace(meet(), customer="", contact=""), NOON
    before: list[tuple[str, str]] = []
    for minutes, name, contact in rows:
        now += timedelta(minutes=minutes)
        if timedelta(minutes=minutes) > RETYPED_WITHIN:
            before = before[-1:]
        judged = judge_row(row("received", customer=name, contact=contact), job, a_poll(now))
        assert judged.job is not None
        assert (judged.closed is None) == (judged.job.id == job.id)
        if judged.closed:
            before = []
        if name and contact:
            assert all(name == who or contact == where for who, where in (before[:1] + before[-1:]))
            before.append((name, contact))
        job = judged.job


@dataclass(frozen=True)
class Step:
    """Someone types a customer's row; `waits` is in minutes."""

    customer: str
    stage: str
    waits: int


STEPS = st.builds(
    Step,
    st.sampled_from([*PEOPLE, ""]),
    st.sampled_from(["received", "in progress", "awaiting parts", "ready", "collected", "raedy"]),
    st.sampled_from([3, 8, 600, 3000]),
)


@given(st.lists(STEPS, min_size=2, max_size=10))
@settings(deadline=None, max_examples=60)
def test_no_two_customers_share_a_link_or_a_message(steps: Sequence[Step]) -> None:
    bench = memory_bench(public_url=PUBLIC_URL)
    for step in steps:
        if step.customer:
            bench.put("J-1", step.stage, **PEOPLE[step.customer])
        elif "J-1" in bench.lines:
            bench.take_away("J-1")
        bench.settle()
        bench.deliver()
        for slip in bench.app.services.jobs.correct.list_slips(limit=1):
            bench.app.services.jobs.correct(slip.job.id, by="user/1")
        bench.poll(after=step.waits)
        bench.sweep()
        bench.deliver()
    readers: dict[str, set[str]] = {}
    for message in bench.messages():
        if message.kind != "digest" and message.state in LEFT:
            [person] = [who for who in PEOPLE.values() if who["contact"] == message.sent_to]
            assert person["item"] in message.text
            for link in re.findall(r"https?://\S+/t/[\w-]+", message.text):
                readers.setdefault(link, set()).add(message.sent_to)
    assert all(len(people) == 1 for people in readers.values())
