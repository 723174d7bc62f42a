"""What the read ports over plain rows have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from belfry.ports.store import Rows


class PlainReader:
    """Answers from every record of a kind."""

    def __init__(self, store: Rows) -> None:
        self._store = store
