"""What every place for nightly backups promises."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from belfry.adapters.files.backups import FileBackups, FileBackupStore
from belfry.adapters.sql.snapshots import SqliteSnapshots
from belfry.kernel.errors import Permanent
from belfry.ports.files import BackupStore

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
def backup_store(team: Path) -> BackupStore:
    return open_backup_store(team, ".belfry/backups")


def open_backup_store(team: Path, folder: str | Path) -> BackupStore:
    backups = FileBackups(SqliteSnapshots(team / ".belfry" / "belfry.db"))
    return FileBackupStore(team, Path(folder), backups)


def test_backup_store_is_empty_before_the_first_night(backup_store: BackupStore) -> None:
    assert list(backup_store.list()) == []


def test_what_was_put_is_listed_the_oldest_first(backup_store: BackupStore) -> None:
    later = backup_store.put(NIGHT + timedelta(days=1))
    first = backup_store.put(NIGHT)
    assert list(backup_store.list()) == [first, later]
    assert (first.made_at, first.size) == (NIGHT, Path(first.place).stat().st_size)


def test_night_in_another_zone_is_the_same_moment(backup_store: BackupStore) -> None:
    in_auckland = datetime.fromisoformat("2026-11-16T16:10:00+13:00")
    assert backup_store.put(in_auckland).place == backup_store.put(NIGHT).place


def test_what_was_put_can_be_restored(backup_store: BackupStore, tmp_path: Path) -> None:
    stored = backup_store.put(NIGHT)
    restored = FileBackups(SqliteSnapshots(None)).restore(Path(stored.place), tmp_path / "again")
    assert restored.files == (".belfry/belfry.db", "belfry.toml")
    assert restored.made_at == NIGHT


def test_backup_does_not_hold_the_ones_before(backup_store: BackupStore) -> None:
    sizes = {backup_store.put(NIGHT + timedelta(days=day)).size // 200 for day in range(5)}
    assert len(sizes) == 1


def test_other_files_in_the_folder_are_not_ours(backup_store: BackupStore, team: Path) -> None:
    stored = backup_store.put(NIGHT)
    for name in ("by-hand.belfry.tar.gz", "nightly-soon.belfry.tar.gz", "nightly-20261116.txt"):
        (team / ".belfry" / "backups" / name).write_text("mine")
    assert list(backup_store.list()) == [stored]


def test_what_is_removed_is_gone_and_may_be_removed_again(backup_store: BackupStore) -> None:
    stored = backup_store.put(NIGHT)
    backup_store.remove(stored)
    backup_store.remove(stored)
    assert list(backup_store.list()) == []


def test_backup_that_cannot_be_read_back_is_not_kept(backup_store: BackupStore) -> None:
    place = Path(backup_store.put(NIGHT).place)
    place.write_bytes(place.read_bytes()[:-40])
    with pytest.raises(Permanent, match="could not be read back"):
        backup_store.put(NIGHT)
    assert list(backup_store.list()) == []


def test_folder_of_another_disk_is_not_made_where_the_disk_should_be(
    team: Path, tmp_path: Path
) -> None:
    backup_store = open_backup_store(team, tmp_path / "disk" / "belfry")
    with pytest.raises(Permanent, match="is its disk connected"):
        backup_store.put(NIGHT)
    assert not (tmp_path / "disk").exists()
    (tmp_path / "disk" / "belfry").mkdir(parents=True)
    assert backup_store.put(NIGHT).place.startswith(str(tmp_path / "disk" / "belfry"))


def test_backup_folder_is_closed_to_other_users(backup_store: BackupStore, team: Path) -> None:
    backup_store.put(NIGHT)
    assert (team / ".belfry" / "backups").stat().st_mode & 0o077 == 0
