"""Claiming and finishing: one worker at a time, and late results are dropped."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.apps import App
from tests.samples import NOON

from belfry.scheduler.claim_and_finish import LONGEST_TURN, Claimed
from belfry.scheduler.runs import Failed, Interrupted, RunStatus, Succeeded

MINUTE = timedelta(minutes=1)


def queue_two_runs(app: App, overlap: str) -> None:
    workflow = app.add(overlap=overlap, cron_schedule=None)
    for _ in range(2):
        app.services.change_runs.start(workflow.id, by="test")


@pytest.mark.parametrize(
    "overlap, at_once", [("skip", 1), ("queue", 1), ("allow", 2)], ids=["skip", "queue", "allow"]
)
def test_only_a_workflow_that_allows_it_has_two_runs_under_way(
    app: App, overlap: str, at_once: int
) -> None:
    queue_two_runs(app, overlap)

    claimed = [
        *app.services.claim_runs(worker="w1", limit=5),
        *app.services.claim_runs(worker="w2", limit=5),
    ]

    assert len(claimed) == at_once
    assert len(app.ports.runs.list_running()) == at_once


def test_the_next_run_starts_when_the_one_under_way_has_ended(app: App) -> None:
    queue_two_runs(app, "queue")
    (first,) = app.services.claim_runs(worker="w1", limit=5)
    app.services.finish_run(first, Succeeded("done"))

    (second,) = app.services.claim_runs(worker="w2", limit=5)

    assert second.run.id != first.run.id


def test_a_result_that_comes_after_the_run_was_taken_away_is_dropped(app: App) -> None:
    workflow = app.add(cron_schedule=None)
    app.services.change_runs.start(workflow.id, by="test")
    (claimed,) = app.services.claim_runs(worker="w1", limit=1)
    app.services.finish_run(claimed, Interrupted("gone"))

    assert app.services.finish_run(claimed, Succeeded("too late")) is None
    (run,) = app.runs()
    assert (run.status, run.output) == (RunStatus.QUEUED, None)


def test_runs_of_a_workflow_paused_or_deleted_meanwhile_are_skipped_with_the_reason(
    app: App,
) -> None:
    paused, deleted = app.add("Paused"), app.add("Deleted")
    app.clock.advance(MINUTE)
    app.services.fire_triggers()
    app.services.change_workflow.pause(paused.id, note="", by="test")
    app.services.change_workflow.delete(deleted.id, by="test")

    assert app.services.claim_runs(worker="w1", limit=5) == []
    assert {run.reason for run in app.runs()} == {
        "the workflow was paused",
        "the workflow was deleted",
    }
    assert {run.scheduled_for for run in app.runs()} == {NOON + MINUTE}


def test_a_very_long_output_is_cut(app: App) -> None:
    workflow = app.add(cron_schedule=None)
    app.services.change_runs.start(workflow.id, by="test")
    (claimed,) = app.services.claim_runs(worker="w1", limit=1)

    ended = app.services.finish_run(claimed, Succeeded("x" * 100_000))

    assert ended is not None
    assert len(ended.output or "") == 16_000


def fire_builtins(app: App) -> None:
    """The built-in workflows of one minute, none of them carried out."""
    app.services.ensure_builtins(timezone="UTC", wishes={})
    app.clock.advance(MINUTE)
    app.services.fire_triggers()


def claim_next(app: App, limit: int = 20) -> list[Claimed]:
    """Those on the way of a message that one worker claims now."""
    claims = app.services.claim_runs(worker="w1", limit=limit)
    return [claim for claim in claims if claim.workflow.name in ("poll", "relay", "release")]


def test_each_run_on_the_way_of_a_message_waits_for_the_one_before(app: App) -> None:
    fire_builtins(app)
    for name in ("poll", "relay", "release"):
        (claim,) = claim_next(app)
        assert claim.workflow.name == name
        assert claim_next(app) == []
        app.services.finish_run(claim, Succeeded("done"))


def test_run_that_waits_for_its_turn_does_not_fill_a_worker_with_one_thread(app: App) -> None:
    fire_builtins(app)
    names = []
    while claims := app.services.claim_runs(worker="w1", limit=1):
        app.services.finish_run(claims[0], Succeeded("done"))
        names.append(claims[0].workflow.name)
    assert {"poll", "relay", "release"} <= set(names)
    assert names.index("poll") < names.index("relay") < names.index("release")


def test_slow_poll_holds_up_no_message_for_long(app: App) -> None:
    fire_builtins(app)
    claim_next(app)
    app.clock.advance(LONGEST_TURN)
    assert {claim.workflow.name for claim in claim_next(app)} == {"relay", "release"}


def test_poll_that_failed_and_is_tried_again_later_holds_up_nothing(app: App) -> None:
    fire_builtins(app)
    (poll,) = claim_next(app)
    app.services.finish_run(poll, Failed("the drive is away"))
    assert [claim.workflow.name for claim in claim_next(app)] == ["relay"]
