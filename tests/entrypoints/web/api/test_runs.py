"""Runs over the API."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from tests.entrypoints.web.api.apis import BASE, Api

from belfry.kernel.errors import Permanent


@pytest.fixture(scope="module")
def minutely(shared_api: Api) -> int:
    """A workflow that rings every minute."""
    return int(shared_api.make(cron_schedule="* * * * *")["id"])


def run_probe(api: Api, **fields: Any) -> Any:
    """A workflow of kind probe, and a run of it that is carried out."""
    made = api.make("Probe", kind="probe", **fields)
    started = api.post(f"/workflows/{made['id']}:run").json()
    api.app.driver().settle()
    return started


def test_run_is_started_and_can_be_looked_at(any_api: Api) -> None:
    made = any_api.make(inputs={"message": "ding"})
    answer = any_api.post(f"/workflows/{made['id']}:run")
    assert answer.status_code == 202
    run = answer.json()
    assert answer.headers["Location"] == f"{BASE}/runs/{run['id']}"
    assert (run["workflow_id"], run["cause"], run["status"]) == (made["id"], "manual", "queued")
    assert (run["asked_by"], run["inputs"]) == ("key/1", None)
    assert any_api.get(f"/runs/{run['id']}").json() == run | {"attempts": []}


def test_finished_run_tells_its_output_and_attempts(any_api: Api) -> None:
    any_api.app.faults = [Permanent("no paper")]
    started = run_probe(any_api)
    run = any_api.get(f"/runs/{started['id']}").json()
    assert (run["status"], run["error"], run["attempt"]) == ("parked", "no paper", 1)
    [attempt] = run["attempts"]
    assert (attempt["number"], attempt["error"]) == (1, "no paper")
    assert any_api.post(f"/runs/{run['id']}:replay").status_code == 202
    any_api.app.driver().settle()
    again = any_api.get(f"/runs/{run['id']}").json()
    assert (again["status"], again["output"]) == ("succeeded", "body 2")
    assert [attempt["number"] for attempt in again["attempts"]] == [1, 2]


def test_inputs_for_one_run_take_the_place_of_the_workflows_own(any_api: Api) -> None:
    made = any_api.make(inputs={"message": "ding"})
    answer = any_api.post(f"/workflows/{made['id']}:run", {"inputs": {"message": "dong"}})
    any_api.app.driver().settle()
    assert any_api.get(f"/runs/{answer.json()['id']}").json()["output"] == "dong"


@pytest.mark.parametrize(
    ("inputs", "field"),
    [
        pytest.param({"mesage": "x"}, "inputs.mesage", id="unknown to the kind"),
        pytest.param({"message": "a\x00b"}, "inputs", id="with NUL"),
        pytest.param({"message": "x" * 70_000}, "inputs", id="too long"),
        pytest.param([], "inputs", id="a list"),
    ],
)
def test_inputs_for_one_run_are_checked(any_api: Api, inputs: Any, field: str) -> None:
    made = any_api.make()
    answer = any_api.post(f"/workflows/{made['id']}:run", {"inputs": inputs})
    assert answer.status_code == 422
    assert [error["field"] for error in answer.json()["errors"]] == [field]
    assert any_api.get("/runs").json()["items"] == []


def test_workflow_closed_to_the_api_is_neither_started_nor_backfilled(api: Api) -> None:
    made = api.make(is_api=False)
    api.app.clock.advance(timedelta(days=1))
    stretch = {"start": "2026-11-16T13:00:00Z", "end": "2026-11-17T12:00:00Z"}
    answers = [
        api.post(f"/workflows/{made['id']}:run"),
        api.post(f"/workflows/{made['id']}:backfill", stretch),
    ]
    assert [answer.status_code for answer in answers] == [403, 403]
    assert api.get("/runs").json()["items"] == []


def test_run_that_succeeded_is_not_replayed(api: Api) -> None:
    started = run_probe(api)
    assert api.post(f"/runs/{started['id']}:replay").status_code == 409


def test_backfill_makes_the_runs_that_are_missing(any_api: Api) -> None:
    made = any_api.make(cron_schedule="0 * * * *")
    any_api.app.clock.advance(timedelta(hours=5))
    stretch = {"start": "2026-11-16T13:00:00Z", "end": "2026-11-16T16:00:00+01:00"}
    answer = any_api.post(f"/workflows/{made['id']}:backfill", stretch)
    assert answer.status_code == 202
    ids = answer.json()["run_ids"]
    runs = [any_api.get(f"/runs/{run_id}").json() for run_id in ids]
    assert [run["scheduled_for"] for run in runs] == [
        "2026-11-16T13:00:00Z",
        "2026-11-16T14:00:00Z",
        "2026-11-16T15:00:00Z",
    ]
    again = any_api.post(f"/workflows/{made['id']}:backfill", stretch)
    assert (again.status_code, again.json()) == (202, {"run_ids": []})


@pytest.mark.parametrize(
    ("start", "end", "field"),
    [
        pytest.param("2026-11-16T13:00:00", "2026-11-16T14:00:00Z", "start", id="no zone"),
        pytest.param("2026-11-16T14:00:00Z", "2026-11-16T13:00:00Z", "end", id="backwards"),
        pytest.param("2026-11-16T13:00:00Z", "2027-11-16T13:00:00Z", "end", id="in the future"),
        pytest.param("1970-01-01T00:00:00Z", "2026-11-16T12:00:00Z", "end", id="too much"),
        pytest.param("0001-01-01T00:00:00Z", "2026-11-16T12:00:00Z", "start", id="too early"),
        pytest.param(0, "2026-11-16T12:00:00Z", "start", id="a number"),
    ],
)
def test_stretch_that_makes_no_sense_is_refused(
    shared_api: Api, minutely: int, start: Any, end: str, field: str
) -> None:
    answer = shared_api.post(f"/workflows/{minutely}:backfill", {"start": start, "end": end})
    assert answer.status_code == 422, answer.text
    assert [error["field"] for error in answer.json()["errors"]] == [field]


def start_runs(api: Api, *names: str) -> list[str]:
    """Two runs of each of these workflows, the newest last."""
    started = []
    for name in names:
        made = api.make(name, overlap="allow")
        for _ in range(2):
            api.app.clock.advance(timedelta(seconds=1))
            started.append(api.post(f"/workflows/{made['id']}:run").json()["id"])
    return started


def test_runs_are_listed_newest_first_in_pages_that_fit_together(any_api: Api) -> None:
    started = start_runs(any_api, "A", "B")
    first = any_api.get("/runs?limit=3").json()
    second = any_api.get(f"/runs?limit=3&cursor={first['next_cursor']}").json()
    pages = [[run["id"] for run in page["items"]] for page in (first, second)]
    assert pages == [started[:0:-1], started[:1]]
    assert second["next_cursor"] is None


def test_runs_at_the_same_moment_stand_on_one_page_each(any_api: Api) -> None:
    made = any_api.make(overlap="allow")
    started = [any_api.post(f"/workflows/{made['id']}:run").json()["id"] for _ in range(3)]
    listed, cursor = [], ""
    for _ in started:
        page = any_api.get(f"/runs?limit=1{cursor}").json()
        listed += [run["id"] for run in page["items"]]
        cursor = f"&cursor={page['next_cursor']}"
    assert sorted(listed) == sorted(started)


def test_runs_of_one_workflow_are_listed_alone(any_api: Api) -> None:
    started = start_runs(any_api, "A", "B")
    runs = any_api.get("/workflows/2/runs").json()["items"]
    assert [run["id"] for run in runs] == [started[3], started[2]]


def test_runs_are_listed_by_status(any_api: Api) -> None:
    parked = Permanent("no paper")
    any_api.app.faults = [parked]
    run_probe(any_api)
    any_api.post("/workflows/1:run")
    by_status = {
        query: [run["status"] for run in any_api.get(f"/runs?{query}").json()["items"]]
        for query in ("status=parked", "status=queued", "status=succeeded")
    }
    assert by_status == {
        "status=parked": ["parked"],
        "status=queued": ["queued"],
        "status=succeeded": [],
    }
    assert len(any_api.get("/runs?status=parked&status=queued").json()["items"]) == 2


@pytest.mark.parametrize(
    "query",
    [
        pytest.param("status=done", id="an unknown status"),
        pytest.param("cursor=w00000001", id="a cursor of another list"),
        pytest.param("cursor=r0649b3a8e4000", id="half a cursor"),
        pytest.param("cursor=rfffffffffffff.1-m1%00", id="a cursor with NUL"),
        pytest.param("limit=1000", id="too many"),
    ],
)
def test_list_refuses_what_it_cannot_read(shared_api: Api, minutely: int, query: str) -> None:
    for path in ("/runs", f"/workflows/{minutely}/runs"):
        answer = shared_api.get(f"{path}?{query}")
        assert answer.status_code == 422
        field = answer.json()["errors"][0]["field"].partition(".")[0]
        assert field == query.partition("=")[0]


def test_cursor_that_was_tampered_with_is_just_another_place(any_api: Api) -> None:
    start_runs(any_api, "A")
    for cursor in ("r0000000000000.1-m1", "rfffffffffffff.9999999999-99999999T9999Z"):
        assert any_api.get(f"/runs?cursor={cursor}").status_code == 200


@pytest.mark.parametrize(
    "run_id",
    [
        "1-m99",
        "9999999999-m9999999999",
        "1-20261117T0900Z",
        "nothing",
        "1-m1%00",
        "1-m1/attempts",
        "%F0%9F%94%94",
    ],
)
def test_unknown_run_is_not_found(any_api: Api, run_id: str) -> None:
    assert any_api.get(f"/runs/{run_id}").status_code == 404
    assert any_api.post(f"/runs/{run_id}:replay").status_code == 404


def test_runs_stay_when_their_workflow_is_deleted(api: Api) -> None:
    started = run_probe(api)
    api.delete(f"/workflows/{started['workflow_id']}")
    assert api.get(f"/runs/{started['id']}").json()["status"] == "succeeded"
    assert api.get(f"/workflows/{started['workflow_id']}/runs").status_code == 404
