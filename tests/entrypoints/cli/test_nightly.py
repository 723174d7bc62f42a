"""Whether the team is kept each night, can be had back, and whether it is told when it was not."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.entrypoints.cli.shops import Shop
from tests.entrypoints.cli.terminal import Terminal

from belfry.entrypoints.worker.driver import Driver
from belfry.scheduler.runs import RunStatus

EVENING = datetime(2026, 11, 16, 20, 0, tzinfo=UTC)
SLOW = "".join(
    f"[workflows.{name}]\nenabled = false\n"
    for name in ("relay", "release", "poll", "sync", "watch", "digest", "summary", "draft")
)


@pytest.fixture
def quiet(shop: Shop) -> Shop:
    """A shop in which nothing rings but by day and by night."""
    with (shop.folder / "belfry.toml").open("a") as file:
        file.write(SLOW)
    return shop


def list_nights(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / ".belfry" / "backups").iterdir())


def list_troubles(driver: Driver) -> list[tuple[str, str]]:
    data_problems = driver._services.ports.data_problems.list(room="backup")
    return [(data_problem.place, data_problem.text) for data_problem in data_problems]


def test_team_is_kept_each_night_in_its_own_zone(quiet: Shop) -> None:
    quiet.live(EVENING, days=2)
    assert list_nights(quiet.folder) == [
        "nightly-20261117T031000Z.belfry.tar.gz",
        "nightly-20261118T031000Z.belfry.tar.gz",
    ]


def test_only_as_many_nights_are_kept_as_the_team_wants(quiet: Shop) -> None:
    with (quiet.folder / "belfry.toml").open("a") as file:
        file.write("[backup]\nkeep = 2\n")
    quiet.live(EVENING, days=4)
    assert [name[8:16] for name in list_nights(quiet.folder)] == ["20261119", "20261120"]


def test_night_can_be_had_back(quiet: Shop, belfry: Terminal, tmp_path: Path) -> None:
    quiet.live(EVENING, days=1)
    (name,) = list_nights(quiet.folder)
    board = quiet.board.read_bytes()
    quiet.board.unlink()
    again = tmp_path / "again"
    assert belfry("restore", quiet.folder / ".belfry" / "backups" / name, again).code == 0
    assert (again / "jobs" / "board.csv").read_bytes() == board
    assert belfry("audit", "verify", "--team", again, "--json").json["breaks"] == []


def test_night_that_failed_is_told_until_one_succeeds(quiet: Shop, tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    with (quiet.folder / "belfry.toml").open("a") as file:
        file.write(f'[backup]\nfolder = "{disk}"\n')
    with quiet.open(EVENING) as driver:
        driver.run_until(EVENING + timedelta(hours=8))
        (trouble,) = list_troubles(driver)
        assert trouble[0] == "the nightly backup"
        assert trouble[1] == f"it failed: there is no folder {disk}: is its disk connected?"
        disk.mkdir()
        driver.run_until(EVENING + timedelta(hours=32))
        assert list_troubles(driver) == []
    assert len(list(disk.iterdir())) == 1


def test_nights_that_did_not_happen_are_told(quiet: Shop) -> None:
    with quiet.open(EVENING) as driver:
        services = driver._services
        workflow = services.ports.workflows.find_by_name(1, "backup")
        assert workflow is not None
        services.change_workflow.pause(workflow.id, note="the disk is full", by="test")
        driver.run_until(EVENING + timedelta(days=2))
        assert list_troubles(driver) == []
        driver.run_until(EVENING + timedelta(days=3))
        assert list_troubles(driver) == [("the nightly backup", "there is no nightly backup yet")]
        services.change_workflow.turn_off(workflow.id, by="test")
        driver.run_until(EVENING + timedelta(days=4))
        assert list_troubles(driver) == []


def test_run_says_where_the_backup_lies(quiet: Shop) -> None:
    with quiet.open(EVENING) as driver:
        driver.run_until(EVENING + timedelta(days=1))
        workflow = driver._services.ports.workflows.find_by_name(1, "backup")
        assert workflow is not None
        (run,) = driver._services.ports.runs.list_newest(workflow_id=workflow.id, limit=5)
    assert run.status is RunStatus.SUCCEEDED
    assert ".belfry/backups/nightly-20261117T031000Z.belfry.tar.gz (0." in str(run.output)
    assert str(run.output).endswith("MB), read back and whole")


def test_doctor_tells_of_old_nights_and_of_the_one_disk(quiet: Shop, belfry: Terminal) -> None:
    quiet.live(EVENING - timedelta(days=400), days=1)
    examined = belfry("doctor").out
    assert "wrong: the nightly backup: the last nightly backup is " in examined
    assert "`belfry workflows run backup` makes one now" in examined
    with (belfry.folder / "belfry.toml").open("a") as file:
        file.write("[workflows.backup]\nenabled = false\n")
    quiet.live(EVENING, minutes=0)
    assert "note: the nightly backup: it was archived" in belfry("doctor").out


def test_nightly_backups_are_no_part_of_a_backup(
    quiet: Shop, belfry: Terminal, tmp_path: Path
) -> None:
    quiet.live(EVENING, days=3)
    belfry("backup", tmp_path / "now.tar.gz")
    shutil.rmtree(quiet.folder / ".belfry" / "backups")
    belfry("backup", tmp_path / "without.tar.gz")
    sizes = [(tmp_path / name).stat().st_size for name in ("now.tar.gz", "without.tar.gz")]
    assert abs(sizes[0] - sizes[1]) < 200
