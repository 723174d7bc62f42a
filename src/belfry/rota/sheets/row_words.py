"""What a cell that lists several things says, and how the lines of a sheet are named."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from belfry.kernel.rulebook import find_nearest, fold_name
from belfry.kernel.sheets import RowReader
from belfry.kernel.texts import make_storable

SEPARATOR = ";"
LONGEST_CELL = 500
_MOST_NAMED = 3
_MOST_KEPT = 1024


def split_list(text: str) -> list[str]:
    """The things that a cell lists with semicolons between them."""
    cleaned = make_storable(text, most=LONGEST_CELL)
    return [piece.strip() for piece in cleaned.split(SEPARATOR) if piece.strip()]


def fold_list(text: str) -> frozenset[str]:
    """The same without case and hyphens, in no order."""
    return frozenset(folded for one in split_list(text) if (folded := fold_name(one)))


def blame_doubles(same: Sequence[RowReader], column: str, remedy: str) -> None:
    """Tell each of the rows which of the others say the same; none of them counts."""
    lines = [reader.row.line for reader in same]
    for reader in same:
        # A sheet that says one thing a thousand times is told once for each, and not a thousand.
        others = [line for line in lines[: _MOST_NAMED + 1] if line != reader.row.line]
        more = " and more" if len(lines) - 1 > _MOST_NAMED else ""
        said = " and ".join(str(line) for line in others[:_MOST_NAMED])
        what = f"{reader.text(column)!r} stands in line {said}{more}, too: none of them counts"
        reader.blame(column, f"{what} until {remedy}")


# A sheet may have one slip in every row, and comparing is slow.
@lru_cache(maxsize=_MOST_KEPT)
def hint_at(text: str, known: frozenset[str]) -> str:
    """What to ask after a name that nobody knows; nothing if none is near."""
    nearest = find_nearest(text, sorted(known))
    return f"; did you mean {nearest}?" if nearest else ""
