"""What a team's files looked like before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime


@dataclass(frozen=True, slots=True)
class Version:
    """One state of a file that was kept; numbers count from 1 for each file."""

    number: int
    at: datetime
    digest: str
    size: int


class Versions(Protocol):
    """Every state a file has been seen in.

    Every implementation promises:
    - `keep` is durable when it returns, and gives the version kept; content equal to the latest
      makes no new version, and the latest is given;
    - a number is given once, also when two keep at the same time, and neither version is lost;
    - `list` gives the newest first, at most `limit` of them; none for a file nobody kept;
    - `get` gives the very bytes that were kept, or raises NotFound;
    - `remove` takes one away for good and is silent if there is none; the latest stays, with an
      InputError, so that no number is given again;
    - a name that `Folder` would refuse raises InputError.
    """

    def keep(self, name: str, content: bytes, at: datetime) -> Version: ...

    def list(self, name: str, *, limit: int = 100) -> Sequence[Version]: ...

    def get(self, name: str, number: int) -> bytes: ...

    def remove(self, name: str, number: int) -> None: ...
