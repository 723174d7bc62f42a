"""How a person or a key is fetched from the store, and put back with all that must go with it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from belfry.accounts.keys.keys import ApiKey
from belfry.accounts.users.users import OWNERS, User, check_other_owner, email_claim, turn_guard
from belfry.kernel.changes import Audit, Put
from belfry.kernel.errors import Conflict, NotFound
from belfry.kernel.records import Claim

if TYPE_CHECKING:
    from collections.abc import Callable

    from belfry.accounts.ports import Users
    from belfry.kernel.audit import AuditEntry
    from belfry.kernel.changes import Change
    from belfry.ports.store import Store

T = TypeVar("T")
Noted = TypeVar("Noted", ApiKey, User)

TRIES = 20


def get_user(store: Store, user_id: int) -> User:
    user = store.find(User, str(user_id))
    if user is None:
        raise NotFound(f"there is no user {user_id}")
    return user


def put_noted(store: Store, noted: tuple[Noted, AuditEntry], *others: Change) -> Noted:
    """Commit the record, its entry and the other changes together; the record as it now stands."""
    record, entry = noted
    store.commit([Put(record), Audit(entry), *others])
    return replace(record, revision=record.revision + 1)


def claim_email(store: Store, user: User) -> list[Change]:
    """What must be committed for the person to have their address to themselves."""
    if user.email is None:
        return []
    claim = email_claim(user.id, user.email)
    if store.find(Claim, claim.key) is not None:
        raise Conflict("somebody else has this e-mail address already")
    return [Put(claim)]


def guard_owners(store: Store, users: Users, leaving: User) -> list[Change]:
    """What must be committed for this person to be an owner no more, if they are one."""
    if not leaving.is_owner:
        return []
    guard = store.find(Claim, OWNERS)
    check_other_owner(leaving, users.list_owners())
    return [Put(turn_guard(guard, leaving.subject))]


def insist(act: Callable[[], T]) -> T:
    """Do it again when somebody else was first; `act` must read anew what it decides on."""
    for _ in range(TRIES - 1):
        try:
            return act()
        except Conflict:
            continue
    return act()
