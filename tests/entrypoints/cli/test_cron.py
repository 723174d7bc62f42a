"""Whether `belfry cron next` tells the fires of a schedule, without any team."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.entrypoints.cli.terminal import Terminal

from belfry.bootstrap import system_clock

AFTER = "2026-11-16T12:00:00+00:00"


@pytest.fixture(autouse=True)
def _nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("BELFRY_TEAM", raising=False)


@pytest.fixture
def belfry(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Terminal:
    return Terminal(capsys, tmp_path)


@pytest.mark.parametrize(
    "expression, options, fires",
    [
        pytest.param(
            "0 14 * * 4",
            ("-n", 2),
            ["2026-11-19T14:00:00+00:00", "2026-11-26T14:00:00+00:00"],
            id="a weekly cron in UTC",
        ),
        pytest.param(
            "0 6 * * *",
            ("--tz", "America/New_York", "-n", 1),
            ["2026-11-17T11:00:00+00:00"],
            id="a daily cron read on another wall clock",
        ),
        pytest.param(
            "rate(7 minutes)",
            ("-n", 2),
            ["2026-11-16T12:07:00+00:00", "2026-11-16T12:14:00+00:00"],
            id="a rate that counts from the given moment",
        ),
        pytest.param(
            "at(2026-11-17T08:00:00)",
            ("-n", 5),
            ["2026-11-17T08:00:00+00:00"],
            id="a single time that comes once however many are asked for",
        ),
        pytest.param("at(2020-01-01T00:00:00)", (), [], id="a single time that has passed"),
    ],
)
def test_next_tells_the_fires_in_utc(
    belfry: Terminal, expression: str, options: tuple[str, ...], fires: list[str]
) -> None:
    answer = belfry("cron", "next", expression, "--after", AFTER, *options, "--json")
    assert answer.json == {"next": fires}


def test_next_takes_a_moment_of_any_zone(belfry: Terminal) -> None:
    answer = belfry(
        "cron", "next", "@hourly", "--after", "2026-11-16T13:30:00+02:00", "-n1", "--json"
    )
    assert answer.json == {"next": ["2026-11-16T12:00:00+00:00"]}


def test_next_counts_from_now_unless_told_otherwise(belfry: Terminal) -> None:
    before = system_clock().now()
    fire = datetime.fromisoformat(belfry("cron", "next", "* * * * *", "--json").json["next"][0])
    assert before < fire <= system_clock().now().astimezone(UTC) + timedelta(minutes=1)


def test_next_shows_people_their_own_wall_clock_and_utc(belfry: Terminal) -> None:
    answer = belfry("cron", "next", "0 6 * * *", "--tz", "Europe/Paris", "--after", AFTER, "-n", 1)
    assert "Tue 2026-11-17 06:00:00 CET" in answer.out
    assert "Tue 2026-11-17 05:00:00 UTC" in answer.out


def test_next_says_when_there_are_no_more_fires(belfry: Terminal) -> None:
    assert belfry("cron", "next", "at(2020-01-01T00:00:00)").out == "It does not fire any more.\n"


@pytest.mark.parametrize(
    "arguments, named",
    [
        pytest.param(("61 * * * *",), "minute", id="a minute that does not exist"),
        pytest.param(("* 24 * * *",), "hour", id="an hour that does not exist"),
        pytest.param(("0 0 30 2 *",), "day-of-month", id="a day that never comes"),
        pytest.param(("every day",), "cron_schedule", id="words"),
        pytest.param(("",), "cron_schedule", id="nothing"),
        pytest.param(("@daily", "--tz", "Mars/Olympus"), "timezone", id="an unknown zone"),
        pytest.param(("@daily", "--after", "2026-11-16T12:00:00"), "zone", id="a naive moment"),
        pytest.param(("@daily", "--after", "soon"), "--after", id="no moment at all"),
        pytest.param(("@daily", "-n", "0"), "-n", id="no fires asked for"),
    ],
)
def test_next_refuses_what_it_cannot_read(
    belfry: Terminal, arguments: tuple[str, ...], named: str
) -> None:
    answer = belfry("cron", "next", *arguments, "--json")
    assert (answer.code, answer.out) == (2, "")
    assert named in answer.err
    assert answer.err.count("\n") == 1
