"""What every way of putting a whole team into one file promises."""

from __future__ import annotations

import io
import json
import sqlite3
import tarfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from belfry.adapters.files.backups import DIGESTS, NOTE, FileBackups
from belfry.adapters.sql.snapshots import SqliteSnapshots
from belfry.kernel.errors import Conflict, InputError, NotFound, Permanent
from belfry.ports.files import Backups, Snapshots

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)
TOML = b'name = "Bench"\n'


@pytest.fixture
def team(tmp_path: Path) -> Path:
    folder = tmp_path / "team"
    (folder / ".belfry" / "versions" / "board.csv").mkdir(parents=True)
    (folder / "jobs").mkdir()
    (folder / "belfry.toml").write_bytes(TOML)
    (folder / "jobs" / "board.csv").write_bytes("job_id;stage\r\nJ-1;größer\r\n".encode("latin-1"))
    (folder / ".belfry" / "versions" / "board.csv" / "000001.gz").write_bytes(b"\x1f\x8b old")
    with sqlite3.connect(folder / ".belfry" / "belfry.db") as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("CREATE TABLE alembic_version (version_num TEXT)")
        database.execute("CREATE TABLE jobs (id TEXT)")
        database.execute("INSERT INTO jobs VALUES ('J-1')")
    database.close()
    return folder


@pytest.fixture
def snapshots(team: Path) -> Snapshots:
    return SqliteSnapshots(team / ".belfry" / "belfry.db")


@pytest.fixture
def backups(snapshots: Snapshots) -> Backups:
    return FileBackups(snapshots)


def read_files(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".db")
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def list_jobs(folder: Path) -> list[str]:
    with sqlite3.connect(folder / ".belfry" / "belfry.db") as database:
        job_ids = [row[0] for row in database.execute("SELECT id FROM jobs")]
    database.close()
    return job_ids


def write_archive(path: Path, *members: tuple[str | tarfile.TarInfo, bytes]) -> Path:
    with tarfile.open(path, "w:gz") as tar:
        for name, content in members:
            info = tarfile.TarInfo(name) if isinstance(name, str) else name
            info.size = len(content)
            tar.addfile(info, io.BytesIO(content))
    return path


def make_note(number: int = 1) -> tuple[str, bytes]:
    return NOTE, json.dumps({"format": number, "made_at": NOON.isoformat()}).encode()


def make_link(name: str, kind: bytes) -> tarfile.TarInfo:
    link = tarfile.TarInfo(name)
    link.type, link.linkname = kind, "/etc/passwd"
    return link


def test_restored_team_is_the_one_that_was_backed_up(
    backups: Backups, team: Path, tmp_path: Path
) -> None:
    backup = backups.make(team, tmp_path / "a.tar.gz", NOON)
    restored = backups.restore(tmp_path / "a.tar.gz", tmp_path / "far" / "again")
    assert read_files(tmp_path / "far" / "again") == read_files(team)
    assert list_jobs(tmp_path / "far" / "again") == ["J-1"]
    assert (restored.made_at, restored.has_records) == (NOON, True)
    assert restored.files == tuple(sorted(backup.files))
    assert backup.left == ()


def test_only_the_owner_may_read_an_archive(backups: Backups, team: Path, tmp_path: Path) -> None:
    backups.make(team, tmp_path / "a.tar.gz", NOON)
    assert (tmp_path / "a.tar.gz").stat().st_mode & 0o777 == 0o600


