"""Which rows of the team's tables are still the samples that `belfry init` wrote.

A row is a sample as long as it stands as it was written, apart from what changes while the samples
are tried out: where a job is, when a control was done, who has a shift. It is none if the owner
says that it is kept, in a column of that name. Messages about samples stay in the postbox, so that
nothing made up is ever sent.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from importlib.resources import files
from typing import Any

from belfry.kernel.errors import BelfryError, Conflict
from belfry.kernel.sheets import read_sheet
from belfry.kernel.sheets.sheets import GridEdit, Sheet, add_column, apply_grid_edit, render_text
from belfry.kernel.texts import fold_name
from belfry.ports.files import Folder
from belfry.workspace.docs import DocKind, DocSaved, DocUnchanged, EditDoc, OpenDoc
from belfry.workspace.tables import Cache, TableDoc, TableKind, read_content

CHANGING = frozenset({"stage", "last_done", "assigned_to"})
ADDRESSES = ("contact", "email", "phone")
# The column in which the owner says that a row is theirs as it stands.
KEPT, YES = "kept", "yes"
# Stands for the owner's own address, which is no sample.
ADMIN = "{admin}"
# Lines of the rules that speak of rows.
_OF_ROWS = re.compile(r"(Safety|Owner of safety|Escalate to): ")


def read_team_file(name: str) -> str:
    """A file as `belfry init` writes it, but for the team's own name, zone and address."""
    return (files("belfry.workspace") / "team_files" / name).read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True)
class SampleRows:
    """The sample rows of one table by their lines, with what each is called; `total` counts all.

    `addresses` are theirs, without spaces and capitals.
    """

    kind: TableKind
    total: int = 0
    lines: Mapping[int, str] = field(default_factory=dict)
    addresses: frozenset[str] = frozenset()

    @property
    def is_all(self) -> bool:
        return 0 < len(self.lines) == self.total


@dataclass(frozen=True, slots=True)
class FindSamples:
    """`kinds` are the tables that may hold samples, with the room of each."""

    folder: Folder
    kinds: Mapping[TableKind, str]
    cache: Cache = field(default_factory=Cache, repr=False, compare=False)

    def __call__(self) -> Sequence[SampleRows]:
        """The tables that hold samples; one that cannot be read is left out."""
        return [rows for kind in self.kinds if (rows := self.find(kind)).lines]

    def is_about_samples(self, message_id: str, to: str) -> bool:
        """Whether a message goes to a made-up person, or reports on nothing but samples."""
        address = _plain(to)
        # Most messages are known to be none without reading a file.
        is_known = any(address in _find_written(kind).addresses for kind in self.kinds)
        if is_known and any(address in rows.addresses for rows in self()):
            return True
        room, _, rest = message_id.partition("/")
        subject = rest.partition("/")[0]
        if room == "jobs" and subject != "digest":
            return False
        tables = [self.find(kind) for kind, of in self.kinds.items() if of == room.split("-")[0]]
        names = {fold_name(name) for rows in tables for name in rows.lines.values()}
        return fold_name(subject) in names or any(rows.is_all for rows in tables[:1])

    def find(self, kind: TableKind, *, most: int | None = None) -> SampleRows:
        """None of a table that cannot be read, or has more than `most` bytes."""
        try:
            file = self.folder.read(kind.name, most=most)
            work_out = partial(find_sample_rows, file.content, kind)
            return self.cache(kind.name, file.digest, work_out)
        except BelfryError:
            return SampleRows(kind)


