"""Changing a person's name or e-mail address."""

from __future__ import annotations

from dataclasses import dataclass, replace

from belfry.accounts.users.book import claim_email, get_user, put_noted
from belfry.accounts.users.names import parse_email, parse_name
from belfry.accounts.users.users import User, email_claim, render_person
from belfry.kernel.audit import write_entry
from belfry.kernel.changes import Change, Remove
from belfry.kernel.records import Claim
from belfry.ports.clock import Clock
from belfry.ports.store import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class EditUser:
    store: Store
    clock: Clock

    def __call__(self, user_id: int, *, name: str, email: str | None, by: str) -> User:
        user = get_user(self.store, user_id)
        email = parse_email(email) if email is not None else None
        edited = replace(user, name=parse_name(name), email=email)
        if edited == user:
            return user
        noted = write_entry(
            edited,
            action="edited",
            by=by,
            at=self.clock.now(),
            before=render_person(user),
            after=render_person(edited),
        )
        return put_noted(self.store, noted, *self._swap_claims(user, edited))

    def _swap_claims(self, user: User, edited: User) -> list[Change]:
        if user.email == edited.email:
            return []
        old = user.email and self.store.find(Claim, email_claim(user.id, user.email).key)
        return [*claim_email(self.store, edited), *([Remove(old)] if old else [])]
