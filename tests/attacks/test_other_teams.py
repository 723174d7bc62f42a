"""A key of another team: it neither reads nor changes what is team 1's, nor Belfry's own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.stories.processes import Process, run_belfry

from belfry.scheduler.workflows import INTERNAL_KINDS

NEW_KEY = {"service": "api", "name": "mine", "scope": "admin", "team_id": 1}
PERIOD = {"start": "2026-11-16T12:00:00Z", "end": "2026-11-16T12:00:00Z"}


def make_key(team: Path, team_id: int) -> dict[str, Any]:
    arguments = ("--service", "api", "--scope", "edit", "--team", str(team_id))
    answer: dict[str, Any] = run_belfry(team, "keys", "create", *arguments)
    return answer


def open_api(server: Process, key: dict[str, Any]) -> httpx.Client:
    root = f"{server.address}/api/v1"
    return httpx.Client(base_url=root, headers={"X-API-Key": key["key"]}, timeout=60)


@pytest.fixture(scope="module")
def theirs(server: Process, team: Path) -> Iterator[httpx.Client]:
    with open_api(server, make_key(team, 2)) as client:
        yield client


@pytest.fixture(scope="module")
def own_key(team: Path) -> dict[str, Any]:
    return make_key(team, 1)


@pytest.fixture(scope="module")
def own_run(server: Process, team: Path) -> dict[str, Any]:
    """Of team 1's own workflow."""
    run_belfry(team, "workflows", "add", "Stock mail", "--input", "message=secret stock")
    run: dict[str, Any] = run_belfry(team, "workflows", "run", "Stock mail", "--wait")
    return run


def list_state(team: Path) -> list[Any]:
    """What an attack could change; fires pass by meanwhile."""
    workflows = run_belfry(team, "workflows", "list", "--archived")["workflows"]
    settings = [{**workflow, "next_fire_at": None} for workflow in workflows]
    keys = run_belfry(team, "keys", "list", "--revoked")["keys"]
    runs = run_belfry(team, "workflows", "runs", "-n", "1000")["runs"]
    manual = [run["id"] for run in runs if run["cause"] == "manual"]
    return [settings, keys, manual]


def list_attacks(workflow_id: int, run_id: str, key_id: int) -> list[tuple[str, str, Any]]:
    path = f"/workflows/{workflow_id}"
    return [
        ("GET", path, None),
        ("GET", f"{path}/runs", None),
        ("GET", f"/runs/{run_id}", None),
        ("PATCH", path, {"cron_schedule": "0 5 * * *"}),
        ("POST", f"{path}:run", None),
        ("POST", f"{path}:run", {"inputs": {"message": "x"}}),
        ("POST", f"{path}:backfill", PERIOD),
        ("POST", f"{path}:pause", None),
        ("POST", f"{path}:resume", None),
        ("POST", f"{path}:archive", None),
        ("POST", f"/runs/{run_id}:replay", None),
        ("DELETE", path, None),
        ("POST", f"/cron{path}:invoke", {"scheduled_time": PERIOD["start"]}),
        ("POST", "/keys", NEW_KEY),
        ("DELETE", f"/keys/{key_id}", None),
    ]


def expect_status(path: str) -> int:
    """403 where the scope is missing, else 404: the other team's records do not exist for it."""
    return 403 if path.startswith(("/keys", "/cron")) else 404


def test_workflows_runs_and_keys_of_team_1_are_out_of_reach(
    team: Path, theirs: httpx.Client, own_run: dict[str, Any], own_key: dict[str, Any]
) -> None:
    before = list_state(team)
    for workflow in before[0]:
        for method, path, body in list_attacks(workflow["id"], own_run["id"], own_key["id"]):
            answer = theirs.request(method, path, json=body)
            assert answer.status_code == expect_status(path), f"{method} {path}: {answer.text}"
            assert "secret stock" not in answer.text
    for path in ("/workflows", "/runs"):
        assert theirs.get(path).json()["items"] == []
    assert {key["team_id"] for key in theirs.get("/keys").json()["items"]} == {2}
    assert list_state(team) == before


def test_no_kind_of_belfrys_own_can_be_made_by_another_team(
    team: Path, theirs: httpx.Client
) -> None:
    before = list_state(team)
    for kind in sorted(INTERNAL_KINDS):
        for team_field in ({}, {"team_id": 1}):
            body = {"name": f"My {kind}", "kind": kind, "cron_schedule": "* * * * *"}
            answer = theirs.post("/workflows", json=body | team_field)
            assert answer.status_code == (422 if team_field else 403), f"{kind}: {answer.text}"
    assert list_state(team) == before


def test_built_in_workflows_can_not_be_removed_or_remade_by_team_1_either(
    server: Process, team: Path, own_key: dict[str, Any]
) -> None:
    before = list_state(team)
    with open_api(server, own_key) as api:
        for workflow in before[0]:
            if workflow["kind"] not in INTERNAL_KINDS:
                continue
            path = f"/workflows/{workflow['id']}"
            for method, address, body in (
                ("DELETE", path, None),
                ("POST", f"{path}:archive", None),
                ("PATCH", path, {"name": "Mine"}),
                ("POST", "/workflows", {"name": "Another", "kind": workflow["kind"]}),
            ):
                answer = api.request(method, address, json=body)
                assert answer.status_code == 403, f"{method} {workflow['name']}: {answer.text}"
    assert list_state(team) == before
