"""The rota's questions, answered by SQL."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from belfry.adapters.sql.reader import SqlReader
from belfry.adapters.sql.rota_tables import IS_OPEN_CLASH, IS_OPEN_SWAP, IS_SHARED
from belfry.rota.drafted_weeks import DraftLine, RotaWeek, WeekDraft
from belfry.rota.person_weeks import PersonWeek
from belfry.rota.requests import Clash, Swap, TimeOffRequest
from belfry.rota.rota_links import ShiftFeed

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from datetime import date

    from belfry.rota.requests import Asked


class SqlRotas(SqlReader):
    def list_weeks(self, first: date, last: date) -> Sequence[RotaWeek]:
        which = "WHERE id BETWEEN ? AND ? ORDER BY id"
        return self._list(RotaWeek, "rota_weeks", which, first.isoformat(), last.isoformat())

    def list_drafts(self, week: str) -> Sequence[WeekDraft]:
        return self._list(WeekDraft, "week_drafts", "WHERE week = ? ORDER BY number", week)

    def list_lines(self, week: str, draft: int) -> Sequence[DraftLine]:
        which = "WHERE week = ? AND draft = ? ORDER BY starts_at, shift_id"
        return self._list(DraftLine, "draft_lines", which, week, draft)

    def list_hours(self, week: str) -> Sequence[PersonWeek]:
        return self._list(PersonWeek, "person_weeks", "WHERE week = ? ORDER BY person", week)

    def list_hours_of(self, person: str, first: date, last: date) -> Sequence[PersonWeek]:
        which = "WHERE person = ? AND week BETWEEN ? AND ? ORDER BY week"
        given = (person, first.isoformat(), last.isoformat())
        return self._list(PersonWeek, "person_weeks", which, *given)


class SqlRequests(SqlReader):
    def list_time_off(self, states: Collection[Asked], *, since: date) -> Sequence[TimeOffRequest]:
        listed = "json_each(?)" if self._database.is_sqlite else "json_array_elements_text(?)"
        which = (
            f"WHERE (last_on IS NULL OR last_on >= ?) AND state IN (SELECT value FROM {listed}) "
            "ORDER BY asked_at, id"
        )
        given = (since.isoformat(), json.dumps([state.value for state in states]))
        return self._list(TimeOffRequest, "time_off_requests", which, *given)

    def list_swaps(self, week: str) -> Sequence[Swap]:
        return self._list(Swap, "swaps", "WHERE week = ? ORDER BY made_at, id", week)

    def list_open_swaps(self) -> Sequence[Swap]:
        return self._list(Swap, "swaps", f"WHERE {IS_OPEN_SWAP} ORDER BY made_at, id")

    def list_clashes(self, week: str) -> Sequence[Clash]:
        return self._list(Clash, "clashes", "WHERE week = ? ORDER BY shift_id", week)

    def list_open_clashes(self) -> Sequence[Clash]:
        which = f"WHERE {IS_OPEN_CLASH} ORDER BY week, shift_id"
        return self._list(Clash, "clashes", which)

    def find_feed(self, token: str) -> ShiftFeed | None:
        if not token:
            return None
        found = self._list(ShiftFeed, "shift_feeds", f"WHERE {IS_SHARED} AND token = ?", token)
        return found[0] if found else None
