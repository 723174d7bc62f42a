"""Calendar feeds: an address at which a person's calendar finds their shifts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from belfry.kernel.errors import NotFound
from belfry.kernel.icals import find_midnight, open_feed, write_calendar
from belfry.kernel.texts import is_token
from belfry.ports.clock import Clock
from belfry.ports.secrets import Secrets
from belfry.ports.store import Store, retry_on_conflict
from belfry.rota.entries import record
from belfry.rota.ports import Requests, Rotas
from belfry.rota.publishing.calendar_entries import FindTeamId, Holder, render_entry
from belfry.rota.publishing.own_shifts import PersonWeek, load_shifts
from belfry.rota.requests.requests import ShiftFeed
from belfry.rota.rules.weeks import SEVEN_DAYS, find_this_monday
from belfry.rota.sheets.read_rota_sheets import ReadRotaSheets
from belfry.rota.sheets.staff_rows import make_roster
from belfry.rota.team import FindDeciders, FindExclusion

SECRET_BYTES = 32
FAMILY_BYTES = 12


@dataclass(frozen=True, slots=True)
class ShareShiftFeed:
    """By the person or a manager."""

    store: Store
    secrets: Secrets
    clock: Clock
    read_sheets: ReadRotaSheets
    find_deciders: FindDeciders

    def __call__(self, person: str, *, by: str, is_new: bool = False) -> ShiftFeed:
        """The feed; if `is_new`, at a new address, and the old one stops working.

        Raises NotFound for an unknown or ambiguous name.
        """
        name = (self.read_sheets.find_roster() or make_roster(())).get(person)
        self.find_deciders.check_self(by, name)

        def share() -> ShiftFeed:
            known = self.store.find(ShiftFeed, name)
            if known and known.token and not is_new:
                return known
            return self._put(name, known, self.secrets.token(SECRET_BYTES), "shared", by)

        return retry_on_conflict(share)

    def find(self, person: str) -> ShiftFeed | None:
        """The person's present feed, if any; no permission needed."""
        known = self.store.find(ShiftFeed, self._find_name(person))
        return known if known and known.token else None

    def end(self, person: str, *, by: str) -> bool:
        """Whether there was a feed; also for people who have left."""
        name = self._find_name(person)
        self.find_deciders.check_self(by, name)

        def end() -> bool:
            known = self.store.find(ShiftFeed, name)
            if known is None or not known.token:
                return False
            self._put(name, known, "", "ended", by)
            return True

        return retry_on_conflict(end)

    def _find_name(self, person: str) -> str:
        roster = self.read_sheets.find_roster()
        return (roster and roster.find(person)) or person

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


WEEKS_BACK = 4
WEEKS_AHEAD = 53


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowShiftFeed:
    rotas: Rotas
    requests: Requests
    clock: Clock
    find_exclusion: FindExclusion
    find_team_id: FindTeamId
    team: str
    zone: ZoneInfo

    def __call__(self, token: str) -> bytes:
        """The calendar; NotFound for an unknown or ended address, or a person who left."""
        feed = self.requests.find_feed(token) if is_token(token) else None
        if feed is None or self.find_exclusion(feed.person):
            raise NotFound("this link leads nowhere")
        now = self.clock.now()
        monday = find_this_monday(now, self.zone)
        known = self.rotas.list_hours_of(
            feed.person, monday - WEEKS_BACK * SEVEN_DAYS, monday + WEEKS_AHEAD * SEVEN_DAYS
        )
        holder = Holder(
            team_id=self.find_team_id(), team=self.team, person=feed.person, zone=self.zone
        )
        return render_shift_feed(known, holder, now=now)


def render_shift_feed(weeks: Iterable[PersonWeek], holder: Holder, *, now: datetime) -> bytes:
    """Shifts by start; the bytes stay the same all day unless a shift changes."""
    of_whom = f"Shifts of {holder.person}"
    title = f"{of_whom} \u00b7 {holder.team}" if holder.team else of_whom
    calendar = open_feed("Rota", title=title)
    stamp = find_midnight(now.astimezone(UTC))
    shifts = [(week, shift) for week in weeks for shift in load_shifts(week.notified_shifts)]
    for week, shift in sorted(
        shifts, key=lambda pair: (pair[1].starts_at, pair[0].week, pair[1].id)
    ):
        sequence, monday = week.sequences.get(shift.id, 0), date.fromisoformat(week.week)
        event = render_entry(shift, holder, week=monday, sequence=sequence, stamped_at=stamp)
        event.add("status", "CONFIRMED")
        event.add("transp", "OPAQUE")
        calendar.add_component(event)
    return write_calendar(calendar)
