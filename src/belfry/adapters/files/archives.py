"""What an archive of a team looks like inside, written and read without trusting its names.

A gzipped tar: first a note that says what it is, then the team's files, last the digests of all of
them. A reader that has not seen the digests has seen nothing it may believe.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import tarfile
import zlib
from contextlib import contextmanager
from datetime import datetime
from gzip import BadGzipFile
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import IO, TYPE_CHECKING, Any

from belfry.kernel.errors import InputError, Permanent

if TYPE_CHECKING:
    from collections.abc import Iterator

NOTE, TEAM, DIGESTS = "belfry-backup.json", "team/", "digests.json"
FORMAT = 1
_PART = 1024 * 1024
_MOST_SAID = 64 * 1024 * 1024
_PLAIN = (tarfile.REGTYPE, tarfile.AREGTYPE)


def is_sound_name(name: str) -> bool:
    """Whether it can only mean a file below the folder it is put in, on every system."""
    parts = name.split("/")
    return (
        name.isprintable()
        and "\\" not in name
        and not PureWindowsPath(name).drive
        and not PurePosixPath(name).is_absolute()
        and not any(part in ("", ".", "..") for part in parts)
    )


class ArchiveWriter:
    """Puts files into an archive one after another; `close` adds their digests."""

    def __init__(self, tar: tarfile.TarFile, at: datetime) -> None:
        self._tar = tar
        self._mtime = at.timestamp()
        self.digests: dict[str, str] = {}
        self._say(NOTE, {"format": FORMAT, "made_at": at.isoformat()})

    def add(self, name: str, content: bytes, mode: int) -> None:
        self.digests[name] = hashlib.sha256(content).hexdigest()
        self._put(f"{TEAM}{name}", io.BytesIO(content), len(content), mode)

    def add_file(self, name: str, path: Path) -> None:
        with path.open("rb") as file:
            self.digests[name] = hashlib.file_digest(file, "sha256").hexdigest()
            file.seek(0)
            self._put(f"{TEAM}{name}", file, path.stat().st_size, 0o600)

    def close(self) -> None:
        self._say(DIGESTS, self.digests)

    def _say(self, name: str, said: object) -> None:
        content = json.dumps(said, ensure_ascii=False).encode()
        self._put(name, io.BytesIO(content), len(content), 0o600)

    def _put(self, name: str, content: IO[bytes], size: int, mode: int) -> None:
        member = tarfile.TarInfo(name)
        member.size, member.mode, member.mtime = size, mode & 0o777, int(self._mtime)
        self._tar.addfile(member, content)


def unpack(archive: Path, into: Path) -> datetime:
    """Fill the empty folder `into`; when the archive was made, if every digest in it is right."""
    found: dict[str, str] = {}
    with _judging(archive), tarfile.open(archive, "r:gz") as tar:
        members = iter(tar)
        made_at = _read_note(tar, next(members, None))
        for member in members:
            if member.name == DIGESTS:
                _compare(found, _read_said(tar, member))
                _read_to_the_end(tar)
                return made_at
            name = _check(member, found)
            found[name] = _write(tar, member, into / name)
        raise InputError("its end is missing")


@contextmanager
def _judging(archive: Path) -> Iterator[None]:
    try:
        yield
    except (tarfile.TarError, EOFError, zlib.error, BadGzipFile, ValueError, InputError) as error:
        said = str(error) or "it ends too soon"
        raise InputError(f"{archive} is damaged, or no backup of Belfry's: {said}") from error


def _read_note(tar: tarfile.TarFile, member: tarfile.TarInfo | None) -> datetime:
    if member is None or member.name != NOTE:
        raise InputError(f"it does not begin with {NOTE}")
    note = _read_said(tar, member)
    if note.get("format") != FORMAT:
        raise InputError(f"its format is {note.get('format')!r}, and only {FORMAT} is known here")
    made_at = datetime.fromisoformat(str(note.get("made_at")))
    if made_at.utcoffset() is None:
        raise InputError("it does not say when it was made")
    return made_at


def _read_to_the_end(tar: tarfile.TarFile) -> None:
    """Only there does gzip say whether all that came before was right."""
    assert tar.fileobj is not None
    while tar.fileobj.read(_PART):
        pass


def _read_said(tar: tarfile.TarFile, member: tarfile.TarInfo) -> dict[str, Any]:
    if member.type not in _PLAIN or member.size > _MOST_SAID:
        raise InputError(f"{member.name} is not what it should be")
    file = tar.extractfile(member)
    said = json.loads(file.read()) if file else None
    if not isinstance(said, dict):
        raise InputError(f"{member.name} is not what it should be")
    return said


def _check(member: tarfile.TarInfo, found: dict[str, str]) -> str:
    name = member.name.removeprefix(TEAM)
    if member.type not in _PLAIN:
        raise InputError(f"{member.name!r} is a link or a folder, where only files belong")
    if name == member.name or not is_sound_name(name):
        raise InputError(f"{member.name!r} would lie outside the folder")
    if name in found:
        raise InputError(f"{name!r} is in it twice")
    return name


def _write(tar: tarfile.TarFile, member: tarfile.TarInfo, path: Path) -> str:
    """The digest of what was written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if member.size > shutil.disk_usage(path.parent).free:
        raise Permanent(f"there is no room for {member.name}")
    digest = hashlib.sha256()
    file = tar.extractfile(member)
    assert file is not None
    with path.open("xb") as written:
        while part := file.read(_PART):
            digest.update(part)
            written.write(part)
        written.flush()
        os.fsync(written.fileno())
    path.chmod(member.mode & 0o777 | 0o600)
    return digest.hexdigest()


def _compare(found: dict[str, str], wanted: dict[str, Any]) -> None:
    for name in sorted(found.keys() | wanted.keys()):
        if found.get(name) != wanted.get(name):
            raise InputError(f"{name} is not what it was when the backup was made")
