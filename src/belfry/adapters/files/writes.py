"""How a file is put in its place whole, whatever happens meanwhile."""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
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
