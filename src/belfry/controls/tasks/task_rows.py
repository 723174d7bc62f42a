"""What the list of controls says, row by row, and which of its cells cannot be right.

A control goes by its name. A row without a name or a repeat cannot be believed, and neither can two
rows with one name: they are told, and whoever reads the list leaves those controls as they were.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache, partial
from typing import TypeVar

from belfry.controls.chains.chains import Offsets, parse_override
from belfry.controls.chains.rules import LONGEST_NAME, fold_section
from belfry.controls.repeats.parse_repeat import Repeat, parse_repeat
from belfry.kernel.errors import InputError
from belfry.kernel.rulebook import UnknownWord
from belfry.kernel.sheets import (
    Column,
    RepairNote,
    RowReader,
    SheetProblem,
    Taken,
    Unread,
    read_date,
    read_yes_no,
)
from belfry.kernel.texts import clean_text, make_storable

T = TypeVar("T")

LONGEST_CELL = 200
LONGEST_NOTES = 2000
_MOST_KEPT = 4096
_SHOWN = 60

COLUMNS = (
    Column("name", ("control", "check", "task", "control name", "task name"), is_needed=True),
    Column("area", ("control area", "category", "department")),
    Column("repeat", ("repeats", "frequency", "how often", "recurrence"), is_needed=True),
    Column("owner", ("responsible", "who", "assigned to")),
    Column("proof", ("proof to keep", "evidence", "evidence to keep", "record to keep")),
    Column("last_done", ("last completed", "last done on", "last done date")),
    Column("first_due", ("first due on", "first due date")),
    Column("chain_override", ("chain", "reminders", "remind")),
    Column("requires_evidence", ("evidence required", "needs evidence", "proof required")),
    Column("notes", ("note", "comments", "remarks")),
    Column("done_by", ("last done by", "completed by")),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskRow:
    """One control as its row has it; `key` is its name without case, hyphens and the like.

    `unread` are the columns whose cells could not be read: what was known of them still holds, or
    what stands here if nothing was. `text` is the row as it stands in the file, or nothing if it
    must be looked at again.
    """

    key: str
    name: str
    area: str
    repeat: Repeat
    owner: str
    proof: str
    last_done: date | None
    first_due: date | None
    override: Offsets | None
    requires_evidence: bool
    notes: str
    line: int
    unread: frozenset[str] = frozenset()
    text: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class TaskSheet:
    """The rows that can be believed, in the order of the file.

    `doubtful` are the keys of controls that stand in the list and not in `rows`.
    """

    rows: tuple[TaskRow, ...]
    doubtful: frozenset[str]
    problems: tuple[SheetProblem, ...]
    repairs: tuple[RepairNote, ...]


def read_tasks(readers: Iterable[RowReader], *, country: str) -> TaskSheet:
    """Every row of the list; `country` is the team's."""
    readers = list(readers)
    by_key: dict[str, list[RowReader]] = {}
    for reader in readers:
        if key := _read_key(reader):
            by_key.setdefault(key, []).append(reader)
    rows = []
    for key, same in by_key.items():
        if len(same) > 1:
            _blame_doubles(same)
        elif row := _read_row(same[0], key, country):
            rows.append(row)
    return TaskSheet(
        rows=tuple(rows),
        doubtful=frozenset(by_key.keys() - {row.key for row in rows}),
        problems=tuple(problem for reader in readers for problem in reader.problems),
        repairs=tuple(repair for reader in readers for repair in reader.repairs),
    )


def _read_key(reader: RowReader) -> str | None:
    name = reader.text("name")
    if not name:
        reader.blame("name", "expected the name of a control, and found nothing")
        return None
    try:
        key = fold_section(clean_text(name, field="name", most=LONGEST_NAME, least=1))
    except InputError as error:
        reader.blame("name", str(error))
        return None
    if not key:
        reader.blame("name", f"expected the name of a control, not {name!r}")
    return key or None


def _blame_doubles(same: list[RowReader]) -> None:
    lines = [reader.row.line for reader in same]
    for reader in same:
        others = " and ".join(str(line) for line in lines if line != reader.row.line)
        said = f"{reader.text('name')!r} stands in line {others}, too: none of them counts"
        reader.blame("name", f"{said} until each control has a name of its own")


def _read_row(reader: RowReader, key: str, country: str) -> TaskRow | None:
    repeat = reader.need("repeat", _read_repeat)
    if repeat is None:
        return None
    unread: set[str] = set()

    def take(column: str, read: Callable[[str], Taken[T] | Unread]) -> T | None:
        value = reader.take(column, read)
        if value is None and reader.text(column):
            unread.add(column)
        return value

    read_day = partial(read_date, country=country)
    last_done, first_due = take("last_done", read_day), take("first_due", read_day)
    override = take("chain_override", _read_override)
    requires = take("requires_evidence", read_yes_no)
    return TaskRow(
        key=key,
        name=reader.text("name"),
        area=_shorten(reader.text("area")),
        repeat=repeat,
        owner=_shorten(reader.text("owner")),
        proof=_shorten(reader.text("proof")),
        last_done=last_done,
        first_due=first_due,
        override=override,
        # A word that cannot be read may well have been a yes.
        requires_evidence=bool(requires) or "requires_evidence" in unread,
        notes=_shorten(reader.text("notes"), LONGEST_NOTES),
        line=reader.row.line,
        unread=frozenset(unread),
        text="" if reader.problems else make_storable(reader.row.text, most=len(reader.row.text)),
    )


@lru_cache(maxsize=_MOST_KEPT)
def _read_repeat(text: str) -> Taken[Repeat] | Unread:
    return _try(parse_repeat, text)


@lru_cache(maxsize=_MOST_KEPT)
def _read_override(text: str) -> Taken[Offsets] | Unread:
    return _try(parse_override, text)


def _try(parse: Callable[[str], T], text: str) -> Taken[T] | Unread:
    try:
        return Taken(parse(text))
    except InputError as error:
        nearest = error.nearest if isinstance(error, UnknownWord) else None
        hint = f"; did you mean {nearest}?" if nearest else ""
        return Unread(f"{text[:_SHOWN]!r}: {error}{hint}")


def _shorten(text: str, most: int = LONGEST_CELL) -> str:
    return make_storable(text, most=most)
