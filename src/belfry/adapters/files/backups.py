"""Whole teams in single files: made beside their place, checked, and then put there at once."""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import shutil
import tarfile
import tempfile
import time
import zlib
from contextlib import contextmanager
from datetime import UTC, datetime
from gzip import BadGzipFile
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import IO, TYPE_CHECKING, Any

from belfry.adapters.files.folder import OWN, file_errors, sync_folder
from belfry.kernel.errors import Conflict, InputError, NotFound, Permanent, Temporary
from belfry.ports.files import Backup, Stored, ignore_progress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from belfry.ports.files import Backups, Snapshots


RECORDS = f"{OWN}/belfry.db"
SUFFIX = ".belfry.tar.gz"
OWN_ONLY = 0o700
_TRIES = 5
_PAUSE = 0.05


class FileBackups:
    def __init__(self, snapshots: Snapshots) -> None:
        self._snapshots = snapshots

    def make(
        self,
        top: Path,
        into: Path,
        at: datetime,
        *,
        on_progress: Callable[[int, int], None] = ignore_progress,
    ) -> Backup:
        if into.exists() or into.is_symlink():
            raise Conflict(f"{into} is there already: it is left as it is")
        if not into.parent.is_dir():
            raise NotFound(f"there is no folder {into.parent}")
        with file_errors(str(into)), _beside(into) as room:
            unfinished = room / "archive"
            backup = self._write(top, unfinished, room / "records", at, on_progress)
            unfinished.chmod(0o600)
            os.replace(unfinished, into)
            sync_folder(into.parent)
        return backup

    def restore(self, archive: Path, folder: Path) -> Backup:
        if not archive.is_file():
            raise NotFound(f"there is no file {archive}")
        place = folder.absolute()
        _insist_empty(place)
        with file_errors(str(folder)), _beside(place) as room:
            fresh = room / "team"
            backup = self._unpack(archive, fresh)
            _put(fresh, place)
        return backup

    def check(self, archive: Path) -> Backup:
        if not archive.is_file():
            raise NotFound(f"there is no file {archive}")
        with file_errors(str(archive)), _beside(archive) as room:
            return self._unpack(archive, room / "team")

    def _unpack(self, archive: Path, fresh: Path) -> Backup:
        fresh.mkdir()
        made_at = unpack(archive, fresh)
        if (fresh / OWN).is_dir():
            (fresh / OWN).chmod(OWN_ONLY)
        records = fresh / RECORDS
        if records.exists():
            self._snapshots.check(records)
        files = tuple(sorted(path.relative_to(fresh).as_posix() for path in _files(fresh)))
        return Backup(made_at, files, RECORDS in files)

    def _write(
        self,
        top: Path,
        archive: Path,
        records: Path,
        at: datetime,
        on_progress: Callable[[int, int], None],
    ) -> Backup:
        """The records first: a file they speak of is then in the archive, too."""
        left: list[str] = []
        with archive.open("xb") as file:
            with tarfile.open(fileobj=file, mode="w:gz", compresslevel=6) as tar:
                writer = ArchiveWriter(tar, at)
                has_records = self._snapshots.take(records)
                if has_records:
                    writer.add_file(RECORDS, records)
                self._add_files(top, writer, left, on_progress)
                writer.close()
            file.flush()
            os.fsync(file.fileno())
        return Backup(at, tuple(writer.digests), has_records, tuple(left))

    def _add_files(
        self,
        top: Path,
        writer: ArchiveWriter,
        left: list[str],
        on_progress: Callable[[int, int], None],
    ) -> None:
        paths = sorted(_walk(top))
        for done, path in enumerate(paths):
            on_progress(done, len(paths))
            name = path.relative_to(top).as_posix()
            if self._snapshots.is_own(path) or name == RECORDS or name.endswith(SUFFIX):
                continue
            if not _is_takeable(path, top, name):
                left.append(name)
            elif (content := _read_settled(path, name)) is not None:
                writer.add(name, content, path.stat().st_mode)


