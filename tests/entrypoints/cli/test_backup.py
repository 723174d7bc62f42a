"""Whether a team that was backed up while it worked comes back as it was."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from threading import Event, Thread

import pytest
from tests.entrypoints.cli.shops import TUESDAY, Shop, tell_maya
from tests.entrypoints.cli.terminal import Terminal


def examine(belfry: Terminal, folder: Path) -> list[str]:
    """Where something is worth knowing."""
    findings = json.loads(belfry("doctor", "--team", folder, "--json").out)["findings"]
    return [finding["where"] for finding in findings]


@pytest.fixture
def busy(shop: Shop) -> Shop:
    tell_maya(shop)
    return shop


def test_team_comes_back_with_its_messages_and_its_trail(
    belfry: Terminal, busy: Shop, tmp_path: Path
) -> None:
    answer = belfry("backup", tmp_path / "shop.tar.gz", "--json").json
    assert (answer["records"], answer["left"]) == (True, [])
    assert answer["bytes"] == (tmp_path / "shop.tar.gz").stat().st_size
    restored = belfry("restore", tmp_path / "shop.tar.gz", tmp_path / "again", "--json").json
    assert (restored["files"], restored["at"]) == (answer["files"], answer["at"])
    for question in (
        ("messages", "--json"),
        ("audit", "verify", "--json"),
        ("jobs", "timeline", "J-2042", "--json"),
        ("tables", "versions", "board", "--json"),
    ):
        again = belfry(*question, "--team", tmp_path / "again")
        assert again.out == belfry(*question).out, question
    assert examine(belfry, tmp_path / "again") == examine(belfry, belfry.folder)


def test_backup_while_the_clock_works_is_whole(
    belfry: Terminal, busy: Shop, tmp_path: Path
) -> None:
    """A worker writes without a pause; every backup taken meanwhile holds one moment of it."""
    stop, went_round = Event(), Event()

    def work() -> None:
        at = TUESDAY + timedelta(hours=1)
        with busy.open(at) as driver:
            while not stop.is_set():
                at += timedelta(minutes=10)
                driver.run_until(at)
                went_round.set()

    worker = Thread(target=work)
    worker.start()
    try:
        for number in range(3):
            assert went_round.wait(300)
            went_round.clear()
            assert belfry("backup", tmp_path / f"{number}.tar.gz").code == 0
    finally:
        stop.set()
        worker.join()
    seen = []
    for number in range(3):
        folder = tmp_path / f"again-{number}"
        assert belfry("restore", tmp_path / f"{number}.tar.gz", folder).code == 0
        verified = belfry("audit", "verify", "--team", folder, "--json").json
        assert verified["breaks"] == []
        runs = belfry("workflows", "runs", "-n", "1000", "--team", folder, "--json").json["runs"]
        seen.append(len(runs))
    assert seen == sorted(seen)


def test_backup_is_named_for_the_team_and_the_time(
    belfry: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    answer = belfry("backup")
    (made,) = (tmp_path / "here").iterdir()
    assert answer.out == f"2 files of The Repair Bench are in {made.name}.\n"
    assert made.match("team-*-*.belfry.tar.gz")


def test_team_on_a_server_is_told_of_pg_dump(
    belfry: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BELFRY_DATABASE_URL", "postgresql://127.0.0.1:1/none")
    answer = belfry("backup", tmp_path / "files.tar.gz")
    assert answer.code == 0
    assert "pg_dump" in answer.out
    restored = belfry("restore", tmp_path / "files.tar.gz", tmp_path / "again")
    assert "There are no records in it, only files.\n" in restored.out
    assert not (tmp_path / "again" / ".belfry").exists()


@pytest.mark.parametrize(
    "file, code",
    [
        pytest.param("belfry.toml", 2, id="a file that is no backup"),
        pytest.param("nothing", 2, id="a file that is not there"),
    ],
)
def test_what_cannot_be_restored_is_one_clear_line(
    belfry: Terminal, tmp_path: Path, file: str, code: int
) -> None:
    answer = belfry("restore", belfry.folder / file, tmp_path / "again")
    assert (answer.code, answer.out) == (code, "")
    assert answer.err.count("\n") == 1
    assert not (tmp_path / "again").exists()


def test_folder_that_is_in_use_is_not_restored_into(belfry: Terminal, tmp_path: Path) -> None:
    belfry("backup", tmp_path / "a.tar.gz")
    answer = belfry("restore", tmp_path / "a.tar.gz", belfry.folder)
    assert (answer.code, answer.out) == (1, "")
    assert "is not empty" in answer.err
    assert json.loads(belfry("doctor", "--json").out)["ok"]
