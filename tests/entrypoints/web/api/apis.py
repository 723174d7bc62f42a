"""An app whose API tests may call, on a database of its own and a clock that stands still."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from fastapi.testclient import TestClient
from tests.apps import App, build_app
from tests.fakes.crash_points import CrashingPoints
from tests.samples import NOON
from tests.services.shaped_databases import settle_in

from belfry.accounts.keys import Scope, Service
from belfry.adapters.system.clock import VirtualClock
from belfry.bootstrap import open_ports
from belfry.bootstrap.ports import PATIENCE
from belfry.entrypoints.web.app import create_app
from belfry.settings import DatabaseSettings, Settings

if TYPE_CHECKING:
    from pathlib import Path

    from httpx import Response

BASE = "/api/v1"
PROBLEM = "application/problem+json"


@dataclass(frozen=True)
class Api:
    """The API with this key; None is without one."""

    app: App
    client: TestClient
    key: str | None

    def get(self, path: str, **headers: str) -> Response:
        return self.send("GET", path, headers=headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Response:
        return self.send("POST", path, json=body, headers=headers)

    def patch(self, path: str, body: Any, **headers: str) -> Response:
        return self.send("PATCH", path, json=body, headers=headers)

    def delete(self, path: str, **headers: str) -> Response:
        return self.send("DELETE", path, headers=headers)

    def post_raw(self, path: str, content: Any, content_type: str = "application/json") -> Response:
        """Exactly these bytes."""
        return self.send("POST", path, content=content, headers={"Content-Type": content_type})

    def send(self, method: str, path: str, *, headers: dict[str, str], **more: Any) -> Response:
        """Headers' names are written with `_` for `-`."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        shown = {"X-API-Key": self.key} if self.key else {}
        if more.get("json", ...) is None:
            del more["json"]
        answer: Response = self.client.request(
            method, f"{BASE}{path}", headers={**shown, **named}, **more
        )
        return answer

    def with_key(self, key: str | None) -> Api:
        return Api(self.app, self.client, key)

    def of_team(self, team_id: int, scope: Scope | None = None) -> Api:
        return self.with_key(make_key(self.app, Service.API, team_id, scope))

    @property
    def admin(self) -> Api:
        return self.of_team(1, Scope.ADMIN)

    def make(self, name: str = "Wake the shop", **fields: Any) -> Any:
        """A workflow that rings at nine, unless said otherwise, as the API answers."""
        new = {"name": name, "kind": "log", "cron_schedule": "0 9 * * *", **fields}
        answer = self.post("/workflows", new)
        assert answer.status_code == 201, answer.text
        return answer.json()

    def invoke(self, workflow_id: int, scheduled_time: Any, key: str | None = None) -> Response:
        """Handed in by the scheduler of all teams, unless another key is given."""
        scheduler = self.with_key(key or make_key(self.app, Service.SCHEDULER, None))
        path = f"/cron/workflows/{workflow_id}:invoke"
        return scheduler.post(path, {"scheduled_time": scheduled_time})


def open_api(folder: Path, url: str | None = None, patience: timedelta = PATIENCE) -> Api:
    """As the first team sees it, on a database in the folder unless a `url` is given."""
    settings = Settings(folder=settle_in(folder), database=DatabaseSettings(url=url))
    clock, crash_points = VirtualClock(NOON), CrashingPoints()
    ports = open_ports(settings, clock=clock, crash_points=crash_points, patience=patience)
    app = build_app(ports, settings)
    # A fault must come back as an answer here, as it would over the wire.
    client = TestClient(create_app(app.services), raise_server_exceptions=False)
    return Api(app, client, make_key(app, Service.API, 1))


def make_key(app: App, service: Service, team_id: int | None, scope: Scope | None = None) -> str:
    made = app.services.accounts.keys.create(
        service=service, name="test", team_id=team_id, by="test", scope=scope
    )
    return made.text
