"""Which rows of the board are news.

Almost every row says what it said at the last look. Those are passed over by comparing their text,
so that a look costs little more than reading the board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from belfry.kernel.sheets import Row, Taken, read_id
from belfry.kernel.texts import make_storable

LONGEST_ID = 100


@dataclass(frozen=True, slots=True)
class Sightings:
    """As much of all jobs as tells whether the board is news: each job's row as it was last read.

    `unsettled` are the jobs with a change that is pending or a row that is missing, since when it
    is; they are looked at again whatever their row says.
    """

    still_open: Mapping[str, str] = field(default_factory=dict)
    over: Mapping[str, str] = field(default_factory=dict)
    unsettled: Mapping[str, datetime | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class News:
    """The rows to look at, by job; all jobs on the board; rows whose id is empty or taken twice."""

    rows: dict[str, Row] = field(default_factory=dict)
    present: dict[str, Row] = field(default_factory=dict)
    nameless: list[Row] = field(default_factory=list)
    doubled: dict[str, list[int]] = field(default_factory=dict)


def find_news(rows: Sequence[Row], id_place: int, seen: Sightings, *, is_reread: bool) -> News:
    """`is_reread` makes every row news: the settings or the headers have changed.

    Two rows of one job that differ are news of nothing: nobody can say which of them is true.
    """
    texts = {**seen.over, **seen.still_open} if seen.over else seen.still_open
    ids = [row.cells[id_place].strip() for row in rows]
    ids = [job_id if job_id in texts else tidy_id(job_id) for job_id in ids]
    news = News(present=dict(zip(ids, rows, strict=True)))
    if len(news.present) < len(ids) or "" in news.present:
        _set_apart(news, ids, rows)
    for job_id, row in news.present.items():
        if is_reread or texts.get(job_id) != row.text or job_id in seen.unsettled:
            news.rows[job_id] = row
    for job_id in news.doubled:
        news.rows.pop(job_id, None)
    return news


def _set_apart(news: News, ids: Sequence[str], rows: Sequence[Row]) -> None:
    """Rows without an id, and jobs with several rows of which not all say the same."""
    by_id: dict[str, list[Row]] = {}
    for job_id, row in zip(ids, rows, strict=True):
        by_id.setdefault(job_id, []).append(row)
    news.nameless.extend(by_id.pop("", ()))
    news.present.pop("", None)
    for job_id, same in by_id.items():
        if len({row.text.strip() for row in same}) > 1:
            news.doubled[job_id] = [row.line for row in same]


def tidy_id(text: str) -> str:
    """The id a person typed, whatever a spreadsheet made of it; nothing if it cannot be told."""
    match read_id(text):
        case Taken(job_id) if len(job_id) <= LONGEST_ID:
            return make_storable(job_id, most=LONGEST_ID)
        case _:
            return ""
