"""What changed between two versions of a sheet, row by row and in words."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from belfry.kernel.sheets.columns import plain_header

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from belfry.kernel.sheets.sheets import Row, Sheet

# What a row goes by: its key cells, whatever their case, and its number among those alike.
_Key = tuple[tuple[str, ...], int]


class _Named(NamedTuple):
    name: str
    row: Row


@dataclass(frozen=True, slots=True)
class ChangedCell:
    row: str
    line: int
    header: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.row}: {self.header} {_shown(self.before)} became {_shown(self.after)}"


@dataclass(frozen=True, slots=True)
class Comparison:
    """`added` and `removed` name rows; the order is that of the sheets."""

    columns_added: tuple[str, ...] = ()
    columns_removed: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    changed: tuple[ChangedCell, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """Every difference as a sentence; none if both say the same."""
        return (
            *(f"column {name} was added" for name in self.columns_added),
            *(f"column {name} was removed" for name in self.columns_removed),
            *(f"{name} was added" for name in self.added),
            *(f"{name} was removed" for name in self.removed),
            *(str(cell) for cell in self.changed),
        )


def compare_sheets(old: Sheet, new: Sheet, *, key: Sequence[str] = ()) -> Comparison:
    """The differences; rows go by their cells under the `key` headers, else by all they hold."""
    before, after = _headers(old), _headers(new)
    names = [plain_header(name) for name in key]
    known = all(name in before and name in after for name in names)
    shared = [name for name in after if name in before]
    keyed = names if names and known else shared
    old_rows, new_rows = _keyed(old, before, keyed), _keyed(new, after, keyed)
    return Comparison(
        columns_added=_labels(new, after, before),
        columns_removed=_labels(old, before, after),
        added=tuple(named.name for key, named in new_rows.items() if key not in old_rows),
        removed=tuple(named.name for key, named in old_rows.items() if key not in new_rows),
        changed=tuple(
            ChangedCell(named.name, named.row.line, header, was, now)
            for key, named in new_rows.items()
            if key in old_rows
            for header, was, now in _differences(new, old_rows[key].row, named.row, before, after)
        ),
    )


def _headers(sheet: Sheet) -> dict[str, int]:
    """Where each header stands; the first of several that are alike."""
    places: dict[str, int] = {}
    for place, header in enumerate(sheet.header):
        places.setdefault(plain_header(header), place)
    places.pop("", None)
    return places


def _keyed(sheet: Sheet, places: Mapping[str, int], names: Sequence[str]) -> dict[_Key, _Named]:
    seen: Counter[tuple[str, ...]] = Counter()
    rows = {}
    for row in sheet.rows:
        cells = [row.cells[places[name]].strip() for name in names]
        plain = tuple(cell.casefold() for cell in cells)
        seen[plain] += 1
        rows[plain, seen[plain]] = _Named(_name(cells, seen[plain]), row)
    return rows


def _differences(
    sheet: Sheet, old: Row, new: Row, before: Mapping[str, int], after: Mapping[str, int]
) -> Iterator[tuple[str, str, str]]:
    for name, place in after.items():
        if name in before:
            was, now = old.cells[before[name]].strip(), new.cells[place].strip()
            if was != now:
                yield sheet.header[place].strip(), was, now


def _labels(sheet: Sheet, here: Mapping[str, int], there: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(sheet.header[place].strip() for name, place in here.items() if name not in there)


def _name(cells: Sequence[str], number: int) -> str:
    shown = ", ".join(cell for cell in cells if cell) or "a row without a name"
    return f"{shown} (number {number} of that name)" if number > 1 else shown


def _shown(text: str) -> str:
    return repr(text) if text else "nothing"
