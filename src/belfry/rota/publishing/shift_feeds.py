"""Give somebody's calendar an address at which it finds their shifts, or take it away."""

from __future__ import annotations

from dataclasses import dataclass, replace

from belfry.accounts.users.book import insist
from belfry.kernel.errors import InputError, NotFound
from belfry.ports.clock import Clock
from belfry.ports.secrets import Secrets
from belfry.ports.store import Store
from belfry.rota.drafts.rosters import Roster, explain_unknown, make_roster
from belfry.rota.entries import record
from belfry.rota.requests.rota_links import ShiftFeed
from belfry.rota.sheets.read_rota_sheets import ReadRotaSheets
from belfry.rota.team import FindDeciders

SECRET_BYTES = 32
FAMILY_BYTES = 12


@dataclass(frozen=True, slots=True)
class ShareShiftFeed:
    """Somebody's own, by themselves or whoever decides."""

    store: Store
    secrets: Secrets
    clock: Clock
    read_sheets: ReadRotaSheets
    find_deciders: FindDeciders

    def __call__(self, person: str, *, by: str, is_new: bool = False) -> ShiftFeed:
        """The feed; if `is_new`, at another address, and the old one shows nothing any more.

        NotFound for a name that means nobody on the staff sheet, or more than one.
        """
        roster = self._find_roster()
        name = roster.find(person)
        if name is None:
            raise NotFound(explain_unknown(person, roster))
        self.find_deciders.check_self(by, name)

        def share() -> ShiftFeed:
            known = self.store.find(ShiftFeed, name)
            if known and known.token and not is_new:
                return known
            return self._put(name, known, self.secrets.token(SECRET_BYTES), "shared", by)

        return insist(share)

    def find(self, person: str) -> ShiftFeed | None:
        """The feed that somebody has at present, if any; nobody is asked."""
        known = self.store.find(ShiftFeed, self._find_roster().find(person) or person)
        return known if known and known.token else None

    def end(self, person: str, *, by: str) -> bool:
        """Whether there was a feed to end; also of somebody who is on the staff no more."""
        name = self._find_roster().find(person) or person
        self.find_deciders.check_self(by, name)

        def end() -> bool:
            known = self.store.find(ShiftFeed, name)
            if known is None or not known.token:
                return False
            self._put(name, known, "", "ended", by)
            return True

        return insist(end)

    def _find_roster(self) -> Roster:
        try:
            return self.read_sheets.staff().found.make_roster()
        except (NotFound, InputError):
            return make_roster(())

    def _put(
        self, name: str, known: ShiftFeed | None, token: str, action: str, by: str
    ) -> ShiftFeed:
        now = self.clock.now()
        feed = known or ShiftFeed(
            person=name, token="", family=self.secrets.token(FAMILY_BYTES), made_at=now
        )
        changes = record(replace(feed, token=token, made_at=now), action=action, by=by, at=now)
        self.store.commit(changes)
        return self.store.find(ShiftFeed, name) or feed
