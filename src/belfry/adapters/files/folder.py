"""The team's files and Belfry's own, in a folder on this machine's disk."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path, PurePosixPath

from belfry.adapters.files.writes import (
    file_errors,
    find_place,
    locked,
    put_whole,
    sync_folder,
)
from belfry.kernel.errors import Conflict, InputError, NotFound, Permanent, Temporary
from belfry.ports.files import FileContent, check_file_name, check_size, digest_content
from belfry.ports.store import CrashPoints

OWN = ".belfry"
_WRITABLE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH


class FileFolder:
    """`top` is the team's folder; Belfry's own lock lies in its `.belfry`."""

    def __init__(self, top: Path, crash_points: CrashPoints) -> None:
        self._top = top
        self._crash_points = crash_points

    def read(self, name: str, *, most: int | None = None) -> FileContent:
        place = find_place(self._top, name)
        with file_errors(name):
            content = self._read_whole(place, name, most)
        return FileContent(content, digest_content(content))

    def replace(self, name: str, content: bytes, expected_digest: str | None) -> FileContent:
        place = find_place(self._top, name)

        def check() -> None:
            self._crash_points.reached("folder.written")
            if _present_digest(place) != expected_digest:
                raise Conflict(f"{name} was changed meanwhile")
            if _is_read_only(place):
                raise Permanent(f"{name} is read-only")

        with file_errors(name), locked(self._top / OWN / "folder.lock"):
            place.parent.mkdir(parents=True, exist_ok=True)
            put_whole(place, content, check)
        self._crash_points.reached("folder.replaced")
        return FileContent(content, digest_content(content))

    def exists(self, name: str) -> bool:
        return find_place(self._top, name).is_file()

    def list(self, under: str = "") -> Sequence[str]:
        return sorted(name for name, _ in self._find_files(under))

    def stamps(self, under: str = "") -> Mapping[str, str]:
        return {name: _render_stamp(status) for name, status in sorted(self._find_files(under))}

    def _read_whole(self, place: Path, name: str, most: int | None) -> bytes:
        """The file's bytes, if it was the same file, untouched, before and after."""
        with open(place, "rb", buffering=0) as file:
            before = _stamp(os.fstat(file.fileno()))
            check_size(before[1], most)
            content = file.read()
            self._crash_points.reached("folder.read")
            after = _stamp(os.stat(place))
        if before != after or len(content) != after[1]:
            raise Temporary(f"{name} is being saved: it changed while it was read")
        return content

    def _find_files(self, under: str) -> Iterator[tuple[str, os.stat_result]]:
        """Every file below `under` that `read` would give, with its status."""
        top = find_place(self._top, under) if under else self._top
        for folder, folders, files in os.walk(top):
            folders[:] = [name for name in folders if not name.startswith(".")]
            above = (PurePosixPath(under) / Path(folder).relative_to(top).as_posix()).as_posix()
            for file in files:
                # Files that cannot be read are left out: a bad name, a link that leads away.
                with suppress(InputError, OSError):
                    name = check_file_name(file if above == "." else f"{above}/{file}")
                    status = self._find_status(name, os.path.join(folder, file))
                    if stat.S_ISREG(status.st_mode):
                        yield name, status

    def _find_status(self, name: str, path: str) -> os.stat_result:
        """Only a link can lead away: resolving every name would take several times as long."""
        status = os.lstat(path)
        return find_place(self._top, name).stat() if stat.S_ISLNK(status.st_mode) else status


def _present_digest(place: Path) -> str | None:
    try:
        return digest_content(place.read_bytes())
    except FileNotFoundError:
        return None


def _is_read_only(place: Path) -> bool:
    """A rename does not ask whether the old file may be written."""
    return place.exists() and not place.stat().st_mode & _WRITABLE


def _render_stamp(status: os.stat_result) -> str:
    """With the ctime: a program may set back the time at which a file was saved."""
    marks = (status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)
    return "-".join(str(mark) for mark in marks)


def _stamp(status: os.stat_result) -> tuple[int, int, int, int]:
    return status.st_ino, status.st_size, status.st_mtime_ns, status.st_dev


class FileBlobStore:
    """`top` is the team's folder."""

    def __init__(self, top: Path, crash_points: CrashPoints) -> None:
        self._own = top / OWN / "kept"
        self._lock = top / OWN / "kept.lock"
        self._crash_points = crash_points

    def put(self, name: str, content: bytes) -> None:
        place = find_place(self._own, name)
        with file_errors(name), locked(self._lock):
            if place.is_dir() or any(parent.is_file() for parent in place.parents):
                raise Conflict(f"{name} cannot be a file and a folder of others at once")
            _make_folder(place.parent)
            put_whole(place, content, lambda: self._crash_points.reached("blobs.written"))
        self._crash_points.reached("blobs.put")

    def get(self, name: str) -> bytes:
        place = find_place(self._own, name)
        with file_errors(name):
            if place.is_dir():
                raise NotFound(f"there is no file {name}")
            return place.read_bytes()

    def remove(self, name: str) -> None:
        place = find_place(self._own, name)
        with file_errors(name), locked(self._lock):
            if place.is_file():
                place.unlink(missing_ok=True)
                sync_folder(place.parent)
                self._crash_points.reached("blobs.removed")
                self._tidy(place.parent)

    def _tidy(self, folder: Path) -> None:
        """Take away folders with nothing left in them, so that their names are free again."""
        top = Path(os.path.realpath(self._own))
        while folder != top and not any(folder.iterdir()):
            folder.rmdir()
            folder = folder.parent


def _make_folder(folder: Path) -> None:
    """Make it and those above it, each so that its name survives a power cut."""
    if not folder.is_dir():
        _make_folder(folder.parent)
        folder.mkdir()
        sync_folder(folder.parent)
