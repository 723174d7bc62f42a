"""Fires handed in by a scheduler outside."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from tests.entrypoints.web.api.apis import PROBLEM, Api, make_key
from tests.samples import NOON

from belfry.accounts.keys import Service

NINE = NOON + timedelta(hours=21)


@pytest.fixture
def workflow_id(any_api: Api) -> int:
    """A workflow that rings at nine in London, and it is just nine there."""
    made = any_api.make(cron_schedule="0 9 * * *", timezone="Europe/London")
    any_api.app.clock.advance_to(NINE)
    return int(made["id"])


@pytest.fixture(scope="module")
def minutely(shared_api: Api) -> int:
    """A workflow that rings every minute, and it is just nine."""
    made = shared_api.make(cron_schedule="* * * * *")
    shared_api.app.clock.advance_to(NINE)
    return int(made["id"])


def test_fire_is_taken_once(any_api: Api, workflow_id: int) -> None:
    first = any_api.invoke(workflow_id, "2026-11-17T09:00:00Z")
    assert first.status_code == 202
    run_id = first.json()["run_id"]
    assert first.json() == {"accepted": True, "run_id": run_id}
    run = any_api.get(f"/runs/{run_id}").json()
    assert (run["status"], run["cause"], run["scheduled_for"]) == (
        "queued",
        "invoke",
        "2026-11-17T09:00:00Z",
    )
    again = any_api.invoke(workflow_id, "2026-11-17T09:00:00Z")
    assert again.status_code == 200
    assert again.json() == {"accepted": False, "reason": "duplicate"}


@pytest.mark.parametrize(
    "written",
    [
        "2026-11-17T10:00:00+01:00",
        "2026-11-17T09:00:00.000Z",
        "2026-11-17T09:00Z",
        "2026-11-16T23:30:00-09:30",
        "2026-11-17t09:00:00z",
        "2026-11-17 09:00Z",
        "2026-11-17 10:00 +0100",
        "2026-11-17 10:00 Europe/Paris",
        "20261117T0900Z",
    ],
)
def test_one_moment_is_one_fire_however_it_is_written(
    any_api: Api, workflow_id: int, written: str
) -> None:
    assert any_api.invoke(workflow_id, "2026-11-17T09:00:00Z").status_code == 202
    again = any_api.invoke(workflow_id, written)
    assert (again.status_code, again.json()["reason"]) == (200, "duplicate")


def test_schedule_may_hand_on_all_it_carries(any_api: Api, workflow_id: int) -> None:
    scheduler = any_api.with_key(make_key(any_api.app, Service.SCHEDULER, None))
    carried = {
        "workflow_id": workflow_id,
        "revision": 1,
        "scheduled_time": "2026-11-17T09:00:00Z",
    }

    answer = scheduler.post(f"/cron/workflows/{workflow_id}:invoke", carried)

    assert answer.status_code == 202


def test_another_workflow_in_the_body_is_refused(any_api: Api, workflow_id: int) -> None:
    scheduler = any_api.with_key(make_key(any_api.app, Service.SCHEDULER, None))
    fire = {"workflow_id": workflow_id + 1, "scheduled_time": "2026-11-17T09:00:00Z"}

    answer = scheduler.post(f"/cron/workflows/{workflow_id}:invoke", fire)

    assert (answer.status_code, answer.headers["Content-Type"]) == (422, PROBLEM)
    assert [error["field"] for error in answer.json()["errors"]] == ["workflow_id"]
    assert any_api.get("/runs").json()["items"] == []


def test_fire_beside_an_unfinished_run_is_said_to_be_skipped(
    any_api: Api, workflow_id: int
) -> None:
    any_api.post(f"/workflows/{workflow_id}:run")

    answer = any_api.invoke(workflow_id, "2026-11-17T09:00:00Z")

    assert answer.status_code == 200
    assert answer.json() == {"accepted": False, "reason": "skipped"}
    statuses = {run["status"] for run in any_api.get("/runs").json()["items"]}
    assert statuses == {"queued", "skipped"}


def test_many_deliveries_at_once_make_one_run(any_api: Api, workflow_id: int) -> None:
    key = make_key(any_api.app, Service.SCHEDULER, None)
    with ThreadPoolExecutor(8) as pool:
        calls = [
            pool.submit(any_api.invoke, workflow_id, "2026-11-17T09:00:00Z", key) for _ in range(16)
        ]
    assert sorted(call.result().status_code for call in calls) == [200] * 15 + [202]
    assert len(any_api.get("/runs").json()["items"]) == 1


@pytest.mark.parametrize(
    "moment",
    [
        pytest.param("2026-11-17T08:00:00Z", id="a time that is no fire"),
        pytest.param("2026-11-17T09:00:30Z", id="half a minute past a fire"),
        pytest.param("2026-11-16T09:00:00Z", id="a fire from before there was the schedule"),
    ],
)
def test_moment_that_is_no_fire_is_stale(any_api: Api, workflow_id: int, moment: str) -> None:
    answer = any_api.invoke(workflow_id, moment)
    assert answer.status_code == 200
    assert answer.json() == {"accepted": False, "reason": "stale"}


def test_new_schedule_makes_old_fires_stale(any_api: Api, workflow_id: int) -> None:
    any_api.patch(f"/workflows/{workflow_id}", {"cron_schedule": "0 10 * * *"})
    assert any_api.invoke(workflow_id, "2026-11-17T09:00:00Z").json()["reason"] == "stale"


def test_new_name_makes_no_fire_stale(any_api: Api, workflow_id: int) -> None:
    any_api.patch(f"/workflows/{workflow_id}", {"name": "Other"})
    assert any_api.invoke(workflow_id, "2026-11-17T09:00:00Z").status_code == 202


def test_fire_later_than_the_limit_is_recorded_as_missed(any_api: Api, workflow_id: int) -> None:
    any_api.app.clock.advance(timedelta(days=2))
    answer = any_api.invoke(workflow_id, "2026-11-17T09:00:00Z")
    assert answer.status_code == 200
    assert answer.json() == {"accepted": False, "reason": "late"}
    [run] = any_api.get("/runs").json()["items"]
    assert run["status"] == "missed"


@pytest.mark.parametrize(("act", "reason"), [("pause", "paused"), ("archive", "archived")])
def test_workflow_put_aside_between_fire_and_invoke_says_so(
    any_api: Api, workflow_id: int, act: str, reason: str
) -> None:
    any_api.post(f"/workflows/{workflow_id}:{act}")
    answer = any_api.invoke(workflow_id, "2026-11-17T09:00:00Z")
    assert answer.status_code == 200
    assert answer.json() == {"accepted": False, "reason": reason}
    assert any_api.get("/runs").json()["items"] == []


def test_workflow_deleted_between_fire_and_invoke_is_not_found(
    any_api: Api, workflow_id: int
) -> None:
    any_api.delete(f"/workflows/{workflow_id}")
    assert any_api.invoke(workflow_id, "2026-11-17T09:00:00Z").status_code == 404


def test_unknown_workflow_is_not_found(any_api: Api) -> None:
    assert any_api.invoke(2**31 - 1, "2026-11-17T09:00:00Z").status_code == 404


def test_number_no_database_can_hold_is_refused(any_api: Api) -> None:
    answer = any_api.invoke(2**31, "2026-11-17T09:00:00Z")
    assert answer.status_code == 422
    assert [error["field"] for error in answer.json()["errors"]] == ["workflow_id"]


@pytest.mark.parametrize(
    "moment",
    [
        pytest.param("2026-11-17T09:00:00", id="a time without its zone"),
        pytest.param("2026-11-17", id="a day"),
        pytest.param("2026-11-17T09:03:00Z", id="more than two minutes ahead"),
        pytest.param("9999-12-31T23:59:59-14:00", id="the end of time"),
        pytest.param("0001-01-01T00:00:00+14:00", id="the beginning of time"),
        pytest.param("2026-02-30T09:00:00Z", id="a day that never is"),
        pytest.param("2026-11-17T25:00:00Z", id="an hour that never is"),
        pytest.param("2026-11-17T09:00:00+99:00", id="a zone that never is"),
        pytest.param("2026-11-17 09:00 Nowhere/Land", id="a zone that nobody knows"),
        pytest.param("202611170900Z", id="a day and a time in one"),
        pytest.param("2026-W47-2T09:00:00Z", id="a week"),
        pytest.param("٢٠٢٦-11-17T09:00:00Z", id="digits of another script"),
        pytest.param("<aws.scheduler.scheduled-time>", id="a placeholder nobody filled in"),
        pytest.param("", id="nothing"),
        pytest.param(1794906000, id="seconds"),
        pytest.param("1794906000", id="seconds as text"),
        pytest.param(1794906000.5, id="parts of seconds"),
        pytest.param(True, id="yes"),
        pytest.param(None, id="null"),
        pytest.param(["2026-11-17T09:00:00Z"], id="a list"),
    ],
)
def test_time_that_cannot_be_meant_is_refused(shared_api: Api, minutely: int, moment: Any) -> None:
    answer = shared_api.invoke(minutely, moment)
    assert answer.status_code == 422, answer.text
    assert [error["field"] for error in answer.json()["errors"]] == ["scheduled_time"]
    assert shared_api.get("/runs").json()["items"] == []


def test_time_two_minutes_ahead_is_taken(api: Api) -> None:
    made = api.make(cron_schedule="* * * * *")
    api.app.clock.advance_to(NINE)
    assert api.invoke(made["id"], "2026-11-17T09:02:00Z").status_code == 202


def test_body_without_the_time_is_refused(api: Api) -> None:
    """A missing time is never taken for now."""
    scheduler = api.with_key(make_key(api.app, Service.SCHEDULER, None))
    path = f"/cron/workflows/{api.make()['id']}:invoke"
    answers = [scheduler.post(path, {}), scheduler.post(path, {"time": "2026-11-17T09:00:00Z"})]
    assert [answer.status_code for answer in answers] == [422, 422]


def test_scheduler_of_one_team_reaches_no_other(any_api: Api, workflow_id: int) -> None:
    theirs = make_key(any_api.app, Service.SCHEDULER, 2)
    ours = make_key(any_api.app, Service.SCHEDULER, 1)
    moment = "2026-11-17T09:00:00Z"
    assert any_api.invoke(workflow_id, moment, theirs).status_code == 404
    assert any_api.invoke(workflow_id, moment, ours).status_code == 202


def test_key_for_the_api_may_not_invoke(any_api: Api, workflow_id: int) -> None:
    answer = any_api.invoke(workflow_id, "2026-11-17T09:00:00Z", any_api.key)
    assert answer.status_code == 403
    assert any_api.get("/runs").json()["items"] == []
