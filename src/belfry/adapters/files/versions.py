"""Earlier states of the team's files, as gzip files under `.belfry/versions`.

A table's folder is its own index: a version exists once its file has its name, which is atomic.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import struct
import zlib
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING

from belfry.adapters.files.folder import OWN
from belfry.adapters.files.writes import file_errors, find_place, locked, put_whole
from belfry.kernel.errors import InputError, Permanent
from belfry.ports.files import Version, digest_content

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from belfry.ports.store import CrashPoints

_NAME = re.compile(r"(\d{6,})\.gz", re.ASCII)


class FileVersions:
    """`top` is the team's folder."""

    def __init__(self, top: Path, crash_points: CrashPoints) -> None:
        self._own = top / OWN / "versions"
        self._lock = top / OWN / "versions.lock"
        self._crash_points = crash_points

    def keep(self, name: str, content: bytes, at: datetime) -> Version:
        folder, digest = self._find_folder(name), digest_content(content)
        # Mostly nothing has changed, and then no lock is needed.
        with suppress(OSError):
            if (latest := self._find_latest(folder)) and latest.digest == digest:
                return latest
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

    def _find_folder(self, name: str) -> Path:
        return find_place(self._own, name)

    def _find_latest(self, folder: Path) -> Version | None:
        return next(iter(self._list(folder, limit=1)), None)

    def _list(self, folder: Path, *, limit: int) -> Sequence[Version]:
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


def _numbers(folder: Path) -> Sequence[int]:
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
