"""Whether and when a run is tried again."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.samples import NOON, a_run, a_workflow

from belfry.scheduler.health import WorkflowHealth, judge_attempt
from belfry.scheduler.runs import Failed, Interrupted, Outcome, Succeeded, decide_retry

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
    health, told = WorkflowHealth(1), []
    for succeeded in (False, False, False, False, True, True, False, True):
        change = judge_attempt(health, succeeded=succeeded, at=NOON, tell_after=3)
        health = change.health
        told.append(change.tell)

    assert told == [None, None, "failing", None, "recovered", None, None, None]
