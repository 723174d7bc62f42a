"""The team's files and Belfry's own, in a folder on this machine's disk."""

from __future__ import annotations

import errno
import gzip
import json
import os
import re
import stat
import struct
import sys
import time
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from functools import lru_cache, partial
from itertools import accumulate
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, TypeVar

from belfry.kernel.errors import Conflict, InputError, NotFound, Permanent, Temporary
from belfry.ports.files import (
    WORKBOOK,
    FileContent,
    Folder,
    Version,
    check_file_name,
    check_order,
    check_size,
    digest_content,
)
from belfry.ports.store import CrashPoints
from belfry.workspace.tables import MOST_CACHED, Cache

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from belfry.ports.store import CrashPoints

T = TypeVar("T")

NEW_FILE = 0o644
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)


def put_whole(path: Path, content: bytes, check: Callable[[], None]) -> None:
    """Write a temporary file, `check` at the last moment, then rename it over the file.

    The temporary name is always the same, so that what a killed process left is overwritten: only
    one process at a time may be here.
    """
    beside = path.with_name(f".{path.name}.belfry-new")
    try:
        _write(beside, content, like=path)
        check()
        os.replace(beside, path)
    finally:
        with suppress(FileNotFoundError):
            beside.unlink()
    sync_folder(path.parent)


def sync_folder(path: Path) -> None:
    """Make a new name in a folder survive a power cut."""
    if sys.platform == "win32":
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _write(beside: Path, content: bytes, *, like: Path) -> None:
    with suppress(FileNotFoundError):
        beside.unlink()
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK | getattr(os, "O_BINARY", 0)
    with open(os.open(beside, flags, NEW_FILE), "wb") as file:
        file.write(content)
        file.flush()
        _keep_rights(beside, like)
        os.fsync(file.fileno())


def _keep_rights(beside: Path, like: Path) -> None:
    """Give the new file the old one's permissions and, where we may, its owner."""
    try:
        old = like.stat()
    except FileNotFoundError:
        return
    if sys.platform != "win32":
        with suppress(PermissionError):
            os.chown(beside, old.st_uid, old.st_gid)
    beside.chmod(stat.S_IMODE(old.st_mode))


_PASSING = frozenset({errno.EAGAIN, errno.EBUSY, errno.EINTR, errno.ETXTBSY, errno.ESTALE})
# Windows refuses a file that another program holds open: ERROR_SHARING_VIOLATION, _LOCK_.
_HELD_OPEN = frozenset({32, 33})


def find_place(top: Path, name: str) -> Path:
    """The file itself, through links that stay within `top`; InputError for those that do not."""
    return Path(find_path(top, name))


def find_path(top: Path, name: str) -> str:
    """The same as text, which is quicker."""
    paths = _list_paths(top, name)
    # Only a link can lead away, or a junction: resolving every name takes several times as long.
    if sys.platform != "win32" and not any(map(os.path.islink, paths)):
        return paths[-1]
    home = os.path.realpath(top)
    path = os.path.realpath(os.path.join(home, name))
    if not Path(path).is_relative_to(home):
        raise InputError(f"{name} leads out of the team's folder", field="name")
    return path


@lru_cache(maxsize=1024)
def _list_paths(top: Path, name: str) -> tuple[str, ...]:
    """The folder, those below it and the file; InputError for a name that no file may have."""
    return tuple(accumulate(check_file_name(name).split("/"), os.path.join, initial=str(top)))


@contextmanager
def file_errors(name: str) -> Iterator[None]:
    """Raise the system's errors about a file as Belfry's own."""
    try:
        yield
    except (FileNotFoundError, NotADirectoryError) as error:
        raise NotFound(f"there is no file {name}") from error
    except OSError as error:
        message = f"{name}: {error.strerror or error}"
        if error.errno in _PASSING or getattr(error, "winerror", None) in _HELD_OPEN:
            raise Temporary(message) from error
        raise Permanent(message) from error


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


PATIENCE = 10.0
_PAUSE = 0.01


