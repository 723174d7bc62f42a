"""Write files atomically and durably, one process at a time."""

from __future__ import annotations

import errno
import os
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from belfry.kernel.errors import InputError, NotFound, Permanent, Temporary
from belfry.ports.files import check_file_name

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
    home = os.path.realpath(top)
    place = Path(os.path.realpath(os.path.join(home, *check_file_name(name).split("/"))))
    if not place.is_relative_to(home):
        raise InputError(f"{name} leads out of the team's folder", field="name")
    return place


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
