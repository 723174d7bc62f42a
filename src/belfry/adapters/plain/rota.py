"""Reads for the rota, over plain rows."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from belfry.adapters.plain.reader import PlainReader
from belfry.ports.store import Span
from belfry.rota.drafts.drafted_weeks import DraftLine, RotaWeek, WeekDraft
from belfry.rota.publishing.own_shifts import PersonWeek
from belfry.rota.requests.requests import Clash, ShiftFeed, Swap, TimeOffRequest

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import date

    from belfry.rota.requests.requests import Asked


class PlainRotas(PlainReader):
    def list_weeks(self, first: date, last: date) -> Sequence[RotaWeek]:
        ids = Span(first.isoformat(), last.isoformat())
        rows = self._store.rows(RotaWeek, {"id": ids})
        weeks = [week for week in rows if first <= week.starts_on <= last]
        return sorted(weeks, key=lambda week: week.id)

    def list_drafts(self, week: str) -> Sequence[WeekDraft]:
        rows = self._store.rows(WeekDraft, {"week": week})
        drafts = [draft for draft in rows if draft.week == week]
        return sorted(drafts, key=lambda draft: draft.number)

    def list_lines(self, week: str, draft: int) -> Sequence[DraftLine]:
        rows = self._store.rows(DraftLine, {"week": week, "draft": draft})
        lines = [line for line in rows if (line.week, line.draft) == (week, draft)]
        return sorted(lines, key=lambda line: (line.starts_at, line.shift_id))

    def list_hours(self, week: str) -> Sequence[PersonWeek]:
        rows = self._store.rows(PersonWeek, {"week": week})
        weeks = [hours for hours in rows if hours.week == week]
        return sorted(weeks, key=lambda hours: hours.person)

    def count_below(self, weeks: Collection[str]) -> Mapping[str, int]:
        below: Counter[str] = Counter()
        for week in set(weeks):
            for hours in self.list_hours(week):
                below[hours.person] += hours.target - hours.placed
        return below

    def list_hours_of(self, person: str, first: date, last: date) -> Sequence[PersonWeek]:
        weeks = (first.isoformat(), last.isoformat())
        person_weeks = [
            hours
            for hours in self._store.rows(PersonWeek, {"person": person, "week": Span(*weeks)})
            if hours.person == person and weeks[0] <= hours.week <= weeks[1]
        ]
        return sorted(person_weeks, key=lambda hours: hours.week)


class PlainRequests(PlainReader):
    def list_time_off(self, states: Collection[Asked], *, since: date) -> Sequence[TimeOffRequest]:
        requests = [
            request
            for request in self._store.rows(TimeOffRequest)
            if request.state in states and (request.last_on is None or request.last_on >= since)
        ]
        return sorted(requests, key=lambda request: (request.asked_at, request.id))

    def list_swaps(self, *weeks: str) -> Sequence[Swap]:
        swaps = [swap for swap in self._store.rows(Swap) if swap.week in weeks]
        return sorted(swaps, key=lambda swap: (swap.made_at, swap.id))

    def list_open_swaps(self) -> Sequence[Swap]:
        swaps = [swap for swap in self._store.rows(Swap) if swap.settled_at is None]
        return sorted(swaps, key=lambda swap: (swap.made_at, swap.id))

    def list_clashes(self, *weeks: str) -> Sequence[Clash]:
        clashes = [clash for clash in self._store.rows(Clash) if clash.week in weeks]
        return sorted(clashes, key=lambda clash: (clash.week, clash.shift_id))

    def list_open_clashes(self) -> Sequence[Clash]:
        clashes = [clash for clash in self._store.rows(Clash) if clash.answered_at is None]
        return sorted(clashes, key=lambda clash: (clash.week, clash.shift_id))

    def find_feed(self, token: str) -> ShiftFeed | None:
        rows = self._store.rows(ShiftFeed, {"token": token})
        feeds = (feed for feed in rows if token and feed.token == token)
        return next(feeds, None)
