"""How the runner hands in a fire, and which answers it accepts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from tests.entrypoints.awslambda.conftest import RunRunner
from tests.entrypoints.awslambda.doors import Call, Door, open_door, read_event
from tests.services.lambda_runtime import Function, Raised, Returned

FIRE = read_event("scheduler_fire")
CALL = Call(
    "/api/v1/cron/workflows/12:invoke",
    "open sesame",
    {"scheduled_time": "2026-11-16T12:00:00Z"},
)


@pytest.fixture
def door() -> Iterator[Door]:
    with open_door() as door:
        yield door


@pytest.fixture
def runner(run_runner: RunRunner, door: Door, secrets: Any) -> Function:
    secrets.create_secret(Name="scheduler-key", SecretString="open sesame")
    return run_runner(door.address)


def test_fire_is_handed_in_with_the_key_and_its_own_moment(runner: Function, door: Door) -> None:
    assert runner.deliver(FIRE) == [Returned({"workflow_id": 12, "status": 202})]
    assert door.calls == [CALL]


def test_app_below_a_path_is_called_there(run_runner: RunRunner, door: Door, secrets: Any) -> None:
    secrets.create_secret(Name="scheduler-key", SecretString="open sesame")
    run_runner(f"{door.address}/belfry/").invoke(FIRE)
    assert [call.path for call in door.calls] == [f"/belfry{CALL.path}"]


def test_answers_decide_whether_lambda_tries_again(runner: Function, door: Door) -> None:
    """One process answers all of them, as a warm function does."""
    tries = {}
    for status in (200, 202, 404, 422, 301, 400, 401, 403, 429, 500, 503, 0):
        door.open(status)
        outcomes = runner.deliver(FIRE)
        tries[status] = (len(door.calls), isinstance(outcomes[-1], Returned))
    done, put_aside = (1, True), (3, False)
    assert tries == {
        **dict.fromkeys((200, 202, 404, 422), done),
        **dict.fromkeys((301, 400, 401, 403, 429, 500, 503, 0), put_aside),
    }


def test_fire_gets_in_when_the_app_is_back(runner: Function, door: Door) -> None:
    door.open(503, 0, 202)
    assert [type(outcome) for outcome in runner.deliver(FIRE)] == [Raised, Raised, Returned]
    assert door.calls == [CALL, CALL, CALL]


@pytest.mark.parametrize(
    "event",
    [
        pytest.param(read_event("scheduler_fire_without_time"), id="the placeholder stands"),
        pytest.param({"workflow_id": 12}, id="no time"),
        pytest.param({**FIRE, "scheduled_time": None}, id="nothing for a time"),
        pytest.param({**FIRE, "scheduled_time": "2026-11-16T12:00:00"}, id="no zone"),
        pytest.param({**FIRE, "scheduled_time": "noon"}, id="no moment"),
        pytest.param({**FIRE, "scheduled_time": 1794830400}, id="a number"),
        pytest.param({**FIRE, "workflow_id": "12"}, id="a number as text"),
        pytest.param({**FIRE, "workflow_id": True}, id="yes"),
        pytest.param({**FIRE, "workflow_id": 0}, id="number 0"),
        pytest.param(read_event("rule_every_minute"), id="an event of a rule"),
        pytest.param([FIRE], id="a list"),
    ],
)
def test_fire_without_its_workflow_or_moment_is_put_aside_and_never_taken_for_now(
    run_runner: RunRunner, door: Door, event: Any
) -> None:
    runner = run_runner(door.address)
    assert [getattr(outcome, "kind", "") for outcome in runner.deliver(event)] == ["InputError"] * 3
    assert door.calls == []


def test_secret_that_is_missing_at_the_start_is_looked_for_again(
    run_runner: RunRunner, door: Door, secrets: Any
) -> None:
    runner = run_runner(door.address)
    why = "there is no secret scheduler-key: make it, or name another"
    assert runner.invoke(FIRE) == Raised("ConfigError", why)
    assert door.calls == []
    secrets.create_secret(Name="scheduler-key", SecretString="open sesame")
    assert runner.invoke(FIRE) == Returned({"workflow_id": 12, "status": 202})
    assert door.calls == [CALL]


def test_secret_is_read_once_for_each_process(runner: Function, door: Door, secrets: Any) -> None:
    runner.invoke(FIRE)
    secrets.put_secret_value(SecretId="scheduler-key", SecretString="new sesame")
    runner.invoke(FIRE)
    assert [call.key for call in door.calls] == ["open sesame", "open sesame"]


@pytest.mark.parametrize("status", [401, 403])
def test_key_that_is_no_longer_good_is_read_anew(
    runner: Function, door: Door, secrets: Any, status: int
) -> None:
    runner.invoke(FIRE)
    secrets.put_secret_value(SecretId="scheduler-key", SecretString="new sesame")
    door.open(status, 202)
    assert [type(outcome) for outcome in runner.deliver(FIRE)] == [Raised, Returned]
    assert [call.key for call in door.calls] == ["open sesame", "new sesame"]


@pytest.mark.parametrize("name", ["BELFRY_APP_BASE_URL", "BELFRY_API_KEY_SECRET_ARN"])
def test_variable_that_is_missing_is_named(run_runner: RunRunner, door: Door, name: str) -> None:
    outcome = run_runner(door.address, **{name: ""}).invoke(FIRE)
    why = f"{name} is not set: the function's environment must name it"
    assert outcome == Raised("ConfigError", why)


def test_address_that_is_none_is_shown(run_runner: RunRunner, secrets: Any) -> None:
    secrets.create_secret(Name="scheduler-key", SecretString="open sesame")
    why = "'belfry.example.com' is no address; expected https://belfry.example.com"
    assert run_runner("belfry.example.com").invoke(FIRE) == Raised("ConfigError", why)


def test_every_outcome_is_logged_for_the_metric_filters(runner: Function, door: Door) -> None:
    for status in (202, 404, 503, 0):
        door.open(status)
        runner.invoke(FIRE)
    runner.invoke(read_event("scheduler_fire_without_time"))
    shown_fields = ("level", "workflow_id", "status")
    logged = {
        message: [tuple(line[name] for name in shown_fields) for line in runner.read_log(message)]
        for message in ("fire.handed_in", "fire.refused", "fire.failed")
    }
    assert logged == {
        "fire.handed_in": [("INFO", 12, 202)],
        "fire.refused": [("ERROR", 12, 404)],
        "fire.failed": [("WARNING", 12, 503), ("WARNING", 12, 0), ("WARNING", 12, 0)],
    }


def test_key_is_in_no_log(runner: Function, door: Door) -> None:
    door.open(500)
    runner.invoke(FIRE)
    assert "open sesame" not in runner.log.read_text()


def test_dead_lettered_fire_can_be_handed_in_again(runner: Function, door: Door) -> None:
    dead_event = read_event("dead_letter")
    assert runner.invoke(json.loads(dead_event["Body"])) == Returned(
        {"workflow_id": 12, "status": 202}
    )
    assert door.calls == [CALL]
