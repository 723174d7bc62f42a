"""A progress bar is shown on a terminal only."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.entrypoints.cli.terminal import Terminal
from tests.entrypoints.cli.typists import type_answers

LONG = [
    pytest.param(("audit", "verify"), "Proving", id="the trail"),
    pytest.param(("doctor",), "Looking", id="the doctor"),
    pytest.param(("rota", "draft", "--week", "2026-11-23", "--dry-run"), "Drafting", id="a rota"),
    pytest.param(("controls", "tick", "--dry-run"), "Looking", id="a first look"),
]


@pytest.fixture
def example(belfry: Terminal, tmp_path: Path) -> Path:
    belfry("init", tmp_path / "shop", "--yes")
    week = tmp_path / "shop" / "rota" / "week-2026-11-23.csv"
    week.write_text((tmp_path / "shop" / "rota" / "template.csv").read_text())
    belfry("controls", "list", "--team", tmp_path / "shop")
    return tmp_path / "shop"


@pytest.mark.parametrize("words, named", LONG)
def test_long_work_shows_a_bar_to_people(example: Path, words: tuple[str, ...], named: str) -> None:
    shown = type_answers((*words, "--team", str(example)), ())
    assert shown.code == 0, shown.text
    assert named in shown.text
    assert "━" in shown.text


@pytest.mark.parametrize("words, named", LONG)
def test_machines_see_no_bar(example: Path, words: tuple[str, ...], named: str) -> None:
    shown = type_answers((*words, "--json", "--team", str(example)), ())
    assert shown.text.startswith("{")
    assert "━" not in shown.text


def test_file_sees_no_bar(belfry: Terminal, example: Path, tmp_path: Path) -> None:
    answer = belfry("backup", tmp_path / "now.tar.gz", "--team", example)
    assert (answer.code, answer.err) == (0, "")


def test_backup_tells_how_far_it_is(example: Path, tmp_path: Path) -> None:
    shown = type_answers(("backup", str(tmp_path / "now.tar.gz"), "--team", str(example)), ())
    assert shown.code == 0
    assert "Packing" in shown.text
