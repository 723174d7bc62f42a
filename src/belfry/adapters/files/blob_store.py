"""What Belfry keeps for itself, in files under `.belfry/kept`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from belfry.adapters.files.folder import OWN
from belfry.adapters.files.locks import taking_turns
from belfry.adapters.files.places import find_place, speaking_plainly
from belfry.adapters.files.writes import put_whole, sync_folder
from belfry.kernel.errors import Conflict, NotFound

if TYPE_CHECKING:
    from belfry.ports.store import CrashPoints


class FileBlobStore:
    """`top` is the team's folder."""

    def __init__(self, top: Path, crash_points: CrashPoints) -> None:
        self._own = top / OWN / "kept"
        self._lock = top / OWN / "kept.lock"
        self._crash_points = crash_points

    def put(self, name: str, content: bytes) -> None:
        place = find_place(self._own, name)
        with speaking_plainly(name), taking_turns(self._lock):
            if place.is_dir() or any(parent.is_file() for parent in place.parents):
                raise Conflict(f"{name} cannot be a file and a folder of others at once")
            _make_folder(place.parent)
            put_whole(place, content, lambda: self._crash_points.reached("shelf.written"))
        self._crash_points.reached("shelf.put")

    def get(self, name: str) -> bytes:
        place = find_place(self._own, name)
        with speaking_plainly(name):
            if place.is_dir():
                raise NotFound(f"there is no file {name}")
            return place.read_bytes()

    def remove(self, name: str) -> None:
        place = find_place(self._own, name)
        with speaking_plainly(name), taking_turns(self._lock):
            if place.is_file():
                place.unlink(missing_ok=True)
                sync_folder(place.parent)
                self._crash_points.reached("shelf.removed")
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
