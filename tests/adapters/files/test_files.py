"""How files and versions fare on a real disk: killed processes, links, permissions, neighbours."""

from __future__ import annotations

import gzip
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.fakes.crash_points import CrashingPoints
from tests.samples import NOON

from belfry.adapters.files.folder import (
    FileFolder,
    FileVersions,
    Unchanged,
    locked,
    pack_version,
)
from belfry.kernel.errors import Conflict, InputError, Permanent, Temporary
from belfry.ports.files import Version, digest_content

SOURCE = Path(__file__).parents[3] / "src"

KEEPER = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from belfry.adapters.files.folder import FileVersions
from tests.fakes.crash_points import CrashingPoints
versions = FileVersions(Path(sys.argv[1]), CrashingPoints())
for number in range(25):
    versions.keep("a.csv", f"{sys.argv[2]} {number}".encode(), datetime(2026, 11, 16, tzinfo=UTC))
"""

REPLACER = """
import sys
from collections.abc import Callable
from pathlib import Path
from belfry.adapters.files.folder import FileFolder
from tests.fakes.crash_points import CrashingPoints
from belfry.kernel.errors import Conflict, Temporary
folder = FileFolder(Path(sys.argv[1]), CrashingPoints())
added = 0
while added < 25:
    try:
        file = folder.read("count.txt")
        folder.replace("count.txt", str(int(file.content) + 1).encode(), file.digest)
    except (Conflict, Temporary):
        continue
    added += 1
"""

KILLED = """
import os, sys
from datetime import UTC, datetime
from pathlib import Path
from belfry.adapters.files.folder import FileFolder
from belfry.adapters.files.folder import FileVersions
from belfry.ports.files import digest_content

class Killing:
    def reached(self, step):
        if step == sys.argv[2]:
            os._exit(9)

top = Path(sys.argv[1])
if sys.argv[2].startswith("folder"):
    FileFolder(top, Killing()).replace("a.csv", b"new", digest_content(b"old"))
else:
    FileVersions(top, Killing()).keep("a.csv", b"new", datetime(2026, 11, 16, tzinfo=UTC))
