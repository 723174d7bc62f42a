"""Show a calendar somebody's shifts as they were told to them, if it knows the address."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo

from belfry.kernel.errors import NotFound
from belfry.kernel.tokens import is_token
from belfry.ports.clock import Clock
from belfry.rota.calendars import WeekOfShifts, render_shift_feed
from belfry.rota.find_team_mark import FindTeamMark
from belfry.rota.own_shifts import read_told
from belfry.rota.person_weeks import PersonWeek
from belfry.rota.ports import Requests, Rotas
from belfry.rota.shift_entries import Holder
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
