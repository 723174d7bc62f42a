"""The rota's questions, answered from plain rows."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from belfry.adapters.plain.reader import PlainReader
from belfry.rota.drafts.drafted_weeks import DraftLine, RotaWeek, WeekDraft
from belfry.rota.publishing.own_shifts import PersonWeek
from belfry.rota.requests.requests import Clash, ShiftFeed, Swap, TimeOffRequest

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import date, datetime

    from belfry.rota.requests.requests import Asked


class PlainRotas(PlainReader):
    def list_weeks(self, first: date, last: date) -> Sequence[RotaWeek]:
        found = [one for one in self._store.rows(RotaWeek) if first <= one.starts_on <= last]
        return sorted(found, key=lambda one: one.id)

    def list_drafts(self, week: str) -> Sequence[WeekDraft]:
        found = [one for one in self._store.rows(WeekDraft) if one.week == week]
        return sorted(found, key=lambda one: one.number)

    def list_lines(self, week: str, draft: int) -> Sequence[DraftLine]:
        found = [
            one for one in self._store.rows(DraftLine) if (one.week, one.draft) == (week, draft)
        ]
        return sorted(found, key=lambda one: (one.starts_at, one.shift_id))

    def list_ahead(
        self, drafts: Mapping[str, int], *, after: datetime, until: datetime
    ) -> Sequence[DraftLine]:
        found = [
            one
            for one in self._store.rows(DraftLine)
            if drafts.get(one.week) == one.draft
            and one.ends_at > after
            and (one.starts_at < until or one.is_open)
        ]
        return sorted(found, key=lambda one: (one.starts_at, one.shift_id))

    def list_hours(self, week: str) -> Sequence[PersonWeek]:
        found = [one for one in self._store.rows(PersonWeek) if one.week == week]
        return sorted(found, key=lambda one: one.person)

    def count_below(self, weeks: Collection[str]) -> Mapping[str, int]:
        below: Counter[str] = Counter()
        for one in self._store.rows(PersonWeek):
            if one.week in weeks:
                below[one.person] += one.target - one.placed
        return below

    def list_hours_of(self, person: str, first: date, last: date) -> Sequence[PersonWeek]:
        weeks = (first.isoformat(), last.isoformat())
        found = [
            one
            for one in self._store.rows(PersonWeek)
            if one.person == person and weeks[0] <= one.week <= weeks[1]
        ]
        return sorted(found, key=lambda one: one.week)


class PlainRequests(PlainReader):
    def list_time_off(self, states: Collection[Asked], *, since: date) -> Sequence[TimeOffRequest]:
        found = [
            one
            for one in self._store.rows(TimeOffRequest)
            if one.state in states and (one.last_on is None or one.last_on >= since)
        ]
        return sorted(found, key=lambda one: (one.asked_at, one.id))

    def list_swaps(self, *weeks: str) -> Sequence[Swap]:
        found = [one for one in self._store.rows(Swap) if one.week in weeks]
        return sorted(found, key=lambda one: (one.made_at, one.id))

    def list_open_swaps(self) -> Sequence[Swap]:
        found = [one for one in self._store.rows(Swap) if one.settled_at is None]
        return sorted(found, key=lambda one: (one.made_at, one.id))

    def list_clashes(self, *weeks: str) -> Sequence[Clash]:
        found = [one for one in self._store.rows(Clash) if one.week in weeks]
        return sorted(found, key=lambda one: (one.week, one.shift_id))

    def list_open_clashes(self) -> Sequence[Clash]:
        found = [one for one in self._store.rows(Clash) if one.answered_at is None]
        return sorted(found, key=lambda one: (one.week, one.shift_id))

    def find_feed(self, token: str) -> ShiftFeed | None:
        found = (one for one in self._store.rows(ShiftFeed) if token and one.token == token)
        return next(found, None)
