"""The figures of the figures page, counted by SQL."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any

from belfry.adapters.sql.store import SqlReader
from belfry.jobs.jobs import Move
from belfry.ports.figures import Stay

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date, datetime

    from belfry.adapters.sql.database import Database

MOST_CACHED = 8192

_STAYS = """
SELECT left_it.came_from, came.at, left_it.at FROM moves AS left_it
JOIN moves AS came ON came.job_id = left_it.job_id AND came.number = left_it.number - 1
WHERE left_it.number > 1 AND left_it.at >= ?
ORDER BY left_it.at DESC, left_it.job_id DESC, left_it.number DESC LIMIT ?
"""
# One query for all periods, each found by an index.
_MESSAGES = """
SELECT place, state, count(*) FROM stretches CROSS JOIN messages
WHERE sent_at >= since AND sent_at < until GROUP BY place, state
UNION ALL
SELECT place, state, count(*) FROM stretches CROSS JOIN messages
WHERE sent_at IS NULL AND made_at >= since AND made_at < until GROUP BY place, state
"""
_FATE = """
CASE WHEN outcome <> 'done' THEN outcome WHEN done_on > due_on THEN 'late' ELSE 'on-time' END
"""
_CYCLES = f"""
SELECT place, {_FATE} AS fate, count(*) FROM stretches CROSS JOIN control_cycles AS line
WHERE due_on >= since AND due_on < until AND outcome <> 'undone' AND NOT EXISTS (
  SELECT 1 FROM control_cycles AS back
  WHERE back.control_id = line.control_id AND back.cycle = line.cycle AND back.outcome = 'undone'
) GROUP BY place, fate
"""


class SqlFigures(SqlReader):
    def __init__(self, database: Database) -> None:
        super().__init__(database)
        read = self._mappers[Move].find_reader("at")

        # A finished stay never changes, and most were read for an earlier request.
        @lru_cache(maxsize=MOST_CACHED)
        def read_stay(stage: str, came: Any, left: Any) -> Stay:
            return Stay(stage, read(came), read(left))

        self._read_stay = read_stay

    def list_stays(self, *, since: datetime, limit: int) -> Sequence[Stay]:
        rows = self._fetch(_STAYS, since, limit)
        return [self._read_stay(*row) for row in rows]

    def count_messages(
        self, stretches: Sequence[tuple[datetime, datetime]]
    ) -> Sequence[Mapping[str, int]]:
        return self._count(_MESSAGES, stretches)

    def count_cycles(self, stretches: Sequence[tuple[date, date]]) -> Sequence[Mapping[str, int]]:
        return self._count(_CYCLES, stretches)

    def _count(
        self, statement: str, stretches: Sequence[tuple[date, date]]
    ) -> list[dict[str, int]]:
        counts: list[dict[str, int]] = [{} for _ in stretches]
        if stretches:
            rows = ", ".join(f"({place}, ?, ?)" for place in range(len(stretches)))
            asked = f"WITH stretches(place, since, until) AS (VALUES {rows}) {statement}"
            for place, kind, count in self._fetch(asked, *chain.from_iterable(stretches)):
                counts[place][kind] = counts[place].get(kind, 0) + count
        return counts
