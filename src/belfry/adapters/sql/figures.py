"""How much happened, counted by SQL."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from belfry.adapters.sql.reader import SqlReader
from belfry.jobs.moves import Move
from belfry.kernel.stays import Stay

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date, datetime

_STAYS = """
SELECT left_it.came_from, came.at, left_it.at FROM moves AS left_it
JOIN moves AS came ON came.job_id = left_it.job_id AND came.number = left_it.number - 1
WHERE left_it.number > 1 AND left_it.at >= ?
ORDER BY left_it.at DESC, left_it.job_id DESC, left_it.number DESC LIMIT ?
"""
_MESSAGES = """
SELECT state, count(*) FROM messages WHERE made_at >= ? AND made_at < ? GROUP BY state
"""
_FATE = """
CASE WHEN outcome <> 'done' THEN outcome WHEN done_on > due_on THEN 'late' ELSE 'on-time' END
"""
_CYCLES = f"""
SELECT {_FATE} AS fate, count(*) FROM control_cycles AS line
WHERE due_on >= ? AND due_on < ? AND outcome <> 'undone' AND NOT EXISTS (
  SELECT 1 FROM control_cycles AS back
  WHERE back.control_id = line.control_id AND back.cycle = line.cycle AND back.outcome = 'undone'
) GROUP BY fate
"""


class SqlFigures(SqlReader):
    def list_stays(self, *, since: datetime, limit: int) -> Sequence[Stay]:
        read = self._scribes[Move].find_reader("at")
        rows = self._fetch(_STAYS, self._database.write_moment(since), limit)
        return [Stay(stage, read(came), read(left)) for stage, came, left in rows]

    def count_messages(
        self, stretches: Sequence[tuple[datetime, datetime]]
    ) -> Sequence[Mapping[str, int]]:
        write = self._database.write_moment
        return [self._count(_MESSAGES, write(first), write(last)) for first, last in stretches]

    def count_cycles(self, stretches: Sequence[tuple[date, date]]) -> Sequence[Mapping[str, int]]:
        return [self._count(_CYCLES, str(first), str(last)) for first, last in stretches]

    def _count(self, statement: str, *given: Any) -> dict[str, int]:
        return dict(self._fetch(statement, *given))
