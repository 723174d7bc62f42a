"""Show a calendar somebody's shifts as they were told to them, if it knows the address."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from belfry.kernel.errors import NotFound
from belfry.kernel.icals import find_midnight, open_feed, write_calendar
from belfry.kernel.tokens import is_token
from belfry.ports.clock import Clock
from belfry.rota.find_team_mark import FindTeamMark
from belfry.rota.ports import Requests, Rotas
from belfry.rota.publishing.own_shifts import OwnShift, read_told
from belfry.rota.publishing.person_weeks import PersonWeek
from belfry.rota.shift_entries import Holder, render_entry
from belfry.rota.week_days import SEVEN_DAYS, find_this_monday

WEEKS_BACK = 4
WEEKS_AHEAD = 53


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowShiftFeed:
    """`team` is its name."""

    rotas: Rotas
    requests: Requests
    clock: Clock
    find_mark: FindTeamMark
    team: str
    zone: ZoneInfo

    def __call__(self, token: str) -> bytes:
        """The calendar; NotFound for an address that is not, or no longer, one of ours."""
        feed = self.requests.find_feed(token) if is_token(token) else None
        if feed is None:
            raise NotFound("this link leads nowhere")
        now = self.clock.now()
        monday = find_this_monday(now, self.zone)
        known = self.rotas.list_hours_of(
            feed.person, monday - WEEKS_BACK * SEVEN_DAYS, monday + WEEKS_AHEAD * SEVEN_DAYS
        )
        holder = Holder(mark=self.find_mark(), team=self.team, person=feed.person, zone=self.zone)
        return render_shift_feed(map(_describe, known), holder, now=now)


def _describe(known: PersonWeek) -> WeekOfShifts:
    return WeekOfShifts(
        starts_on=date.fromisoformat(known.week),
        shifts=read_told(known.told),
        sequences=known.sequences,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class WeekOfShifts:
    """One person's shifts of the week that begins on a Monday; `sequences` as of its invites."""

    starts_on: date
    shifts: tuple[OwnShift, ...]
    sequences: Mapping[str, int] = field(default_factory=dict)


def render_shift_feed(weeks: Iterable[WeekOfShifts], holder: Holder, *, now: datetime) -> bytes:
    """All these shifts by their start; the same all day, unless one of them changed."""
    of_whom = f"Shifts of {holder.person}"
    title = f"{of_whom} \u00b7 {holder.team}" if holder.team else of_whom
    calendar = open_feed("Rota", title=title)
    stamp = find_midnight(now.astimezone(UTC))
    for week, shift in _sort(weeks):
        sequence = week.sequences.get(shift.id, 0)
        event = render_entry(
            shift, holder, week=week.starts_on, sequence=sequence, stamped_at=stamp
        )
        event.add("status", "CONFIRMED")
        event.add("transp", "OPAQUE")
        calendar.add_component(event)
    return write_calendar(calendar)


def _sort(weeks: Iterable[WeekOfShifts]) -> list[tuple[WeekOfShifts, OwnShift]]:
    pairs = {(week.starts_on, one.id): (week, one) for week in weeks for one in week.shifts}
    found = sorted(pairs.items(), key=lambda item: (item[1][1].starts_at, *item[0]))
    return [pair for _, pair in found]
