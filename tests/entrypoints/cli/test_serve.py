"""Whether Belfry starts, says that it is ready, and stops when it is told to."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from tests.stories.processes import Process

from belfry.bootstrap import build_services, open_ports
from belfry.cron.builtins import BUILTINS
from belfry.settings import read_settings


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("BELFRY_TEAM", "BELFRY_DATABASE_URL", "BELFRY_HEARTBEAT_URL"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "Ctrl-C"])
def test_serve_answers_until_it_is_told_to_stop(team: Path, number: int) -> None:
    with Process(team, "serve", "--port", "0") as process:
        process.wait_ready()
        assert httpx.get(f"{process.address}/healthz").status_code == 200
        assert process.stop(number) == 0
    settings = read_settings(team, environment={})
    ports = open_ports(settings)
    assert list(ports.lookout.list_workers()) == []
    found = {workflow.name for workflow in ports.workflows.list(team_id=1)}
    ports.close()
    assert found == {builtin.name for builtin in BUILTINS} - {"heartbeat"}


def test_serve_lets_the_owner_in_at_the_first_start_and_when_asked(team: Path) -> None:
    with Process(team, "serve", "--port", "0") as first:
        link = first.wait_ready().said["link"]
        assert link.startswith(f"{first.address}/welcome/")
        shown = httpx.get(link)
        assert shown.status_code == 200
        first.stop()
    with Process(team, "serve", "--port", "0") as second:
        assert second.wait_ready().said["link"] is None
        second.stop()
    with Process(team, "serve", "--port", "0", "--link") as third:
        assert third.wait_ready().said["link"] is not None
        third.stop()
    settings = read_settings(team, environment={})
    ports = open_ports(settings)
    owners = [owner.email for owner in build_services(settings, ports).ports.users.list_owners()]
    ports.close()
    assert owners == ["owner@example.com"]


def test_worker_signs_on_and_off(team: Path) -> None:
    with Process(team, "worker") as process:
        name = process.wait_ready().said["worker"]
        ports = open_ports(read_settings(team, environment={}))
        assert [worker.id for worker in ports.lookout.list_workers()] == [name]
        assert process.stop() == 0
        assert list(ports.lookout.list_workers()) == []
        ports.close()


def test_log_is_json_and_holds_no_secret(team: Path) -> None:
    with Process(team, "serve", "--port", "0") as process:
        link = process.wait_ready().said["link"]
        httpx.get(link)
        process.stop()
    lines = process.log.read_text().splitlines()
    assert {"request"} <= {json.loads(line)["event"] for line in lines}
    assert link.rpartition("/")[2] not in "\n".join(lines)


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
    for command in ("serve", "worker"):
        done = subprocess.run(
            (sys.executable, "-m", "belfry", command, "--team", team),
            env=dict(os.environ),
            capture_output=True,
            text=True,
        )
        assert (done.returncode, done.stdout) == (2, "")
        assert "no built-in workflow 'bell'" in done.stderr
