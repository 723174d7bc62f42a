"""The team's files, in a folder on this machine's disk."""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from belfry.adapters.files.locks import taking_turns
from belfry.adapters.files.places import find_place, speaking_plainly
from belfry.adapters.files.writes import put_whole
from belfry.kernel.errors import Conflict, InputError, Temporary
from belfry.ports.folder import FileContent, digest_content

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from belfry.ports.steps import Steps

OWN = ".belfry"


class FileFolder:
    """`top` is the team's folder; Belfry's own lock lies in its `.belfry`."""

    def __init__(self, top: Path, steps: Steps) -> None:
        self._top = top
        self._steps = steps

    def read(self, name: str) -> FileContent:
        place = find_place(self._top, name)
        with speaking_plainly(name):
            content = self._read_whole(place, name)
        return FileContent(content, digest_content(content))

    def replace(self, name: str, content: bytes, expected_digest: str | None) -> FileContent:
        place = find_place(self._top, name)

        def check() -> None:
            self._steps.reached("folder.written")
            if _present_digest(place) != expected_digest:
                raise Conflict(f"{name} was changed meanwhile")

        with speaking_plainly(name), taking_turns(self._top / OWN / "folder.lock"):
            place.parent.mkdir(parents=True, exist_ok=True)
            put_whole(place, content, check)
        self._steps.reached("folder.replaced")
        return FileContent(content, digest_content(content))

    def exists(self, name: str) -> bool:
        return find_place(self._top, name).is_file()

    def list(self, under: str = "") -> Sequence[str]:
        top = find_place(self._top, under) if under else self._top
        return sorted(self._names(top, under))

    def _read_whole(self, place: Path, name: str) -> bytes:
        """The file's bytes, if it was the same file, untouched, before and after."""
        with place.open("rb") as file:
            before = _stamp(os.fstat(file.fileno()))
            content = file.read()
            self._steps.reached("folder.read")
            after = _stamp(place.stat())
        if before != after or len(content) != after[1]:
            raise Temporary(f"{name} is being saved: it changed while it was read")
        return content

    def _names(self, top: Path, under: str) -> Iterator[str]:
        """Every file below `top` that `read` would give."""
        for folder, folders, files in os.walk(top):
            folders[:] = [one for one in folders if not one.startswith(".")]
            for file in files:
                below = (Path(folder) / file).relative_to(top)
                name = (PurePosixPath(under) / below.as_posix()).as_posix()
                if self._is_ours(name):
                    yield name

    def _is_ours(self, name: str) -> bool:
        try:
            return self.exists(name)
        except InputError:
            return False


def _present_digest(place: Path) -> str | None:
    try:
        return digest_content(place.read_bytes())
    except FileNotFoundError:
        return None


def _stamp(found: os.stat_result) -> tuple[int, int, int, int]:
    return found.st_ino, found.st_size, found.st_mtime_ns, found.st_dev
