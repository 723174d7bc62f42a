"""How full a small week can be, found by trying everything and asking the checker each time."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from belfry.rota.rules.checker import check_rota
from belfry.rota.rules.weeks import Rota, Rule, Shift, Week


def count_filled(rota: Rota) -> int:
    return sum(map(len, rota.values()))


def find_fullest(week: Week) -> int:
    """The most seats that any legal rota fills beside the pins and wishes that stand."""
    fixed, waiting = fix_names(week)
    free = [shift for shift in week.shifts if shift.id not in waiting]
    return max(count_filled(rota) for rota in try_all(week, fixed, free))


def fix_names(week: Week) -> tuple[Rota, set[str]]:
    """Those who are pinned or wished for and legal, and the shifts that no one else may join."""
    rota: Rota = {shift.id: () for shift in week.shifts}
    waiting = {shift.id for shift in week.shifts if shift.held} | set(week.clashes)
    in_order = sorted(
        week.shifts, key=lambda shift: (not shift.is_pinned, shift.starts_at, shift.id)
    )
    for shift in in_order:
        if not shift.is_pinned and shift.id in waiting:
            continue
        for name in shift.wishes:
            more = {**rota, shift.id: (*rota[shift.id], name)}
            if is_legal(week, more):
                rota = more
            elif shift.is_pinned:
                waiting.add(shift.id)
    return rota, waiting


def try_all(week: Week, rota: Rota, shifts: list[Shift]) -> Iterator[Rota]:
    """Whatever is illegal stays so with more people in it, and is not followed further."""
    if not shifts:
        yield rota
        return
    shift, *rest = shifts
    names = [member.name for member in week.members if member.name not in rota[shift.id]]
    for size in range(shift.headcount - len(rota[shift.id]) + 1):
        for some in combinations(names, size):
            more = {**rota, shift.id: (*rota[shift.id], *some)}
            if is_legal(week, more):
                yield from try_all(week, more, rest)


def is_legal(week: Week, rota: Rota) -> bool:
    """But for pins that are still to come."""
    return all(breach.rule is Rule.PIN for breach in check_rota(week, rota))
