"""Show a calendar the team's controls, if it knows the address."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hmac import compare_digest
from typing import TYPE_CHECKING

from belfry.controls.chains.find_rules import FindRules
from belfry.controls.chains.rules import Rules, find_owner
from belfry.controls.controls import Control
from belfry.controls.list_controls import MOST_COUNTED, PAGE
from belfry.controls.ports import Controls
from belfry.controls.reports.feed_tokens import THE_FEED, FeedToken
from belfry.kernel.errors import NotFound
from belfry.kernel.icals import (
    find_midnight,
    make_uid,
    open_event,
    open_feed,
    tidy_words,
    write_calendar,
)
from belfry.kernel.tokens import is_token
from belfry.ports.clock import Clock
from belfry.ports.store import Store
from belfry.workspace.people.find_staff import FindStaff
from belfry.workspace.people.staff import Staff

if TYPE_CHECKING:
    from icalendar import Event


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


@dataclass(frozen=True, slots=True)
class Owned:
    """A control, and the name of whoever sees to it; empty if nobody is named."""

    control: Control
    owner: str = ""


def render_feed(found: Iterable[Owned], *, team: str, family: str, now: datetime) -> bytes:
    """A calendar as RFC 5545 has it; the same all day, unless a control changed."""
    calendar = open_feed("Controls", title=f"{team}: controls" if team else "Controls")
    stamp = find_midnight(now)
    for one in found:
        calendar.add_component(_render_event(one, family, stamp))
    return write_calendar(calendar)


def find_uid(family: str, control_id: str) -> str:
    """Equal for one control of one team, whatever becomes of either's dates and addresses."""
    return make_uid(f"{family}/{control_id}")


def _render_event(one: Owned, family: str, stamp: datetime) -> Event:
    control = one.control
    event = open_event(
        uid=find_uid(family, control.id),
        summary=control.name,
        # Its cycle alone would not do: an undone one, or an edited row, moves the date within it.
        sequence=control.revision,
        stamped_at=stamp,
    )
    event.add("dtstart", control.due_on)
    event.add("dtend", control.due_on + timedelta(days=1))
    event.add("description", "\n".join(_describe(one)))
    # A check on some day is no reason to be busy all day.
    event.add("transp", "TRANSPARENT")
    return event


def _describe(one: Owned) -> list[str]:
    control = one.control
    said = {
        "Owner": one.owner,
        "Area": control.area,
        "Repeats": control.repeat,
        "Proof to keep": control.proof,
    }
    return [f"{what}: {tidy_words(text)}" for what, text in said.items() if text]