"""


def start(program: str, *args: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen((sys.executable, "-c", program, *args), env={"PYTHONPATH": str(SOURCE)})


def run_killed(top: Path, step: str) -> None:
    assert start(KILLED, str(top), step).wait(timeout=300) == 9


@pytest.fixture
def folder(tmp_path: Path) -> FileFolder:
    return FileFolder(tmp_path, CrashingPoints())


@pytest.fixture
def versions(tmp_path: Path) -> FileVersions:
    return FileVersions(tmp_path, CrashingPoints())


@pytest.mark.parametrize(
    "step, left",
    [
        pytest.param("folder.written", b"old", id="before the new file takes its place"),
        pytest.param("folder.replaced", b"new", id="after it has"),
    ],
)
def test_killed_replace_leaves_one_file_or_the_other(
    tmp_path: Path, folder: FileFolder, step: str, left: bytes
) -> None:
    (tmp_path / "a.csv").write_bytes(b"old")

    run_killed(tmp_path, step)

    assert folder.read("a.csv").content == left
    assert list(folder.list()) == ["a.csv"]
    folder.replace("a.csv", b"newer", digest_content(left))
    assert sorted(path.name for path in tmp_path.iterdir()) == [".belfry", "a.csv"]


@pytest.mark.parametrize(
    "step, numbers",
    [
        pytest.param("versions.written", [1], id="before the version has its name"),
        pytest.param("versions.kept", [2, 1], id="after it has"),
    ],
)
def test_killed_keep_leaves_a_whole_version_or_none(
    tmp_path: Path, versions: FileVersions, step: str, numbers: list[int]
) -> None:
    versions.keep("a.csv", b"old", NOON)

    run_killed(tmp_path, step)

    assert [version.number for version in versions.list("a.csv")] == numbers
    assert versions.keep("a.csv", b"new", NOON).number == 2
    assert versions.get("a.csv", 2) == b"new"


def test_two_processes_that_keep_at_once_lose_nothing_and_share_no_number(
    tmp_path: Path, versions: FileVersions
) -> None:
    keepers = [start(KEEPER, str(tmp_path), name) for name in ("ann", "bob")]
    assert [keeper.wait(timeout=300) for keeper in keepers] == [0, 0]

    listed = versions.list("a.csv", limit=1000)

    assert [version.number for version in listed] == list(range(50, 0, -1))
    contents = {versions.get("a.csv", version.number).decode() for version in listed}
    assert contents == {f"{name} {number}" for name in ("ann", "bob") for number in range(25)}


def test_two_processes_that_replace_at_once_overwrite_nothing(tmp_path: Path) -> None:
    (tmp_path / "count.txt").write_bytes(b"0")
    replacers = [start(REPLACER, str(tmp_path)) for _ in range(2)]

    assert [replacer.wait(timeout=300) for replacer in replacers] == [0, 0]
    assert (tmp_path / "count.txt").read_bytes() == b"50"


def test_file_saved_while_ours_is_being_written_is_not_overwritten(tmp_path: Path) -> None:
    class Meddling:
        def reached(self, step: str) -> None:
            if step == "folder.written":
                (tmp_path / "a.csv").write_bytes(b"theirs")

    (tmp_path / "a.csv").write_bytes(b"old")

    with pytest.raises(Conflict):
        FileFolder(tmp_path, Meddling()).replace("a.csv", b"ours", digest_content(b"old"))

    assert (tmp_path / "a.csv").read_bytes() == b"theirs"
    assert sorted(path.name for path in tmp_path.iterdir()) == [".belfry", "a.csv"]


def test_replace_keeps_permissions(tmp_path: Path, folder: FileFolder) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"old")
    path.chmod(0o640)

    folder.replace("a.csv", b"new", digest_content(b"old"))

    assert stat.S_IMODE(path.stat().st_mode) == 0o640


@pytest.mark.parametrize("name", ["out.csv", "away/secret.csv"])
def test_link_out_of_the_folder_is_refused(tmp_path: Path, name: str) -> None:
    external_scheduler, top = tmp_path / "outside", tmp_path / "team"
    external_scheduler.mkdir()
    top.mkdir()
    (external_scheduler / "secret.csv").write_bytes(b"secret")
    (top / "out.csv").symlink_to(external_scheduler / "secret.csv")
    (top / "away").symlink_to(external_scheduler)
    folder = FileFolder(top, CrashingPoints())

    with pytest.raises(InputError, match="leads out of the team's folder"):
        folder.read(name)
    with pytest.raises(InputError, match="leads out of the team's folder"):
        folder.replace(name, b"x", digest_content(b"secret"))
    assert list(folder.list()) == []
    assert dict(folder.stamps()) == {}
    assert (external_scheduler / "secret.csv").read_bytes() == b"secret"


def test_link_within_the_folder_stays_a_link(tmp_path: Path, folder: FileFolder) -> None:
    (tmp_path / "real.csv").write_bytes(b"old")
    (tmp_path / "link.csv").symlink_to("real.csv")

    folder.replace("link.csv", b"new", digest_content(b"old"))

    assert (tmp_path / "link.csv").is_symlink()
    assert (tmp_path / "real.csv").read_bytes() == b"new"


def test_stamp_of_a_link_is_that_of_the_file_it_leads_to(
    tmp_path: Path, folder: FileFolder
) -> None:
    (tmp_path / "real.csv").write_bytes(b"old")
    (tmp_path / "link.csv").symlink_to("real.csv")
    before = folder.stamps()["link.csv"]

    (tmp_path / "real.csv").write_bytes(b"longer")

    assert folder.stamps()["link.csv"] == folder.stamps()["real.csv"] != before


def test_stamp_changes_though_the_time_of_saving_is_set_back(
    tmp_path: Path, folder: FileFolder
) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"old")
    os.utime(path, ns=(0, 0))
    before, changed = folder.stamps(), path.stat().st_ctime_ns

    while path.stat().st_ctime_ns == changed:
        path.write_bytes(b"new")
        os.utime(path, ns=(0, 0))

    assert folder.stamps() != before


@pytest.mark.parametrize("name", ["a:b.csv", "a\nb.csv", " a.csv", "broken.csv", "pipe"])
def test_what_cannot_be_read_is_not_listed(tmp_path: Path, folder: FileFolder, name: str) -> None:
    if name == "broken.csv":
        (tmp_path / name).symlink_to("nowhere.csv")
    elif name == "pipe":
        os.mkfifo(tmp_path / name)
    else:
        (tmp_path / name).write_bytes(b"x")

    assert list(folder.list()) == []
    assert dict(folder.stamps()) == {}


def test_link_to_itself_is_permanent(tmp_path: Path, folder: FileFolder) -> None:
    (tmp_path / "a.csv").symlink_to("a.csv")

    with pytest.raises(Permanent):
        folder.read("a.csv")


def test_versions_of_a_link_out_of_the_folder_are_refused(tmp_path: Path) -> None:
    (tmp_path / "team" / ".belfry" / "versions").mkdir(parents=True)
    (tmp_path / "team" / ".belfry" / "versions" / "a.csv").symlink_to(tmp_path)

    with pytest.raises(InputError):
        FileVersions(tmp_path / "team", CrashingPoints()).keep("a.csv", b"x", NOON)


def test_version_is_a_file_that_any_unzip_program_opens(
    tmp_path: Path, versions: FileVersions
) -> None:
    versions.keep("rota/staff.csv", b"name\nAnn\n", NOON)

    packed = tmp_path / ".belfry" / "versions" / "rota" / "staff.csv" / "000001.gz"
    assert gzip.decompress(packed.read_bytes()) == b"name\nAnn\n"


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda packed: packed[:-3], id="cut short"),
        pytest.param(lambda packed: b"", id="emptied"),
        pytest.param(lambda packed: packed.replace(b'"size"', b'"sise"'), id="its head changed"),
        pytest.param(lambda packed: gzip.compress(b"forged"), id="another file in its place"),
        pytest.param(
            lambda packed: pack_version(Version(2, NOON, digest_content(b"two"), 3), b"forged"),
            id="other content under its head",
        ),
    ],
)
def test_damaged_version_is_said_and_its_number_not_given_again(
    tmp_path: Path, versions: FileVersions, damage: Callable[[bytes], bytes]
) -> None:
    versions.keep("a.csv", b"one", NOON)
    versions.keep("a.csv", b"two", NOON)
    packed = tmp_path / ".belfry" / "versions" / "a.csv" / "000002.gz"
    packed.write_bytes(damage(packed.read_bytes()))

    with pytest.raises(Permanent, match="version 2 of a.csv is damaged"):
        versions.get("a.csv", 2)
    assert versions.keep("a.csv", b"three", NOON).number == 3
    assert versions.get("a.csv", 1) == b"one"


def test_folder_another_process_is_writing_in_is_temporary(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    with (
        locked(lock),
        pytest.raises(Temporary, match="another process"),
        locked(lock, patience=0),
    ):
        pass
    with locked(lock, patience=0):
        pass


def test_folder_in_the_place_of_a_file_is_permanent(tmp_path: Path, folder: FileFolder) -> None:
    (tmp_path / "a.csv").mkdir()

    with pytest.raises(Permanent):
        folder.read("a.csv")
    assert not folder.exists("a.csv")


LONG_AGO, TO_COME = 10**18, 10**19


def make_status(saved_at: int, *, size: int = 4) -> os.stat_result:
    times = {"st_mtime_ns": saved_at, "st_ctime_ns": saved_at}
    return os.stat_result((0, 0, 0, 0, 0, 0, size, 0, 0, 0), times)


@pytest.mark.parametrize(
    "first, second, is_read_again",
    [
        pytest.param(make_status(LONG_AGO), make_status(LONG_AGO), False, id="untouched"),
        pytest.param(make_status(LONG_AGO), make_status(LONG_AGO + 1), True, id="saved since"),
        pytest.param(make_status(LONG_AGO), make_status(LONG_AGO, size=5), True, id="longer"),
        pytest.param(make_status(TO_COME), make_status(TO_COME), True, id="saved just now"),
        pytest.param(
            make_status(LONG_AGO, size=2**30), make_status(LONG_AGO, size=2**30), True, id="large"
        ),
    ],
)
def test_file_is_read_again_unless_it_is_known_to_be_unchanged(
    first: os.stat_result, second: os.stat_result, is_read_again: bool
) -> None:
    unchanged, states = Unchanged(), iter(["first", "second"])

    assert unchanged("a.csv", first, lambda: next(states)) == "first"
    read_again = unchanged("a.csv", second, lambda: next(states))

    assert read_again == ("second" if is_read_again else "first")
