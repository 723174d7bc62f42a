"""The controls room's questions, answered by SQL."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from belfry.adapters.sql.control_tables import IS_LISTED
from belfry.adapters.sql.reader import SqlReader
from belfry.controls.controls import Control
from belfry.controls.histories import CycleLine, Evidence, ReminderLine

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import date


class SqlControls(SqlReader):
    def rows(self) -> Mapping[str, str]:
        # Almost every row is wanted: an index would have SQLite look for them one by one.
        table = "controls NOT INDEXED" if self._database.is_sqlite else "controls"
        wanted = f'SELECT id, "row" FROM {table} WHERE {IS_LISTED}'
        return self._database.fetch_pairs(wanted, ())

    def list_by_id(self, ids: Collection[str]) -> Sequence[Control]:
        listed = "json_each(?)" if self._database.is_sqlite else "json_array_elements_text(?)"
        which = f"WHERE id IN (SELECT value FROM {listed})"
        return self._list(Control, "controls", which, json.dumps(list(ids)))

    def list_to_look_at(
        self, today: date, *, after: tuple[date, str] | None = None, limit: int = 1000
    ) -> Sequence[Control]:
        day, last = (after[0].isoformat(), after[1]) if after else ("", "")
        which = f"WHERE {IS_LISTED} AND look_on <= ? AND (look_on, id) > (?, ?)"
        order = "ORDER BY look_on, id LIMIT ?"
        given = (today.isoformat(), day, last, limit)
        return self._list(Control, "controls", f"{which} {order}", *given)

    def list_page(
        self, *, after: tuple[date, str] | None = None, limit: int = 100
    ) -> Sequence[Control]:
        order = "ORDER BY due_on, id LIMIT ?"
        if after is None:
            return self._list(Control, "controls", f"WHERE {IS_LISTED} {order}", limit)
        which = f"WHERE {IS_LISTED} AND (due_on, id) > (?, ?) {order}"
        return self._list(Control, "controls", which, after[0].isoformat(), after[1], limit)


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

    def list_ended(self, first: date, last: date) -> Sequence[CycleLine]:
        which = "WHERE due_on BETWEEN ? AND ? ORDER BY due_on, control_id, number"
        given = (first.isoformat(), last.isoformat())
        return self._list(CycleLine, "control_cycles", which, *given)