@contextmanager
def locked(path: Path, *, patience: float = PATIENCE) -> Iterator[None]:
    """Hold a lock between processes; Temporary if it takes too long to get."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _wait(descriptor, time.monotonic() + patience)
        yield
    finally:
        os.close(descriptor)


def _wait(descriptor: int, until: float) -> None:
    while True:
        try:
            return _lock(descriptor)
        except OSError as error:
            if time.monotonic() >= until:
                raise Temporary("another process is writing in the team's folder") from error
        time.sleep(_PAUSE)


OWN = ".belfry"
_WRITABLE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH


class FileFolder:
    """`top` is the team's folder; Belfry's own lock lies in its `.belfry`."""

    def __init__(self, top: Path, crash_points: CrashPoints) -> None:
        self._top = top
        self._crash_points = crash_points
        self._unchanged = Unchanged()

    def read(self, name: str, *, most: int | None = None) -> FileContent:
        path = _list_paths(self._top, name)[-1]
        with file_errors(name):
            status = os.stat(path)
            check_size(status.st_size, most)
            self._crash_points.reached("folder.read")
            return self._unchanged(path, status, lambda: self._read_now(name, path, status))

    def replace(self, name: str, content: bytes, expected_digest: str | None) -> FileContent:
        place = find_place(self._top, name)

        def check() -> None:
            self._crash_points.reached("folder.written")
            if _present_digest(place) != expected_digest:
                raise Conflict(f"{name} was changed meanwhile")
            if place.exists() and (not place.stat().st_mode & _WRITABLE):
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

    def stamps(self, under: str = "", *, is_deep: bool = True) -> Mapping[str, str]:
        files = sorted(self._find_files(under, is_deep=is_deep))
        return {name: _render_stamp(status) for name, status in files}

    def _read_now(self, name: str, path: str, status: os.stat_result) -> FileContent:
        with open(find_path(self._top, name), "rb", buffering=0) as file:
            content = file.read()
        if _stamp(status) != _stamp(os.stat(path)) or len(content) != status.st_size:
            raise Temporary(f"{name} is being saved: it changed while it was read")
        return FileContent(content, digest_content(content))

    def _find_files(
        self, under: str, *, is_deep: bool = True
    ) -> Iterator[tuple[str, os.stat_result]]:
        """Every file below `under` that `read` would give, with its status."""
        top = find_place(self._top, under) if under else self._top
        for folder, folders, files in os.walk(top):
            folders[:] = [name for name in folders if is_deep and not name.startswith(".")]
            above = (PurePosixPath(under) / Path(folder).relative_to(top).as_posix()).as_posix()
            for file in files:
                # Files that cannot be read are left out: a bad name, a link that leads away.
                with suppress(InputError, OSError):
                    name = check_file_name(file if above == "." else f"{above}/{file}")
                    status = self._find_status(name, os.path.join(folder, file))
                    if stat.S_ISREG(status.st_mode):
                        yield name, status

    def _find_status(self, name: str, path: str) -> os.stat_result:
        """The status of the file itself, if it is a link."""
        status = os.lstat(path)
        return find_place(self._top, name).stat() if stat.S_ISLNK(status.st_mode) else status


class WorkbookOrFiles:
    """The files of `top`; while the team's workbook is among them, `open_workbook`'s folder.

    What is read from workbooks is loaded then. A team without one pays a look at its name.
    """

    def __init__(self, top: Path, files: Folder, open_workbook: Callable[[Folder], Folder]) -> None:
        self._workbook = os.path.join(top, WORKBOOK)
        self._files = files
        self._open_workbook = lru_cache(maxsize=1)(partial(open_workbook, files))

    @property
    def _folder(self) -> Folder:
        if os.path.isfile(self._workbook):
            return self._open_workbook()
        return self._files

    def read(self, name: str, *, most: int | None = None) -> FileContent:
        return self._folder.read(name, most=most)

    def replace(self, name: str, content: bytes, expected_digest: str | None) -> FileContent:
        return self._folder.replace(name, content, expected_digest)

    def exists(self, name: str) -> bool:
        return self._folder.exists(name)

    def list(self, under: str = "") -> Sequence[str]:
        return self._folder.list(under)

    def stamps(self, under: str = "", *, is_deep: bool = True) -> Mapping[str, str]:
        return self._folder.stamps(under, is_deep=is_deep)


def _present_digest(place: Path) -> str | None:
    try:
        return digest_content(place.read_bytes())
    except FileNotFoundError:
        return None


def _render_stamp(status: os.stat_result) -> str:
    return "-".join(str(mark) for mark in _stamp(status))


def _stamp(status: os.stat_result) -> tuple[int, ...]:
    """With the ctime: a program may set back the time at which a file was saved."""
    times = status.st_mtime_ns, status.st_ctime_ns
    return (status.st_size, *times, status.st_ino, status.st_dev)


# File systems write times in steps, of up to two seconds.
_LONGEST_STEP = 3 * 10**9


class Unchanged:
    """What was read at a path, as long as its status says that nothing there has changed.

    If it was changed just now, the next change may have the same time: then it is read again.
    """

    def __init__(self) -> None:
        self._cache = Cache()

    def __call__(self, path: str, status: os.stat_result, read: Callable[[], T]) -> T:
        age = time.time_ns() - max(status.st_mtime_ns, status.st_ctime_ns)
        if age <= _LONGEST_STEP or status.st_size > MOST_CACHED:
            return read()
        return self._cache(path, _stamp(status), read)


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

    def list(self) -> Sequence[str]:
        return sorted(FileFolder(self._own, self._crash_points).list())

    def _tidy(self, folder: Path) -> None:
        """Take away folders with nothing left in them, so that their names are free again."""
        while not folder.samefile(self._own) and not any(folder.iterdir()):
            folder.rmdir()
            folder = folder.parent


def _make_folder(folder: Path) -> None:
    """Make it and those above it, each so that its name survives a power cut."""
    if not folder.is_dir():
        _make_folder(folder.parent)
        folder.mkdir()
        sync_folder(folder.parent)


_NAME = re.compile(r"(\d{6,})\.gz", re.ASCII)


class FileVersions:
    """`top` is the team's folder."""

    def __init__(self, top: Path, crash_points: CrashPoints) -> None:
        self._own = top / OWN / "versions"
        self._lock = top / OWN / "versions.lock"
        self._crash_points = crash_points
        self._unchanged = Unchanged()

    def keep(self, name: str, content: bytes, at: datetime) -> Version:
        digest = digest_content(content)
        # Mostly nothing has changed, and then no lock is needed.
        with suppress(OSError):
            path = _list_paths(self._own, name)[-1]
            latest = self._unchanged(path, os.stat(path), lambda: self._find_latest(path))
            if latest and latest.digest == digest:
                return latest
        folder = self._find_folder(name)
        with file_errors(name), locked(self._lock):
            if (latest := self._find_latest(folder)) and latest.digest == digest:
                return latest
            number = max(_numbers(folder), default=0) + 1
            version = Version(number, at, digest, len(content))
            self._put(folder / f"{number:06}.gz", pack_version(version, content))
        self._crash_points.reached("versions.kept")
        return version

    def list(self, name: str, *, limit: int = 100) -> Sequence[Version]:
        folder = self._find_folder(name)
        with file_errors(name):
            return self._list(folder, limit=limit)

    def get(self, name: str, number: int) -> bytes:
        folder = self._find_folder(name)
        with file_errors(f"version {number} of {name}"):
            packed = (folder / f"{number:06}.gz").read_bytes()
        content = unpack_version(packed)
        if content is None:
            raise Permanent(f"version {number} of {name} is damaged")
        return content

    def remove(self, name: str, number: int) -> None:
        folder = self._find_folder(name)
        with file_errors(name), locked(self._lock):
            if number == max(_numbers(folder), default=0):
                raise InputError(f"version {number} of {name} is the latest: it stays")
            (folder / f"{number:06}.gz").unlink(missing_ok=True)

    def names(self) -> Sequence[str]:
        packed = FileFolder(self._own, self._crash_points).list()
        folders = (name.rpartition("/") for name in packed)
        return sorted({folder for folder, _, file in folders if _NAME.fullmatch(file)})

    def load(self, name: str, version: Version, content: bytes) -> None:
        folder = self._find_folder(name)
        with file_errors(name), locked(self._lock):
            if version in self._list(folder, limit=sys.maxsize):
                return
            check_order(name, version, self._find_latest(folder))
            self._put(folder / f"{version.number:06}.gz", pack_version(version, content))

    def _find_folder(self, name: str) -> Path:
        return find_place(self._own, name)

    def _find_latest(self, folder: str | Path) -> Version | None:
        return next(iter(self._list(folder, limit=1)), None)

    def _list(self, folder: str | Path, *, limit: int) -> Sequence[Version]:
        """The newest first; a file that was damaged from outside is passed over."""
        versions: list[Version] = []
        for number in sorted(_numbers(folder), reverse=True):
            if len(versions) == limit:
                break
            with open(f"{folder}/{number:06}.gz", "rb", buffering=0) as file:
                version = read_version(file.read(HEAD))
            if version is not None:
                versions.append(version)
        return versions

    def _put(self, path: Path, packed: bytes) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        put_whole(path, packed, lambda: self._crash_points.reached("versions.written"))


