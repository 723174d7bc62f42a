"""Whether the demo shows a shop with a past, and its runs as they happen."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from datetime import date, timedelta
from pathlib import Path

import httpx
import pytest
from tests.stories.processes import run_belfry

from belfry.bootstrap import open_ports, system_clock
from belfry.cron.runs import RunStatus
from belfry.entrypoints.demo.rota_sheets import choose_weeks
from belfry.settings import read_settings

Done = subprocess.CompletedProcess[str]


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("BELFRY_TEAM", "BELFRY_DATABASE_URL", "BELFRY_HEARTBEAT_URL"):
        monkeypatch.delenv(name, raising=False)


def run_demo(*options: str) -> Done:
    return subprocess.run(
        (sys.executable, "-m", "belfry", "demo", *options),
        env=dict(os.environ),
        capture_output=True,
        text=True,
    )


@pytest.fixture(scope="module")
def played(
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[Path, Done]:
    """The demo, run once into a folder that is kept."""
    folder = tmp_path_factory.mktemp("demo") / "shop"
    return folder, run_demo("--once", "--dir", str(folder), "--json")


def test_once_tells_what_rang_and_stops(
    played: tuple[Path, Done],
) -> None:
    _, done = played
    assert (done.returncode, done.stderr) == (0, "")
    told = {one["name"]: one for one in json.loads(done.stdout)["workflows"]}
    assert told["Open the shop"]["succeeded"] >= 1
    assert told["Look over the benches"]["succeeded"] >= 59
    assert told["Check the parts shelf"]["succeeded"] >= 29
    assert told["Are our pages up?"]["succeeded"] == told["Are our pages up?"]["runs"] >= 11
    assert told["Send the takings to the old ledger"]["parked"] >= 4
    assert told["Thank last week's customers"]["state"].startswith("paused: Waiting for")


def test_customers_are_told_of_the_jobs_that_moved(
    played: tuple[Path, Done],
) -> None:
    said = {
        one["about"]: one
        for one in json.loads(played[1].stdout)["messages"]
        if one["about"].startswith("jobs/")
    }

    assert list(said) == ["jobs/J-1042", "jobs/J-1041", "jobs/J-1045"]
    assert {one["state"] for one in said.values()} <= {"sent", "held"}
    assert "your phone screen is ready to collect" in said["jobs/J-1041"]["text"]


def test_the_team_is_reminded_of_the_checks_that_are_due(played: tuple[Path, Done]) -> None:
    ports = open_ports(read_settings(played[0], environment={}))
    found = ports.messages.list_newest(limit=100)
    controls = {one.name: one for one in ports.controls.list_page(limit=100)}
    ports.close()

    reminded = [(one.about, one.kind, one.person) for one in found if one.room == "controls"]
    assert sorted(reminded) == [
        ("controls/back up restore test", "reminder", "Tom Hale"),
        ("controls/electrical tools test", "escalation", "Rosa Marsh"),
        ("controls/electrical tools test", "escalation", "Tom Hale"),
        ("controls/fire exits walk", "reminder", "Priya Nair"),
        ("controls/fire extinguisher check", "reminder", "Priya Nair"),
        ("controls/insurance renewal", "reminder", "Rosa Marsh"),
    ]
    assert controls["Fire exits walk"].done_by == "Priya Nair"
    assert controls["Fire extinguisher check"].last_done_on is None


def test_the_next_week_is_drafted_and_says_why(played: tuple[Path, Done]) -> None:
    rota = json.loads(played[1].stdout)["rota"]
    assert (rota["filled"], rota["seats"]) == (28, 30)
    shown = {one["outcome"]: one for one in rota["shifts"]}
    assert list(shown) == ["filled", "fair-swap", "short-staffed", "held"]
    assert "Ines Caro is off" in shown["short-staffed"]["why"]
    assert shown["held"]["why"].startswith("only Leo Frost (")
    assert all(one["why"] for one in rota["shifts"])


def test_a_swap_waits_for_a_manager(played: tuple[Path, Done]) -> None:
    [swap] = json.loads(played[1].stdout)["rota"]["swaps"]
    assert (swap["shift_id"], swap["state"]) == ("sat-counter", "offered")
    assert swap["asked"] not in ("", swap["person"])


def test_people_know_two_weeks_of_their_shifts(played: tuple[Path, Done]) -> None:
    ports = open_ports(read_settings(played[0], environment={}))
    told = [one for one in ports.messages.list_newest(limit=200) if one.kind == "week"]
    ports.close()
    weeks = Counter(one.about for one in told)
    assert {one.state for one in told} == {"sent"}
    assert list(weeks.values()) == [9, 9]


@pytest.mark.parametrize(
    "today, known",
    [
        pytest.param(date(2026, 11, 16), date(2026, 11, 16), id="on a Monday, this week"),
        pytest.param(date(2026, 11, 20), date(2026, 11, 16), id="on a Friday, still this week"),
        pytest.param(date(2026, 11, 21), date(2026, 11, 23), id="on a Saturday, the next one"),
    ],
)
def test_the_latest_week_that_people_know_has_a_shift_to_come(today: date, known: date) -> None:
    weeks = choose_weeks(today)
    week = timedelta(days=7)
    assert (weeks.before, weeks.known, weeks.next) == (known - week, known, known + week)


def test_failing_workflow_is_told_once(
    played: tuple[Path, Done],
) -> None:
    notices = json.loads(played[1].stdout)["notices"]
    assert [text.partition(":")[0] for text in notices] == [
        "Send the takings to the old ledger failed 3 times in a row"
    ]


def test_past_is_true_to_its_times(played: tuple[Path, Done]) -> None:
    ports = open_ports(read_settings(played[0], environment={}))
    now = system_clock().now()
    runs = ports.runs.list_newest(limit=10_000)
    workers = list(ports.lookout.list_workers())
    ports.close()
    assert workers == []
    assert all(run.status is not RunStatus.RUNNING for run in runs)
    first_tries = [run for run in runs if run.started_at and run.attempt == 1]
    assert len(first_tries) > 200
    assert all(run.started_at == run.scheduled_for for run in first_tries if run.due_at < now)
    assert max(run.created_at for run in runs) <= now
    assert min(run.created_at for run in runs) > now - timedelta(hours=27)


def test_team_that_is_there_is_left_alone(
    played: tuple[Path, Done],
) -> None:
    done = run_demo("--once", "--dir", str(played[0]))
    assert done.returncode == 1
    assert "belfry serve --team" in done.stderr


def test_demo_serves_its_pages_and_shows_each_run_as_it_ends(tmp_path: Path) -> None:
    folder = tmp_path / "shop"
    command = (sys.executable, "-m", "belfry", "demo", "--port", "0", "--json", "--dir", folder)
    with subprocess.Popen(command, env=dict(os.environ), stdout=subprocess.PIPE, text=True) as demo:
        assert demo.stdout is not None
        try:
            shown = json.loads(demo.stdout.readline())
            assert httpx.get(shown["link"]).status_code == 200
            asked = run_belfry(folder, "workflows", "run", "Look over the benches")
            seen = next(run for run in map(json.loads, demo.stdout) if run["id"] == asked["id"])
            assert (seen["status"], seen["output"]) == ("succeeded", "Benches 1 to 4: all quiet.")
        finally:
            demo.terminate()
    assert demo.returncode == 0
