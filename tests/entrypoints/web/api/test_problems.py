"""What callers are told when something is refused or goes wrong."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from httpx import Response
from tests.entrypoints.web.api.apis import PROBLEM, Api, open_api

from belfry.accounts.sign_in import TooMany
from belfry.entrypoints.web.problems import answer_with_problems
from belfry.entrypoints.web.statuses import KeyRefused
from belfry.kernel.errors import (
    BelfryError,
    ConfigError,
    Conflict,
    InputError,
    NotAllowed,
    NotFound,
    Outdated,
    Permanent,
    PortError,
    Temporary,
    Unknown,
)
from belfry.settings import Settings

MINUTE = timedelta(minutes=1)
SECRET = "the password is sesame"


def answer_of(error: Exception) -> Response:
    """What a route that raises this answers."""
    app = FastAPI()
    answer_with_problems(app)

    @app.get("/")
    def fail() -> None:
        raise error

    answer: Response = TestClient(app, raise_server_exceptions=False).get("/")
    return answer


@pytest.mark.parametrize(
    ("error", "status", "headers"),
    [
        (InputError("too long", field="name"), 422, {}),
        (NotFound("none"), 404, {}),
        (Conflict("taken"), 409, {}),
        (Outdated("old"), 412, {}),
        (NotAllowed("no"), 403, {}),
        (KeyRefused("no key"), 401, {"WWW-Authenticate": 'APIKey realm="belfry"'}),
        (TooMany(timedelta(seconds=90.5)), 429, {"Retry-After": "91"}),
        (Temporary("busy"), 503, {"Retry-After": "2"}),
        (Temporary("busy", retry_after=MINUTE), 503, {"Retry-After": "60"}),
        (Temporary("busy", retry_after=timedelta(0)), 503, {"Retry-After": "2"}),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else None,
)
def test_error_has_its_status(error: BelfryError, status: int, headers: Mapping[str, str]) -> None:
    answer = answer_of(error)
    assert answer.status_code == status
    assert answer.headers["Content-Type"] == PROBLEM
    assert {name: answer.headers[name] for name in headers} == dict(headers)
    problem = answer.json()
    assert (problem["type"], problem["status"]) == ("about:blank", status)
    assert problem["title"]
    assert problem["detail"]


@pytest.mark.parametrize(
    "error",
    [
        RuntimeError(SECRET),
        PortError(SECRET),
        Permanent(SECRET),
        Unknown(SECRET),
        ConfigError(SECRET),
        BelfryError(SECRET),
        Temporary(SECRET),
    ],
    ids=lambda error: type(error).__name__,
)
def test_fault_of_ours_is_told_without_details(error: Exception) -> None:
    answer = answer_of(error)
    assert answer.status_code == (503 if isinstance(error, Temporary) else 500)
    assert answer.headers["Content-Type"] == PROBLEM
    assert "sesame" not in answer.text
    assert "Traceback" not in answer.text


def test_fault_is_found_in_the_log_by_its_id(api: Api, caplog: pytest.LogCaptureFixture) -> None:
    class Broken:
        def check(self, inputs: Mapping[str, Any]) -> None:
            raise RuntimeError(SECRET)

        def run(self, inputs: Mapping[str, Any], context: object) -> str:
            return ""

    kinds = api.app.services.kinds
    assert isinstance(kinds, dict)
    kinds["broken"] = Broken()
    answer = api.post("/workflows", {"name": "x", "kind": "broken"})
    assert answer.status_code == 500
    [line] = [r for r in caplog.records if getattr(r, "problem", "") == answer.json()["id"]]
    assert line.exc_info is not None
    assert SECRET in str(line.exc_info[1])
    assert SECRET not in answer.text


def test_invalid_field_is_named_in_the_problem() -> None:
    problem = answer_of(InputError("too long", field="name")).json()
    assert problem["errors"] == [{"field": "name", "message": "too long"}]
    assert problem["detail"] == "name: too long"


def test_half_a_character_of_the_callers_spoils_no_answer() -> None:
    problem = answer_of(InputError("unknown: \ud800", field="\udfff")).json()
    assert problem["errors"] == [{"field": "\udfff", "message": "unknown: \ud800"}]


@pytest.mark.parametrize(
    "path",
    ["/api", "/api/", "/api/v1", "/api/v1/", "/api/v1/workflows/", "/api/v2/workflows", "/api/docs"]
    + [f"/api/v1/workflows/{name}" for name in ("0", "-1", "01", "1.0", "x", "1:", "1:bell", "%00")]
    + [f"/api/v1/workflows/{10**10}", f"/api/v1/workflows/{'9' * 5000}", "/api/v1/keys/x"],
)
def test_address_of_nothing_is_not_found(shared_api: Api, path: str) -> None:
    answer = shared_api.client.get(path, headers={"X-API-Key": shared_api.key or ""})
    assert (answer.status_code, answer.headers["Content-Type"]) == (404, PROBLEM)


@pytest.mark.parametrize("path", ["/workflows/{}", "/workflows/{}/runs"])
@pytest.mark.parametrize("number", [2**31, 9_999_999_999])
def test_number_no_database_can_hold_is_refused(any_api: Api, path: str, number: int) -> None:
    assert any_api.get(path.format(number)).status_code == 422
    assert any_api.get(path.format(2**31 - 1)).status_code == 404


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("PUT", "/workflows", "GET, HEAD, POST"),
        ("POST", "/workflows/1", "GET, HEAD, PATCH, DELETE"),
        ("OPTIONS", "/workflows/1", "GET, HEAD, PATCH, DELETE"),
        ("GET", "/workflows/1:run", "POST"),
        ("GET", "/cron/workflows/1:invoke", "POST"),
        ("DELETE", "/runs/1-m1", "GET, HEAD"),
        ("GET", "/runs/1-m1:replay", "POST"),
        ("BREW", "/keys/1", "DELETE"),
    ],
)
def test_method_that_is_not_taken_is_told_which_are(
    shared_api: Api, method: str, path: str, allowed: str
) -> None:
    answer = shared_api.send(method, path, headers={})
    assert (answer.status_code, answer.headers["Content-Type"]) == (405, PROBLEM)
    assert answer.headers["Allow"] == allowed


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"{", id="half an object"),
        pytest.param(b'{"name": "x", "kind": NaN}', id="NaN"),
        pytest.param(b'{"name": "x", "kind": -Infinity}', id="infinity"),
        pytest.param(b"\xff\xfe\xff", id="bytes that are no text"),
        pytest.param(b"[" * 100_000, id="endless nesting"),
        pytest.param(b'{"attempts": ' + b"9" * 5000 + b"}", id="an endless number"),
        pytest.param(b"", id="nothing"),
        pytest.param(b"null", id="null"),
        pytest.param(b"[]", id="a list"),
        pytest.param(b'"x"', id="a text"),
    ],
)
def test_body_that_is_no_json_object_is_refused(shared_api: Api, content: bytes) -> None:
    answer = shared_api.post_raw("/workflows", content)
    assert (answer.status_code, answer.headers["Content-Type"]) == (422, PROBLEM)
    assert [error["field"] for error in answer.json()["errors"]] == ["body"]


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b'{"name": "\\ud800", "kind": "log"}', id="in a name"),
        pytest.param(b'{"name": "x", "kind": "\\ud800"}', id="in a kind"),
        pytest.param(b'{"name": "x", "kind": "log", "\\ud800": 1}', id="in a field's name"),
        pytest.param(b'{"name": "x", "kind": "log", "timezone": "\\udfff"}', id="in a zone"),
        pytest.param(b'{"name": "x", "kind": "log", "cron_schedule": "\\ud800"}', id="in a cron"),
        pytest.param(b'{"name": "x", "kind": "log", "inputs": {"\\ud800": 1}}', id="in inputs"),
        pytest.param(
            b'{"name": "x", "kind": "probe", "inputs": {"a": ["\\ud800"]}}', id="deep in inputs"
        ),
    ],
)
def test_half_a_character_is_refused(any_api: Api, content: bytes) -> None:
    answer = any_api.post_raw("/workflows", content)
    assert (answer.status_code, answer.headers["Content-Type"]) == (422, PROBLEM)
    assert answer.json()["errors"]


@pytest.mark.parametrize("number", ["NaN", "1e999"])
def test_number_that_json_cannot_hold_is_refused(any_api: Api, number: str) -> None:
    body = f'{{"name": "x", "kind": "probe", "inputs": {{"a": {number}}}}}'
    assert any_api.post_raw("/workflows", body.encode()).status_code == 422


@pytest.mark.parametrize(
    "content_type",
    [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "json",
        "",
        "a/b+json",
    ],
)
def test_body_that_is_not_sent_as_json_is_refused(shared_api: Api, content_type: str) -> None:
    answer = shared_api.post_raw("/workflows", b'{"name": "x", "kind": "log"}', content_type)
    assert (answer.status_code, answer.headers["Content-Type"]) == (415, PROBLEM)
    assert shared_api.get("/workflows").json()["items"] == []


@pytest.mark.parametrize(
    "content_type",
    [
        "application/json",
        "application/json; charset=utf-8",
        "Application/JSON",
        "application/x+json",
    ],
)
def test_json_by_any_of_its_names_is_taken(api: Api, content_type: str) -> None:
    answer = api.post_raw("/workflows", b'{"name": "x", "kind": "log"}', content_type)
    assert answer.status_code == 201


@pytest.fixture
def hasty_api(tmp_path: Path, database_url: str | None) -> Iterator[Api]:
    """An API that waits for a busy database hardly at all."""
    api = open_api(tmp_path, database_url, timedelta(milliseconds=50))
    yield api
    api.app.ports.close()


def hold_the_database(settings: Settings) -> Any:
    """Another process writes, and is not done yet."""
    if settings.database.url:
        other: Any = psycopg.connect(settings.database.url.replace("+psycopg", ""))
        other.execute("LOCK TABLE workflows, runs IN ACCESS EXCLUSIVE MODE")
    else:
        other = sqlite3.connect(settings.folder / ".belfry" / "belfry.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
    return other


def test_busy_database_asks_for_another_try(
    hasty_api: Api, caplog: pytest.LogCaptureFixture
) -> None:
    new = {"name": "x", "kind": "log"}
    other = hold_the_database(hasty_api.app.services.settings)
    try:
        with caplog.at_level(logging.WARNING):
            answer = hasty_api.post("/workflows", new)
    finally:
        other.rollback()
        other.close()
    assert (answer.status_code, answer.headers["Content-Type"]) == (503, PROBLEM)
    assert int(answer.headers["Retry-After"]) >= 1
    assert answer.json()["detail"] == "busy or out of reach: try again"
    assert [r.message for r in caplog.records if r.levelname == "WARNING"] == ["request.put_off"]
    assert hasty_api.post("/workflows", new).status_code == 201
