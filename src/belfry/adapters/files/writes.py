"""How a file is put in its place whole, whatever happens meanwhile."""

from __future__ import annotations

import errno
import os
import stat
import sys
import time
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from belfry.kernel.errors import InputError, NotFound, Permanent, Temporary
from belfry.ports.files import check_file_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


NEW_FILE = 0o644
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)


def put_whole(path: Path, content: bytes, check: Callable[[], None]) -> None:
    """Write beside the file, `check` at the last moment, then take the file's place at once.

    The name beside it is always the same: what a killed process left is written over. So only one
    process at a time may be here.
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
    """Make a new name in a folder survive a power cut, where the system knows how."""
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
    """The same, for whoever only wants to open it: to make a `Path` takes as long as to look."""
    home = _find_home(top)
    place = os.path.join(home, *check_file_name(name).split("/"))
    if _has_link(home, name):
        place = os.path.realpath(place)
        if not Path(place).is_relative_to(home):
            raise InputError(f"{name} leads out of the team's folder", field="name")
    return place


def _find_home(top: Path) -> str:
    """The folder itself, whatever links lead to it; looked up anew once they lead elsewhere."""
    try:
        found = os.stat(top)
    except OSError:
        return os.path.realpath(top)
    where = "" if top.is_absolute() else os.getcwd()
    return _resolve(str(top), where, found.st_dev, found.st_ino)


@lru_cache(maxsize=64)
def _resolve(top: str, _where: str, _device: int, _number: int) -> str:
    return os.path.realpath(top)


def _has_link(home: str, name: str) -> bool:
    """Whether any part of the name is a link: only then must it be followed to where it ends."""
    place = home
    for part in name.split("/"):
        place = f"{place}/{part}"
        if os.path.islink(place):
            return True
    return False


@contextmanager
def speaking_plainly(name: str) -> Iterator[None]:
    """Turn what the system says of a file into what it means for another try."""
    try:
        yield
    except (FileNotFoundError, NotADirectoryError) as error:
        raise NotFound(f"there is no file {name}") from error
    except OSError as error:
        said = f"{name}: {error.strerror or error}"
        if error.errno in _PASSING or getattr(error, "winerror", None) in _HELD_OPEN:
            raise Temporary(said) from error
        raise Permanent(said) from error


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
def taking_turns(path: Path, *, patience: float = PATIENCE) -> Iterator[None]:
    """Nobody else is in here meanwhile; Temporary if it takes too long to get in."""
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
