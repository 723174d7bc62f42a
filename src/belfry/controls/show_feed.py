"""Show a calendar the team's controls, if it knows the address."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC
from hmac import compare_digest

from belfry.controls.controls import Control
from belfry.controls.feed_tokens import THE_FEED, FeedToken
from belfry.controls.feeds import Owned, render_feed
from belfry.controls.find_rules import FindRules
from belfry.controls.list_controls import MOST_COUNTED, PAGE
from belfry.controls.ports import Controls
from belfry.controls.rules import Rules, find_owner
from belfry.desk.find_staff import FindStaff
from belfry.desk.staff import Staff
from belfry.kernel.errors import NotFound
from belfry.kernel.tokens import is_token
from belfry.ports.clock import Clock
from belfry.ports.store import Store


@dataclass(frozen=True, slots=True)
class ShowFeed:
    """`team` is its name."""

    store: Store
    controls: Controls
    clock: Clock
    find_rules: FindRules
    find_staff: FindStaff
    team: str

    def __call__(self, token: str) -> bytes:
        """The calendar; NotFound for an address that is not, or no longer, one of ours."""
        feed = self.store.find(FeedToken, THE_FEED)
        is_ours = feed is not None and is_token(token) and compare_digest(token, feed.token)
        if feed is None or not is_ours:
            raise NotFound("this link leads nowhere")
        rules, staff = self.find_rules(), self.find_staff()
        owned = (Owned(one, _name_owner(one, rules, staff)) for one in self._list())
        now = self.clock.now().astimezone(UTC)
        return render_feed(owned, team=self.team, family=feed.family, now=now)

    def _list(self) -> Iterator[Control]:
        """Those that are due first; no calendar could show more."""
        after = None
        for _ in range(MOST_COUNTED // PAGE):
            page = self.controls.list_page(after=after, limit=PAGE)
            yield from page
            if len(page) < PAGE:
                return
            after = (page[-1].due_on, page[-1].id)


def _name_owner(control: Control, rules: Rules, staff: Staff) -> str:
    """Nothing where somebody is known only by an address."""
    said = control.owner or find_owner(rules, control.area) or ""
    name = staff.name_of(said) if said else ""
    return "" if "@" in name else name
