"""Reads for the rota, by SQL."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belfry.adapters.sql.store import SqlReader, is_any_of
from belfry.adapters.sql.tables import IS_OPEN_CLASH, IS_OPEN_SWAP, IS_SHARED
from belfry.rota.drafts.drafted_weeks import DraftLine, RotaWeek, WeekDraft
from belfry.rota.publishing.own_shifts import PersonWeek
from belfry.rota.requests.requests import Clash, ShiftFeed, Swap, TimeOffRequest

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import date

    from belfry.rota.requests.requests import Asked


class SqlRotas(SqlReader):
    def list_weeks(self, first: date, last: date) -> Sequence[RotaWeek]:
        which = "WHERE id BETWEEN ? AND ? ORDER BY id"
        return self._list(RotaWeek, which, first, last)

    def list_drafts(self, week: str) -> Sequence[WeekDraft]:
        return self._list(WeekDraft, "WHERE week = ? ORDER BY number", week)

    def list_lines(self, week: str, draft: int) -> Sequence[DraftLine]:
        which = "WHERE week = ? AND draft = ? ORDER BY starts_at, shift_id"
        return self._list(DraftLine, which, week, draft)

    def list_hours(self, week: str) -> Sequence[PersonWeek]:
        return self._list(PersonWeek, "WHERE week = ? ORDER BY person", week)

    def count_below(self, weeks: Collection[str]) -> Mapping[str, int]:
        which = f"FROM person_weeks WHERE {is_any_of('week', weeks)} GROUP BY person"
        return dict(self._fetch(f"SELECT person, SUM(target - placed) {which}", *weeks))

    def list_hours_of(self, person: str, first: date, last: date) -> Sequence[PersonWeek]:
        which = "WHERE person = ? AND week BETWEEN ? AND ? ORDER BY week"
        return self._list(PersonWeek, which, person, first, last)


class SqlRequests(SqlReader):
    def list_time_off(self, states: Collection[Asked], *, since: date) -> Sequence[TimeOffRequest]:
        which = f"WHERE (last_on IS NULL OR last_on >= ?) AND {is_any_of('state', states)}"
        return self._list(TimeOffRequest, f"{which} ORDER BY asked_at, id", since, *states)

    def list_swaps(self, *weeks: str) -> Sequence[Swap]:
        which = f"WHERE {is_any_of('week', weeks)} ORDER BY made_at, id"
        return self._list(Swap, which, *weeks)

    def list_open_swaps(self) -> Sequence[Swap]:
        return self._list(Swap, f"WHERE {IS_OPEN_SWAP} ORDER BY made_at, id")

    def list_clashes(self, *weeks: str) -> Sequence[Clash]:
        which = f"WHERE {is_any_of('week', weeks)} ORDER BY week, shift_id"
        return self._list(Clash, which, *weeks)

    def list_open_clashes(self) -> Sequence[Clash]:
        which = f"WHERE {IS_OPEN_CLASH} ORDER BY week, shift_id"
        return self._list(Clash, which)

    def find_feed(self, token: str) -> ShiftFeed | None:
        if not token:
            return None
        return self._find(ShiftFeed, f"WHERE {IS_SHARED} AND token = ?", token)
