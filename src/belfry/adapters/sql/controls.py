"""The controls room's questions, answered by SQL."""

from __future__ import annotations

import json
from datetime import date
from typing import TYPE_CHECKING

from belfry.adapters.sql.row_mapper import SqlReader
from belfry.adapters.sql.tables import HAS_OWN_CHAIN, IS_LISTED
from belfry.controls.controls import Control, ControlSummary
from belfry.controls.histories import CycleLine, Evidence, ReminderLine
from belfry.controls.ports import AreaPart

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

_SUMMARY = "id, name, area, owner, repeat, chain_override, due_on, anchor_on"
_PART = f"""
SELECT {_SUMMARY} FROM controls WHERE {IS_LISTED} AND area = ?
ORDER BY area, id LIMIT ? OFFSET ?
"""


class SqlControls(SqlReader):
    def rows(self) -> Mapping[str, str]:
        # Almost every row is wanted: an index would have SQLite look for them one by one.
        table = "controls NOT INDEXED" if self._database.is_sqlite else "controls"
        wanted = f'SELECT id, "row" FROM {table} WHERE {IS_LISTED}'
        return self._database.fetch_pairs(wanted, ())

    def list_by_id(self, ids: Collection[str]) -> Sequence[Control]:
        which = f"WHERE id IN {_any_of(is_sqlite=self._database.is_sqlite)}"
        return self._list(Control, "controls", which, json.dumps(list(ids)))

    def list_to_check(
        self, today: date, *, after: tuple[date, str] | None = None, limit: int = 1000
    ) -> Sequence[Control]:
        day, last = (after[0].isoformat(), after[1]) if after else ("", "")
        which = f"WHERE {IS_LISTED} AND next_check_on <= ? AND (next_check_on, id) > (?, ?)"
        order = "ORDER BY next_check_on, id LIMIT ?"
        given = (today.isoformat(), day, last, limit)
        return self._list(Control, "controls", f"{which} {order}", *given)

    def list_page(
        self,
        *,
        after: tuple[date, str] | None = None,
        before: date | None = None,
        limit: int = 100,
    ) -> Sequence[Control]:
        which, given = f"WHERE {IS_LISTED}", list[str]()
        if after is not None:
            which, given = f"{which} AND (due_on, id) > (?, ?)", [after[0].isoformat(), after[1]]
        if before is not None:
            which, given = f"{which} AND due_on < ?", [*given, before.isoformat()]
        page = f"{which} ORDER BY due_on, id LIMIT ?"
        return self._list(Control, "controls", page, *given, limit)

    def list_summaries(
        self, *, until: date | None = None, done_after: date | None = None
    ) -> Sequence[ControlSummary]:
        # To read all of them, an index would have SQLite look for each row by itself.
        is_whole = until is None and done_after is None and self._database.is_sqlite
        table = "controls NOT INDEXED" if is_whole else "controls"
        which, given = f"SELECT {_SUMMARY} FROM {table} WHERE {IS_LISTED}", list[str]()
        if done_after is not None:
            which, given = f"{which} AND last_done_on > ?", [done_after.isoformat()]
        if until is not None:
            # Each half has an index of its own; asked for both at once, SQLite uses neither.
            day = until.isoformat()
            own = f"{which} AND {HAS_OWN_CHAIN} AND due_on > ?"
            which = f"{which} AND due_on <= ? UNION ALL {own}"
            given = [*given, day, *given, day]
        rows = self._fetch(f"{which} ORDER BY due_on, id", *given)
        return [_summarise(row) for row in rows]

    def count(self, *, done_after: date | None = None) -> int:
        wanted = f"SELECT count(*) FROM controls WHERE {IS_LISTED}"
        if done_after is None:
            return int(self._fetch(wanted)[0][0])
        return int(self._fetch(f"{wanted} AND last_done_on > ?", done_after.isoformat())[0][0])


class SqlAreas(SqlReader):
    def count(self) -> Mapping[str, int]:
        counted = f"SELECT area, count(*) FROM controls WHERE {IS_LISTED} GROUP BY area"
        return dict(self._fetch(counted))

    def list_parts(self, parts: Sequence[AreaPart]) -> Sequence[ControlSummary]:
        """All at once; in what order the answers of a union come is up to the database."""
        each = [f"SELECT {place}, part.* FROM ({_PART}) AS part" for place in range(len(parts))]
        given = [value for area, skip, limit in parts for value in (area, limit, skip)]
        found = self._fetch(" UNION ALL ".join(each), *given) if parts else []
        return [_summarise(row) for _, *row in sorted(found)]


class SqlHistories(SqlReader):
    def list_cycles(self, control_id: str) -> Sequence[CycleLine]:
        which = "WHERE control_id = ? ORDER BY number"
        return self._list(CycleLine, "control_cycles", which, control_id)

    def list_reminders(self, control_id: str) -> Sequence[ReminderLine]:
        which = "WHERE control_id = ? ORDER BY at, due_on, slot"
        return self._list(ReminderLine, "control_reminders", which, control_id)

    def list_evidence(self, control_id: str) -> Sequence[Evidence]:
        which = "WHERE control_id = ? ORDER BY number"
        return self._list(Evidence, "control_evidence", which, control_id)

    def list_ended(
        self, first: date, last: date, *, control_ids: Collection[str] | None = None
    ) -> Sequence[CycleLine]:
        day, named, given = "due_on", "", [first.isoformat(), last.isoformat()]
        if control_ids is not None:
            # Joined with nothing, the day is no longer the index's: only their lines are read.
            any_of = _any_of(is_sqlite=self._database.is_sqlite)
            day, named = "(due_on || '')", f"AND control_id IN {any_of}"
            given.append(json.dumps(list(control_ids)))
        which = f"WHERE {day} BETWEEN ? AND ? {named} ORDER BY due_on, control_id, number"
        return self._list(CycleLine, "control_cycles", which, *given)


def _summarise(row: Sequence[str]) -> ControlSummary:
    control_id, name, area, owner, repeat, override, due_on, anchor_on = row
    read_day = date.fromisoformat
    return ControlSummary(
        control_id, name, area, owner, repeat, override, read_day(due_on), read_day(anchor_on)
    )


def _any_of(*, is_sqlite: bool) -> str:
    """What a JSON list of names is searched by."""
    return f"(SELECT value FROM {'json_each(?)' if is_sqlite else 'json_array_elements_text(?)'})"
