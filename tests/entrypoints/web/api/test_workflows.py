"""Workflows over the API."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from tests.entrypoints.web.api.apis import BASE, Api
from tests.samples import NOON

from belfry.ports.store import OutboxRow

NEW = {"name": "Wake the shop", "kind": "log"}


def outbox_of(api: Api) -> list[OutboxRow]:
    later = NOON + timedelta(days=1)
    return list(api.app.ports.outbox.claim(now=later, limit=100, within=timedelta(0)))


def test_new_workflow_is_answered_with_all_its_fields(any_api: Api) -> None:
    inputs = {"message": "good morning"}
    answer = any_api.post(
        "/workflows",
        NEW | {"inputs": inputs, "cron_schedule": " 0  9 * * 1-5 ", "timezone": "Europe/London"},
    )
    assert answer.status_code == 201
    assert answer.headers["Location"] == f"{BASE}/workflows/1"
    assert answer.headers["ETag"] == '"1"'
    assert answer.json() == {
        "id": 1,
        "revision": 1,
        "name": "Wake the shop",
        "kind": "log",
        "inputs": inputs,
        "cron_schedule": "0 9 * * 1-5",
        "timezone": "Europe/London",
        "next_fire_at": "2026-11-17T09:00:00Z",
        "team_id": 1,
        "is_api": True,
        "paused": False,
        "pause_note": "",
        "archived": False,
        "overlap": "skip",
        "catch_up": "latest",
        "late_after_seconds": 86400,
        "grace_seconds": 300,
        "attempts": 3,
        "back_off_seconds": 30,
        "time_limit_seconds": 3600,
        "retry_interrupted": True,
        "jitter_seconds": 0,
        "tell_after": 3,
        "notify": [],
        "notify_urgent": False,
        "queue": "default",
        "schedule_since": "2026-11-16T12:00:00Z",
        "created_at": "2026-11-16T12:00:00Z",
        "warning": "",
    }


def test_location_leads_to_the_workflow(any_api: Api) -> None:
    made = any_api.post("/workflows", NEW)
    response = any_api.get(made.headers["Location"].removeprefix(BASE))
    assert response.json() == made.json()


def test_making_changing_and_clearing_a_schedule_is_announced_each_time(any_api: Api) -> None:
    made = any_api.make(cron_schedule="0 9 * * *")
    path = f"/workflows/{made['id']}"
    any_api.patch(path, {"cron_schedule": "0 10 * * *"})
    any_api.patch(path, {"cron_schedule": None})
    rows = outbox_of(any_api)
    assert [(row.aggregate_type, row.aggregate_id, row.op) for row in rows] == [
        ("workflow", "1", "upsert")
    ] * 3
    assert [row.payload["cron_schedule"] for row in rows] == ["0 9 * * *", "0 10 * * *", None]
    assert [(row.payload["is_api"], row.payload["team_id"]) for row in rows] == [(True, 1)] * 3


def test_new_name_alone_is_not_announced(api: Api) -> None:
    made = api.make()
    api.patch(f"/workflows/{made['id']}", {"name": "Wake everybody"})
    assert len(outbox_of(api)) == 1


@pytest.mark.parametrize("act", ["archive", "delete"])
def test_putting_away_a_schedule_is_announced(api: Api, act: str) -> None:
    made = api.make()
    path = f"/workflows/{made['id']}"
    _ = api.post(f"{path}:archive") if act == "archive" else api.delete(path)
    assert [row.op for row in outbox_of(api)] == ["upsert", "delete"]


def test_every_field_can_be_set_and_changed(api: Api) -> None:
    fields: dict[str, Any] = {
        "name": "Other",
        "kind": "probe",
        "inputs": {"deep": [1, {"a": None}]},
        "cron_schedule": "rate(7 minutes)",
        "timezone": "Asia/Tokyo",
        "is_api": False,
        "overlap": "queue",
        "catch_up": "all",
        "late_after_seconds": 60,
        "grace_seconds": 61,
        "attempts": 7,
        "back_off_seconds": 62,
        "time_limit_seconds": 63,
        "retry_interrupted": False,
        "jitter_seconds": 64,
        "tell_after": 8,
    }
    first = api.post("/workflows", fields | {"name": "First"}).json()
    assert {name: first[name] for name in fields} == fields | {"name": "First"}
    second = api.make("Second")
    changed = api.patch(f"/workflows/{second['id']}", fields).json()
    assert {name: changed[name] for name in fields} == fields


def test_edit_leaves_alone_what_it_does_not_name(api: Api) -> None:
    made = api.make(attempts=5, inputs={"message": "ding"})
    changed = api.patch(f"/workflows/{made['id']}", {"timezone": "Asia/Tokyo"}).json()
    moved = {"revision", "timezone", "next_fire_at"}
    assert {name for name in made if made[name] != changed[name]} == moved


def test_clearing_the_schedule_leaves_no_next_fire(api: Api) -> None:
    made = api.make()
    changed = api.patch(f"/workflows/{made['id']}", {"cron_schedule": None}).json()
    assert (changed["cron_schedule"], changed["next_fire_at"]) == (None, None)


def test_edit_without_anything_changes_nothing(api: Api) -> None:
    made = api.make()
    answer = api.patch(f"/workflows/{made['id']}", {})
    assert (answer.status_code, answer.json()) == (200, made)


@pytest.mark.parametrize("name", ["Wake the shop", "WAKE  the Shop"])
def test_name_that_is_taken_is_refused(any_api: Api, name: str) -> None:
    any_api.make("Wake the shop")
    other = any_api.make("Other")
    answers = [
        any_api.post("/workflows", NEW | {"name": name}),
        any_api.patch(f"/workflows/{other['id']}", {"name": name}),
    ]
    assert [answer.status_code for answer in answers] == [409, 409]


def test_teams_may_use_the_same_name(api: Api) -> None:
    api.make("Wake the shop")
    assert api.of_team(2).make("Wake the shop")["team_id"] == 2


def test_list_gives_pages_that_fit_together(any_api: Api) -> None:
    ids = [any_api.make(f"Workflow {number}")["id"] for number in range(5)]
    first = any_api.get("/workflows?limit=2").json()
    second = any_api.get(f"/workflows?limit=2&cursor={first['next_cursor']}").json()
    third = any_api.get(f"/workflows?limit=2&cursor={second['next_cursor']}").json()
    pages = [[item["id"] for item in page["items"]] for page in (first, second, third)]
    assert pages == [ids[:2], ids[2:4], ids[4:]]
    assert third["next_cursor"] is None


def test_page_that_is_just_full_is_the_last(api: Api) -> None:
    api.make()
    assert api.get("/workflows?limit=1").json()["next_cursor"] is None


def test_list_items_are_what_one_is_shown_alone(api: Api) -> None:
    made = api.make()
    assert api.get("/workflows").json()["items"] == [made]


def test_archived_workflows_are_listed_when_asked_for(api: Api) -> None:
    made = api.make()
    api.post(f"/workflows/{made['id']}:archive")
    assert api.get("/workflows").json()["items"] == []
    [item] = api.get("/workflows?archived=true").json()["items"]
    assert (item["id"], item["archived"]) == (made["id"], True)


@pytest.mark.parametrize(
    "query",
    [
        pytest.param("limit=0", id="none at a time"),
        pytest.param("limit=201", id="too many at a time"),
        pytest.param("limit=x", id="a limit that is no number"),
        pytest.param("cursor=x", id="a cursor nobody gave"),
        pytest.param("cursor=wffffffff", id="a cursor past every number"),
        pytest.param("cursor=w0000001", id="a cursor cut short"),
        pytest.param("cursor=w00000001%00", id="a cursor with NUL"),
        pytest.param("cursor=r0649b3a8e4000.1-m1", id="a cursor of another list"),
        pytest.param("archived=perhaps", id="neither yes nor no"),
    ],
)
def test_list_refuses_what_it_cannot_read(shared_api: Api, query: str) -> None:
    answer = shared_api.get(f"/workflows?{query}")
    assert answer.status_code == 422
    assert [error["field"] for error in answer.json()["errors"]] == [query.partition("=")[0]]


def test_pausing_keeps_the_note_and_stops_its_fires(api: Api) -> None:
    made = api.make()
    paused = api.post(f"/workflows/{made['id']}:pause", {"note": "no printer"}).json()
    assert (paused["paused"], paused["pause_note"], paused["next_fire_at"]) == (
        True,
        "no printer",
        None,
    )
    resumed = api.post(f"/workflows/{made['id']}:resume").json()
    assert (resumed["paused"], resumed["pause_note"]) == (False, "")
    assert resumed["next_fire_at"] == made["next_fire_at"]


def test_pausing_needs_no_note(api: Api) -> None:
    made = api.make()
    answer = api.post(f"/workflows/{made['id']}:pause")
    assert (answer.status_code, answer.json()["paused"]) == (200, True)


@pytest.mark.parametrize("note", ["a\x00b", "x" * 501, 7])
def test_note_that_cannot_be_kept_is_refused(api: Api, note: Any) -> None:
    made = api.make()
    answer = api.post(f"/workflows/{made['id']}:pause", {"note": note})
    assert answer.status_code == 422
    assert [error["field"] for error in answer.json()["errors"]] == ["note"]


def test_archived_workflow_stays_as_it_is(api: Api) -> None:
    made = api.make()
    path = f"/workflows/{made['id']}"
    archived = api.post(f"{path}:archive").json()
    answers = [
        api.patch(path, {"name": "Other"}),
        api.post(f"{path}:pause"),
        api.post(f"{path}:resume"),
        api.post(f"{path}:run"),
    ]
    assert [answer.status_code for answer in answers] == [409] * 4
    assert api.get(path).json() == archived


def test_deleted_workflow_is_gone(any_api: Api) -> None:
    made = any_api.make()
    path = f"/workflows/{made['id']}"
    answer = any_api.delete(path)
    assert (answer.status_code, answer.content) == (204, b"")
    assert any_api.get(path).status_code == any_api.delete(path).status_code == 404
    assert any_api.make()["id"] != made["id"]


def test_trail_says_which_key_did_it(api: Api) -> None:
    made = api.make()
    api.post(f"/workflows/{made['id']}:archive")
    entries = api.app.ports.audit_log.list_entries(f"workflow/{made['id']}")
    assert [(entry.action, entry.by) for entry in entries] == [
        ("created", "key/1"),
        ("archived", "key/1"),
    ]
