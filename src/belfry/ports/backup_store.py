"""Where a team's nightly backups are kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime


@dataclass(frozen=True, slots=True)
class Stored:
    """One backup: where it lies, when it was made, and how large it is."""

    place: str
    made_at: datetime
    size: int


class BackupStore(Protocol):
    """The place where backups of one whole team lie, a file for each.

    Every implementation promises:
    - `put` keeps the team as it is then, and has read it back to its end: what cannot be read back
      is not kept; the same moment again gives what is there;
    - what goes wrong is Temporary where another try may help, and Permanent where none will;
    - `list` gives what `put` kept, the oldest first, and no other file that lies there;
    - `remove` takes one away, and is silent if it is gone already.
    """

    def put(self, at: datetime) -> Stored: ...

    def list(self) -> Sequence[Stored]: ...

    def remove(self, stored: Stored) -> None: ...
