"""Doubt is a state: the customer hears nothing until it is cleared. No news is told twice."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.jobs.shops import Bench, list_repeated_news, memory_bench

from belfry.kernel.errors import Conflict
from belfry.messaging.messages import HEARD, State


@pytest.fixture
def shop(bench: Bench) -> Bench:
    """Three jobs are in progress since Monday noon, and their customers were told so."""
    for number in range(3):
        bench.put(f"J-{number}", "received")
    bench.poll()
    for number in range(3):
        bench.put(f"J-{number}", "in progress")
    bench.settle()
    bench.deliver()
    bench.sent().clear()
    return bench


def told(bench: Bench, job_id: str = "J-0") -> list[str]:
    """What the customer of a job has heard, as kind and stage."""
    about = f"jobs/{job_id}"
    messages = [message for message in bench.messages() if message.about == about]
    return [
        f"{message.kind} {message.facts['stage']}" for message in messages if message.state in HEARD
    ]


def double(bench: Bench) -> None:
    bench.lines["again"] = [*bench.lines["J-0"][:-1], "received"]
    bench.save()


Doubt = Callable[[Bench], None]
DOUBTS: dict[str, Doubt] = {
    "a stage that cannot be read": lambda bench: bench.put("J-0", "in pgress"),
    "an empty stage": lambda bench: bench.put("J-0", ""),
    "a doubled number": double,
}


def clear(bench: Bench, stage: str = "in progress") -> None:
    bench.lines.pop("again", None)
    bench.put("J-0", stage)


@pytest.mark.parametrize("doubt", DOUBTS.values(), ids=DOUBTS)
def test_a_job_in_doubt_is_not_chased_until_the_doubt_is_cleared(shop: Bench, doubt: Doubt) -> None:
    doubt(shop)
    shop.poll(after=3)
    shop.go(days=10)
    assert shop.sweep().chased == ("J-1", "J-2")
    assert [job.id for job in shop.app.services.jobs.sweep.find_stuck(limit=9)] == ["J-1", "J-2"]
    with pytest.raises(Conflict, match="clear that first"):
        shop.app.services.jobs.sweep.chase("J-0", chases=0, by="user/1")
    assert shop.app.services.jobs.sweep.foresee_next(shop.job("J-0")) is None

    clear(shop)
    shop.poll(after=3)
    assert shop.job("J-0").doubt == ""
    assert shop.sweep().chased == ("J-0",)


@pytest.mark.parametrize("doubt", DOUBTS.values(), ids=DOUBTS)
def test_an_update_waits_while_its_job_is_in_doubt(shop: Bench, doubt: Doubt) -> None:
    shop.put("J-0", "ready")
    shop.settle()
    shop.relay()
    doubt(shop)
    shop.poll(after=1)
    for _ in range(3):
        shop.release()
        shop.go(minutes=6)
    assert shop.sent() == []
    waiting = shop.messages()[-1]
    assert (waiting.state, shop.job("J-0").doubt in waiting.why) == (State.QUEUED, True)

    clear(shop, "ready")
    shop.poll(after=3)
    shop.release()
    assert told(shop) == ["moved in progress", "moved ready"]


@pytest.mark.parametrize("doubt", DOUBTS.values(), ids=DOUBTS)
def test_the_digest_and_today_name_what_is_in_doubt(shop: Bench, doubt: Doubt) -> None:
    doubt(shop)
    shop.poll(after=3)
    shop.sweep()
    shop.deliver()
    [digest] = [outgoing for outgoing in shop.sent() if outgoing.to == "owner@example.com"]
    assert digest.subject == "The Repair Bench: one row of the board cannot be read"
    assert "jobs/board.csv, line" in digest.text
    assert len(shop.data_problems()) == 1

    shop.go(days=1)
    shop.sweep()
    shop.deliver()
    assert len(shop.sent()) == 1


def slip(bench: Bench) -> None:
    """J-0 was told to be ready, and is not."""
    bench.put("J-0", "ready")
    bench.settle()
    bench.deliver()
    bench.put("J-0", "diagnosing")
    bench.settle()


def test_a_job_told_by_mistake_is_not_chased(shop: Bench) -> None:
    slip(shop)
    shop.go(days=10)
    assert shop.sweep().chased == ("J-1", "J-2")
    assert shop.app.services.jobs.sweep.foresee_next(shop.job("J-0")) is None
    shop.deliver()
    assert told(shop) == ["moved in progress", "moved ready"]
    digest = next(outgoing for outgoing in shop.sent() if outgoing.to == "owner@example.com")
    assert "one customer was told a wrong stage" in digest.subject
    assert "- J-0 (Customer J-0, kettle J-0): told ready, but it is diagnosing" in digest.text


def test_a_job_told_by_mistake_is_silent_until_it_is_where_it_was_told(shop: Bench) -> None:
    slip(shop)
    shop.put("J-0", "in progress")
    shop.settle()
    shop.deliver()
    assert shop.moves("J-0")[-1] == ("diagnosing", "in progress", "forward", False)
    assert shop.job("J-0").slip == "ready"
    shop.put("J-0", "ready")
    shop.settle()
    shop.deliver()
    assert (shop.job("J-0").slip, shop.moves("J-0")[-1][-1]) == ("", False)
    assert told(shop) == ["moved in progress", "moved ready"]


@pytest.mark.parametrize("is_corrected", [True, False], ids=["corrected", "dismissed"])
def test_a_job_is_told_of_again_once_a_person_has_decided(shop: Bench, is_corrected: bool) -> None:
    slip(shop)
    correct = shop.app.services.jobs.correct
    (correct if is_corrected else correct.leave)("J-0", by="user/1")
    shop.deliver()
    shop.put("J-0", "in progress")
    shop.settle()
    shop.deliver()
    corrected = ["correction diagnosing"] if is_corrected else []
    assert told(shop) == ["moved in progress", "moved ready", *corrected, "moved in progress"]


def test_a_job_told_by_mistake_and_then_further_on_is_told_of_again(shop: Bench) -> None:
    shop.set("Tell customers of the last stage: yes")
    slip(shop)
    shop.put("J-0", "collected")
    shop.settle()
    shop.deliver()
    assert told(shop) == ["moved in progress", "moved ready", "moved collected"]


def test_the_same_news_is_not_told_twice(shop: Bench) -> None:
    for stage in ("ready", "in progress", "ready", "in progress", "ready"):
        shop.put("J-0", stage)
        shop.settle()
        shop.deliver()
    assert told(shop) == ["moved in progress", "moved ready"]
    assert [is_told for *_, is_told in shop.moves("J-0")][2:] == [True, False, False, False, False]


def test_a_second_slip_is_noticed_although_the_second_time_was_not_told(shop: Bench) -> None:
    for stage in ("ready", "in progress", "ready", "in progress"):
        shop.put("J-0", stage)
        shop.settle()
        shop.deliver()
    [slip] = shop.app.services.jobs.correct.list_slips(limit=9)
    assert (slip.job.slip, slip.told.id) == ("ready", "jobs/J-0/move-3")


def test_news_that_was_never_sent_is_told_the_second_time(shop: Bench) -> None:
    shop.go(hours=10)
    for stage in ("ready", "in progress", "ready"):
        shop.put("J-0", stage)
        shop.settle()
        shop.deliver()
    assert told(shop) == ["moved in progress"]
    shop.go(hours=12)
    shop.deliver()
    assert told(shop) == ["moved in progress", "moved ready"]


def test_the_same_news_with_a_later_time_is_told(shop: Bench) -> None:
    shop.put("J-0", "diagnosing")
    shop.settle()
    shop.put("J-0", "in progress")
    shop.settle()
    shop.deliver()
    assert told(shop) == ["moved in progress"]

    shop.put("J-0", "diagnosing")
    shop.settle()
    shop.go(days=1)
    shop.put("J-0", "in progress")
    shop.settle()
    shop.deliver()
    assert told(shop) == ["moved in progress", "moved in progress"]
    assert len({outgoing.text for outgoing in shop.sent()}) == 1


def test_a_pending_change_says_that_it_is_not_told_again(shop: Bench) -> None:
    for stage in ("ready", "in progress"):
        shop.put("J-0", stage)
        shop.settle()
        shop.deliver()
    shop.put("J-0", "ready")
    shop.poll()
    shown = shop.app.services.jobs.show_board(per_lane=9)
    [card] = [card for lane in shown.lanes for card in lane.cards if card.job.id == "J-0"]
    assert card.outlook is not None
    assert (card.outlook.told_at, card.outlook.why) == (None, "the customer was told this already")


def test_a_time_that_was_never_given_is_not_late(shop: Bench) -> None:
    """J-9 is new on the board: its customer has heard nothing. J-1 was given a time."""
    shop.put("J-9", "in progress")
    shop.poll()
    shop.go(days=5)
    assert shop.job("J-9").eta
    swept = shop.sweep()
    assert "J-1" in swept.late
    assert "J-9" not in swept.late
    shop.deliver()
    [digest] = [outgoing for outgoing in shop.sent() if outgoing.to == "owner@example.com"]
    assert "3 times we gave have passed" in digest.text


CELLS = st.sampled_from(
    ["received", "diagnosing", "in progress", "awaiting parts", "ready", "raedy", ""]
)
ACTS = st.sampled_from(["", "", "correct", "leave"])
WAITS = st.sampled_from([3, 20, 600, 4000])


@given(st.lists(st.tuples(CELLS, ACTS, WAITS), max_size=14))
@settings(deadline=None, max_examples=80)
def test_no_customer_hears_the_same_twice_or_anything_in_doubt(
    steps: Sequence[tuple[str, str, int]],
) -> None:
    bench = memory_bench()
    bench.put("J-0", "received")
    bench.put("J-1", "received")
    bench.poll()
    for cell, act, waits in steps:
        bench.put("J-0", cell)
        bench.settle()
        bench.deliver()
        correct = bench.app.services.jobs.correct
        if act and correct.list_slips(limit=1):
            (correct if act == "correct" else correct.leave)("J-0", by="user/1")
            bench.deliver()
        believed = told(bench)
        is_doubted = bool(bench.job("J-0").doubt or correct.list_slips(limit=1))
        bench.poll(after=waits)
        bench.sweep()
        bench.deliver()
        if is_doubted:
            assert told(bench) == believed
    assert list_repeated_news(bench.messages()) == []
