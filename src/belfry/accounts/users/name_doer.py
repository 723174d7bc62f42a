"""Say by name who did something."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.accounts.users.users import User
from belfry.ports.store import Store


@dataclass(frozen=True, slots=True)
class NameDoer:
    store: Store

    def __call__(self, by: str) -> str:
        """The name of somebody who may sign in; anybody else goes by what they are called."""
        kind, _, number = by.partition("/")
        user = self.store.find(User, number) if kind == "user" and number.isdecimal() else None
        return user.name if user else by
