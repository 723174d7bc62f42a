"""A team's nightly backups, as files of one folder on a disk."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from belfry.adapters.files.backups import SUFFIX
from belfry.adapters.files.places import speaking_plainly
from belfry.kernel.errors import InputError, NotFound, Permanent
from belfry.ports.files import Stored

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belfry.ports.files import Backups

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
        with speaking_plainly(str(self._folder)):
            places = sorted(self._folder.glob(f"nightly-*{SUFFIX}"))
            found = [(place, _NAME.fullmatch(place.name)) for place in places]
            return [
                _describe(place, _read_stamp(match[1]))
                for place, match in found
                if match and place.is_file()
            ]

    def remove(self, stored: Stored) -> None:
        with speaking_plainly(stored.place):
            Path(stored.place).unlink(missing_ok=True)

    def _open_folder(self) -> None:
        if self._folder.is_dir():
            return
        if not self._folder.is_relative_to(self._top):
            raise Permanent(f"there is no folder {self._folder}: is its disk connected?")
        with speaking_plainly(str(self._folder)):
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def _describe(place: Path, at: datetime) -> Stored:
    return Stored(str(place), at, place.stat().st_size)


def _read_stamp(text: str) -> datetime:
    return datetime.strptime(text, _STAMP).replace(tzinfo=UTC)
