"""Making a link that lets one person in, once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from belfry.accounts.sessions.sign_in_links import Purpose, SignInLink, write_link
from belfry.accounts.users.book import get_user, insist, put_noted
from belfry.accounts.users.users import User
from belfry.kernel.audit import write_entry
from belfry.kernel.changes import Put
from belfry.kernel.errors import NotAllowed
from belfry.kernel.tokens import TOKEN_BYTES, digest_of
from belfry.ports.clock import Clock
from belfry.ports.secrets import Secrets
from belfry.ports.store import Store


class NewLink(NamedTuple):
    """The link as it is kept, whom it lets in, and the token that stands in its address."""

    link: SignInLink
    user: User
    token: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeSignInLink:
    store: Store
    clock: Clock
    secrets: Secrets

    def __call__(self, user_id: int, purpose: Purpose, *, by: str) -> NewLink:
        return insist(lambda: self._make(user_id, purpose, by))

    def _make(self, user_id: int, purpose: Purpose, by: str) -> NewLink:
        user = get_user(self.store, user_id)
        if user.disabled_at is not None:
            raise NotAllowed("this person may not sign in: enable them first")
        now = self.clock.now()
        token = self.secrets.token(TOKEN_BYTES)
        link = write_link(user, digest=digest_of(token), purpose=purpose, by=by, now=now)
        after = {"purpose": purpose.value}
        noted = write_entry(user, action="link-made", by=by, at=now, after=after)
        stored = put_noted(self.store, noted, Put(link))
        return NewLink(replace(link, revision=1), stored, token)
