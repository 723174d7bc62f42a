"""Give the team's calendars an address at which they find its controls, or take it away."""

from __future__ import annotations

from dataclasses import dataclass, replace

from belfry.accounts.users.book import insist
from belfry.controls.reports.feed_tokens import FAMILY_BYTES, SECRET_BYTES, THE_FEED, FeedToken
from belfry.kernel.audit import write_entry
from belfry.kernel.changes import Audit, Put
from belfry.ports.clock import Clock
from belfry.ports.secrets import Secrets
from belfry.ports.store import Store


@dataclass(frozen=True, slots=True)
class ShareFeed:
    store: Store
    secrets: Secrets
    clock: Clock

    def __call__(self, *, by: str, is_new: bool = False) -> FeedToken:
        """The feed; if `is_new`, at another address, and the old one shows nothing any more."""

        def share() -> FeedToken:
            known = self.store.find(FeedToken, THE_FEED)
            if known and known.token and not is_new:
                return known
            return self._put(known, self.secrets.token(SECRET_BYTES), "shared", by)

        return insist(share)

    def end(self, *, by: str) -> bool:
        """Whether there was a feed to end."""

        def end() -> bool:
            known = self.store.find(FeedToken, THE_FEED)
            if known is None or not known.token:
                return False
            self._put(known, "", "ended", by)
            return True

        return insist(end)

    def _put(self, known: FeedToken | None, token: str, action: str, by: str) -> FeedToken:
        now = self.clock.now()
        feed = known or FeedToken(token="", family=self.secrets.token(FAMILY_BYTES), made_at=now)
        noted, entry = write_entry(
            replace(feed, token=token, made_at=now), action=action, by=by, at=now
        )
        self.store.commit([Put(noted), Audit(entry)])
        return replace(noted, revision=noted.revision + 1)
