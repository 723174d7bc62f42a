"""`belfry jobs check-draft`: whether a drafted message says only what is true."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from belfry.entrypoints.cli.edge import main


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main(["jobs", "check-draft", *arguments])
    said = capsys.readouterr()
    return int(ended.value.code or 0), said.out, said.err


def test_check_draft_needs_no_team(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    where = ("--team", str(tmp_path), "--stage", "in progress", "--json")
    code, out, _ = run(capsys, *where, "Your repair is in progress.")
    assert (code, json.loads(out)) == (0, {"verdict": "pass", "reasons": []})


def test_check_draft_leaves_with_0_and_reasons_when_it_rejects(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    where = ("--team", str(tmp_path), "--stage", "started", "--json")
    code, out, _ = run(capsys, *where, "Your repair is in progress. Almost.")
    answer = json.loads(out)
    assert (code, answer["verdict"]) == (0, "reject")
    assert [(one["rule"], one["words"]) for one in answer["reasons"]] == [("progress", "almost")]


def test_check_draft_takes_the_stages_of_the_team(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "jobs").mkdir()
    settings = "Shop: The Bike Barn\nStages: booked in, on the stand, ready to ride, gone\n"
    (tmp_path / "jobs" / "settings.txt").write_text(settings)
    where = ("--team", str(tmp_path), "--stage", "on the stand", "--eta", "Friday morning")
    draft = "Your bike is on the stand. We expect it ready to ride by Friday. - The Bike Barn"
    assert run(capsys, *where, draft)[:2] == (0, "pass: it says only what is true.\n")


def test_check_draft_names_the_nearest_stage(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, out, err = run(capsys, "--team", str(tmp_path), "--stage", "in pgress", "Hello")
    assert (code, out) == (2, "")
    assert err.endswith("did you mean in progress?\n")
