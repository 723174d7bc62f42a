"""Whether `belfry controls chain` tells how a chain is understood, without any team."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.entrypoints.cli.terminal import Terminal

_FILE = Path(__file__).parents[2] / "data" / "chains.jsonl"
_CASES: list[dict[str, Any]] = [json.loads(line) for line in _FILE.read_text().splitlines()]


@pytest.fixture(autouse=True)
def _nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("BELFRY_TEAM", raising=False)


@pytest.fixture
def belfry(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Terminal:
    return Terminal(capsys, tmp_path)


@pytest.mark.parametrize(
    "case", [case for case in _CASES if case["offsets"]], ids=lambda case: repr(case["text"])
)
def test_chain_tells_machines_the_offsets(belfry: Terminal, case: dict[str, Any]) -> None:
    answer = belfry("controls", "chain", case["text"], "--json")
    assert answer.json == {"offsets": case["offsets"]}


@pytest.mark.parametrize(
    "case", [case for case in _CASES if not case["offsets"]], ids=lambda case: repr(case["text"])
)
def test_chain_refuses_what_it_does_not_understand(belfry: Terminal, case: dict[str, Any]) -> None:
    answer = belfry("controls", "chain", case["text"], "--json")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("belfry: column ")
    assert answer.err.count("\n") == 1


@pytest.mark.parametrize(
    "text, line",
    [
        (
            "14 and 3 days before, then on the day",
            "14 and 3 days before, then on the day (-14, -3, 0)\n",
        ),
        ("a week after", "7 days after (+7)\n"),
    ],
)
def test_chain_tells_people_in_words(belfry: Terminal, text: str, line: str) -> None:
    answer = belfry("controls", "chain", text)
    assert (answer.code, answer.out, answer.err) == (0, line, "")


@pytest.mark.parametrize(
    "text, line",
    [
        (
            "5 days bfore",
            "belfry: column 8: found 'bfore'; expected before or after; did you mean before?\n",
        ),
        ("remind 5 days", "belfry: column 14: it ends too early; expected before or after\n"),
    ],
)
def test_chain_says_where_it_stopped_making_sense(belfry: Terminal, text: str, line: str) -> None:
    answer = belfry("controls", "chain", text)
    assert (answer.code, answer.out, answer.err) == (2, "", line)


@pytest.mark.parametrize(
    "cell, offsets",
    [
        ("-60, -30, -7, 0", [-60, -30, -7, 0]),
        ("0, 20", [0, 20]),
        ("60, 30, 7 before", [-60, -30, -7]),
    ],
)
def test_chain_takes_what_a_cell_of_the_list_takes(
    belfry: Terminal, cell: str, offsets: list[int]
) -> None:
    assert belfry("controls", "chain", cell, "--json").json == {"offsets": offsets}


def test_chain_that_may_mean_one_reminder_or_two_is_asked_back(belfry: Terminal) -> None:
    answer = belfry("controls", "chain", "two weeks and three days before")
    assert (answer.code, answer.out) == (2, "")
    assert "17 days, or 14 and 3 days: this may mean either" in answer.err