@dataclass(frozen=True, slots=True)
class ChangeSamples:
    """Remove the samples, or keep those of a table as the team's own rows.

    `find_table` gives a table as a document; `rules` are the documents that may name samples."""

    find_samples: FindSamples
    open_doc: OpenDoc
    edit_doc: EditDoc
    find_table: Callable[[str], TableDoc | None]
    rules: Sequence[DocKind[Any]]

    def remove(self, *, by: str) -> Mapping[str, int]:
        """How many rows went from which table; Conflict if one is being changed meanwhile."""
        removed: dict[str, int] = {}
        for kind in self.find_samples.kinds:
            if (table := self.find_table(kind.name)) and self.find_samples.find(kind).lines:
                removed[kind.name] = self._empty(table, by)
        for rules in self.rules if removed else ():
            self._save(rules, comment_out_samples(self.open_doc(rules).text, rules.name), by)
        return removed

    def keep(self, kind: TableKind, *, by: str) -> int:
        """Say of each sample in a table that it is kept; how many there were."""
        table = self.find_table(kind.name)
        samples = self.find_samples.find(kind).lines
        if table is None or not samples:
            return 0
        sheet = read_sheet(self.open_doc(table.doc).text.encode(), name=table.doc.name)
        if _find_kept(sheet) is None:
            sheet = add_column(sheet, KEPT)
        place = _find_kept(sheet)
        assert place is not None
        rows = [number for number, row in enumerate(sheet.rows) if row.line in samples]
        cells = {(number, place): YES for number in rows}
        self._save(table.doc, render_text(apply_grid_edit(sheet, GridEdit(cells))), by)
        return len(rows)

    def _empty(self, table: TableDoc, by: str) -> int:
        text = self.open_doc(table.doc).text
        sheet = read_sheet(text.encode(), name=table.doc.name)
        samples = find_sample_rows(text.encode(), table.table).lines
        places = frozenset(place for place, row in enumerate(sheet.rows) if row.line in samples)
        self._save(table.doc, render_text(apply_grid_edit(sheet, GridEdit(removed=places))), by)
        return len(places)

    def _save(self, kind: DocKind[Any], text: str, by: str) -> None:
        seen = self.open_doc(kind).digest or ""
        match self.edit_doc(kind, text, seen=seen, by=by, anyway=True):
            case DocSaved() | DocUnchanged():
                return
            case _:
                raise Conflict(f"{kind.name} has just been changed: try again")


def comment_out_samples(text: str, name: str) -> str:
    """The rules without the lines that speak of sample rows, as `belfry init` wrote them."""
    written = {line for line in read_team_file(name).splitlines() if _OF_ROWS.match(line)}
    return "".join(
        f"# {line}" if line.rstrip() in written else line for line in text.splitlines(keepends=True)
    )


def find_sample_rows(content: bytes, kind: TableKind) -> SampleRows:
    """SheetError if the table cannot be read."""
    table, written = read_content(content, kind), _list_written(kind)
    name = kind.columns[0].name
    lines: dict[int, str] = {}
    addresses: set[str] = set()
    kept_place = _find_kept(table.sheet)
    for reader in table.readers():
        if kept_place is not None and fold_name(reader.row.cells[kept_place]) == YES:
            continue
        for sample in written.get(reader.text(name), ()):
            if all(text in (ADMIN, reader.text(column)) for column, text in sample.items()):
                lines[reader.row.line] = reader.text(name)
                addresses |= {_plain(sample.get(column, "")) for column in ADDRESSES}
    return SampleRows(kind, len(table.rows), lines, frozenset(addresses - {"", ADMIN}))


def _find_kept(sheet: Sheet) -> int | None:
    places = [place for place, header in enumerate(sheet.header) if fold_name(header) == KEPT]
    return places[0] if places else None


@cache
def _list_written(kind: TableKind) -> Mapping[str, Sequence[Mapping[str, str]]]:
    """The samples of a table by their first cells: the text of each column that does not change."""
    columns = [column.name for column in kind.columns if column.name not in CHANGING]
    written: dict[str, list[Mapping[str, str]]] = {}
    for reader in read_content(read_team_file(kind.name).encode(), kind).readers():
        sample = {name: reader.text(name) for name in columns}
        written.setdefault(sample[kind.columns[0].name], []).append(sample)
    return written


@cache
def _find_written(kind: TableKind) -> SampleRows:
    return find_sample_rows(read_team_file(kind.name).encode(), kind)


def _plain(address: str) -> str:
    return "".join(address.split()).casefold()
