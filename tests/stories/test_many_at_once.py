"""Two servers and two workers on one database: each fire is one run, and each run is done once."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from datetime import datetime, timedelta
from itertools import product
from pathlib import Path

import pytest
from tests.stories.called_app import called_app
from tests.stories.callers import Caller
from tests.stories.processes import Process, run_belfry
from tests.stories.waiting import wait_for

from belfry.bootstrap import Services, build_services, open_ports, system_clock, virtual_clock
from belfry.scheduler.runs import Run
from belfry.settings import read_settings

WORKFLOWS = 20
MINUTES = 3
ALL = WORKFLOWS * (MINUTES + 2)


@pytest.fixture(params=["sqlite", "postgres"])
def team(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("BELFRY_DATABASE_URL", raising=False)
    if request.param == "postgres":
        monkeypatch.setenv("BELFRY_DATABASE_URL", request.getfixturevalue("postgres_url"))
    (tmp_path / "belfry.toml").write_text('[http]\nallow = ["127.0.0.1"]\n')
    return tmp_path


@contextmanager
def opened_at(team: Path, moment: datetime) -> Iterator[Services]:
    """The team's services, at that time of the clock."""
    settings = read_settings(team, environment=os.environ)
    ports = open_ports(settings, clock=virtual_clock(moment))
    yield build_services(settings, ports)
    ports.close()


def find_past_minutes() -> datetime:
    """The first of three minutes of one hour, all of them just gone by."""
    start = system_clock().now().replace(second=0, microsecond=0) - timedelta(minutes=10)
    return start.replace(minute=min(start.minute, 60 - MINUTES))


def make_due(team: Path, start: datetime, names: range, url: str) -> list[int]:
    """Workflows that were to ring at each of the three minutes, and not again before tomorrow."""
    minutes = ",".join(str(start.minute + at) for at in range(MINUTES))
    with opened_at(team, start - timedelta(minutes=1)) as services:
        return [
            services.create_workflow(
                {
                    "name": f"Bell {number}",
                    "kind": "http",
                    "inputs": {"url": url, "method": "POST"},
                    "cron_schedule": f"{minutes} {start.hour} * * *",
                    "overlap": "queue",
                    "catch_up": "all",
                },
                team_id=1,
                by="story",
            ).id
            for number in names
        ]


def test_every_fire_is_one_run_and_every_run_is_done_once(team: Path) -> None:
    start = find_past_minutes()
    key = run_belfry(team, "keys", "create", "--service", "api")["key"]
    with called_app() as app, ExitStack() as stack:
        ids = make_due(team, start, range(WORKFLOWS // 2), app.address)
        commands = [("serve", "--port", "0"), ("serve", "--port", "0"), ("worker",), ("worker",)]
        processes = [stack.enter_context(Process(team, *command)) for command in commands]
        for process in processes:
            process.wait_ready()
        ids += make_due(team, start, range(WORKFLOWS // 2, WORKFLOWS), app.address)
        asked = ask_for_runs([process.address for process in processes[:2]], key, ids)
        with opened_at(team, system_clock().now()) as services:
            wait_for(lambda: count_ended(services, ids), lambda count: count >= ALL, within=600)
        assert [process.stop() for process in processes] == [0, 0, 0, 0]
    with opened_at(team, system_clock().now()) as services:
        check_history(services, ids, start, asked)
        assert sorted(app.keys) == sorted(run.id for run in list_runs(services, ids))
    assert run_belfry(team, "audit", "verify")["ok"] is True


def ask_for_runs(addresses: list[str], key: str, ids: list[int]) -> set[str]:
    """Each workflow is started once through each server, several at the same time."""
    callers = [Caller(address, key) for address in addresses]
    with ThreadPoolExecutor(4) as pool:
        asked = pool.map(lambda pair: pair[0].run(pair[1])["id"], product(callers, ids))
        run_ids = set(asked)
    for caller in callers:
        caller.close()
    return run_ids


def list_runs(services: Services, ids: list[int]) -> list[Run]:
    return [
        run
        for workflow_id in ids
        for run in services.ports.runs.list_newest(workflow_id=workflow_id)
    ]


def count_ended(services: Services, ids: list[int]) -> int:
    return sum(run.is_finished for run in list_runs(services, ids))


def check_history(services: Services, ids: list[int], start: datetime, asked: set[str]) -> None:
    fires = [start + timedelta(minutes=at) for at in range(MINUTES)]
    runs = list_runs(services, ids)
    rung = [(run.workflow_id, run.scheduled_for) for run in runs if run.id not in asked]
    assert sorted(rung) == [(workflow_id, fire) for workflow_id in ids for fire in fires]
    assert len(runs) == ALL
    outcomes = {
        run.id: [attempt.outcome for attempt in services.ports.runs.list_attempts(run.id)]
        for run in runs
    }
    assert outcomes == {run.id: ["succeeded"] for run in runs}
