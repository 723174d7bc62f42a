"""Whether the demo shows a shop with a past, serves it, and shows its runs as they happen."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from datetime import date, timedelta
from io import StringIO
from pathlib import Path

import httpx
import pytest
from rich.console import Console
from tests.stories.processes import run_belfry

from belfry.bootstrap import open_ports, system_clock
from belfry.entrypoints.demo.team import list_mondays
from belfry.entrypoints.demo.tour import print_scene
from belfry.scheduler.runs import RunStatus
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
    """The demo, run once into a folder that stays."""
    folder = tmp_path_factory.mktemp("demo") / "shop"
    return folder, run_demo("--once", "--dir", str(folder), "--json")


@pytest.mark.parametrize("is_terminal", [True, False])
def test_long_sentence_is_shown_whole(is_terminal: bool) -> None:
    sentence = " ".join(f"word{number}" for number in range(60))
    shown = StringIO()
    console = Console(file=shown, width=60, force_terminal=is_terminal, color_system=None)
    print_scene(console, "A long story", [sentence])
    assert shown.getvalue().split()[3:] == sentence.split()


def test_once_shows_what_ran_and_stops(
    played: tuple[Path, Done],
) -> None:
    _, done = played
    assert (done.returncode, done.stderr) == (0, "")
    workflows = {workflow["name"]: workflow for workflow in json.loads(done.stdout)["workflows"]}
    assert workflows["Open the shop"]["succeeded"] >= 1
    assert workflows["Look over the benches"]["succeeded"] >= 4
    assert workflows["Check the parts shelf"]["succeeded"] >= 2
    assert workflows["Send the takings to the old ledger"]["parked"] >= 2
    assert workflows["Thank last week's customers"]["state"].startswith("paused: Waiting for")


def test_once_counts_everything(played: tuple[Path, Done]) -> None:
    counts = json.loads(played[1].stdout)["counts"]
    assert counts == {**counts, "people": 9, "jobs": 60, "controls": 24}


def test_one_of_everything_is_shown_with_its_reason(played: tuple[Path, Done]) -> None:
    glimpses = json.loads(played[1].stdout)["glimpses"]
    lines = {glimpse["of"]: glimpse["lines"] for glimpse in glimpses}
    assert list(lines) == ["clock", "move", "tick", "rota", "photo", "fence"]
    (refusal,) = lines["fence"][1:-1]
    assert refusal.startswith('Refused (courtesy): "nearly"')
    assert all(lines.values())


def test_next_week_is_drafted_and_says_why(played: tuple[Path, Done]) -> None:
    rota = json.loads(played[1].stdout)["rota"]
    assert (rota["filled"], rota["seats"]) == (28, 30)
    shown = {shift["outcome"]: shift for shift in rota["shifts"]}
    assert list(shown) == ["filled", "fair-swap", "short-staffed", "held"]
    assert "Ines Caro is off" in shown["short-staffed"]["why"]
    assert shown["held"]["why"].startswith("only Leo Frost (")
    assert all(shift["why"] for shift in rota["shifts"])


def test_swap_waits_for_a_manager(played: tuple[Path, Done]) -> None:
    """How many there are depends on the day of the week on which the demo is started."""
    swaps = {swap["shift_id"]: swap for swap in json.loads(played[1].stdout)["rota"]["swaps"]}
    assert swaps["sat-counter"]["state"] == "offered"
    assert all(swap["asked"] not in ("", swap["person"]) for swap in swaps.values())


@pytest.mark.parametrize(
    "today, known",
    [
        pytest.param(date(2026, 11, 16), date(2026, 11, 16), id="on a Monday, this week"),
        pytest.param(date(2026, 11, 20), date(2026, 11, 16), id="on a Friday, still this week"),
        pytest.param(date(2026, 11, 21), date(2026, 11, 23), id="on a Saturday, the next one"),
    ],
)
def test_latest_week_that_people_know_has_a_shift_to_come(today: date, known: date) -> None:
    assert list_mondays(today) == [known + timedelta(weeks=week) for week in range(-4, 2)]


def test_failed_and_missed_runs_are_reported_once(
    played: tuple[Path, Done],
) -> None:
    failed, missed = sorted(json.loads(played[1].stdout)["notices"])
    assert missed.startswith("one fire up to ")
    assert failed.startswith("Send the takings to the old ledger failed 3 times in a row: ")


def test_runs_of_the_past_have_their_own_times(played: tuple[Path, Done]) -> None:
    ports = open_ports(read_settings(played[0], environment={}))
    now = system_clock().now()
    runs = ports.runs.list_newest(limit=10_000)
    workers = list(ports.monitor.list_workers())
    ports.close()
    assert workers == []
    assert all(run.status is not RunStatus.RUNNING for run in runs)
    assert max(run.created_at for run in runs) <= now
    assert min(run.created_at for run in runs) > now - timedelta(hours=27)


def test_people_read_plain_sentences_where_there_is_no_terminal() -> None:
    done = run_demo("--once")
    lines = done.stdout.splitlines()
    assert lines[0].startswith("The Repair Bench, four weeks on: 9 people, 60 jobs, 24 controls")
    assert [line for line in lines if line and not line.startswith(" ")][1:] == [
        "Workflows ran on schedule",
        "A job moved late in the evening",
        "Where the controls stand today",
        "Next week is drafted and waits for approval",
        "A photo loses its location data",
        "A model's draft that promises too much is refused",
    ]
    assert "\x1b" not in done.stdout


def test_existing_team_is_left_alone(
    played: tuple[Path, Done],
) -> None:
    done = run_demo("--once", "--dir", str(played[0]))
    assert done.returncode == 1
    assert "belfry serve --team" in done.stderr


def find_customer_link(folder: Path) -> str:
    """Where the latest update to a customer leads."""
    ports = open_ports(read_settings(folder, environment={}))
    texts = [message.text for message in ports.messages.list_newest(room="jobs", limit=50)]
    ports.close()
    return next(matched[0] for text in texts if (matched := re.search(r"http://\S+/t/\S+", text)))


def test_demo_serves_its_pages_and_shows_each_run_as_it_ends(tmp_path: Path) -> None:
    folder = tmp_path / "shop"
    command = (sys.executable, "-m", "belfry", "demo", "--port", "0", "--json", "--dir", folder)
    with subprocess.Popen(command, env=dict(os.environ), stdout=subprocess.PIPE, text=True) as demo:
        assert demo.stdout is not None
        try:
            shown = json.loads(demo.stdout.readline())
            assert httpx.get(shown["link"]).status_code == 200
            assert "The Repair Bench" in httpx.get(find_customer_link(folder)).text
            asked = run_belfry(folder, "workflows", "run", "Look over the benches")
            seen = next(run for run in map(json.loads, demo.stdout) if run["id"] == asked["id"])
            assert (seen["status"], seen["output"]) == ("succeeded", "Benches 1 to 4: all quiet.")
        finally:
            demo.terminate()
    assert demo.returncode == 0
