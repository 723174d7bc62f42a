"""Reads for controls, by SQL."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from belfry.adapters.sql.store import RowMapper, SqlReader
from belfry.adapters.sql.tables import (
    HAS_OWN_CHAIN,
    IS_CORRECTED,
    IS_LISTED,
    IS_UNDECIDED,
    controls,
)
from belfry.controls.controls import Control, ControlSummary, CycleLine, Evidence, ReminderLine
from belfry.controls.ports import AreaPart
from belfry.controls.tasks.proposals import ProposedControl

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import date

    from belfry.adapters.sql.database import Database

_BY_AREA = "ORDER BY area, id LIMIT ? OFFSET ?"


class SummaryReader(SqlReader):
    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._summary = RowMapper(ControlSummary, controls, is_sqlite=database.is_sqlite)


class SqlControls(SummaryReader):
    def rows(self) -> Mapping[str, str]:
        # Almost every row is wanted: an index would have SQLite look for them one by one.
        table = "controls NOT INDEXED" if self._database.is_sqlite else "controls"
        wanted = f'SELECT id, "row" FROM {table} WHERE {IS_LISTED}'
        return self._database.fetch_pairs(wanted, ())

    def list_by_id(self, ids: Collection[str]) -> Sequence[Control]:
        which = f"WHERE id IN (SELECT value FROM {self._database.names})"
        return self._list(Control, which, list(ids))

    def list_to_check(
        self, today: date, *, after: tuple[date, str] | None = None, limit: int = 1000
    ) -> Sequence[Control]:
        day, last = after or ("", "")
        which = f"WHERE {IS_LISTED} AND next_check_on <= ? AND (next_check_on, id) > (?, ?)"
        order = "ORDER BY next_check_on, id LIMIT ?"
        return self._list(Control, f"{which} {order}", today, day, last, limit)

    def list_page(
        self,
        *,
        after: tuple[date, str] | None = None,
        before: date | None = None,
        limit: int = 100,
    ) -> Sequence[Control]:
        which, params = f"WHERE {IS_LISTED}", list[Any]()
        if after is not None:
            which, params = f"{which} AND (due_on, id) > (?, ?)", [*after]
        if before is not None:
            which, params = f"{which} AND due_on < ?", [*params, before]
        page = f"{which} ORDER BY due_on, id LIMIT ?"
        return self._list(Control, page, *params, limit)

    def list_summaries(
        self, *, until: date | None = None, done_after: date | None = None
    ) -> Sequence[ControlSummary]:
        # To read all of them, an index would have SQLite look for each row by itself.
        is_whole = until is None and done_after is None and self._database.is_sqlite
        table = "controls NOT INDEXED" if is_whole else "controls"
        which, params = (
            f"SELECT {self._summary.columns} FROM {table} WHERE {IS_LISTED}",
            list[Any](),
        )
        if done_after is not None:
            which, params = f"{which} AND last_done_on > ?", [done_after]
        if until is not None:
            # Each half has an index of its own; asked for both at once, SQLite uses neither.
            own = f"{which} AND {HAS_OWN_CHAIN} AND due_on > ?"
            which = f"{which} AND due_on <= ? UNION ALL {own}"
            params = [*params, until, *params, until]
        rows = self._fetch(f"{which} ORDER BY due_on, id", *params)
        return [self._summary.read(row) for row in rows]

    def list_corrected(self, *, limit: int) -> Sequence[Control]:
        latest = f"WHERE {IS_CORRECTED} ORDER BY corrected_at DESC, id DESC LIMIT ?"
        return self._list(Control, latest, limit)

    def count(self, *, done_after: date | None = None) -> int:
        count, params = f"SELECT count(*) FROM controls WHERE {IS_LISTED}", list[Any]()
        if done_after is not None:
            count, params = f"{count} AND last_done_on > ?", [done_after]
        return int(self._fetch(count, *params)[0][0])


class SqlAreas(SummaryReader):
    def count(self) -> Mapping[str, int]:
        counted = f"SELECT area, count(*) FROM controls WHERE {IS_LISTED} GROUP BY area"
        return dict(self._fetch(counted))

    def list_parts(self, parts: Sequence[AreaPart]) -> Sequence[ControlSummary]:
        """All at once; in what order the answers of a union come is up to the database."""
        part = f"{self._summary.select} WHERE {IS_LISTED} AND area = ? {_BY_AREA}"
        each = [f"SELECT {place}, part.* FROM ({part}) AS part" for place in range(len(parts))]
        params = [value for area, skip, limit in parts for value in (area, limit, skip)]
        rows = self._fetch(" UNION ALL ".join(each), *params) if parts else []
        return [self._summary.read(row) for _, *row in sorted(rows)]


class SqlHistories(SqlReader):
    def list_cycles(self, control_id: str) -> Sequence[CycleLine]:
        which = "WHERE control_id = ? ORDER BY number"
        return self._list(CycleLine, which, control_id)

    def list_reminders(self, control_id: str) -> Sequence[ReminderLine]:
        which = "WHERE control_id = ? ORDER BY at, due_on, slot"
        return self._list(ReminderLine, which, control_id)

    def list_evidence(self, control_id: str) -> Sequence[Evidence]:
        which = "WHERE control_id = ? ORDER BY number"
        return self._list(Evidence, which, control_id)

    def list_evidence_of_file(self, digest: str) -> Sequence[Evidence]:
        which = "WHERE digest = ? ORDER BY control_id, number"
        return self._list(Evidence, which, digest)

    def list_ended(
        self, first: date, last: date, *, control_ids: Collection[str] | None = None
    ) -> Sequence[CycleLine]:
        day, named, params = "due_on", "", list[Any]([first, last])
        if control_ids is not None:
            # Joined with nothing, the day is no longer the index's: only their lines are read.
            any_of = f"(SELECT value FROM {self._database.names})"
            day, named = "(due_on || '')", f"AND control_id IN {any_of}"
            params.append(list(control_ids))
        which = f"WHERE {day} BETWEEN ? AND ? {named} ORDER BY due_on, control_id, number"
        return self._list(CycleLine, which, *params)


class SqlProposals(SqlReader):
    def list_newest(
        self, *, is_undecided: bool = False, limit: int = 50
    ) -> Sequence[ProposedControl]:
        which = f"WHERE {IS_UNDECIDED}" if is_undecided else ""
        return self._list(ProposedControl, f"{which} ORDER BY at DESC, id DESC LIMIT ?", limit)
