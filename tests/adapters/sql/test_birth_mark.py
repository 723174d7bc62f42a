"""Whether a team notices that its database is gone, empty, or another team's."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from tests.apps import App, build_app
from tests.fakes.crash_points import CrashingPoints
from tests.samples import NOON
from tests.services.shaped_databases import read_shape, settle_in

from belfry.adapters.sql.birth_mark import NAME
from belfry.adapters.sql.database import Database
from belfry.adapters.system.clock import VirtualClock
from belfry.bootstrap import is_database_ready, open_ports
from belfry.bootstrap.nightly import open_backups
from belfry.entrypoints.web.app import create_app
from belfry.kernel.errors import ConfigError
from belfry.settings import DatabaseSettings, Settings


@contextmanager
def open_team(folder: Path, url: str | None = None) -> Iterator[App]:
    settings = Settings(folder=folder, database=DatabaseSettings(url=url))
    ports = open_ports(settings, clock=VirtualClock(NOON), crash_points=CrashingPoints())
    try:
        yield build_app(ports, settings)
    finally:
        ports.close()


def open_once(folder: Path, url: str | None = None) -> str:
    """The mark after a start."""
    with open_team(folder, url):
        return (folder / ".belfry" / NAME).read_text()


def delete(file: Path) -> None:
    file.unlink()


def empty(file: Path) -> None:
    file.write_bytes(b"")


def drop_tables(file: Path) -> None:
    file.unlink()
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE x (y)")


def replace(file: Path) -> None:
    file.write_bytes(read_shape())


LOSSES: dict[Callable[[Path], None], str] = {
    delete: "is missing",
    empty: "is empty",
    drop_tables: "it is empty",
    replace: "it is another one",
}


def list_tables(file: Path) -> list[str] | None:
    """None without a file: looking must not make one."""
    if not file.exists():
        return None
    with closing(sqlite3.connect(file)) as connection:
        return [name for (name,) in connection.execute("SELECT name FROM sqlite_master")]


def clear_journal(file: Path) -> None:
    for name in ("-wal", "-shm"):
        file.with_name(f"{file.name}{name}").unlink(missing_ok=True)


def test_database_of_the_version_before_gets_its_mark_at_the_next_start(tmp_path: Path) -> None:
    settle_in(tmp_path)
    mark = open_once(tmp_path)
    assert len(mark.strip()) > 30
    assert open_once(tmp_path) == mark
    assert (tmp_path / ".belfry" / NAME).stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("lose", LOSSES)
def test_lost_database_is_refused_and_never_replaced(
    tmp_path: Path, lose: Callable[[Path], None]
) -> None:
    open_once(tmp_path)
    file = tmp_path / ".belfry" / "belfry.db"
    clear_journal(file)
    lose(file)
    before = list_tables(file)
    for look in (open_once, lambda folder: is_database_ready(Settings(folder=folder))):
        with pytest.raises(ConfigError, match=LOSSES[lose]) as info:
            look(tmp_path)
        assert "`belfry restore FILE DIR`" in str(info.value)
        assert str(tmp_path / ".belfry" / NAME) in str(info.value)
    assert list_tables(file) == before


def test_team_begins_anew_once_the_mark_is_removed(tmp_path: Path) -> None:
    mark = open_once(tmp_path)
    (tmp_path / ".belfry" / "belfry.db").unlink()
    (tmp_path / ".belfry" / NAME).unlink()
    assert open_once(tmp_path) != mark


@pytest.mark.parametrize("lose", [delete, replace])
def test_process_is_not_ready_when_its_database_vanishes(
    tmp_path: Path, lose: Callable[[Path], None]
) -> None:
    with open_team(tmp_path) as app:
        client = TestClient(create_app(app.services))
        assert client.get("/readyz").json() == {"status": "ready"}
        file = tmp_path / ".belfry" / "belfry.db"
        for name in ("belfry.db", "belfry.db-wal", "belfry.db-shm"):
            file.with_name(name).rename(file.with_name(f"away-{name}"))
        file.write_bytes(b"")
        lose(file)
        answer = client.get("/readyz")
        assert (answer.status_code, answer.json()["status"]) == (503, "the database is lost")
        file.unlink(missing_ok=True)
        clear_journal(file)


def test_restored_backup_keeps_its_mark(tmp_path: Path) -> None:
    team, again, archive = tmp_path / "team", tmp_path / "again", tmp_path / "b.belfry.tar.gz"
    team.mkdir()
    (team / "belfry.toml").write_text("")
    mark = open_once(team)
    open_backups(Settings(folder=team)).make(team, archive, NOON)
    open_backups().restore(archive, again)
    assert open_once(again) == mark


def test_another_server_database_is_refused(
    tmp_path: Path, postgres_url: str, empty_postgres_url: str
) -> None:
    (tmp_path / ".belfry").mkdir()
    mark = open_once(tmp_path, postgres_url)
    assert open_once(tmp_path, postgres_url) == mark
    with pytest.raises(ConfigError, match="it is empty"):
        open_once(tmp_path, empty_postgres_url)
    with pytest.raises(ConfigError, match="is missing"):
        open_once(tmp_path)
    database = Database(postgres_url, patience=timedelta(seconds=5))
    with open_team(tmp_path, postgres_url) as app, database.write() as connection:
        connection.exec_driver_sql("DELETE FROM claims")
        connection.commit()
        client = TestClient(create_app(app.services))
        assert client.get("/readyz").status_code == 503
    database.close()
