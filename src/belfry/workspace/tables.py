"""The team's tables: read, cached, checked and listed; and the problems in the team's files.

Each problem is reported once and disappears when it is fixed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from threading import Lock
from typing import Any, Protocol, TypeVar

from belfry.kernel.changes import MOST_CHANGES, Change, Put, Remove
from belfry.kernel.errors import NotFound
from belfry.kernel.sheets import (
    Column,
    Columns,
    Comparison,
    Row,
    RowReader,
    Sheet,
    SheetError,
    SheetProblem,
    compare_sheets,
    match_columns,
    read_sheet,
)
from belfry.kernel.sheets.columns import list_formula_errors
from belfry.kernel.texts import digest_of
from belfry.ports.clock import Clock
from belfry.ports.files import FileContent, Folder, Version, Versions, digest_content
from belfry.ports.store import Store, try_commit
from belfry.workspace.docs import DocKind, audit_table


@dataclass(frozen=True, slots=True)
class TableKind:
    """A table's file, the columns looked for in it, and the columns that identify a row."""

    name: str
    columns: tuple[Column, ...]
    key: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """A file as read. Rows with problems are left out of `rows`."""

    sheet: Sheet
    columns: Columns
    digest: str
    version: Version
    rows: tuple[Row, ...] = field(default=(), repr=False)
    problems: tuple[SheetProblem, ...] = ()

    def readers(self) -> Iterator[RowReader]:
        return (RowReader(self.sheet, self.columns, row) for row in self.rows)


def make_table(sheet: Sheet, kind: TableKind, *, digest: str, version: Version) -> Table:
    """The sheet as a table of its kind; SheetError if a needed column is missing."""
    columns = match_columns(sheet, kind.columns)
    problems = (*sheet.problems, *list_formula_errors(sheet, columns))
    bad = {problem.line for problem in problems}
    return Table(
        sheet=sheet,
        columns=columns,
        digest=digest,
        version=version,
        rows=tuple(row for row in sheet.rows if row.line not in bad) if bad else sheet.rows,
        problems=problems,
    )


T = TypeVar("T")

MOST = 64


class Cache:
    """The last value under each name, with what it was made from; only the newest are kept.

    Cached values are shared and must not be changed.
    """

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._known: dict[Hashable, tuple[object, Any]] = {}
        self._lock = Lock()

    def __call__(self, name: Hashable, made_from: object, work_out: Callable[[], T]) -> T:
        """The cached value if it was made from the same input; errors are not cached."""
        known = self._known.get(name)
        if known is not None and known[0] == made_from:
            value: T = known[1]
            return value
        value = work_out()
        with self._lock:
            self._known.pop(name, None)
            self._known[name] = (made_from, value)
            while len(self._known) > self._most:
                del self._known[next(iter(self._known))]
        return value


_NEVER = datetime.min.replace(tzinfo=UTC)
# Larger files are not cached: they would fill the memory.
MOST_CACHED = 256 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadTable:
    """A changed file is stored as a version before it is read: a bad one can be compared too."""

    folder: Folder
    versions: Versions
    clock: Clock
    cache: Cache = field(default_factory=Cache, repr=False, compare=False)

    def __call__(self, kind: TableKind) -> Table:
        """The table; NotFound, Temporary if it cannot be read now, SheetError if it is invalid."""
        file = self.folder.read(kind.name)

        def read() -> Table:
            version = self.versions.keep(kind.name, file.content, self.clock.now())
            return replace(read_content(file.content, kind, tab=file.tab), version=version)

        is_cached = len(file.content) <= MOST_CACHED
        return self.cache(kind.name, (file, kind, file.tab), read) if is_cached else read()


def read_content(content: bytes, kind: TableKind, *, tab: str = "") -> Table:
    """The table in these bytes, without a stored version; SheetError as above."""
    digest = digest_content(content)
    unkept = Version(0, _NEVER, digest, len(content))
    sheet = read_sheet(content, name=kind.name, tab=tab)
    return make_table(sheet, kind, digest=digest, version=unkept)


Check = Callable[[Table], Sequence[SheetProblem]]


@dataclass(frozen=True, slots=True)
class SheetSaid:
    """A row with a problem is left out or used in part; the others count."""

    problems: tuple[SheetProblem, ...] = ()

    @property
    def is_whole(self) -> bool:
        return not self.problems


def hear_table(kind: TableKind, check: Check) -> Callable[[str], SheetSaid]:
    """A function that reads and checks the text of such a table."""

    def read(text: str) -> SheetSaid:
        if not text.strip():
            return SheetSaid()
        try:
            table = read_content(text.encode("utf-8", "replace"), kind)
        except SheetError as error:
            return SheetSaid((error.problem,))
        return SheetSaid(tuple(dict.fromkeys((*table.problems, *check(table)))))

    return read


@dataclass(frozen=True, slots=True)
class TableDoc:
    """A table as a document, with its columns."""

    doc: DocKind[SheetSaid]
    table: TableKind


@dataclass(frozen=True, slots=True)
class TableListed:
    doc: DocKind[SheetSaid]
    is_there: bool
    problems: int = 0


