"""What it costs to acknowledge a button that was pressed in Slack, beside a bare FastAPI route.

Belfry verifies the signature, reads the payload, and commits the request and its event to a SQLite
team, through the whole web application; what the press causes happens afterwards. The bare route
reads a small body and inserts one row. Counted is processor time until the answer is sent.
"""

from __future__ import annotations

import asyncio
import gc
import json
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench import bare_route
from bench.targets import TARGETS, Figure
from pydantic import SecretStr
from tests.services.shaped_databases import settle_in
from tests.services.slack_api import MARIA, SIGNING_SECRET, TOKEN, write_request

from belfry.bootstrap import build_services, open_ports
from belfry.bootstrap.slack import INTERACTIVITY_PATH
from belfry.entrypoints.web.app import create_app
from belfry.scheduler.relay_outbox import Relayed
from belfry.settings import Settings
from belfry.settings.sections import SlackSettings

ROUNDS, REQUESTS, WARM = 3, 1000, 50
Request = tuple[str, dict[str, str], bytes]


def measure(*, is_quick: bool) -> list[Figure]:
    count = 200 if is_quick else REQUESTS
    rounds = [_measure(count) for _ in range(1 if is_quick else ROUNDS)]
    ours, theirs = (min(side) for side in zip(*rounds, strict=True))
    (target,) = TARGETS["slack"]
    return [Figure(target, f"{ours * 1000:.2f} ms", f"{theirs * 1000:.2f} ms", ours / theirs)]


def _measure(count: int) -> tuple[float, float]:
    """Both sides' 95th percentile, in seconds."""
    with TemporaryDirectory() as folder:
        ours = _time_belfry(Path(folder), count)
        theirs = asyncio.run(_time(bare_route.create_app(Path(folder) / "bare.db"), count, _fire))
    return ours, theirs


def _time_belfry(folder: Path, count: int) -> float:
    settings = Settings(
        folder=settle_in(folder),
        slack=SlackSettings(enabled=True),
        slack_token=SecretStr(TOKEN),
        slack_signing_secret=SecretStr(SIGNING_SECRET),
    )
    services = build_services(settings, open_ports(settings))
    app = create_app(replace(services, relay=lambda: Relayed(0, 0, 0)))
    try:
        p95 = asyncio.run(_time(app, count, _press))
        recorded = services.ports.outbox.claim(
            now=datetime.now(UTC), limit=WARM + count, within=timedelta(0)
        )
        assert len(recorded) == WARM + count
        return p95
    finally:
        services.ports.close()


def _press(number: int) -> Request:
    button = {"type": "button", "action_id": "approve", "block_id": "b1", "action_ts": "1.1"}
    value = json.dumps(["rota-draft/2026-11-16/1/Maria Lopez", "1", 0])
    payload = {
        "type": "block_actions",
        "user": {"id": MARIA, "username": "maria", "name": "maria", "team_id": "T1"},
        "trigger_id": f"{number}.98315.abc",
        "channel": {"id": f"D{MARIA}", "name": "directmessage"},
        "message": {"type": "message", "ts": "1.2", "text": "A draft is ready. " * 100},
        "response_url": f"https://hooks.slack.com/actions/T1/{number}/abc",
        "actions": [{**button, "value": value}],
    }
    return INTERACTIVITY_PATH, *write_request(payload, datetime.now(UTC))


def _fire(number: int) -> Request:
    at = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=number)
    body = json.dumps({"scheduled_time": at.isoformat()}).encode()
    return "/workflows/1", {"Content-Type": "application/json"}, body


async def _time(app: Any, count: int, write: Callable[[int], Request]) -> float:
    requests = [write(number) for number in range(WARM + count)]
    gc.collect()
    times = [await _ask(app, *request) for request in requests][WARM:]
    return sorted(times)[int(0.95 * len(times))]


async def _ask(app: Any, path: str, headers: dict[str, str], body: bytes) -> float:
    """Processor time of the process until the whole answer was sent."""
    named = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": b"",
        "headers": [(b"host", b"bench"), *named, (b"content-length", str(len(body)).encode())],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
    }
    answered = 0.0

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        nonlocal answered
        if message["type"] == "http.response.start":
            assert message["status"] in (200, 202), message["status"]
        elif not message.get("more_body"):
            answered = time.process_time()

    begun = time.process_time()
    await app(scope, receive, send)
    return answered - begun
