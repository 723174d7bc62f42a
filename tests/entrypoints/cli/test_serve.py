"""Whether Belfry starts, says that it is ready, and stops when it is told to."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE, STDOUT

import httpx
import pytest
from tests.stories.processes import Process, run_belfry

from belfry.bootstrap import Services, build_services, open_ports
from belfry.scheduler.workflows import BUILTINS
from belfry.settings import read_settings


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("BELFRY_TEAM", "BELFRY_DATABASE_URL", "BELFRY_HEARTBEAT_URL"):
        monkeypatch.delenv(name, raising=False)


@contextmanager
def opened(team: Path) -> Iterator[Services]:
    settings = read_settings(team, environment={})
    ports = open_ports(settings)
    yield build_services(settings, ports)
    ports.close()


def test_serve_answers_until_it_is_told_to_stop(team: Path) -> None:
    with Process(team, "serve", "--port", "0") as process:
        process.wait_ready()
        assert httpx.get(f"{process.address}/healthz").status_code == 200
        assert process.stop(signal.SIGTERM) == 0
    with opened(team) as services:
        assert list(services.ports.monitor.list_workers()) == []
        names = {workflow.name for workflow in services.ports.workflows.list(team_id=1)}
    assert names == {builtin.name for builtin in BUILTINS} - {"heartbeat", "mail-in"}


def test_first_start_makes_the_owner_and_lets_them_in(team: Path) -> None:
    with Process(team, "serve", "--port", "0", "--verbose") as process:
        link = process.wait_ready().said["link"]
        assert link.startswith(f"{process.address}/welcome/")
        assert httpx.get(link).status_code == 200
        process.stop()
    with opened(team) as services:
        owners = [owner.email for owner in services.ports.users.list_owners()]
    assert owners == ["owner@example.com"]
    lines = [json.loads(line) for line in process.log.read_text().splitlines()]
    assert {"event", "at", "level"} <= set(lines[0])
    assert "request" in {line["event"] for line in lines}
    assert link.rpartition("/")[2] not in process.log.read_text()


def test_serve_logs_no_requests_or_runs_unless_asked(team: Path) -> None:
    with Process(team, "serve", "--port", "0") as process:
        process.wait_ready()
        assert httpx.get(f"{process.address}/sign-in").status_code == 200
        run_belfry(team, "workflows", "run", "watch", "--wait")
        process.stop()
    assert process.log.read_text() == ""


def test_serve_prints_the_sign_in_link_last(team: Path) -> None:
    arguments = (sys.executable, "-m", "belfry", "serve", "--team", team, "--port", "0")
    with subprocess.Popen(arguments, stdout=PIPE, stderr=STDOUT, text=True) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(2)]
        address = lines[0].split()[-1]
        assert httpx.get(f"{address}/sign-in").status_code == 200
        process.terminate()
        lines += process.stdout.readlines()
    assert f"{address}/welcome/" in lines[-1]


@pytest.mark.parametrize(
    "options, is_given",
    [pytest.param((), False, id="not asked for"), pytest.param(("--link",), True, id="asked for")],
)
def test_later_start_gives_a_link_only_when_asked(
    team: Path, options: tuple[str, ...], is_given: bool
) -> None:
    with opened(team) as services:
        services.accounts.invite_owner(email="owner@example.com")
    with Process(team, "serve", "--port", "0", *options) as process:
        assert (process.wait_ready().said["link"] is not None) is is_given
        assert process.stop(signal.SIGINT) == 0


def test_worker_signs_on_and_off(team: Path) -> None:
    with Process(team, "worker") as process:
        name = process.wait_ready().said["worker"]
        with opened(team) as services:
            monitor = services.ports.monitor
            assert [worker.id for worker in monitor.list_workers()] == [name]
            assert process.stop() == 0
            assert list(monitor.list_workers()) == []


def test_taken_port_is_one_clear_line(team: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = subprocess.run(
            (sys.executable, "-m", "belfry", "serve", "--team", team, "--port", str(port)),
            env=dict(os.environ),
            capture_output=True,
            text=True,
        )
    assert (done.returncode, done.stdout) == (1, "")
    lines = [line for line in done.stderr.splitlines() if not line.startswith("{")]
    assert lines == [f"belfry: cannot listen on 127.0.0.1 port {port}: Address already in use"]


def test_unknown_built_in_keeps_belfry_from_starting(team: Path) -> None:
    with (team / "belfry.toml").open("a") as file:
        file.write('[workflows.bell]\ncron = "@daily"\n')
    done = subprocess.run(
        (sys.executable, "-m", "belfry", "worker", "--team", team),
        env=dict(os.environ),
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "no built-in workflow 'bell'" in done.stderr
