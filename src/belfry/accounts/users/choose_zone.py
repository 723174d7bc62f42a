"""In which zone somebody wants to read times."""

from __future__ import annotations

from dataclasses import dataclass, replace

from belfry.accounts.users.book import get_user, put_noted
from belfry.accounts.users.users import User
from belfry.kernel.audit import write_entry
from belfry.kernel.cron import find_zone
from belfry.ports.clock import Clock
from belfry.ports.store import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseZone:
    store: Store
    clock: Clock

    def check(self, timezone: str) -> str:
        """The zone's name, blank for the team's own; InputError for one that there is not."""
        typed = timezone.strip()
        return find_zone(typed).key if typed else ""

    def __call__(self, user_id: int, timezone: str, *, by: str) -> User:
        chosen, user = self.check(timezone), get_user(self.store, user_id)
        if chosen == user.timezone:
            return user
        noted = write_entry(
            replace(user, timezone=chosen),
            action="edited",
            by=by,
            at=self.clock.now(),
            before={"timezone": user.timezone},
            after={"timezone": chosen},
        )
        return put_noted(self.store, noted)
