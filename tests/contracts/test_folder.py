"""What every folder promises about a team's files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Protocol

import pytest
from tests.adapters.excel.workbooks import make_workbook
from tests.adapters.google.drives import GoogleTeam
from tests.fakes.files import MemoryFolder
from tests.services.google_api import serving_google

from belfry.adapters.aws.s3 import FOLDER, S3, S3Folder
from belfry.adapters.files.folder import FileFolder
from belfry.bootstrap.workbooks import TABLES, open_team_folder
from belfry.kernel.errors import Conflict, InputError, NotFound, Permanent, Temporary
from belfry.kernel.sheets.grids import parse_grid
from belfry.ports.files import FileContent, Folder, digest_content

OLD, NEW, THEIRS = b"name\nold\n", b"name\nnew\n", b"name\ntheirs\n"


class Team(Protocol):
    """A folder, and the person who works in it by other means."""

    @property
    def folder(self) -> Folder: ...

    def save(self, name: str, content: bytes) -> None: ...


class DiskTeam(Team, Protocol):
    """A folder whose files other programs can lock, or be caught saving."""

    def lock(self, name: str) -> None:
        """From now on the file is read-only."""

    def is_saving(self, name: str) -> None:
        """From now on the file is changed at every read."""


class MemoryTeam:
    def __init__(self) -> None:
        self.folder = MemoryFolder()

    def save(self, name: str, content: bytes) -> None:
        self.folder.files[name] = content

    def lock(self, name: str) -> None:
        self.folder.read_only.add(name)

    def is_saving(self, name: str) -> None:
        self.folder.busy.add(name)


class MeddlingCrashPoints:
    """Does something whenever a file has just been read."""

    def __init__(self) -> None:
        self.meddle: Callable[[], None] = lambda: None

    def reached(self, step: str) -> None:
        if step == "folder.read":
            self.meddle()


class FileTeam:
    def __init__(self, top: Path) -> None:
        self._top = top
        self._crash_points = MeddlingCrashPoints()
        self.folder: Folder = FileFolder(top, self._crash_points)

    def save(self, name: str, content: bytes) -> None:
        path = self._top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)

    def lock(self, name: str) -> None:
        (self._top / name).chmod(0o444)

    def is_saving(self, name: str) -> None:
        def append() -> None:
            with (self._top / name).open("ab") as file:
                file.write(b"more")

        self._crash_points.meddle = append


class S3Team:
    def __init__(self, s3: S3) -> None:
        self.folder = S3Folder(s3)
        self._s3 = s3

    def save(self, name: str, content: bytes) -> None:
        place = next(place for place in FOLDER if name.startswith(place.names))
        self._s3.put(place, name, content)


class BesideWorkbookTeam(FileTeam):
    """Files beside a workbook that holds no table."""

    def __init__(self, top: Path) -> None:
        super().__init__(top)
        super().save("team.xlsx", make_workbook({"Notes": [["to do"]]}))
        self.folder = open_team_folder(top, self._crash_points)


class TabsTeam(BesideWorkbookTeam):
    """Tables are tabs, and all else is files."""

    def __init__(self, top: Path) -> None:
        super().__init__(top)
        self._tabs: dict[str, bytes] = {}

    def save(self, name: str, content: bytes) -> None:
        if name not in TABLES:
            return super().save(name, content)
        self._tabs[name] = content
        tabs = {Path(table).stem.title(): parse_grid(rows) for table, rows in self._tabs.items()}
        return super().save("team.xlsx", make_workbook(tabs))


def make_team(kind: str, request: pytest.FixtureRequest, top: Path) -> Team:
    match kind:
        case "memory":
            return MemoryTeam()
        case "files":
            return FileTeam(top)
        case "beside a workbook":
            return BesideWorkbookTeam(top)
        case "tabs":
            return TabsTeam(top)
        case "google":
            google_team: Team = request.getfixturevalue("google_team")
            return google_team
    return S3Team(request.getfixturevalue("s3"))


@pytest.fixture
def google_team() -> Iterator[GoogleTeam]:
    with serving_google() as google:
        yield GoogleTeam(google)


@pytest.fixture(params=["memory", "files", "s3", "beside a workbook", "tabs", "google"])
def team(request: pytest.FixtureRequest, tmp_path: Path) -> Team:
    return make_team(request.param, request, tmp_path)


@pytest.fixture(params=["memory", "files", "s3", "beside a workbook"])
def file_team(request: pytest.FixtureRequest, tmp_path: Path) -> Team:
    """Every table is a file of its own: it keeps its very bytes, and its stamp."""
    return make_team(request.param, request, tmp_path)


@pytest.fixture(params=["memory", "files", "beside a workbook"])
def disk_team(request: pytest.FixtureRequest, tmp_path: Path) -> DiskTeam:
    """S3 has no read-only objects, and none is ever seen half saved."""
    match request.param:
        case "memory":
            return MemoryTeam()
        case "files":
            return FileTeam(tmp_path)
    return BesideWorkbookTeam(tmp_path)


def test_replace_leaves_a_file_that_is_read_only_alone(disk_team: DiskTeam) -> None:
    disk_team.save("jobs/board.csv", OLD)
    disk_team.lock("jobs/board.csv")
    with pytest.raises(Permanent, match=r"jobs/board\.csv is read-only"):
        disk_team.folder.replace("jobs/board.csv", NEW, digest_content(OLD))
    assert disk_team.folder.read("jobs/board.csv").content == OLD


def test_read_refuses_a_file_of_more_bytes_than_are_wanted(team: Team) -> None:
    team.save("photo.jpg", b"12345")
    assert team.folder.read("photo.jpg", most=5).content == b"12345"
    with pytest.raises(InputError, match="the file has 5 bytes; at most 4 are taken"):
        team.folder.read("photo.jpg", most=4)


def test_read_gives_the_bytes_and_their_digest(file_team: Team) -> None:
    file_team.save("rota/staff.csv", b"name\r\nAnn\r\n")

    assert file_team.folder.read("rota/staff.csv") == FileContent(
        b"name\r\nAnn\r\n", "171741b8b5af32a0174e48c83747621acd62fd746fe852e689922be2ebda92de"
    )


def test_read_of_no_file_raises_not_found(team: Team) -> None:
    with pytest.raises(NotFound, match="people.csv"):
        team.folder.read("people.csv")


def test_file_that_changes_while_it_is_read_is_temporary(disk_team: DiskTeam) -> None:
    disk_team.save("people.csv", b"name\n")
    disk_team.is_saving("people.csv")

    with pytest.raises(Temporary, match="people.csv is being saved"):
        disk_team.folder.read("people.csv")


@pytest.mark.parametrize("is_new", [True, False], ids=["a new file", "a file that was read"])
def test_of_many_that_replace_the_same_state_one_wins(team: Team, is_new: bool) -> None:
    if not is_new:
        team.save("people.csv", OLD)
    expected = None if is_new else digest_content(OLD)

    def replace(number: int) -> int | None:
        try:
            team.folder.replace("people.csv", f"name\nnew {number}\n".encode(), expected)
        except Conflict:
            return None
        return number

    with ThreadPoolExecutor(8) as pool:
        winners = [number for number in pool.map(replace, range(8)) if number is not None]
    assert [f"name\nnew {number}\n".encode() for number in winners] == [
        team.folder.read("people.csv").content
    ]


def test_replace_puts_new_content_in_the_place_of_what_was_read(team: Team) -> None:
    team.save("people.csv", OLD)
    read = team.folder.read("people.csv")

    written = team.folder.replace("people.csv", NEW, read.digest)

    assert written == FileContent(NEW, digest_content(NEW))
    assert team.folder.read("people.csv") == written


def test_replace_of_a_file_changed_meanwhile_is_a_conflict_and_changes_nothing(team: Team) -> None:
    team.save("people.csv", OLD)
    read = team.folder.read("people.csv")
    team.save("people.csv", THEIRS)

    with pytest.raises(Conflict):
        team.folder.replace("people.csv", NEW, read.digest)

    assert team.folder.read("people.csv").content == THEIRS


def test_replace_with_no_digest_makes_a_file_only_where_there_is_none(team: Team) -> None:
    team.folder.replace("rota/week.csv", b"first", None)

    with pytest.raises(Conflict):
        team.folder.replace("rota/week.csv", b"second", None)

    assert team.folder.read("rota/week.csv").content == b"first"


def test_replace_of_a_file_that_is_gone_is_a_conflict(team: Team) -> None:
    with pytest.raises(Conflict):
        team.folder.replace("people.csv", NEW, digest_content(OLD))

    assert not team.folder.exists("people.csv")


def test_files_are_listed_in_order_and_hidden_ones_never(team: Team) -> None:
    for name in ("rota/staff.csv", "people.csv", "rota/deep/x.csv", ".belfry/book.db", "rota/.x"):
        team.save(name, b"x")

    assert list(team.folder.list()) == ["people.csv", "rota/deep/x.csv", "rota/staff.csv"]
    assert list(team.folder.list("rota")) == ["rota/deep/x.csv", "rota/staff.csv"]
    assert list(team.folder.list("nothing")) == []


def test_stamps_are_given_in_order_and_of_hidden_files_never(team: Team) -> None:
    for name in ("rota/staff.csv", "people.csv", "rota/deep/x.csv", ".belfry/book.db", "rota/.x"):
        team.save(name, b"x")

    assert list(team.folder.stamps()) == ["people.csv", "rota/deep/x.csv", "rota/staff.csv"]
    assert list(team.folder.stamps("rota")) == ["rota/deep/x.csv", "rota/staff.csv"]
    assert dict(team.folder.stamps("rota")).items() <= dict(team.folder.stamps()).items()
    assert dict(team.folder.stamps("nothing")) == {}
    assert list(team.folder.stamps(is_deep=False)) == ["people.csv"]
    assert list(team.folder.stamps("rota", is_deep=False)) == ["rota/staff.csv"]


def test_stamp_stays_while_the_file_does(file_team: Team) -> None:
    file_team.save("people.csv", b"name\n")
    file_team.save("jobs/board.csv", b"job_id\n")
    before = dict(file_team.folder.stamps())
    file_team.save("jobs/board.csv", b"job_id,stage\n")
    file_team.folder.read("people.csv")

    after = dict(file_team.folder.stamps())

    assert after["people.csv"] == before["people.csv"]
    assert after["jobs/board.csv"] != before["jobs/board.csv"]


def test_stamp_changes_with_a_replace_by_as_many_bytes(team: Team) -> None:
    team.save("people.csv", OLD)
    before = dict(team.folder.stamps())
    team.folder.replace("people.csv", NEW, digest_content(OLD))

    assert dict(team.folder.stamps()) != before


def test_file_exists_or_not(team: Team) -> None:
    team.save("people.csv", b"")

    assert team.folder.exists("people.csv")
    assert not team.folder.exists("rota/people.csv")


BAD_NAMES = [
    *("", ".", "..", "../x.csv", "rota/../../x.csv", "/etc/passwd", "rota//x.csv", "rota/"),
    *(".belfry/book.db", "rota/.hidden", "a\\b.csv", "C:x.csv", "a\x00b", "a\nb", " x.csv"),
    *("x.csv ", "x" * 201, "a*b.csv", "./x.csv"),
]


@pytest.mark.parametrize("name", BAD_NAMES)
def test_name_that_could_lead_elsewhere_is_refused(team: Team, name: str) -> None:
    with pytest.raises(InputError):
        team.folder.read(name)
    with pytest.raises(InputError):
        team.folder.replace(name, b"x", None)
    with pytest.raises(InputError):
        team.folder.exists(name)
    if name:
        with pytest.raises(InputError):
            team.folder.list(name)
        with pytest.raises(InputError):
            team.folder.stamps(name)
