"""What Belfry keeps for itself, kept in this process alone."""

from __future__ import annotations

from threading import RLock
from typing import TYPE_CHECKING

from belfry.kernel.errors import Conflict, NotFound
from belfry.ports.files import check_file_name

if TYPE_CHECKING:
    from collections.abc import Sequence


class MemoryBlobStore:
    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}
        self._lock = RLock()

    def put(self, name: str, content: bytes) -> None:
        check_file_name(name)
        with self._lock:
            if any(_is_below(name, other) or _is_below(other, name) for other in self.kept):
                raise Conflict(f"{name} cannot be a file and a folder of others at once")
            self.kept[name] = content

    def get(self, name: str) -> bytes:
        check_file_name(name)
        with self._lock:
            if name not in self.kept:
                raise NotFound(f"there is no file {name}")
            return self.kept[name]

    def remove(self, name: str) -> None:
        check_file_name(name)
        with self._lock:
            self.kept.pop(name, None)

    def list(self) -> Sequence[str]:
        with self._lock:
            return sorted(self.kept)


def _is_below(name: str, other: str) -> bool:
    return name.startswith(f"{other}/")
