"""Secrets of workflows: from the environment, files, or Secrets Manager."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from belfry.kernel.errors import ConfigError, Permanent


class SystemSecretValues:
    """`values` are those of the environment; `read_more` asks a store elsewhere."""

    def __init__(
        self,
        values: Mapping[str, str],
        folder: Path,
        read_more: Callable[[str], str] | None = None,
    ) -> None:
        self._values = values
        self._folder = folder
        self._read_more = read_more

    def find(self, name: str) -> str | None:
        if value := self._values.get(name):
            return value
        path = self._folder / name
        try:
            return path.read_text(encoding="utf-8").strip("\r\n")
        except (FileNotFoundError, NotADirectoryError):
            return self._find_elsewhere(name)
        except (OSError, UnicodeDecodeError) as error:
            raise Permanent(f"the secret {name}: {path} cannot be read") from error

    def _find_elsewhere(self, name: str) -> str | None:
        if self._read_more is None:
            return None
        try:
            return self._read_more(name)
        except ConfigError as error:
            raise Permanent(str(error)) from error
