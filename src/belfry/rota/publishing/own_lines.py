"""Which shifts of a draft are somebody's, as they see them."""

from __future__ import annotations

from collections.abc import Iterable

from belfry.rota.drafts.drafted_weeks import DraftLine
from belfry.rota.publishing.own_shifts import OwnShift


def own_shift(line: DraftLine) -> OwnShift:
    return OwnShift(
        id=line.shift_id, starts_at=line.starts_at, ends_at=line.ends_at, role=line.role
    )


def sort_out(lines: Iterable[DraftLine]) -> dict[str, tuple[OwnShift, ...]]:
    """Everybody's own, by name, for those who have any."""
    theirs: dict[str, list[OwnShift]] = {}
    for line in lines:
        for name in dict.fromkeys(line.people):
            theirs.setdefault(name, []).append(own_shift(line))
    return {name: tuple(shifts) for name, shifts in theirs.items()}