def _walk(top: Path) -> Iterator[Path]:
    """Files and links, without what is hidden; of our own folder, all but locks."""
    for folder, folders, files in os.walk(top):
        is_top = Path(folder) == top
        links = [name for name in folders if (Path(folder) / name).is_symlink()]
        folders[:] = [name for name in folders if name[0] != "." or (is_top and name == OWN)]
        for name in [*files, *links]:
            if name[0] != "." and not name.endswith(".lock"):
                yield Path(folder) / name


def _is_takeable(path: Path, top: Path, name: str) -> bool:
    """Whether it is a file of this folder, directly or by a link."""
    real = Path(os.path.realpath(path))
    return is_sound_name(name) and real.is_file() and real.is_relative_to(os.path.realpath(top))


def _read_settled(path: Path, name: str) -> bytes | None:
    """One whole state of a file that others may be saving; None if it is gone."""
    for _ in range(_TRIES):
        try:
            before = path.stat()
            content = path.read_bytes()
            after = path.stat()
        except FileNotFoundError:
            return None
        if (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns):
            return content
        time.sleep(_PAUSE)
    raise Temporary(f"{name} is being saved all the time: try again")


@contextmanager
def _beside(place: Path) -> Iterator[Path]:
    """A hidden folder on the same disk, gone afterwards whatever happens."""
    near = next(parent for parent in place.absolute().parents if parent.is_dir())
    room = Path(tempfile.mkdtemp(prefix=".belfry-new-", dir=near))
    try:
        yield room
    finally:
        shutil.rmtree(room, ignore_errors=True)


def _insist_empty(place: Path) -> None:
    if place.is_symlink() or (place.exists() and not place.is_dir()):
        raise Conflict(f"{place} is in the way: a backup is restored into a new or empty folder")
    if place.exists() and any(place.iterdir()):
        raise Conflict(f"{place} is not empty: a backup is restored into a new or empty folder")


def _files(top: Path) -> Iterator[Path]:
    return (path for path in top.rglob("*") if path.is_file())


def _put(fresh: Path, place: Path) -> None:
    if not (fresh / "belfry.toml").is_file():
        raise InputError("there is no belfry.toml in it: that is no team")
    place.parent.mkdir(parents=True, exist_ok=True)
    if place.exists():
        place.rmdir()
    for folder in [fresh, *(path for path in fresh.rglob("*") if path.is_dir())]:
        sync_folder(folder)
    os.rename(fresh, place)
    sync_folder(place.parent)


NOTE, TEAM, DIGESTS = "belfry-backup.json", "team/", "digests.json"
FORMAT = 1
_PART = 1024 * 1024
_MOST_JSON = 64 * 1024 * 1024
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
        self._add_json(NOTE, {"format": FORMAT, "made_at": at.isoformat()})

    def add(self, name: str, content: bytes, mode: int) -> None:
        self.digests[name] = hashlib.sha256(content).hexdigest()
        self._put(f"{TEAM}{name}", io.BytesIO(content), len(content), mode)

    def add_file(self, name: str, path: Path) -> None:
        with path.open("rb") as file:
            self.digests[name] = hashlib.file_digest(file, "sha256").hexdigest()
            file.seek(0)
            self._put(f"{TEAM}{name}", file, path.stat().st_size, 0o600)

    def close(self) -> None:
        self._add_json(DIGESTS, self.digests)

    def _add_json(self, name: str, value: object) -> None:
        content = json.dumps(value, ensure_ascii=False).encode()
        self._put(name, io.BytesIO(content), len(content), 0o600)

    def _put(self, name: str, content: IO[bytes], size: int, mode: int) -> None:
        member = tarfile.TarInfo(name)
        member.size, member.mode, member.mtime = size, mode & 0o777, int(self._mtime)
        self._tar.addfile(member, content)


