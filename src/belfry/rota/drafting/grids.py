"""What the rules say about a week before anybody is placed: who could do what, beside what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from belfry.rota.drafting.eligibility import (
    Person,
    Slot,
    find_slot,
    is_undecided,
    judge_pair,
    judge_time,
    judge_work,
)
from belfry.rota.rules.bits import Bits, gather_bits
from belfry.rota.rules.ranks import draw_of
from belfry.rota.rules.rules import Rules
from belfry.rota.rules.weeks import Week
from belfry.rota.shifts import Shift

Runs = tuple[tuple[Bits, ...], ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """Shifts by start and id, people by the draw; the rest as a `Puzzle` has it.

    By person: `able` (the shifts they could take if they had no other), and `undecided` (those on
    which they have asked to be off).
    """

    shifts: tuple[Shift, ...]
    people: tuple[Person, ...]
    slots: tuple[Slot, ...]
    rules: Rules
    against: tuple[Bits, ...]
    same_day: tuple[Bits, ...]
    able: tuple[Bits, ...]
    undecided: tuple[Bits, ...]
    runs: tuple[Runs, ...]


def make_grid(week: Week) -> Grid:
    shifts = tuple(sorted(week.shifts, key=lambda shift: (shift.starts_at, shift.id)))
    people = tuple(_list_people(week))
    slots = tuple(find_slot(shift, week.zone) for shift in shifts)
    times = gather_bits(slots)
    days = gather_bits(shift.day for shift in shifts)
    runs = tuple(_find_runs(person, days, week.rules.days_in_row) for person in people)
    works = gather_bits((shift.role, shift.skills) for shift in shifts)
    fits = [_find_able(person, works, times, week.rules) for person in people]
    return Grid(
        shifts=shifts,
        people=people,
        slots=slots,
        rules=week.rules,
        against=_find_against(slots, times, days, week.rules),
        same_day=tuple(days[shift.day] for shift in shifts),
        able=tuple(
            _drop_long(shifts, person.member.cap, able & ~_find_barred(run))
            for person, able, run in zip(people, fits, runs, strict=True)
        ),
        undecided=tuple(
            sum(bits for slot, bits in times.items() if is_undecided(person, slot))
            for person in people
        ),
        runs=tuple(tuple(run for run in own if len(run) > 1) for own in runs),
    )


def _list_people(week: Week) -> Iterator[Person]:
    for member in sorted(
        week.members, key=lambda one: (draw_of(week.starts_on, one.name), one.name)
    ):
        yield Person(
            member,
            week.availability.get(member.name),
            tuple(leave for leave in week.time_off if leave.name == member.name),
            tuple(worked for worked in week.around if worked.name == member.name),
        )


def _find_able(
    person: Person,
    works: Mapping[tuple[str, frozenset[str]], Bits],
    times: Mapping[Slot, Bits],
    rules: Rules,
) -> Bits:
    can_do = sum(bits for work, bits in works.items() if judge_work(person.member, *work) is None)
    can_come = sum(bits for slot, bits in times.items() if judge_time(person, slot, rules) is None)
    return can_do & can_come


def _drop_long(shifts: Sequence[Shift], cap: int, able: Bits) -> Bits:
    return able & sum(1 << place for place, shift in enumerate(shifts) if shift.minutes <= cap)


def _find_barred(runs: Runs) -> Bits:
    """Days on which a single shift would make a run too long."""
    barred = 0
    for run in runs:
        barred |= run[0] if len(run) == 1 else 0
    return barred


def _find_against(
    slots: Sequence[Slot], times: Mapping[Slot, Bits], days: Mapping[date, Bits], rules: Rules
) -> tuple[Bits, ...]:
    one_a_day = rules.shifts_a_day == 1
    against = {}
    for slot in times:
        bits = days[slot.day] if one_a_day else 0
        for other, others in times.items():
            if other == slot or judge_pair(slot, other, rules.rest):
                bits |= others
        against[slot] = bits
    return tuple(against[slot] for slot in slots)


def _find_runs(person: Person, days: Mapping[date, Bits], most: int | None) -> Runs:
    """Each stretch of one day too many that they could come to work, less the days they have."""
    if most is None or not days:
        return ()
    shifts_on = {day.toordinal(): bits for day, bits in days.items()}
    worked = {one.day.toordinal() for one in person.around}
    found: dict[tuple[Bits, ...], None] = {}
    for first in range(min(shifts_on) - most, max(shifts_on) + 1):
        window = range(first, first + most + 1)
        if all(day in shifts_on or day in worked for day in window):
            ours = tuple(shifts_on[day] for day in window if day not in worked)
            alone = ((shifts_on[day],) for day in window if day in shifts_on)
            found |= dict.fromkeys([ours] if ours else alone)
    return tuple(found)


def breaks_run(runs: Runs, today: Bits, held: Bits) -> bool:
    """Whether somebody who has `held` would work on all days of a run with one more today."""
    return any(today in run and all(day == today or day & held for day in run) for run in runs)
