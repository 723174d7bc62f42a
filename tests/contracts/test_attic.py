"""What every place for nightly backups promises."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from belfry.adapters.files.attic import FileAttic
from belfry.adapters.files.backups import FileBackups
from belfry.adapters.sql.snapshots import SqliteSnapshots
from belfry.kernel.errors import Permanent
from belfry.ports.attic import Attic

NIGHT = datetime(2026, 11, 16, 3, 10, tzinfo=UTC)


@pytest.fixture
def team(tmp_path: Path) -> Path:
    folder = tmp_path / "team"
    (folder / ".belfry").mkdir(parents=True)
    (folder / "belfry.toml").write_text('name = "Bench"\n')
    database = sqlite3.connect(folder / ".belfry" / "belfry.db")
    with database:
        database.execute("CREATE TABLE alembic_version (version_num TEXT)")
    database.close()
    return folder


@pytest.fixture
def attic(team: Path) -> Attic:
    return open_attic(team, ".belfry/backups")


def open_attic(team: Path, folder: str | Path) -> Attic:
    backups = FileBackups(SqliteSnapshots(team / ".belfry" / "belfry.db"))
    return FileAttic(team, Path(folder), backups)


def test_attic_is_empty_before_the_first_night(attic: Attic) -> None:
    assert list(attic.list()) == []


def test_what_was_put_is_listed_the_oldest_first(attic: Attic) -> None:
    later = attic.put(NIGHT + timedelta(days=1))
    first = attic.put(NIGHT)
    assert list(attic.list()) == [first, later]
    assert (first.made_at, first.size) == (NIGHT, Path(first.place).stat().st_size)


def test_night_in_another_zone_is_the_same_moment(attic: Attic) -> None:
    there = datetime.fromisoformat("2026-11-16T16:10:00+13:00")
    assert attic.put(there).place == attic.put(NIGHT).place


def test_what_was_put_can_be_restored(attic: Attic, tmp_path: Path) -> None:
    stored = attic.put(NIGHT)
    found = FileBackups(SqliteSnapshots(None)).restore(Path(stored.place), tmp_path / "again")
    assert found.files == (".belfry/belfry.db", "belfry.toml")
    assert found.made_at == NIGHT


def test_backup_does_not_hold_the_ones_before(attic: Attic) -> None:
    sizes = {attic.put(NIGHT + timedelta(days=day)).size // 200 for day in range(5)}
    assert len(sizes) == 1


def test_other_files_in_the_folder_are_not_ours(attic: Attic, team: Path) -> None:
    stored = attic.put(NIGHT)
    for name in ("by-hand.belfry.tar.gz", "nightly-soon.belfry.tar.gz", "nightly-20261116.txt"):
        (team / ".belfry" / "backups" / name).write_text("mine")
    assert list(attic.list()) == [stored]


def test_what_is_removed_is_gone_and_may_be_removed_again(attic: Attic) -> None:
    stored = attic.put(NIGHT)
    attic.remove(stored)
    attic.remove(stored)
    assert list(attic.list()) == []


def test_backup_that_cannot_be_read_back_is_not_kept(attic: Attic) -> None:
    place = Path(attic.put(NIGHT).place)
    place.write_bytes(place.read_bytes()[:-40])
    with pytest.raises(Permanent, match="could not be read back"):
        attic.put(NIGHT)
    assert list(attic.list()) == []


def test_folder_of_another_disk_is_not_made_where_the_disk_should_be(
    team: Path, tmp_path: Path
) -> None:
    attic = open_attic(team, tmp_path / "disk" / "belfry")
    with pytest.raises(Permanent, match="is its disk connected"):
        attic.put(NIGHT)
    assert not (tmp_path / "disk").exists()
    (tmp_path / "disk" / "belfry").mkdir(parents=True)
    assert attic.put(NIGHT).place.startswith(str(tmp_path / "disk" / "belfry"))


def test_nobody_else_may_look_into_our_own_folder(attic: Attic, team: Path) -> None:
    attic.put(NIGHT)
    assert (team / ".belfry" / "backups").stat().st_mode & 0o077 == 0
