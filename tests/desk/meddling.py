"""Somebody else who does something at the worst moment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from tests.desk.desks import Desk

from belfry.adapters.memory.desk import MemoryPasswords, MemoryUsers
from belfry.adapters.memory.store import MemoryStore
from belfry.desk.users import User


class MeddledUsers(MemoryUsers):
    """Right after the owners are first counted, `act` is done."""

    def __init__(self, desk: Desk, act: Callable[[], object]) -> None:
        super().__init__(cast("MemoryStore", desk.book.store))
        self._acts = [act]

    def list_owners(self) -> Sequence[User]:
        owners = super().list_owners()
        while self._acts:
            self._acts.pop()()
        return owners


class MeddledPasswords(MemoryPasswords):
    """While a password is first being looked at, `act` is done."""

    def __init__(self, act: Callable[[], object]) -> None:
        super().__init__()
        self._acts = [act]

    def verify(self, kept: str | None, password: str) -> bool:
        while self._acts:
            self._acts.pop()()
        return super().verify(kept, password)