def test_snapshot_is_of_one_moment_while_others_write(
    snapshots: Snapshots, team: Path, tmp_path: Path
) -> None:
    """What is not committed yet is not in it, and no writer has to wait."""
    writer = sqlite3.connect(team / ".belfry" / "belfry.db", timeout=0, isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("INSERT INTO jobs VALUES ('J-2')")
    assert snapshots.take(tmp_path / "one.db")
    writer.execute("COMMIT")
    assert snapshots.take(tmp_path / "two.db")
    writer.close()
    job_lists = []
    for name in ("one.db", "two.db"):
        copy = sqlite3.connect(tmp_path / name)
        job_lists.append([row[0] for row in copy.execute("SELECT id FROM jobs")])
        copy.close()
    assert job_lists == [["J-1"], ["J-1", "J-2"]]


def test_records_that_are_elsewhere_are_not_in_it(team: Path, tmp_path: Path) -> None:
    backups = FileBackups(SqliteSnapshots(None))
    assert not backups.make(team, tmp_path / "a.tar.gz", NOON).has_records
    assert not backups.restore(tmp_path / "a.tar.gz", tmp_path / "again").has_records


def test_damaged_records_are_not_backed_up(backups: Backups, team: Path, tmp_path: Path) -> None:
    path = team / ".belfry" / "belfry.db"
    path.write_bytes(path.read_bytes()[:5000])
    with pytest.raises(Permanent, match="cannot be copied"):
        backups.make(team, tmp_path / "a.tar.gz", NOON)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["team"]


def test_what_is_hidden_is_left_and_links_that_lead_out_are_named(
    backups: Backups, team: Path, tmp_path: Path
) -> None:
    (tmp_path / "secret").write_text("not ours")
    (team / ".git").mkdir()
    (team / ".git" / "config").write_text("[core]")
    (team / ".belfry" / "folder.lock").touch()
    (team / "out.csv").symlink_to(tmp_path / "secret")
    (team / "in.csv").symlink_to("jobs/board.csv")
    (team / "deep").symlink_to(tmp_path)
    backup = backups.make(team, tmp_path / "a.tar.gz", NOON)
    assert backup.left == ("deep", "out.csv")
    backups.restore(tmp_path / "a.tar.gz", tmp_path / "again")
    assert sorted(read_files(tmp_path / "again")) == [
        ".belfry/versions/board.csv/000001.gz",
        "belfry.toml",
        "in.csv",
        "jobs/board.csv",
    ]


def test_backups_in_the_folder_are_not_backed_up(backups: Backups, team: Path) -> None:
    first = backups.make(team, team / "one.belfry.tar.gz", NOON)
    second = backups.make(team, team / "two.belfry.tar.gz", NOON)
    assert first.files == second.files


def test_archive_is_never_written_over_a_file(backups: Backups, team: Path, tmp_path: Path) -> None:
    (tmp_path / "a.tar.gz").write_text("dear")
    with pytest.raises(Conflict):
        backups.make(team, tmp_path / "a.tar.gz", NOON)
    assert (tmp_path / "a.tar.gz").read_text() == "dear"
    with pytest.raises(NotFound):
        backups.make(team, tmp_path / "nowhere" / "a.tar.gz", NOON)


def test_empty_folder_may_be_filled_and_no_other(
    backups: Backups, team: Path, tmp_path: Path
) -> None:
    archive = tmp_path / "a.tar.gz"
    backups.make(team, archive, NOON)
    (tmp_path / "empty").mkdir()
    assert backups.restore(archive, tmp_path / "empty").files
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine").touch()
    for place in ("full", "empty", "a.tar.gz"):
        with pytest.raises(Conflict):
            backups.restore(archive, tmp_path / place)
    assert [path.name for path in (tmp_path / "full").iterdir()] == ["mine"]


def refuse(backups: Backups, archive: Path, named: str) -> None:
    around = sorted(path.name for path in archive.parent.iterdir())
    with pytest.raises(InputError, match=named):
        backups.restore(archive, archive.parent / "again")
    assert sorted(path.name for path in archive.parent.iterdir()) == around


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda whole: whole[: len(whole) // 2], id="half of it"),
        pytest.param(lambda whole: whole[:-20], id="all but its end"),
        pytest.param(lambda whole: b"", id="nothing"),
        pytest.param(lambda whole: b"PK" + whole, id="another sort of file"),
        pytest.param(lambda whole: whole[:300] + b"\xff" + whole[301:], id="one byte of it"),
        pytest.param(lambda whole: whole[:-8] + b"\0\0\0\0" + whole[-4:], id="its checksum"),
    ],
)
def test_damaged_archive_leaves_nothing_behind(
    backups: Backups, team: Path, tmp_path: Path, spoil: Callable[[bytes], bytes]
) -> None:
    archive = tmp_path / "a.tar.gz"
    backups.make(team, archive, NOON)
    archive.write_bytes(spoil(archive.read_bytes()))
    refuse(backups, archive, "damaged, or no backup")


@pytest.mark.parametrize(
    "name",
    ["team/../out", "team//etc/out", "/etc/out", "out", "team/a/../../out", "team/C:out", "team/"],
)
def test_name_that_leads_elsewhere_is_refused(backups: Backups, tmp_path: Path, name: str) -> None:
    archive = write_archive(tmp_path / "a.tar.gz", make_note(), (name, b"x"))
    refuse(backups, archive, "outside the folder")


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.DIRTYPE, b"6"])
def test_anything_but_a_file_is_refused(backups: Backups, tmp_path: Path, kind: bytes) -> None:
    link = make_link("team/belfry.toml", kind)
    archive = write_archive(tmp_path / "a.tar.gz", make_note(), (link, b""))
    refuse(backups, archive, "only files belong")


@pytest.mark.parametrize(
    "members, named",
    [
        pytest.param([("team/a", b"")], "does not begin with", id="no note"),
        pytest.param([make_note(2)], "only 1 is known", id="a format of later days"),
        pytest.param([(NOTE, b'{"format": 1}')], "isoformat", id="a note without its moment"),
        pytest.param([(NOTE, b"[]")], "not what it should be", id="a note that says nothing"),
        pytest.param([make_note(), ("team/a", b"")], "end is missing", id="no digests"),
        pytest.param([make_note(), ("team/a", b""), ("team/a", b"")], "twice", id="a double"),
        pytest.param([make_note(), ("team/a", b""), (DIGESTS, b"{}")], "a is not", id="one more"),
        pytest.param([make_note(), (DIGESTS, b'{"a": "0"}')], "a is not what", id="one missing"),
        pytest.param([make_note(), (DIGESTS, b"{}")], "belfry.toml", id="no team"),
    ],
)
def test_archive_that_is_not_ours_is_refused(
    backups: Backups, tmp_path: Path, members: list[tuple[str, bytes]], named: str
) -> None:
    refuse(backups, write_archive(tmp_path / "a.tar.gz", *members), named)


@pytest.mark.parametrize("content", [b"no database at all", b"SQLite format 3\x00" + b"\x01" * 900])
def test_records_that_are_none_are_refused(
    snapshots: Snapshots, tmp_path: Path, content: bytes
) -> None:
    (tmp_path / "x.db").write_bytes(content)
    with pytest.raises(InputError, match="no whole database"):
        snapshots.check(tmp_path / "x.db")


def test_records_of_another_program_are_refused(snapshots: Snapshots, tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / "x.db")
    other.execute("CREATE TABLE songs (id TEXT)")
    other.close()
    with pytest.raises(InputError, match="alembic_version"):
        snapshots.check(tmp_path / "x.db")
    assert not snapshots.is_own(tmp_path / "x.db")


def test_archive_that_is_not_there_is_not_found(backups: Backups, tmp_path: Path) -> None:
    with pytest.raises(NotFound):
        backups.restore(tmp_path / "none.tar.gz", tmp_path / "again")
