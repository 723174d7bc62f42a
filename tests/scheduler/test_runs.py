"""Keys of runs, and their jitter."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.samples import NOON, a_run, a_workflow

from belfry.scheduler.runs import (
    Failed,
    Interrupted,
    Outcome,
    Succeeded,
    WorkflowHealth,
    decide_retry,
    find_jitter,
    judge_attempt,
    run_key,
)


@given(
    at=st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1)),  # noqa: DTZ001 - made aware below
    offset=st.integers(-14 * 60, 14 * 60),
)
def test_run_key_is_equal_whatever_zone_the_time_is_written_in(at: datetime, offset: int) -> None:
    utc = at.replace(tzinfo=UTC)

    assert run_key(7, utc) == run_key(7, utc.astimezone(timezone(timedelta(minutes=offset))))


def test_run_key_differs_by_workflow_and_by_minute() -> None:
    keys = {run_key(1, NOON), run_key(11, NOON), run_key(1, NOON + timedelta(minutes=1))}

    assert len(keys) == 3


def test_jitter_is_stable_within_bounds_and_spread() -> None:
    within = timedelta(minutes=10)
    delays = [find_jitter(number, within) for number in range(200)]

    assert delays == [find_jitter(number, within) for number in range(200)]
    assert all(timedelta(0) <= delay < within for delay in delays)
    assert len(set(delays)) > 100
    assert find_jitter(1, timedelta(0)) == timedelta(0)


SECOND = timedelta(seconds=1)


@pytest.mark.parametrize(
    "outcome, attempt, status, wait",
    [
        pytest.param(Succeeded("ok"), 1, "succeeded", None, id="success ends it"),
        pytest.param(Failed("no"), 1, "queued", 30, id="the first wait is the back-off"),
        pytest.param(Failed("no"), 2, "queued", 60, id="the second is twice as long"),
        pytest.param(Failed("no"), 3, "parked", None, id="the last attempt parks it"),
        pytest.param(Failed("no", is_final=True), 1, "parked", None, id="a final error parks it"),
        pytest.param(
            Failed("no", retry_after=timedelta(minutes=9)), 1, "queued", 540, id="their wish counts"
        ),
        pytest.param(
            Failed("no", retry_after=SECOND), 2, "queued", 60, id="but not below our own wait"
        ),
        pytest.param(Interrupted("gone"), 1, "queued", 0, id="interrupted is tried at once"),
        pytest.param(Interrupted("gone"), 3, "interrupted", None, id="until attempts are used up"),
    ],
)
def test_retry_follows_outcome_and_attempts(
    outcome: Outcome, attempt: int, status: str, wait: int | None
) -> None:
    verdict = decide_retry(a_run(attempt=attempt), a_workflow(), outcome, NOON)

    assert verdict.status == status
    assert verdict.due_at == (None if wait is None else NOON + wait * SECOND)


def test_back_off_never_exceeds_an_hour() -> None:
    verdict = decide_retry(a_run(attempt=40, tries=99), a_workflow(), Failed("no"), NOON)

    assert verdict.due_at == NOON + timedelta(hours=1)


def test_a_workflow_may_refuse_to_be_run_again_after_an_interruption() -> None:
    workflow = a_workflow(retry_interrupted=False)

    assert decide_retry(a_run(attempt=1), workflow, Interrupted("x"), NOON).status == "interrupted"


def test_failing_and_recovered_are_each_told_once() -> None:
    health, notices = WorkflowHealth(1), []
    for succeeded in (False, False, False, False, True, True, False, True):
        change = judge_attempt(health, succeeded=succeeded, at=NOON, tell_after=3)
        health = change.health
        notices.append(change.tell)

    assert notices == [None, None, "failing", None, "recovered", None, None, None]
