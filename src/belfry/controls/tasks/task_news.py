"""Which rows of the list of controls are news.

Almost every row says what it said at the last look. Those are passed over by comparing their text,
so that a look costs little more than reading the list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from belfry.controls.controls import control_id
from belfry.kernel.sheets import Row


@dataclass(frozen=True, slots=True)
class TaskNews:
    """The rows to read, and the ids of all controls that stand on the list, readable or not."""

    rows: list[Row] = field(default_factory=list)
    present: frozenset[str] = frozenset()

    @property
    def is_sure(self) -> bool:
        """Whether every row has a name, so that a control without one is really gone."""
        return "" not in self.present


def find_news(
    rows: Sequence[Row], name_place: int, known: Mapping[str, str], *, is_reread: bool
) -> TaskNews:
    """`known` are the controls' rows as they were last read, by their ids.

    `is_reread` makes every row news. Two rows of one name are both news, whatever they say.
    """
    by_text = dict(zip(known.values(), known, strict=True))
    by_text.pop("", None)
    ids = [by_text.get(row.text, "") for row in rows]
    fresh = [place for place, one in enumerate(ids) if not one]
    for place in fresh:
        ids[place] = control_id(rows[place].cells[name_place])
    present = frozenset(ids)
    if is_reread:
        return TaskNews(list(rows), present)
    if len(present) < len(ids):
        doubled = {one for one, count in Counter(ids).items() if count > 1}
        fresh = sorted({*fresh, *(place for place, one in enumerate(ids) if one in doubled)})
    return TaskNews([rows[place] for place in fresh], present)
