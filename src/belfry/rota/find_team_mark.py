"""Find what the team is known by for good, to calendars that must know its shifts again.

Its name may change, and so may its addresses; this is made once and never told.
"""

from __future__ import annotations

from dataclasses import dataclass

from belfry.kernel.changes import Put
from belfry.kernel.errors import Conflict
from belfry.kernel.records import Claim
from belfry.ports.secrets import Secrets
from belfry.ports.store import Store

MARK = "rota/mark"
MARK_BYTES = 16


@dataclass(frozen=True, slots=True)
class FindTeamMark:
    store: Store
    secrets: Secrets

    def __call__(self) -> str:
        """The same at every call, whoever came first."""
        while (known := self.store.find(Claim, MARK)) is None:
            try:
                self.store.commit([Put(Claim(MARK, self.secrets.token(MARK_BYTES)))])
            except Conflict:  # somebody has just made it
                continue
        return known.owner
