"""A workflow whose clock is EventBridge: told of every change, and run once for each fire."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import boto3
import httpx
import pytest
from playwright.sync_api import Page, expect
from tests.services.ministack import REGION
from tests.stories.bridged_apps import (
    KEYS,
    TARGET,
    BridgedApp,
    open_bridged_app,
)
from tests.stories.waiting import wait_for

from belfry.accounts.keys import Service
from belfry.adapters.aws.clients import connect_scheduler
from belfry.adapters.aws.eventbridge import EventBridgeScheduler, Target
from belfry.adapters.system.clock import VirtualClock


@pytest.fixture
def app(tmp_path: Path, postgres_url: str, ministack: str) -> Iterator[BridgedApp]:
    with open_bridged_app(tmp_path, postgres_url, ministack) as app:
        yield app


def test_workflow_is_made_fires_changes_rests_and_goes(app: BridgedApp) -> None:
    headers = {"X-API-Key": app.make_key(Service.API)}
    with httpx.Client(base_url=f"{app.address}/api/v1", headers=headers) as api:
        fields = {"name": "Stock mail", "kind": "log", "cron_schedule": "* * * * *"}
        made = api.post(
            "/workflows", json={**fields, "inputs": {"message": "Count the bolts"}}
        ).json()
        path = f"/workflows/{made['id']}"
        name = f"wf-{made['id']}-story"
        assert app.publish() == {"done": 1, "put_back": 0, "failed": 0}
        assert app.show() == {name: ("cron(* * * * ? *)", "UTC", True)}

        schedule = app.scheduler.list()[name]
        now = datetime.now(UTC)
        assert [app.fire(schedule, now), app.fire(schedule, now)] == [202, 200]
        app.work()
        (run,) = api.get(f"{path}/runs").json()["items"]
        assert (run["status"], run["output"]) == ("succeeded", "Count the bolts")

        edit = {"cron_schedule": "0 9 1 * 1", "timezone": "Europe/London"}
        assert api.patch(path, json=edit).status_code == 200
        app.publish()
        assert app.show() == {
            name: ("cron(0 9 1 * ? *)", "Europe/London", True),
            f"{name}-2": ("cron(0 9 ? * MON *)", "Europe/London", True),
        }

        api.patch(path, json={"cron_schedule": "30 8 * * *"})
        api.post(f"{path}:pause", json={"note": "Stocktaking"})
        assert app.publish() == {"done": 2, "put_back": 0, "failed": 0}
        assert app.show() == {name: ("cron(30 8 * * ? *)", "Europe/London", False)}

        api.delete(path)
        app.publish()
        assert app.show() == {}
        assert app.fire(schedule, now) == 404


def test_owner_edits_the_cron_on_the_page_and_sees_it_run(
    app: BridgedApp, browser_page: Page
) -> None:
    fields = {"kind": "log", "inputs": {"message": "ding dong"}, "cron_schedule": "0 9 * * *"}
    made = app.services.create_workflow({"name": "Bell", **fields}, team_id=1, by="terminal")
    name = f"wf-{made.id}-story"
    app.publish()
    assert app.show() == {name: ("cron(0 9 * * ? *)", "UTC", True)}

    browser_page.goto(app.invite_owner())
    browser_page.get_by_role("button", name="Sign in").click()
    browser_page.goto(f"{app.address}/workflows/{made.id}/edit")
    browser_page.get_by_label("Schedule").fill("* * * * *")
    browser_page.get_by_role("button", name="Save").click()
    expect(browser_page.get_by_role("heading", level=1)).to_have_text("Bell")

    app.publish()
    assert app.show() == {name: ("cron(* * * * ? *)", "UTC", True)}
    assert app.fire(app.scheduler.list()[name], datetime.now(UTC)) == 202
    app.work()
    browser_page.reload()
    expect(browser_page.get_by_role("main").get_by_text("succeeded")).to_have_count(1)


@pytest.fixture
def queue(ministack: str) -> Iterator[tuple[Any, str, str]]:
    """A client of SQS, and a queue by its address and its ARN."""
    sqs = boto3.client(
        "sqs",
        region_name=REGION,
        endpoint_url=ministack,
        aws_access_key_id=KEYS.id,
        aws_secret_access_key=KEYS.secret,
    )
    url = sqs.create_queue(QueueName="releases")["QueueUrl"]
    asked = sqs.get_queue_attributes(QueueUrl=url, AttributeNames=["QueueArn"])
    yield sqs, url, asked["Attributes"]["QueueArn"]
    sqs.close()


def test_one_off_is_handed_on_by_the_emulator_and_is_gone(
    ministack: str, queue: tuple[Any, str, str]
) -> None:
    sqs, url, arn = queue
    client = connect_scheduler(region=REGION, endpoint=ministack, keys=KEYS)
    # By this clock the moment is still to come; by the emulator's it is due at once.
    past = datetime.now(UTC) - timedelta(minutes=5)
    target = Target(arn, TARGET.role)
    scheduler = EventBridgeScheduler(client, VirtualClock(past), target, group="default")
    scheduler.put_once("release-12", past + timedelta(minutes=3), '{"hold": 12}')

    def receive() -> list[str]:
        received = sqs.receive_message(QueueUrl=url, WaitTimeSeconds=1).get("Messages", [])
        return [message["Body"] for message in received]

    assert wait_for(receive, bool) == ['{"hold": 12}']
    assert scheduler.list() == {}
    client.close()
