"""Whether `belfry cron translate` tells the schedules of EventBridge, without any team."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.entrypoints.cli.terminal import Terminal

_FILE = Path(__file__).parents[2] / "data" / "cron_translate.jsonl"
_CASES: list[dict[str, Any]] = [json.loads(line) for line in _FILE.read_text().splitlines()]


@pytest.fixture(autouse=True)
def _nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("BELFRY_TEAM", raising=False)


@pytest.fixture
def belfry(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Terminal:
    return Terminal(capsys, tmp_path)


@pytest.mark.parametrize(
    "expression, schedules",
    [
        pytest.param("0 14 * * 4", ["cron(0 14 ? * THU *)"], id="one that has an equal"),
        pytest.param(
            "0 0 13 * 5",
            ["cron(0 0 13 * ? *)", "cron(0 0 ? * FRI *)"],
            id="a date or a weekday, which takes two",
        ),
        pytest.param("rate(7 minutes)", ["rate(7 minutes)"], id="a rate"),
        pytest.param("at(2026-11-20T14:00:00)", ["at(2026-11-20T14:00:00)"], id="one single time"),
    ],
)
def test_translate_tells_machines_the_schedules(
    belfry: Terminal, expression: str, schedules: list[str]
) -> None:
    answer = belfry("cron", "translate", expression, "--json")
    assert answer.json == {"schedules": schedules, "exact": True}


def test_translate_says_when_the_schedule_fires_more_often(belfry: Terminal) -> None:
    answer = belfry("cron", "translate", "0 0 */2 * 1", "--json")
    assert answer.json == {"schedules": ["cron(0 0 ? * MON *)"], "exact": False}


@pytest.mark.parametrize(
    "expression, lines",
    [
        pytest.param(
            "0 14 * * 4",
            ["cron(0 14 ? * THU *)", "", "Exact: it fires at the same minutes."],
            id="one that has an equal",
        ),
        pytest.param(
            "0 0 13 * 5",
            [
                "cron(0 0 13 * ? *)",
                "cron(0 0 ? * FRI *)",
                "",
                "Exact: these 2 together fire at the same minutes. "
                "Where two fire at once, one run is made.",
            ],
            id="one that takes two",
        ),
        pytest.param(
            "0 0 */2 * 1",
            [
                "cron(0 0 ? * MON *)",
                "",
                "Not exact: EventBridge cannot ask for a date and a weekday at once, so it fires "
                "on more days than it should. The fires too many are refused when they are "
                "handed in.",
            ],
            id="one without an equal",
        ),
        pytest.param(
            "rate(7 minutes)",
            [
                "rate(7 minutes)",
                "",
                "Exact, if its start date is one of its fires: EventBridge counts from there.",
            ],
            id="a rate that counts from somewhere",
        ),
    ],
)
def test_translate_tells_people_what_to_make_of_it(
    belfry: Terminal, expression: str, lines: list[str]
) -> None:
    answer = belfry("cron", "translate", expression)
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.splitlines() == lines


@pytest.mark.parametrize(
    "case",
    [case for case in _CASES if case["kind"] == "invalid"],
    ids=lambda case: str(case["unix"]),
)
def test_translate_refuses_a_bad_cron_in_one_line(belfry: Terminal, case: dict[str, Any]) -> None:
    answer = belfry("cron", "translate", case["unix"], "--json")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("belfry: cron_schedule: ")
    assert answer.err.count("\n") == 1
