"""What a team's table holds, and what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from belfry.kernel.audit import Audited
from belfry.kernel.sheets import Column, Columns, Row, RowReader, Sheet, SheetProblem, match_columns

if TYPE_CHECKING:
    from collections.abc import Iterator

    from belfry.ports.files import Version


@dataclass(frozen=True, slots=True)
class TableKind:
    """Which file a table is, which columns we look for, and by which of them a row goes."""

    name: str
    columns: tuple[Column, ...]
    key: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """A file that was read whole. Rows that have problems of their own are left out of `rows`."""

    sheet: Sheet
    columns: Columns
    digest: str
    version: Version
    rows: tuple[Row, ...] = field(default=(), repr=False)
    problems: tuple[SheetProblem, ...] = ()

    def readers(self) -> Iterator[RowReader]:
        """One reader for each row, in the order of the file."""
        return (RowReader(self.sheet, self.columns, row) for row in self.rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableHead(Audited):
    """Where a table's trail ends, and which of its versions was last brought back."""

    name: str
    restored_version: int | None = None
    restored_at: datetime | None = None
    revision: int = 0

    @property
    def key(self) -> str:
        return self.name

    @property
    def subject(self) -> str:
        return f"table/{self.name}"


def make_table(sheet: Sheet, kind: TableKind, *, digest: str, version: Version) -> Table:
    """The sheet as a table of its kind; SheetError if its header will not do."""
    bad = {problem.line for problem in sheet.problems}
    return Table(
        sheet=sheet,
        columns=match_columns(sheet, kind.columns),
        digest=digest,
        version=version,
        rows=tuple(row for row in sheet.rows if row.line not in bad) if bad else sheet.rows,
        problems=sheet.problems,
    )
