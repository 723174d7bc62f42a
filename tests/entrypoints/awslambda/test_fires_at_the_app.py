"""EventBridge against a real app: the runner hands fires in, the app accepts or refuses them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.browser.live_servers import serve
from tests.entrypoints.awslambda.conftest import RunRunner
from tests.entrypoints.web.pages.apps import App, open_app
from tests.samples import NOON
from tests.services.lambda_runtime import Function, Returned

from belfry.accounts.keys import Service
from belfry.scheduler.workflows import Workflow

HOUR = timedelta(hours=1)


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    with open_app(tmp_path) as app:
        yield app


@pytest.fixture
def runner(app: App, run_runner: RunRunner, secrets: Any) -> Iterator[Function]:
    """Hands in at the app, with a key of the service scheduler."""
    new_key = app.services.accounts.keys.create(
        service=Service.SCHEDULER, name="Runner", team_id=None, by="terminal"
    )
    secrets.create_secret(Name="scheduler-key", SecretString=new_key.text)
    with serve(app.app) as address:
        yield run_runner(address)


def ring(runner: Function, workflow: Workflow, moment: datetime) -> list[Any]:
    """EventBridge fires for a moment; gives the app's answer to the last attempt."""
    event = {
        "workflow_id": workflow.id,
        "revision": workflow.revision,
        "scheduled_time": f"{moment:%Y-%m-%dT%H:%M:%SZ}",
    }
    before = len(runner.read_log("fire.handed_in"))
    assert isinstance(runner.deliver(event)[-1], Returned)
    lines = runner.read_log("fire.handed_in")[before:]
    return [(line["status"], line["answer"]) for line in lines]


def list_runs(app: App, workflow: Workflow) -> list[tuple[datetime, str]]:
    newest = app.services.ports.runs.list_newest(workflow_id=workflow.id)
    return [(run.scheduled_for, run.status.value) for run in reversed(newest)]


def refused(reason: str) -> tuple[int, str]:
    return 200, f'{{"accepted":false,"reason":"{reason}"}}'


def test_fire_that_is_delivered_twice_runs_once(app: App, runner: Function) -> None:
    workflow = app.add(cron_schedule="0 * * * *", timezone="UTC")
    app.clock.advance(HOUR)
    [(status, _)] = ring(runner, workflow, NOON + HOUR)
    assert status == 202
    assert ring(runner, workflow, NOON + HOUR) == [refused("duplicate")]
    app.work()
    assert ring(runner, workflow, NOON + HOUR) == [refused("duplicate")]
    assert list_runs(app, workflow) == [(NOON + HOUR, "succeeded")]


@pytest.mark.parametrize(
    "late_after, says, becomes",
    [
        pytest.param(24 * HOUR, 202, "queued", id="within the limit of a day"),
        pytest.param(HOUR, 200, "missed", id="over a limit of an hour"),
    ],
)
def test_fire_that_comes_20_hours_late_runs_if_that_is_not_too_late(
    app: App, runner: Function, late_after: timedelta, says: int, becomes: str
) -> None:
    workflow = app.add(cron_schedule="0 13 * * *", timezone="UTC", late_after=late_after)
    app.clock.advance(21 * HOUR)
    [(status, _)] = ring(runner, workflow, NOON + HOUR)
    assert (status, list_runs(app, workflow)) == (says, [(NOON + HOUR, becomes)])


def test_fire_of_the_old_cron_after_an_edit_is_stale(app: App, runner: Function) -> None:
    workflow = app.add(cron_schedule="0 * * * *", timezone="UTC")
    app.clock.advance(HOUR / 2)
    edit = {"cron_schedule": "30 * * * *"}
    app.services.change_workflow.edit(workflow.id, edit, by="terminal")
    app.clock.advance(HOUR / 2)
    assert ring(runner, workflow, NOON + HOUR) == [refused("stale")]
    assert list_runs(app, workflow) == []


def test_fire_after_a_mere_change_of_name_is_taken(app: App, runner: Function) -> None:
    workflow = app.add(cron_schedule="0 * * * *", timezone="UTC")
    app.clock.advance(HOUR / 2)
    app.services.change_workflow.edit(workflow.id, {"name": "Ink mail"}, by="terminal")
    app.clock.advance(HOUR / 2)
    [(status, _)] = ring(runner, workflow, NOON + HOUR)
    assert status == 202


def test_fire_of_a_day_that_only_the_superset_has_is_refused(app: App, runner: Function) -> None:
    """EventBridge has no form for a Monday with an odd date: it fires on every Monday."""
    workflow = app.add(cron_schedule="0 0 */2 * 1", timezone="UTC")
    odd, even = datetime(2026, 11, 23, tzinfo=UTC), datetime(2026, 11, 30, tzinfo=UTC)
    app.clock.advance_to(odd)
    [(status, _)] = ring(runner, workflow, odd)
    app.clock.advance_to(even)
    assert (status, ring(runner, workflow, even)) == (202, [refused("stale")])


def test_fire_of_a_workflow_that_is_gone_is_logged_and_done_with(
    app: App, runner: Function
) -> None:
    workflow = app.add(cron_schedule="0 * * * *", timezone="UTC")
    app.services.change_workflow.delete(workflow.id, by="terminal")
    app.clock.advance(HOUR)
    assert ring(runner, workflow, NOON + HOUR) == []
    [line] = runner.read_log("fire.refused")
    assert (line["workflow_id"], line["status"]) == (workflow.id, 404)


def test_fire_from_a_clock_that_is_ahead_is_logged_and_done_with(
    app: App, runner: Function
) -> None:
    workflow = app.add(cron_schedule="0 * * * *", timezone="UTC")
    assert ring(runner, workflow, NOON + HOUR) == []
    assert [line["status"] for line in runner.read_log("fire.refused")] == [422]


def test_key_of_another_service_is_tried_again_and_put_aside(
    app: App, run_runner: RunRunner, secrets: Any
) -> None:
    workflow = app.add(cron_schedule="0 * * * *", timezone="UTC")
    desk = app.services.accounts
    new_key = desk.keys.create(service=Service.API, name="Wrong", team_id=1, by="terminal")
    secrets.create_secret(Name="scheduler-key", SecretString=new_key.text)
    event = {"workflow_id": workflow.id, "scheduled_time": "2026-11-16T12:00:00Z"}
    with serve(app.app) as address:
        outcomes = run_runner(address).deliver(event)
    why = f"workflow {workflow.id}: the app answered 403"
    assert [getattr(outcome, "message", "") for outcome in outcomes] == [why] * 3
