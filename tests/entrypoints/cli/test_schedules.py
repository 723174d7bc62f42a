"""Whether `belfry cron publish` and `reconcile` do what they say, with an AWS that is not AWS."""

from __future__ import annotations

import json
import sqlite3
from typing import Any

import pytest
from tests.entrypoints.cli.terminal import Terminal
from tests.samples import NOON

from belfry.adapters.aws.clients import Keys, connect_scheduler
from belfry.entrypoints.cli.opening import open_services
from belfry.entrypoints.worker.prepare import prepare
from belfry.scheduler.kinds import RunContext
from belfry.settings import read_settings

REGION = "eu-west-2"


@pytest.fixture
def aws(belfry: Terminal, moto_endpoint: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A client of the scheduler that the team is set up with."""
    keys = Keys("testing", "testing")
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", keys.id)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", keys.secret)
    with (belfry.folder / "belfry.toml").open("a") as file:
        file.write(
            f'[eventbridge]\nenvironment = "prod"\nregion = "{REGION}"\n'
            f'endpoint_url = "{moto_endpoint}"\nrole_arn = "arn:aws:iam::123456789012:role/ring"\n'
            f'target_arn = "arn:aws:lambda:{REGION}:123456789012:function:runner"\n'
        )
    return connect_scheduler(region=REGION, endpoint=moto_endpoint, keys=keys)


@pytest.mark.parametrize("command", ["publish", "reconcile"])
def test_a_team_without_eventbridge_is_told_so(command: str, belfry: Terminal) -> None:
    answer = belfry("cron", command)

    assert (answer.code, answer.out) == (2, "")
    assert answer.err == (
        "belfry: eventbridge.environment is not set: "
        "this team's workflows run by Belfry's own clock\n"
    )


def test_publish_tells_what_waits_and_then_that_nothing_does(aws: Any, belfry: Terminal) -> None:
    belfry("workflows", "add", "Open the shop", "--cron", "0 14 * * 4", "--tz", "Europe/London")

    assert belfry("cron", "publish", "--json").json == {"done": 1, "put_back": 0, "failed": 0}
    schedule = aws.get_schedule(Name="wf-1-prod")
    assert schedule["ScheduleExpression"] == "cron(0 14 ? * THU *)"
    assert schedule["ScheduleExpressionTimezone"] == "Europe/London"
    assert json.loads(schedule["Target"]["Input"]) == {
        "workflow_id": 1,
        "revision": 1,
        "scheduled_time": "<aws.scheduler.scheduled-time>",
    }
    assert belfry("cron", "publish").out == "Nothing is waiting to be told.\n"


@pytest.fixture
def older(belfry: Terminal) -> None:
    """A workflow older than the team's EventBridge; its event has long been relayed."""
    belfry("workflows", "add", "Open the shop", "--cron", "0 14 * * 4")
    with sqlite3.connect(belfry.folder / ".belfry" / "belfry.db") as database:
        database.execute("UPDATE outbox_events SET processed_on = created_on")


def test_publish_takes_along_what_was_never_published(
    older: None, aws: Any, belfry: Terminal
) -> None:
    findings = json.loads(belfry("doctor", "--json").out)["findings"]
    unpublished = [finding for finding in findings if "EventBridge" in finding["what"]]
    assert [finding["where"] for finding in unpublished] == ["workflow 1 (Open the shop)"]
    assert unpublished[0]["is_wrong"]

    assert belfry("cron", "publish", "--json").json == {"done": 1, "put_back": 0, "failed": 0}

    assert aws.get_schedule(Name="wf-1-prod")["ScheduleExpression"] == "cron(0 14 ? * THU *)"
    assert belfry("cron", "publish").out == "Nothing is waiting to be told.\n"
    assert "EventBridge" not in belfry("doctor").out


def test_start_announces_what_was_never_published(older: None, aws: Any, belfry: Terminal) -> None:
    with open_services(read_settings(belfry.folder)) as services:
        prepare(services)
        services.kinds["relay"].run({}, RunContext("test", 1, "relay", 1, NOON, 1))
    assert aws.get_schedule(Name="wf-1-prod")["State"] == "ENABLED"


def test_reconcile_names_what_differs_and_mends_it(aws: Any, belfry: Terminal) -> None:
    belfry("workflows", "add", "Open the shop", "--cron", "0 9 * * *")
    belfry("cron", "publish")
    assert belfry("cron", "reconcile").out == "Every schedule is as it should be.\n"

    aws.delete_schedule(Name="wf-1-prod")
    answer = belfry("cron", "reconcile", "--json")
    assert answer.code == 1
    missing = {
        "name": "wf-1-prod",
        "workflow_id": 1,
        "says": "is missing: cron(0 9 * * ? *) in UTC",
    }
    assert json.loads(answer.out) == {
        "ok": False,
        "fixed": False,
        "drift": [missing],
        "problems": [],
    }
    shown = belfry("cron", "reconcile")
    assert "wf-1-prod" in shown.out
    assert shown.out.splitlines()[-1] == "`belfry cron reconcile --fix` corrects it."
    fixed = belfry("cron", "reconcile", "--fix", "--json").json
    assert (fixed["ok"], fixed["fixed"], fixed["drift"]) == (True, True, [missing])
    assert belfry("cron", "reconcile", "--json").json["drift"] == []


def test_an_aws_out_of_reach_leaves_the_news_for_later(aws: Any, belfry: Terminal) -> None:
    belfry("workflows", "add", "Open the shop", "--cron", "0 9 * * *")
    settings = belfry.folder / "belfry.toml"
    near, far = f'endpoint_url = "{aws.meta.endpoint_url}"', 'endpoint_url = "http://127.0.0.1:9"'
    settings.write_text(settings.read_text().replace(near, far))

    assert belfry("cron", "reconcile").code == 75
    answer = belfry("cron", "publish")
    assert (answer.code, answer.out) == (1, "To be tried again: 1.\n")