@dataclass(frozen=True, slots=True)
class ListTables:
    """`find` gives a table by name; `names` lists them all."""

    folder: Folder
    data_problems: DataProblems
    names: Callable[[], Sequence[str]]
    find: Callable[[str], TableDoc | None]

    def __call__(self) -> Sequence[TableListed]:
        """With the number of problems found when the table was last read."""
        places = [data_problem.place for data_problem in self.data_problems.list()]
        docs = [table.doc for name in self.names() if (table := self.find(name))]
        return [
            TableListed(
                doc,
                self.folder.exists(doc.name),
                sum(place == doc.name or place.startswith(f"{doc.name},") for place in places),
            )
            for doc in docs
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreTable:
    """The present state is kept first, so that this can be undone the same way.

    File and audit log cannot be written in one commit, so the request is audited first: a file may
    then stay as it was, but it never changes without an audit entry.
    """

    store: Store
    folder: Folder
    versions: Versions
    clock: Clock

    def __call__(self, name: str, number: int, *, by: str) -> Version:
        """The version the file is now; Conflict if the file was saved meanwhile."""
        content = self.versions.get(name, number)
        at = self.clock.now()
        present = self._find_present(name)
        replaced = self.versions.keep(name, present.content, at) if present else None
        before = {"version": replaced.number if replaced else None}
        after = {"version": number}
        audit_table(
            self.store, name, action="restore-asked", by=by, at=at, before=before, after=after
        )
        self.folder.replace(name, content, present.digest if present else None)
        version = self.versions.keep(name, content, at)
        audit_table(
            self.store,
            name,
            action="restored",
            by=by,
            at=at,
            before=before,
            after=after,
            change=partial(replace, restored_version=number, restored_at=at),
        )
        return version

    def _find_present(self, name: str) -> FileContent | None:
        try:
            return self.folder.read(name)
        except NotFound:
            return None


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareVersions:
    versions: Versions

    def __call__(self, kind: TableKind, old: int, new: int) -> Comparison:
        """The differences; NotFound for a version that does not exist."""
        sheets = [
            read_sheet(self.versions.get(kind.name, number), name=f"{kind.name} (version {number})")
            for number in (old, new)
        ]
        return compare_sheets(sheets[0], sheets[1], key=kind.key)


GONE_AFTER = timedelta(minutes=10)
# A mishap is more than one missing row, and more than one in five: nothing is closed.
MISHAP_SHARE = 5


@dataclass(frozen=True, slots=True)
class Mishap:
    """So many are missing, of so many."""

    missing: int
    of: int


@dataclass(frozen=True, slots=True)
class Absences:
    """Rows first found missing, and rows missing for long enough to be closed."""

    noticed: tuple[str, ...]
    closed: tuple[str, ...]


def judge_missing(
    missing: AbstractSet[str],
    known: int,
    since: Mapping[str, datetime | None],
    now: datetime,
    *,
    may_close: bool = True,
) -> Absences | Mishap:
    """A row is closed at the second look at the earliest, ten minutes after the first.

    `known` is how many rows there were; `since` is when a missing row was first noticed.
    Not `may_close` while there are rows that cannot be told apart.
    """
    if len(missing) > 1 and len(missing) * MISHAP_SHARE > known:
        return Mishap(len(missing), known)
    moments = {name: since.get(name) for name in sorted(missing)}
    return Absences(
        noticed=tuple(name for name, moment in moments.items() if moment is None),
        closed=tuple(
            name
            for name, moment in moments.items()
            if may_close and moment and now - moment >= GONE_AFTER
        ),
    )


MOST_SHOWN = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class DataProblem:
    """`place` is a file with its line and column, or a row."""

    id: str
    room: str
    place: str
    text: str
    since: datetime
    revision: int = 0

    @property
    def key(self) -> str:
        return self.id


def make_data_problem(room: str, place: str, text: str, now: datetime) -> DataProblem:
    """Equal ids for the same text about the same place."""
    problem_id = f"{room}/{digest_of(f'{place}: {text}')[:32]}"
    return DataProblem(id=problem_id, room=room, place=place, text=text, since=now)


def shorten_data_problems(
    all_problems: Iterable[tuple[str, str]], *, room: str
) -> list[tuple[str, str]]:
    """Each once, and not too many to read."""
    problems = list(dict.fromkeys(all_problems))
    if len(problems) <= MOST_SHOWN:
        return problems
    return [*problems[:MOST_SHOWN], (room, f"and {len(problems) - MOST_SHOWN} more like these")]


def plan_data_problems(
    standing: Sequence[DataProblem],
    problems: Iterable[tuple[str, str]],
    *,
    room: str,
    now: datetime,
) -> list[Change]:
    """The changes that make the stored problems those that were found, as (place, text)."""
    known = {data_problem.key: data_problem for data_problem in standing}
    data_problems = [make_data_problem(room, place, text, now) for place, text in problems]
    fresh = {data_problem.key: data_problem for data_problem in data_problems}
    removals: list[Change] = [Remove(known[key]) for key in sorted(known.keys() - fresh.keys())]
    new: list[Change] = [Put(fresh[key]) for key in sorted(fresh.keys() - known.keys())]
    return [*removals, *new]


@dataclass(frozen=True, slots=True)
class KeepDataProblems:
    store: Store
    data_problems: DataProblems
    clock: Clock

    def __call__(self, room: str, problems: Iterable[tuple[str, str]]) -> None:
        """`problems` as (place, text); on a conflict the other process's result stands."""
        standing = self.data_problems.list(room=room)
        shown = shorten_data_problems(problems, room=room)
        changes = plan_data_problems(standing, shown, room=room, now=self.clock.now())
        for start in range(0, len(changes), MOST_CHANGES):
            try_commit(self.store, changes[start : start + MOST_CHANGES])


class DataProblems(Protocol):
    """The stored problems.

    Every implementation promises: `list` gives those of one room or, for None, of all, the oldest
    first, then by place.
    """

    def list(self, *, room: str | None = None) -> Sequence[DataProblem]: ...
