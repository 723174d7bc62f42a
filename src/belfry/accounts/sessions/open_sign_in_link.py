"""Letting in whoever holds a one-time link.

`find` only looks, for the page the link opens; the call uses the link up, for the button on it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from belfry.accounts.sessions.sign_in_links import SignInLink, find_fault
from belfry.accounts.sessions.start_session import SignedIn, StartSession
from belfry.accounts.users.book import get_user, insist
from belfry.accounts.users.users import User
from belfry.kernel.changes import Put
from belfry.kernel.errors import NotAllowed
from belfry.kernel.tokens import digest_of
from belfry.ports.clock import Clock
from belfry.ports.store import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenSignInLink:
    store: Store
    clock: Clock
    start_session: StartSession

    def find(self, token: str) -> tuple[SignInLink, User]:
        """The link and whom it lets in; NotAllowed says why it lets nobody in."""
        link = self.store.find(SignInLink, digest_of(token))
        if link is None:
            raise NotAllowed("this link is not one of ours: ask for a new one")
        user = get_user(self.store, link.user_id)
        fault = find_fault(link, user, self.clock.now())
        if fault is not None:
            raise NotAllowed(fault)
        return link, user

    def __call__(self, token: str) -> SignedIn:
        return insist(lambda: self._use(token))

    def _use(self, token: str) -> SignedIn:
        link, user = self.find(token)
        used = replace(link, used_at=self.clock.now())
        return self.start_session(user, how=f"{link.purpose} link", also=[Put(used)])
