"""At which addresses people's calendars find the controls.

Each person has an address, made from their name and the team's secret. Anyone who has it sees the
names and dates of the controls, until that person leaves or the team makes new addresses or ends
the feed. The secret is stored in clear text, because addresses have to be shown again, and nothing
can be changed with them.
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import TYPE_CHECKING

from belfry.controls.chains.read_rules import FindRules
from belfry.controls.chains.rules import Rules, find_owner
from belfry.controls.controls import Control
from belfry.controls.find_controls import MOST_COUNTED, PAGE
from belfry.controls.ports import Controls, list_pages
from belfry.kernel.changes import Audited
from belfry.kernel.errors import NotFound
from belfry.kernel.icals import (
    find_midnight,
    make_uid,
    open_event,
    open_feed,
    tidy_words,
    write_calendar,
)
from belfry.kernel.texts import is_token, plain_name
from belfry.ports.clock import Clock
from belfry.ports.secrets import Secrets
from belfry.ports.store import Store, commit_audited, retry_on_conflict
from belfry.workspace.people import ADMIN, FindStaff, Staff, find_nearest_name

if TYPE_CHECKING:
    from icalendar import Event


THE_FEED = "controls"
SECRET_BYTES = 32
FAMILY_BYTES = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedToken(Audited):
    """`token` is the secret, empty once the feed has ended; `family` marks its dates throughout.

    In earlier versions the secret was itself the address, for all people; it still is one.
    """

    name: str = THE_FEED
    token: str = field(repr=False)
    family: str
    made_at: datetime
    revision: int = 0

    @property
    def key(self) -> str:
        return self.name

    @property
    def subject(self) -> str:
        return f"feed/{self.name}"


def feed_path(token: str) -> str:
    return f"/feeds/{token}.ics"


def make_token(feed: FeedToken, person: str) -> str:
    """The part of the feed's address that is one person's own."""
    own = hmac.digest(feed.token.encode(), plain_name(person).encode(), "sha256")
    return urlsafe_b64encode(own).decode().rstrip("=")


@dataclass(frozen=True, slots=True)
class CalendarFeed:
    store: Store
    secrets: Secrets
    controls: Controls
    clock: Clock
    find_rules: FindRules
    find_staff: FindStaff
    team: str

    def share(self, *, by: str, is_new: bool = False) -> FeedToken:
        """The feed; if `is_new`, at another address, and the old one shows nothing any more."""

        def share() -> FeedToken:
            known = self.store.find(FeedToken, THE_FEED)
            if known and known.token and not is_new:
                return known
            return self._put(known, self.secrets.token(SECRET_BYTES), "shared", by)

        return retry_on_conflict(share)

    def find_reader(self, person: str) -> str:
        """The whole name; the admin's for a blank one. NotFound if people.csv has nobody so."""
        staff = self.find_staff()
        name = staff.name_of(person)
        if name not in list_readers(staff):
            nearest = find_nearest_name(staff.people, name)
            hint = f"; did you mean {nearest}?" if nearest else ""
            raise NotFound(f"there is nobody called {name!r} in people.csv{hint}")
        return name

    def end(self, *, by: str) -> bool:
        """Whether there was a feed to end."""

        def end() -> bool:
            known = self.store.find(FeedToken, THE_FEED)
            if known is None or not known.token:
                return False
            self._put(known, "", "ended", by)
            return True

        return retry_on_conflict(end)

    def show(self, token: str) -> bytes:
        """The calendar; NotFound for an address of nobody who is on the team."""
        feed, staff = self.store.find(FeedToken, THE_FEED), self.find_staff()
        if feed is None or not feed.token or not is_token(token):
            raise NotFound("this link leads nowhere")
        tokens = [feed.token, *(make_token(feed, name) for name in list_readers(staff))]
        if not any(hmac.compare_digest(token, other) for other in tokens):
            raise NotFound("this link leads nowhere")
        rules = self.find_rules()
        pages = list_pages(self.controls, PAGE)
        # Those that are due first; no calendar could show more.
        first = islice((control for page in pages for control in page), MOST_COUNTED)
        owned = (Owned(control, _name_owner(control, rules, staff)) for control in first)
        now = self.clock.now().astimezone(UTC)
        return render_feed(owned, team=self.team, family=feed.family, now=now)

    def _put(self, known: FeedToken | None, token: str, action: str, by: str) -> FeedToken:
        now = self.clock.now()
        feed = known or FeedToken(token="", family=self.secrets.token(FAMILY_BYTES), made_at=now)
        renewed = replace(feed, token=token, made_at=now)
        return commit_audited(self.store, renewed, action=action, by=by, at=now)


def list_readers(staff: Staff) -> list[str]:
    """Who may have an address: those in people.csv who were not disabled, and the admin."""
    return [*(person.name for person in staff.people.everybody), ADMIN]


def _name_owner(control: Control, rules: Rules, staff: Staff) -> str:
    """Empty for an owner known only by an address."""
    owner = control.owner or find_owner(rules, control.area) or ""
    name = staff.name_of(owner) if owner else ""
    return "" if "@" in name else name


@dataclass(frozen=True, slots=True)
class Owned:
    """A control and the name of its owner, if it has one."""

    control: Control
    owner: str = ""


def render_feed(owned_controls: Iterable[Owned], *, team: str, family: str, now: datetime) -> bytes:
    """A calendar as RFC 5545 has it; the same all day, unless a control changed."""
    calendar = open_feed("Controls", title=f"{team}: controls" if team else "Controls")
    stamp = find_midnight(now)
    for owned in owned_controls:
        calendar.add_component(_render_event(owned, family, stamp))
    return write_calendar(calendar)


def find_uid(family: str, control_id: str) -> str:
    """Equal for one control of one team, whatever becomes of either's dates and addresses."""
    return make_uid(f"{family}/{control_id}")


def _render_event(owned: Owned, family: str, stamp: datetime) -> Event:
    control = owned.control
    event = open_event(
        uid=find_uid(family, control.id),
        summary=control.name,
        # Its cycle alone would not do: an undone one, or an edited row, moves the date within it.
        sequence=control.revision,
        stamped_at=stamp,
    )
    event.add("dtstart", control.due_on)
    event.add("dtend", control.due_on + timedelta(days=1))
    event.add("description", "\n".join(_describe(owned)))
    # A check on some day is no reason to be busy all day.
    event.add("transp", "TRANSPARENT")
    return event


def _describe(owned: Owned) -> list[str]:
    control = owned.control
    details = {
        "Owner": owned.owner,
        "Area": control.area,
        "Repeats": control.repeat,
        "Proof to keep": control.proof,
    }
    return [f"{what}: {tidy_words(text)}" for what, text in details.items() if text]
