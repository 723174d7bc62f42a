"""Who holds a name that only one may have.

A claim is stored with the thing that holds it, in one commit: the second to come gets a Conflict,
on every store alike.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Claim:
    name: str
    owner: str
    revision: int = 0

    @property
    def key(self) -> str:
        return self.name
