"""`belfry jobs check-draft`: whether a draft holds nothing but courtesy around its slots."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from belfry.entrypoints.cli.edge import main


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main(["jobs", "check-draft", *arguments])
    printed = capsys.readouterr()
    return int(ended.value.code or 0), printed.out, printed.err


def judge(
    capsys: pytest.CaptureFixture[str], folder: Path, *arguments: str
) -> tuple[str, list[str]]:
    code, out, _ = run(capsys, "--team", str(folder), "--json", *arguments)
    answer = json.loads(out)
    assert code == 0
    assert all(set(reason) == {"rule", "words", "says"} for reason in answer["reasons"])
    return answer["verdict"], [reason["rule"] for reason in answer["reasons"]]


@pytest.mark.parametrize(
    "arguments, verdict, rules",
    [
        (["--stage", "in progress", "Hi {name}, good news: {news}"], "pass", []),
        (["--stage", "in progress", "Your repair is in progress."], "reject", ["slots"]),
        (["--stage", "started", "{news} Almost there!"], "reject", ["courtesy"]),
        (["--stage", "ready", "--closing", "18:00", "{news} {when}"], "pass", []),
        (["--stage", "ready", "--closing", "18:00", "{news}"], "reject", ["slots"]),
        (["--stage", "ready", "{news} {when}"], "reject", ["slots"]),
        (["--stage", "in progress", "--eta", "Friday morning", "{news} {when}"], "pass", []),
        (["--stage", "in progress", "--photo", "https://s.example/p", "{news} {look}"], "pass", []),
        (["--stage", "in progress", "--link", "https://s.example/t", "{news} {look}"], "pass", []),
        (["--stage", "in progress", "{news} Just reply."], "reject", ["courtesy"]),
        (["--stage", "in progress", "{news} Any questions, just reply."], "pass", []),
        (
            ["--stage", "in progress", "--no-reply", "{news} Any questions, just reply."],
            "reject",
            ["courtesy"],
        ),
        (["--kind", "holding", "--stage", "ready", "Good news: {news}"], "reject", ["courtesy"]),
        (["--kind", "holding", "--stage", "ready", "Please bear with us. {news}"], "pass", []),
        (["--kind", "holding", "--stage", "in progress", "--eta", "Friday", "{news}"], "pass", []),
        (["--stage", "in progress", "--closing", "18:00", "{news}"], "pass", []),
        (["--kind", "first-seen", "--stage", "received", "Welcome! {news}"], "pass", []),
        (["--kind", "back", "--stage", "in progress", "Thanks for waiting. {news}"], "pass", []),
    ],
)
def test_check_draft_judges_a_draft_by_its_facts(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    arguments: list[str],
    verdict: str,
    rules: list[str],
) -> None:
    *options, draft = arguments
    assert judge(capsys, tmp_path, *options, "--", draft) == (verdict, rules)


def test_check_draft_counts_the_parts_of_the_filled_message(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    draft = "Hi {name}, " + "thanks for your patience, " * 18 + "cheers! {news}"
    where = ("--stage", "in progress", "--item", "grandfather clock")
    assert judge(capsys, tmp_path, *where, draft) == ("reject", ["size"])
    assert judge(capsys, tmp_path, *where, "--channel", "email", draft) == ("pass", [])


def test_check_draft_takes_the_stages_of_the_team(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "jobs").mkdir()
    settings = "Shop: The Bike Barn\nStages: booked in, on the stand, wishes met, gone\n"
    (tmp_path / "jobs" / "settings.txt").write_text(settings)
    where = ("--team", str(tmp_path), "--stage", "on the stand")
    _, out, _ = run(capsys, *where, "Hi {name}, {news}")
    assert out == "pass: besides the slots it holds nothing but courtesy.\n"
    _, out, _ = run(capsys, *where, "Hi {name}, {news} Best wishes, {shop}")
    assert '"wishes" is a word of this shop\'s stages' in out


def test_check_draft_names_the_nearest_stage(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, out, err = run(capsys, "--team", str(tmp_path), "--stage", "in pgress", "Hello")
    assert (code, out) == (2, "")
    assert err.endswith("did you mean in progress?\n")