def unpack(archive: Path, into: Path) -> datetime:
    """Fill the empty folder `into`; when the archive was made, if every digest in it is right."""
    digests: dict[str, str] = {}
    with _judging(archive), tarfile.open(archive, "r:gz") as tar:
        members = iter(tar)
        made_at = _read_note(tar, next(members, None))
        for member in members:
            if member.name == DIGESTS:
                _compare(digests, _read_json(tar, member))
                _read_to_the_end(tar)
                return made_at
            name = _check(member, digests)
            digests[name] = _write(tar, member, into / name)
        raise InputError("its end is missing")


@contextmanager
def _judging(archive: Path) -> Iterator[None]:
    try:
        yield
    except (tarfile.TarError, EOFError, zlib.error, BadGzipFile, ValueError, InputError) as error:
        reason = str(error) or "it ends too soon"
        raise InputError(f"{archive} is damaged, or no backup of Belfry's: {reason}") from error


def _read_note(tar: tarfile.TarFile, member: tarfile.TarInfo | None) -> datetime:
    if member is None or member.name != NOTE:
        raise InputError(f"it does not begin with {NOTE}")
    note = _read_json(tar, member)
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


def _read_json(tar: tarfile.TarFile, member: tarfile.TarInfo) -> dict[str, Any]:
    if member.type not in _PLAIN or member.size > _MOST_JSON:
        raise InputError(f"{member.name} is not what it should be")
    file = tar.extractfile(member)
    value = json.loads(file.read()) if file else None
    if not isinstance(value, dict):
        raise InputError(f"{member.name} is not what it should be")
    return value


def _check(member: tarfile.TarInfo, digests: dict[str, str]) -> str:
    name = member.name.removeprefix(TEAM)
    if member.type not in _PLAIN:
        raise InputError(f"{member.name!r} is a link or a folder, where only files belong")
    if name == member.name or not is_sound_name(name):
        raise InputError(f"{member.name!r} would lie outside the folder")
    if name in digests:
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


def _compare(digests: dict[str, str], wanted: dict[str, Any]) -> None:
    for name in sorted(digests.keys() | wanted.keys()):
        if digests.get(name) != wanted.get(name):
            raise InputError(f"{name} is not what it was when the backup was made")


_STAMP = "%Y%m%dT%H%M%SZ"
_NAME = re.compile(rf"nightly-([0-9]{{8}}T[0-9]{{6}}Z){re.escape(SUFFIX)}")


class FileBackupStore:
    """`top` is the team's folder. One inside it is made; one elsewhere, on a disk that may not be
    connected, must be there.
    """

    def __init__(self, top: Path, folder: Path, backups: Backups) -> None:
        self._top = top
        self._folder = top / folder
        self._backups = backups

    def put(self, at: datetime) -> Stored:
        self._open_folder()
        place = self._folder / f"nightly-{at.astimezone(UTC):{_STAMP}}{SUFFIX}"
        try:
            if not place.exists():
                self._backups.make(self._top, place, at)
            self._backups.check(place)
        except (InputError, NotFound) as error:
            place.unlink(missing_ok=True)
            raise Permanent(f"the backup could not be read back: {error}") from error
        return _describe(place, at)

    def list(self) -> Sequence[Stored]:
        with file_errors(str(self._folder)):
            places = sorted(self._folder.glob(f"nightly-*{SUFFIX}"))
            matches = [(place, _NAME.fullmatch(place.name)) for place in places]
            return [
                _describe(place, datetime.strptime(match[1], _STAMP).replace(tzinfo=UTC))
                for place, match in matches
                if match and place.is_file()
            ]

    def remove(self, stored: Stored) -> None:
        with file_errors(stored.place):
            Path(stored.place).unlink(missing_ok=True)

    def _open_folder(self) -> None:
        if self._folder.is_dir():
            return
        if not self._folder.is_relative_to(self._top):
            raise Permanent(f"there is no folder {self._folder}: is its disk connected?")
        with file_errors(str(self._folder)):
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def _describe(place: Path, at: datetime) -> Stored:
    return Stored(str(place), at, place.stat().st_size)
