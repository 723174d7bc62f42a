"""Who may call the API, and what is theirs."""

from __future__ import annotations

from typing import Any

import pytest
from httpx import Response
from tests.entrypoints.web.api.apis import PROBLEM, Api, make_key

from belfry.accounts.keys import Scope, Service

# Every operation, as it works on things that are there.
OPERATIONS: list[tuple[str, str, Any]] = [
    ("POST", "/workflows", {"name": "New", "kind": "log"}),
    ("GET", "/workflows", None),
    ("GET", "/workflows/1", None),
    ("PATCH", "/workflows/1", {"name": "Other"}),
    ("POST", "/workflows/1:archive", None),
    ("POST", "/workflows/1:pause", {"note": "x"}),
    ("POST", "/workflows/1:resume", None),
    ("POST", "/workflows/1:run", {}),
    (
        "POST",
        "/workflows/1:backfill",
        {"start": "2026-11-16T12:00:00Z", "end": "2026-11-16T12:00:00Z"},
    ),
    ("DELETE", "/workflows/1", None),
    ("GET", "/workflows/1/runs", None),
    ("GET", "/runs", None),
    ("GET", "/runs/1-m1", None),
    ("POST", "/runs/1-m1:replay", None),
    ("PUT", "/jobs/J-1", {"stage": "ready"}),
    ("GET", "/jobs/J-1", None),
    ("DELETE", "/jobs/J-1", None),
    ("GET", "/keys", None),
    ("POST", "/keys", {"service": "api", "name": "x"}),
    ("DELETE", "/keys/1", None),
]
INVOKE = (
    "POST",
    "/cron/workflows/1:invoke",
    {"scheduled_time": "2026-11-16T12:00:00Z"},
)
every_operation = pytest.mark.parametrize(
    "operation", [*OPERATIONS, INVOKE], ids=lambda operation: f"{operation[0]} {operation[1]}"
)


def call(api: Api, operation: tuple[str, str, Any]) -> Response:
    method, path, body = operation
    return api.send(method, path, json=body, headers={})


def find_caller(api: Api, operation: tuple[str, str, Any], team_id: int) -> Api:
    """With the key that may do this for the team."""
    if operation is INVOKE:
        return api.with_key(make_key(api.app, Service.SCHEDULER, team_id))
    return api.of_team(team_id, Scope.ADMIN)


@pytest.fixture(scope="module")
def api(shared_api: Api) -> Api:
    """With workflow 1, its run 1-m1, and key 1; nothing that follows may change them."""
    shared_api.make()
    shared_api.post("/workflows/1:run")
    return shared_api


def test_every_operation_is_tried(api: Api) -> None:
    paths = api.client.get("/api/openapi.json").json()["paths"]
    assert len([*OPERATIONS, INVOKE]) == sum(len(methods) for methods in paths.values())


@every_operation
@pytest.mark.parametrize(
    "key",
    [
        pytest.param(None, id="no key"),
        pytest.param("", id="an empty key"),
        pytest.param("wrong", id="something else"),
        pytest.param("bf_api_wrong", id="a wrong key"),
        pytest.param("bf_api_" + "x" * 5000, id="an endless key"),
    ],
)
def test_nobody_gets_in_without_a_good_key(
    api: Api, operation: tuple[str, str, Any], key: str | None
) -> None:
    answer = call(api.with_key(key), operation)
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"] == 'APIKey realm="belfry"'
    assert answer.headers["Content-Type"] == PROBLEM


@every_operation
def test_who_has_no_key_is_not_told_what_is_wrong_with_a_request(
    api: Api, operation: tuple[str, str, Any]
) -> None:
    method, path, body = operation
    if body is None:
        path = f"{path}{'&' if '?' in path else '?'}limit=x&status=x"
    answer = api.with_key(None).send(method, path, headers={}, json={"surely": "wrong"})
    assert answer.status_code == 401


@pytest.mark.parametrize("content", [b"{", b"\xff", b'{"name": NaN}'])
@pytest.mark.parametrize("content_type", ["application/json", "text/plain"])
def test_who_has_no_key_is_not_told_what_is_wrong_with_a_body(
    api: Api, content: bytes, content_type: str
) -> None:
    answer = api.with_key(None).post_raw("/workflows", content, content_type)
    assert answer.status_code == 401


@pytest.mark.parametrize(
    "operation", OPERATIONS, ids=lambda operation: f"{operation[0]} {operation[1]}"
)
def test_scheduler_may_do_nothing_but_invoke(api: Api, operation: tuple[str, str, Any]) -> None:
    for team_id in (1, None):
        scheduler = api.with_key(make_key(api.app, Service.SCHEDULER, team_id))
        answer = call(scheduler, operation)
        assert (answer.status_code, answer.headers["Content-Type"]) == (403, PROBLEM)


@every_operation
def test_what_is_another_teams_is_not_there(api: Api, operation: tuple[str, str, Any]) -> None:
    others = find_caller(api, operation, 2)
    before = api.get("/workflows/1").json(), api.get("/runs").json()
    answer = call(others, operation)
    if any(name in operation[1] for name in ("/1", "1-m1")):
        assert (answer.status_code, answer.headers["Content-Type"]) == (404, PROBLEM)
    else:
        assert "Wake the shop" not in answer.text
        assert "1-m1" not in answer.text
    assert (api.get("/workflows/1").json(), api.get("/runs").json()) == before


@every_operation
def test_unknown_query_parameter_is_refused_by_name(
    api: Api, operation: tuple[str, str, Any]
) -> None:
    method, path, body = operation
    caller = find_caller(api, operation, 1)
    before = api.get("/workflows").json(), api.get("/runs").json()
    answer = caller.send(method, f"{path}?dry_run=1", json=body, headers={})
    assert (answer.status_code, answer.headers["Content-Type"]) == (422, PROBLEM)
    (error,) = answer.json()["errors"]
    assert error["field"] == "dry_run"
    assert error["message"].startswith("no such parameter; ")
    assert (api.get("/workflows").json(), api.get("/runs").json()) == before
