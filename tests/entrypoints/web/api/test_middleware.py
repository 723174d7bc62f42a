"""What every answer carries, what is logged and counted, and how the process says it is well."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from datetime import timedelta
from itertools import repeat
from typing import Any

import pytest
from prometheus_client import REGISTRY
from tests.entrypoints.web.api.apis import PROBLEM, Api, make_key

from belfry.accounts.keys import Service
from belfry.entrypoints.web.middleware import MOST_BYTES


def count_of(method: str, status: int) -> float:
    labels = {"method": method, "status": str(status)}
    return REGISTRY.get_sample_value("belfry_requests_total", labels) or 0


def lines_of(caplog: pytest.LogCaptureFixture) -> list[tuple[Any, ...]]:
    records = [record for record in caplog.records if record.message == "request"]
    return [(r.method, r.path, r.status) for r in records]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/v1/workflows"),
        ("GET", "/api/v1/workflows/1"),
        ("GET", "/api/v1/workflows/2"),
        ("PUT", "/api/v1/workflows"),
        ("DELETE", "/api/v1/workflows/1"),
        ("GET", "/api/openapi.json"),
        ("GET", "/api/nothing"),
        ("GET", "/healthz"),
        ("GET", "/readyz"),
        ("GET", "/metrics"),
    ],
)
def test_answer_is_neither_kept_nor_guessed_at(api: Api, method: str, path: str) -> None:
    api.make()
    answer = api.client.request(method, path, headers={"X-API-Key": api.key or ""})
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cache-Control"] == "no-store"


def test_request_is_logged_by_its_route(api: Api, caplog: pytest.LogCaptureFixture) -> None:
    made = api.make("The secret shop")
    with caplog.at_level(logging.INFO):
        api.get(f"/workflows/{made['id']}?secret=sesame")
        api.get("/runs/1-m1")
        api.client.get("/api/sesame")
        api.with_key("bf_api_sesame").get("/keys")
    assert lines_of(caplog) == [
        ("GET", "/api/v1/workflows/{workflow_id}", 422),
        ("GET", "/api/v1/runs/{run_id}", 404),
        ("GET", "(none)", 404),
        ("GET", "/api/v1/keys", 401),
    ]
    logged = " ".join(str(vars(record)) for record in caplog.records if record.name != "httpx")
    assert "sesame" not in logged
    assert str(api.key) not in logged


def test_request_line_says_how_long_it_took(api: Api, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        api.get("/workflows")
    [line] = [record for record in caplog.records if record.message == "request"]
    assert line.ms == 0.0  # type: ignore[attr-defined]


def test_requests_are_counted_by_method_and_status(api: Api) -> None:
    before = count_of("GET", 200), count_of("GET", 404), count_of("other", 405)
    api.get("/workflows")
    api.get("/workflows/7")
    api.send("BREW", "/workflows", headers={})
    after = count_of("GET", 200), count_of("GET", 404), count_of("other", 405)
    assert after == (before[0] + 1, before[1] + 1, before[2] + 1)


def test_metrics_name_no_workflow(api: Api) -> None:
    api.make("The secret shop")
    answer = api.client.get("/metrics")
    assert answer.headers["Content-Type"].startswith("text/plain")
    assert "belfry_requests_total" in answer.text
    assert "secret" not in answer.text


def test_rows_of_the_outbox_that_were_given_up_are_counted(api: Api) -> None:
    api.make()
    ports = api.app.ports
    now = ports.clock.now()
    (row,) = ports.outbox.claim(now=now, limit=10, within=timedelta(minutes=1))
    assert "belfry_outbox_parked 0.0\n" in api.client.get("/metrics").text

    ports.outbox.mark_failed(row.id, error="refused", at=now)
    assert "belfry_outbox_parked 1.0\n" in api.client.get("/metrics").text


def test_head_is_get_without_a_body(api: Api) -> None:
    path = f"/workflows/{api.make()['id']}"
    head, get = api.send("HEAD", path, headers={}), api.get(path)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers == get.headers


def test_health_needs_neither_key_nor_database(api: Api) -> None:
    api.app.ports.close()
    (api.app.services.settings.folder / ".belfry" / "belfry.db").unlink()
    answer = api.client.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "alive"})


def test_process_is_ready_while_its_database_answers(api: Api) -> None:
    answer = api.client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ready"})


def test_process_is_not_ready_while_a_lane_stands_still(api: Api) -> None:
    made = api.make(cron_schedule=None)
    api.post(f"/workflows/{made['id']}:run")
    since = api.app.clock.now()
    api.app.clock.advance(timedelta(minutes=2))

    answer = api.client.get("/readyz")
    api.app.driver().settle()
    again = api.client.get("/readyz")

    lanes = [{"lane": "default", "since": since.isoformat()}]
    assert (answer.status_code, again.status_code) == (503, 200)
    assert answer.json() == {"status": "standing still", "lanes": lanes}


def test_process_is_not_ready_without_its_database(api: Api) -> None:
    api.app.ports.close()
    home = api.app.services.settings.folder / ".belfry"
    for file in home.iterdir():
        file.unlink()
    home.rmdir()
    answer = api.client.get("/readyz")
    assert (answer.status_code, answer.headers["Content-Type"]) == (503, PROBLEM)


def too_much() -> Iterator[bytes]:
    """A sender who goes on and on, and says nothing of it beforehand."""
    return repeat(b" " * 10_000, 100)


def test_body_announced_as_too_large_is_refused_unread(api: Api) -> None:
    answer = api.post_raw("/workflows", b" " * (MOST_BYTES + 1))
    assert (answer.status_code, answer.headers["Content-Type"]) == (413, PROBLEM)
    assert answer.headers["Connection"] == "close"


def test_largest_body_is_read(api: Api) -> None:
    body = b'{"name": "x", "kind": "log"}'
    answer = api.post_raw("/workflows", body + b" " * (MOST_BYTES - len(body)))
    assert answer.status_code == 201


@pytest.mark.parametrize("path", ["/api/v1/workflows", "/api/v1/cron/workflows/1:invoke"])
def test_endless_body_is_read_no_further_than_the_limit(api: Api, path: str) -> None:
    chunks = too_much()
    read: list[bytes] = []
    sent: list[Any] = []
    key = make_key(api.app, Service.SCHEDULER, 1) if "/cron/" in path else str(api.key)

    async def receive() -> dict[str, Any]:
        read.append(next(chunks, b""))
        return {"type": "http.request", "body": read[-1], "more_body": bool(read[-1])}

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "method": "POST",
        "path": path,
        "query_string": b"",
        "headers": [
            (b"x-api-key", key.encode()),
            (b"content-type", b"application/json"),
        ],
    }
    asyncio.run(api.client.app(scope, receive, send))  # type: ignore[arg-type]
    assert sent[0]["status"] == 413
    assert dict(sent[0]["headers"])[b"connection"] == b"close"
    assert sum(len(chunk) for chunk in read) <= MOST_BYTES + 10_000
