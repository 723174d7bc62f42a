"""A program that talks to Belfry over the API."""

from __future__ import annotations

from typing import Any

import httpx


class Caller:
    """Speaks with one server, with one key."""

    def __init__(self, address: str, key: str) -> None:
        self._client = httpx.Client(base_url=address, headers={"X-API-Key": key}, timeout=300)

    def create(self, **workflow: Any) -> Any:
        return self._ask("POST", "/api/v1/workflows", json=workflow)

    def run(self, workflow_id: int) -> Any:
        return self._ask("POST", f"/api/v1/workflows/{workflow_id}:run", json={})

    def list_runs(self, workflow_id: int) -> list[dict[str, Any]]:
        runs: list[dict[str, Any]] = self._ask("GET", f"/api/v1/workflows/{workflow_id}/runs")[
            "items"
        ]
        return runs

    def find_run(self, run_id: str) -> Any:
        return self._ask("GET", f"/api/v1/runs/{run_id}")

    def close(self) -> None:
        self._client.close()

    def _ask(self, method: str, path: str, **options: Any) -> Any:
        answer = self._client.request(method, path, **options)
        assert answer.is_success, answer.text
        return answer.json()
