"""How the open jobs stand in their stages, answered by SQL."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belfry.adapters.sql.row_mapper import SqlReader
from belfry.adapters.sql.tables import IS_AT_WORK, IS_UNSETTLED
from belfry.jobs.jobs import Job

if TYPE_CHECKING:
    from collections.abc import Sequence

# From each stage to the next one in the index, whatever lies between: DISTINCT reads every job.
_STAGES = f"""
WITH RECURSIVE found(stage) AS (
  SELECT min(stage) FROM jobs WHERE {IS_AT_WORK}
  UNION ALL
  SELECT (SELECT min(stage) FROM jobs WHERE {IS_AT_WORK} AND stage > found.stage)
  FROM found WHERE found.stage IS NOT NULL
)
SELECT stage FROM found WHERE stage IS NOT NULL
"""
_NEWEST = f"WHERE {IS_AT_WORK} AND stage = ? ORDER BY entered_at DESC, id DESC LIMIT ?"
_COUNTED = f"SELECT 1 FROM jobs WHERE {IS_AT_WORK} AND stage = ? LIMIT ?"
_MISSING = (
    f"WHERE ({IS_UNSETTLED}) AND is_open AND missing_since IS NOT NULL ORDER BY id DESC LIMIT ?"
)
_LAST = "SELECT id FROM jobs ORDER BY id DESC LIMIT ?"


class SqlLineup(SqlReader):
    def list_stages(self) -> Sequence[str]:
        return sorted(stage for (stage,) in self._fetch(_STAGES))

    def list_newest(self, stage: str, *, limit: int) -> Sequence[Job]:
        return self._list(Job, "jobs", _NEWEST, stage, limit)

    def count(self, stage: str, *, most: int) -> int:
        return int(self._fetch(f"SELECT count(*) FROM ({_COUNTED}) AS counted", stage, most)[0][0])

    def list_missing(self, *, limit: int) -> Sequence[Job]:
        return self._list(Job, "jobs", _MISSING, limit)

    def list_last(self, *, limit: int) -> Sequence[str]:
        return [job_id for (job_id,) in self._fetch(_LAST, limit)]

    def search(self, words: str, *, limit: int) -> Sequence[Job]:
        """The index alone tells which jobs they are; only those are read."""
        is_sqlite = self._database.is_sqlite
        like, by_letter = ("LIKE", "") if is_sqlite else ("ILIKE", ' COLLATE "C"')
        held = f"(customer {like} ? ESCAPE '!' OR item {like} ? ESCAPE '!')"
        order = f"ORDER BY customer{by_letter}, item{by_letter}, id"
        which = f"SELECT id FROM jobs WHERE is_open AND {held} {order} LIMIT ?"
        pattern = f"%{_escape(words)}%"
        found = f"WHERE id IN ({which}) {order}"
        return self._list(Job, "jobs", found, pattern, pattern, limit)


def _escape(words: str) -> str:
    """The words with nothing in them that stands for other letters."""
    for mark in "!%_":
        words = words.replace(mark, f"!{mark}")
    return words