def _numbers(folder: str | Path) -> Sequence[int]:
    try:
        names = os.listdir(folder)
    except FileNotFoundError:
        return []
    return [int(match[1]) for name in names if (match := _NAME.fullmatch(name))]


_MAGIC = b"\x1f\x8b\x08\x10"
_FIXED = 10
HEAD = 1024


def pack_version(version: Version, content: bytes) -> bytes:
    header = {
        "number": version.number,
        "at": version.at.isoformat(timespec="microseconds"),
        "digest": version.digest,
        "size": version.size,
    }
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    head = _MAGIC + struct.pack("<IBB", 0, 0, 255) + json.dumps(header).encode() + b"\x00"
    tail = struct.pack("<II", zlib.crc32(content), len(content) & 0xFFFFFFFF)
    return head + packer.compress(content) + packer.flush() + tail


@lru_cache(maxsize=1024)
def read_version(head: bytes) -> Version | None:
    """What the beginning of a packed file says of it; None if it is no such file."""
    comment, end, _ = head[_FIXED:].partition(b"\x00")
    if not head.startswith(_MAGIC) or not end:
        return None
    try:
        header = json.loads(comment)
        at = datetime.fromisoformat(header["at"])
        return Version(int(header["number"]), at, str(header["digest"]), int(header["size"]))
    except (ValueError, KeyError, TypeError):
        return None


def unpack_version(packed: bytes) -> bytes | None:
    """The content that was packed; None if it is not whole any more."""
    version = read_version(packed[:HEAD])
    try:
        content = gzip.decompress(packed)
    except (OSError, EOFError, zlib.error):
        return None
    return content if version and digest_content(content) == version.digest else None
