"""The environment of a function of AWS, read without the settings, which are slow to import."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from belfry.kernel.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from belfry.bootstrap.aws_functions import Functions

T = TypeVar("T")


def list_variables() -> Mapping[str, str]:
    return dict(os.environ)


def read_variable(name: str) -> str:
    """What the function's configuration says; ConfigError if it says nothing."""
    if text := os.environ.get(name, "").strip():
        return text
    raise ConfigError(f"{name} is not set: the function's environment must name it")


class Opened(Generic[T]):
    """What a function opens at its first event and keeps for the life of its process.

    What could not be opened is tried again at the next event.
    """

    def __init__(self, open_it: Callable[..., T]) -> None:
        self.open = open_it
        self._opened: T | None = None

    def __call__(self) -> T:
        if self._opened is None:
            self._opened = self.open()
        return self._opened

    def use(self, opened: T | None) -> None:
        """Use what the caller opened; None opens it anew."""
        self._opened = opened


def open_room(room: str, **parts: Any) -> Functions:
    """What the functions of a room call; blank for what all rooms share."""
    from belfry.bootstrap.aws_functions import open_functions

    return open_functions(list_variables(), room, **parts)
