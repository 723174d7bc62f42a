"""A team's files and their versions, kept in this process alone."""

from __future__ import annotations

import sys
from collections import defaultdict
from threading import RLock
from typing import TYPE_CHECKING

from belfry.kernel.errors import Conflict, InputError, NotFound, Permanent, Temporary
from belfry.ports.files import (
    FileContent,
    Version,
    check_file_name,
    check_order,
    check_size,
    digest_content,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime


class MemoryFolder:
    """`files` can be edited as a person would; names in `busy` are just being saved.

    Those in `read_only` may not be written.
    """

    def __init__(self, files: dict[str, bytes] | None = None) -> None:
        self.files: dict[str, bytes] = dict(files or {})
        self.busy: set[str] = set()
        self.read_only: set[str] = set()
        self._lock = RLock()

    def read(self, name: str, *, most: int | None = None) -> FileContent:
        check_file_name(name)
        with self._lock:
            if name in self.busy:
                raise Temporary(f"{name} is being saved")
            if name not in self.files:
                raise NotFound(f"there is no file {name}")
            content = self.files[name]
        check_size(len(content), most)
        return FileContent(content, digest_content(content))

    def replace(self, name: str, content: bytes, expected_digest: str | None) -> FileContent:
        check_file_name(name)
        with self._lock:
            if name in self.busy:
                raise Temporary(f"{name} is being saved")
            file = self.files.get(name)
            if (None if file is None else digest_content(file)) != expected_digest:
                raise Conflict(f"{name} was changed meanwhile")
            if name in self.read_only:
                raise Permanent(f"{name} is read-only")
            self.files[name] = content
        return FileContent(content, digest_content(content))

    def exists(self, name: str) -> bool:
        return check_file_name(name) in self.files

    def list(self, under: str = "") -> Sequence[str]:
        top = f"{check_file_name(under)}/" if under else ""
        with self._lock:
            shown = [name for name in self.files if "/." not in f"/{name}"]
        return sorted(name for name in shown if name.startswith(top))

    def stamps(self, under: str = "", *, is_deep: bool = True) -> Mapping[str, str]:
        depth = under.count("/") + 1 if under else 0
        with self._lock:
            return {
                name: digest_content(self.files[name])
                for name in self.list(under)
                if is_deep or name.count("/") == depth
            }


class MemoryVersions:
    def __init__(self) -> None:
        self._kept: dict[str, list[tuple[Version, bytes]]] = defaultdict(list)
        self._lock = RLock()

    def keep(self, name: str, content: bytes, at: datetime) -> Version:
        check_file_name(name)
        digest = digest_content(content)
        with self._lock:
            stored_versions = self._kept[name]
            if stored_versions and stored_versions[-1][0].digest == digest:
                return stored_versions[-1][0]
            version = Version(
                stored_versions[-1][0].number + 1 if stored_versions else 1,
                at,
                digest,
                len(content),
            )
            stored_versions.append((version, content))
            return version

    def list(self, name: str, *, limit: int = 100) -> Sequence[Version]:
        check_file_name(name)
        with self._lock:
            return [version for version, _ in reversed(self._kept[name])][:limit]

    def get(self, name: str, number: int) -> bytes:
        check_file_name(name)
        with self._lock:
            for version, content in self._kept[name]:
                if version.number == number:
                    return content
        raise NotFound(f"there is no version {number} of {name}")

    def remove(self, name: str, number: int) -> None:
        check_file_name(name)
        with self._lock:
            stored_versions = self._kept[name]
            if stored_versions and stored_versions[-1][0].number == number:
                raise InputError(f"version {number} of {name} is the latest: it stays")
            self._kept[name] = [pair for pair in stored_versions if pair[0].number != number]

    def names(self) -> Sequence[str]:
        with self._lock:
            return sorted(name for name, stored_versions in self._kept.items() if stored_versions)

    def load(self, name: str, version: Version, content: bytes) -> None:
        with self._lock:
            versions = self.list(name, limit=sys.maxsize)
            if version not in versions:
                check_order(name, version, versions[0] if versions else None)
                self._kept[name].append((version, content))
