"""The blob store on a real disk: killed processes, links, and what it leaves behind."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.fakes.crash_points import CrashingPoints

from belfry.adapters.files.folder import FileBlobStore
from belfry.kernel.errors import InputError, NotFound, Permanent

SOURCE = Path(__file__).parents[3] / "src"
NAME = "photos/J-17/ready.jpg"

KILLED = """
import os, sys
from pathlib import Path
from belfry.adapters.files.folder import FileBlobStore

class Killing:
    def reached(self, step):
        if step == sys.argv[2]:
            os._exit(9)

blobs = FileBlobStore(Path(sys.argv[1]), Killing())
blobs.put("photos/J-17/ready.jpg", b"new")
blobs.remove("photos/J-17/ready.jpg")
"""

READER = """
import sys
from pathlib import Path
from belfry.adapters.files.folder import FileBlobStore
from tests.fakes.crash_points import CrashingPoints
blobs = FileBlobStore(Path(sys.argv[1]), CrashingPoints())
for number in range(60):
    content = blobs.get("a.jpg")
    assert len(content) == 300_000 and len(set(content)) == 1, len(content)
    blobs.put("a.jpg", bytes([number]) * 300_000)
"""


def start(program: str, *args: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen((sys.executable, "-c", program, *args), env={"PYTHONPATH": str(SOURCE)})


@pytest.fixture
def blobs(tmp_path: Path) -> FileBlobStore:
    return FileBlobStore(tmp_path, CrashingPoints())


@pytest.mark.parametrize(
    "step, left",
    [
        pytest.param("blobs.written", b"old", id="before the new file takes its place"),
        pytest.param("blobs.put", b"new", id="after it has"),
        pytest.param("blobs.removed", None, id="after it was removed"),
    ],
)
def test_killed_process_leaves_the_old_file_or_the_new_one_or_none(
    tmp_path: Path, blobs: FileBlobStore, step: str, left: bytes | None
) -> None:
    blobs.put(NAME, b"old")

    assert start(KILLED, str(tmp_path), step).wait(timeout=300) == 9

    if left is None:
        with pytest.raises(NotFound):
            blobs.get(NAME)
    else:
        assert blobs.get(NAME) == left
    blobs.put(NAME, b"newer")
    assert [path.name for path in (tmp_path / ".belfry/kept/photos/J-17").iterdir()] == [
        "ready.jpg"
    ]


def test_processes_that_put_at_once_are_never_seen_half_done(
    tmp_path: Path, blobs: FileBlobStore
) -> None:
    blobs.put("a.jpg", b"x" * 300_000)
    readers = [start(READER, str(tmp_path)) for _ in range(2)]

    assert [reader.wait(timeout=300) for reader in readers] == [0, 0]


def test_what_is_kept_lies_in_belfrys_own_folder(tmp_path: Path, blobs: FileBlobStore) -> None:
    blobs.put(NAME, b"x")

    assert (tmp_path / ".belfry" / "kept" / NAME).read_bytes() == b"x"


def test_every_new_folder_is_synced_so_that_a_power_cut_cannot_take_it(
    tmp_path: Path, blobs: FileBlobStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    fsync = os.fsync

    def watch(descriptor: int) -> None:
        synced.append(os.fstat(descriptor).st_ino)
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", watch)
    blobs.put(NAME, b"x")

    kept_folder = tmp_path / ".belfry" / "kept"
    file = kept_folder / NAME
    places = [kept_folder.parent, kept_folder, kept_folder / "photos", file, file.parent]
    assert synced == [place.stat().st_ino for place in places]


def test_empty_folders_go_with_the_last_file_in_them(tmp_path: Path, blobs: FileBlobStore) -> None:
    blobs.put(NAME, b"x")
    blobs.put("photos/J-18/ready.jpg", b"x")

    blobs.remove(NAME)

    kept_folder = tmp_path / ".belfry" / "kept"
    assert [path.name for path in (kept_folder / "photos").iterdir()] == ["J-18"]
    blobs.remove("photos/J-18/ready.jpg")
    assert list(kept_folder.iterdir()) == []


def test_link_out_of_the_blob_store_is_refused(tmp_path: Path) -> None:
    kept_folder = tmp_path / "team" / ".belfry" / "kept"
    kept_folder.mkdir(parents=True)
    (tmp_path / "secret").write_bytes(b"secret")
    (kept_folder / "a.jpg").symlink_to(tmp_path / "secret")
    blobs = FileBlobStore(tmp_path / "team", CrashingPoints())

    for act in (blobs.get, blobs.remove, lambda name: blobs.put(name, b"x")):
        with pytest.raises(InputError, match="leads out of the team's folder"):
            act("a.jpg")
    assert (tmp_path / "secret").read_bytes() == b"secret"


def test_name_longer_than_the_disk_takes_is_permanent(blobs: FileBlobStore) -> None:
    with pytest.raises(Permanent):
        blobs.put("東" * 150, b"x")
