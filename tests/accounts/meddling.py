"""Stores and other ports through which something happens at the worst moment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from tests.accounts.rig import Rig
from tests.fakes.secrets import MemoryPasswords
from tests.fakes.store import MemoryStore

from belfry.accounts.users import User
from belfry.adapters.plain.accounts import PlainUsers
from belfry.kernel.changes import Change
from belfry.kernel.records import R
from belfry.ports.store import Store, commit_one_by_one


class MeddledUsers(PlainUsers):
    """Right after the owners are first counted, `act` is done."""

    def __init__(self, rig: Rig, act: Callable[[], object]) -> None:
        super().__init__(cast("MemoryStore", rig.book.store))
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

    def verify(self, password_hash: str | None, password: str) -> bool:
        while self._acts:
            self._acts.pop()()
        return super().verify(password_hash, password)


class PassingStore:
    """Passes everything on to a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def find(self, kind: type[R], key: str) -> R | None:
        return self._store.find(kind, key)

    def commit(self, changes: Sequence[Change]) -> None:
        self._store.commit(changes)

    def commit_each(self, commits: Sequence[Sequence[Change]]) -> list[bool]:
        return commit_one_by_one(self, commits)


class MeddledStore(PassingStore):
    """Calls `act` right before the nth commit, so that an earlier reader gets a Conflict."""

    def __init__(self, store: Store, act: Callable[[], object], nth: int = 1) -> None:
        super().__init__(store)
        self._act = act
        self._commits_left = nth

    def commit(self, changes: Sequence[Change]) -> None:
        self._commits_left -= 1
        if self._commits_left == 0:
            self._act()
        super().commit(changes)


class FailingStore(PassingStore):
    """Can be read, but every write fails in one way."""

    def __init__(self, store: Store, error: Exception) -> None:
        super().__init__(store)
        self._error = error

    def commit(self, changes: Sequence[Change]) -> None:
        raise self._error


class CountingStore(PassingStore):
    """Counts how often something is looked up."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.finds = 0

    def find(self, kind: type[R], key: str) -> R | None:
        self.finds += 1
        return super().find(kind, key)
