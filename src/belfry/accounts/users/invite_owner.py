"""Letting the owner in from the terminal: at the first start, and whenever they are locked out."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.accounts.ports import Users
from belfry.accounts.sessions.make_sign_in_link import MakeSignInLink, NewLink
from belfry.accounts.sessions.sign_in_links import Purpose
from belfry.accounts.users.add_user import AddUser
from belfry.accounts.users.book import insist
from belfry.accounts.users.roles import Role
from belfry.accounts.users.users import OWNERS, User, plain_email, turn_guard
from belfry.kernel.changes import Put
from belfry.kernel.records import Claim
from belfry.ports.store import Store

BY = "terminal"


@dataclass(frozen=True, slots=True, kw_only=True)
class InviteOwner:
    """Whoever can start Belfry owns the house; many processes starting at once make one owner."""

    store: Store
    users: Users
    add_user: AddUser
    make_sign_in_link: MakeSignInLink

    def __call__(self, *, name: str = "Owner", email: str | None = None) -> NewLink:
        """A link for the owner with that address, else for the first owner, else for a new one."""
        owner = insist(lambda: self._ensure_owner(name, email))
        return self.make_sign_in_link(owner.id, Purpose.TERMINAL, by=BY)

    def _ensure_owner(self, name: str, email: str | None) -> User:
        guard = self.store.find(Claim, OWNERS)
        owners = self.users.list_owners()
        if not owners:
            turned = Put(turn_guard(guard, BY))
            return self.add_user(name=name, email=email, role=Role.OWNER, by=BY, also=[turned])
        wanted = plain_email(email) if email is not None else None
        return next((owner for owner in owners if owner.email == wanted), owners[0])
