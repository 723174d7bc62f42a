"""Which pins and wishes stand, and which the rules refuse.

Pins come first, in order of the shifts' starts and then as their names were written; after them
the wishes of the other shifts, likewise. Time off that nobody has decided on yet does not count
against a name that the manager wrote down.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from belfry.rota.drafting.bits import Bits, list_bits
from belfry.rota.drafting.eligibility import judge_pair, judge_time, judge_work
from belfry.rota.drafting.grids import Grid, breaks_run
from belfry.rota.drafting.snags import PassedOver, Snag
from belfry.rota.weeks import Week


@dataclass(slots=True)
class Fixed:
    """Filled in while names are placed. `waiting` are the shifts about which a person decides."""

    placed: list[list[int]]
    taken: list[Bits]
    spent: list[int]
    waiting: set[int]
    passed_over: list[PassedOver] = field(default_factory=list)


def fix_wishes(week: Week, grid: Grid) -> Fixed:
    fixed = Fixed(
        placed=[[] for _ in grid.shifts],
        taken=[0] * len(grid.people),
        spent=[0] * len(grid.people),
        waiting={
            number
            for number, shift in enumerate(grid.shifts)
            if shift.held or shift.id in week.clashes
        },
    )
    numbers = {person.member.name: number for number, person in enumerate(grid.people)}
    for shift, name in _list_wishes(grid, fixed):
        _fix(grid, fixed, shift, name, numbers.get(name))
    return fixed


def _list_wishes(grid: Grid, fixed: Fixed) -> Iterator[tuple[int, str]]:
    """Each name once. Wishes for a shift that waits are not looked at: nobody is placed there."""
    for are_pins in (True, False):
        for number, shift in enumerate(grid.shifts):
            if shift.is_pinned is are_pins and (are_pins or number not in fixed.waiting):
                for name in dict.fromkeys(shift.wishes):
                    yield number, name


def _fix(grid: Grid, fixed: Fixed, shift: int, name: str, person: int | None) -> None:
    facts = grid.shifts[shift]
    if len(fixed.placed[shift]) == facts.headcount:
        snag: Snag | None = Snag.FULL
    elif person is None:
        snag = Snag.UNKNOWN
    else:
        snag = _find_snag(grid, fixed, shift, person)
    if snag is None and person is not None:
        fixed.placed[shift].append(person)
        fixed.taken[person] |= 1 << shift
        fixed.spent[person] += facts.minutes
    elif snag is not None:
        fixed.passed_over.append(PassedOver(facts.id, name, snag, facts.is_pinned))
        if facts.is_pinned:
            fixed.waiting.add(shift)


def _find_snag(grid: Grid, fixed: Fixed, shift: int, person: int) -> Snag | None:
    """The first rule that refuses it, beside what is fixed for them already."""
    facts, who = grid.shifts[shift], grid.people[person]
    alone = judge_work(who.member, facts.role, facts.skills)
    alone = alone or judge_time(who, grid.slots[shift], grid.rules)
    return alone or _find_crowding(grid, fixed, shift, person)


def _find_crowding(grid: Grid, fixed: Fixed, shift: int, person: int) -> Snag | None:
    held, rules, slot = fixed.taken[person], grid.rules, grid.slots[shift]
    pairs = {judge_pair(slot, grid.slots[other], rules.rest) for other in list_bits(held)}
    if Snag.OVERLAP in pairs:
        return Snag.OVERLAP
    if (held & grid.same_day[shift]).bit_count() >= rules.shifts_a_day:
        return Snag.SHIFTS_A_DAY
    if Snag.REST in pairs:
        return Snag.REST
    if fixed.spent[person] + grid.shifts[shift].minutes > grid.people[person].member.cap:
        return Snag.CAP
    is_able = grid.able[person] >> shift & 1
    if not is_able or breaks_run(grid.runs[person], grid.same_day[shift], held):
        return Snag.DAYS_IN_ROW
    return None
