"""Jobs, customers and photos, read by SQL."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from belfry.adapters.sql.store import SqlReader
from belfry.adapters.sql.tables import (
    HAS_CELL,
    IS_AT_WORK,
    IS_CURRENT,
    IS_TOLD_WRONG,
    IS_UNSETTLED,
    IS_UNTOLD_LATE,
)
from belfry.jobs.board.moves import SeenRows
from belfry.jobs.jobs import Job, Move, Photo, PhotoFile, TrackingPage
from belfry.jobs.updates.wordings import Draft, KindWordings
from belfry.messaging.contacts import Contact, Reply

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from datetime import datetime


_OPEN_ROWS = 'SELECT number, "row" FROM jobs WHERE is_open'
_OTHER_ROWS = f'SELECT number, "row" FROM jobs WHERE NOT is_open AND {IS_CURRENT}'
_IS_QUIET = (
    f"{IS_AT_WORK} AND stage = ? AND entered_at <= ? "
    "AND (chased_stage <> stage OR chased_at IS NULL OR chased_at < ?)"
)
_LONGEST_FIRST = "ORDER BY entered_at, id"
_UNSETTLED = f"SELECT number, missing_since FROM jobs WHERE {IS_UNSETTLED}"


class SqlJobs(SqlReader):
    def list_seen_rows(self, on_board: Iterable[str] | None = None) -> SeenRows:
        read_moment = self._mappers[Job].find_reader("missing_since")
        return SeenRows(
            still_open=self._database.fetch_pairs(_OPEN_ROWS, ()),
            over=self._database.fetch_pairs(_OTHER_ROWS, ()),
            unsettled={
                number: since and read_moment(since) for number, since in self._fetch(_UNSETTLED)
            },
        )

    def list_by_id(self, ids: Collection[str]) -> Sequence[Job]:
        which = f"WHERE id IN (SELECT value FROM {self._database.names})"
        return self._list(Job, which, list(ids))

    def list_current(self, numbers: Collection[str]) -> Sequence[Job]:
        which = f"WHERE number IN (SELECT value FROM {self._database.names}) AND {IS_CURRENT}"
        return self._list(Job, which, list(numbers))

    def list_page(
        self,
        *,
        stage: str | None = None,
        is_open: bool | None = None,
        after: str = "",
        limit: int = 100,
    ) -> Sequence[Job]:
        asked = {"stage = ?": stage, "is_open = ?": is_open, "id > ?": after}
        wanted = {test: value for test, value in asked.items() if value is not None}
        page = f"WHERE {' AND '.join(wanted)} ORDER BY id LIMIT ?"
        return self._list(Job, page, *wanted.values(), limit)

    def list_quiet(
        self,
        entered_before: Mapping[str, datetime],
        *,
        chased_before: datetime,
        limit: int | None = None,
    ) -> Sequence[Job]:
        if not entered_before:
            return []
        stage_params = [(stage, moment, chased_before) for stage, moment in entered_before.items()]
        if limit is None:
            stages = " OR ".join(f"({_IS_QUIET})" for _ in stage_params)
            return self._list(
                Job, f"WHERE {stages} {_LONGEST_FIRST}", *chain.from_iterable(stage_params)
            )
        longest = f"SELECT id FROM jobs WHERE {_IS_QUIET} {_LONGEST_FIRST} LIMIT ?"
        stages = " UNION ALL ".join(f"SELECT id FROM ({longest}) AS longest" for _ in stage_params)
        values = chain.from_iterable((*stage_param, limit) for stage_param in stage_params)
        return self._list(Job, f"WHERE id IN ({stages}) {_LONGEST_FIRST}", *values)

    def list_late(self, *, now: datetime, limit: int) -> Sequence[Job]:
        late = f"WHERE {IS_UNTOLD_LATE} AND eta_by < ? ORDER BY eta_by, id LIMIT ?"
        return self._list(Job, late, now, limit)

    def list_moves(self, job_id: str) -> Sequence[Move]:
        return self._list(Move, "WHERE job_id = ? ORDER BY number", job_id)


# Steps through the index from stage to stage; DISTINCT would read every job.
_STAGES = f"""
WITH RECURSIVE stages(stage) AS (
  SELECT min(stage) FROM jobs WHERE {IS_AT_WORK}
  UNION ALL
  SELECT (SELECT min(stage) FROM jobs WHERE {IS_AT_WORK} AND stage > stages.stage)
  FROM stages WHERE stages.stage IS NOT NULL
)
SELECT stage FROM stages WHERE stage IS NOT NULL
"""
_NEWEST = f"WHERE {IS_AT_WORK} AND stage = ? ORDER BY entered_at DESC, id DESC LIMIT ?"
_COUNTED = f"SELECT 1 FROM jobs WHERE {IS_AT_WORK} AND stage = ? LIMIT ?"
_OPEN_UNSETTLED = f"WHERE ({IS_UNSETTLED}) AND is_open ORDER BY id DESC LIMIT ?"
_LAST = "SELECT number FROM jobs ORDER BY number DESC LIMIT ?"


class SqlOpenJobs(SqlReader):
    def list_stages(self) -> Sequence[str]:
        return sorted(stage for (stage,) in self._fetch(_STAGES))

    def list_newest(self, stage: str, *, limit: int) -> Sequence[Job]:
        return self._list(Job, _NEWEST, stage, limit)

    def count(self, stage: str, *, most: int) -> int:
        return int(self._fetch(f"SELECT count(*) FROM ({_COUNTED}) AS counted", stage, most)[0][0])

    def list_unsettled(self, *, limit: int) -> Sequence[Job]:
        return self._list(Job, _OPEN_UNSETTLED, limit)

    def list_last(self, *, limit: int) -> Sequence[str]:
        return [number for (number,) in self._fetch(_LAST, limit)]

    def list_slips(self, *, limit: int) -> Sequence[Job]:
        slips = f"WHERE {IS_TOLD_WRONG} AND is_open ORDER BY id LIMIT ?"
        return self._list(Job, slips, limit)

    def search(self, words: str, *, limit: int) -> Sequence[Job]:
        """The ids come from an index; only those jobs are read."""
        is_sqlite = self._database.is_sqlite
        like, by_letter = ("LIKE", "") if is_sqlite else ("ILIKE", ' COLLATE "C"')
        held = f"(customer {like} ? ESCAPE '!' OR item {like} ? ESCAPE '!')"
        order = f"ORDER BY customer{by_letter}, item{by_letter}, id"
        which = f"SELECT id FROM jobs WHERE is_open AND {held} {order} LIMIT ?"
        pattern = f"%{_escape(words)}%"
        return self._list(Job, f"WHERE id IN ({which}) {order}", pattern, pattern, limit)


def _escape(words: str) -> str:
    """The words with the wildcards of LIKE escaped."""
    for mark in "!%_":
        words = words.replace(mark, f"!{mark}")
    return words


class SqlCustomers(SqlReader):
    def list_jobs(self, address: str, *, limit: int = 100) -> Sequence[Job]:
        which = "WHERE contact = ? ORDER BY entered_at DESC, id DESC LIMIT ?"
        return self._list(Job, which, address, limit)

    def find_page(self, token: str) -> TrackingPage | None:
        return self._find(TrackingPage, "WHERE token = ?", token)

    def find_contact(self, token: str) -> Contact | None:
        return self._find(Contact, "WHERE token = ?", token)

    def list_replies(
        self,
        *,
        about: str | None = None,
        contact: str | None = None,
        is_open: bool | None = None,
        limit: int = 50,
    ) -> Sequence[Reply]:
        asked = {"about = ?": about, "contact = ?": contact}
        wanted = {test: value for test, value in asked.items() if value is not None}
        tests, params = ["1 = 1", *wanted], list(wanted.values())
        if is_open is not None:
            # Written out, so that the partial index of open replies is used.
            tests.append("is_open" if is_open else "NOT is_open")
        newest = f"WHERE {' AND '.join(tests)} ORDER BY at DESC, id DESC LIMIT ?"
        return self._list(Reply, newest, *params, limit)

    def list_drafts(self, job_id: str) -> Sequence[Draft]:
        return self._list(Draft, "WHERE job_id = ? ORDER BY message_id", job_id)

    def list_wordings(self) -> Sequence[KindWordings]:
        return self._list(KindWordings, "ORDER BY kind")


class SqlPhotos(SqlReader):
    def list(self, job_id: str) -> Sequence[Photo]:
        return self._list(Photo, "WHERE job_id = ? ORDER BY number", job_id)

    def find_newest(self, job_ids: Collection[str]) -> Mapping[str, Photo]:
        last = "SELECT max(number) FROM photos AS own WHERE own.job_id = names.value"
        newest = f"SELECT names.value, ({last}) FROM {self._database.names}"
        photos = self._list(Photo, f"WHERE (job_id, number) IN ({newest})", list(job_ids))
        return {photo.job_id: photo for photo in photos}

    def list_ended(self, *, last: str, before: datetime, limit: int) -> Sequence[Photo]:
        ended = "SELECT id FROM jobs WHERE closed_at < ? OR (stage = ? AND entered_at < ?)"
        which = f"WHERE job_id IN ({ended}) ORDER BY job_id, number LIMIT ?"
        return self._list(Photo, which, before, last, before, limit)

    def files(self) -> Mapping[str, PhotoFile]:
        return {file.name: file for file in self._list(PhotoFile, "")}

    def cells(self) -> Mapping[str, str]:
        named = f"SELECT number, photo FROM jobs WHERE {HAS_CELL} ORDER BY id"
        return dict(self._fetch(named))
