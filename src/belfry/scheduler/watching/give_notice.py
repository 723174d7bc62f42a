"""Let a person know, once."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.kernel.changes import Append
from belfry.kernel.errors import Conflict
from belfry.ports.store import Store
from belfry.scheduler.watching.notices import Notice


@dataclass(frozen=True, slots=True)
class GiveNotice:
    store: Store

    def __call__(self, notice: Notice) -> bool:
        """Whether it is news: what was told under the same id is not told again."""
        try:
            self.store.commit([Append(notice)])
        except Conflict:
            return False
        return True
