"""What there is to decide in a week: the open seats, and who could take each of them.

The rules are turned into small whole numbers once, so that the search can try hundreds of thousands
of moves. Shifts are numbered by start, then id; people by the draw of the week. People
with a waiver, a pin, or a legal wish are placed already, and the search does not move them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from belfry.rota.rules.eligibility import Bits, Eligibility, Runs, list_bits
from belfry.rota.rules.ranks import draw_of, find_leans
from belfry.rota.rules.waivers import list_waived_seats
from belfry.rota.rules.weeks import Member, Rota, Shift, Week


@dataclass(frozen=True, slots=True, kw_only=True)
class Puzzle:
    """By shift: `minutes`, `against` (the shifts that exclude it, itself included: overlaps,
    too little rest, and the same day where one shift a day is the rule), `same_day` (itself
    included), `wanted` (seats the search may fill), `candidates` (who may take one of them beside
    their fixed shifts; in order), `fixed` (who has one for certain) and `current` (candidates who
    have it in the rota that people know). Shifts that wait for a decision have no open seats.

    By person: `caps`, `targets`, `goals` (the target, raised for who stayed behind lately),
    `belows`, `waits`, `taken` (their fixed shifts), `spent` (minutes of those), `forced` (changes
    to the rota they know that no draft can avoid) and `runs` (groups of days, as in the
    eligibility, that need several shifts to be broken); `crowded` are the days, as shifts, on which
    a waiver allows them more than `shifts_a_day`.
    """

    shifts: tuple[Shift, ...]
    names: tuple[str, ...]
    minutes: tuple[int, ...]
    against: tuple[Bits, ...]
    same_day: tuple[Bits, ...]
    shifts_a_day: int
    caps: tuple[int, ...]
    targets: tuple[int, ...]
    goals: tuple[int, ...]
    belows: tuple[int, ...]
    waits: tuple[int, ...]
    runs: tuple[Runs, ...]
    crowded: Mapping[tuple[int, Bits], int]
    wanted: tuple[int, ...]
    candidates: tuple[tuple[int, ...], ...]
    fixed: tuple[tuple[int, ...], ...]
    current: tuple[frozenset[int], ...]
    forced: tuple[int, ...]
    taken: tuple[Bits, ...]
    spent: tuple[int, ...]

    @property
    def is_limited(self) -> bool:
        """Whether there is a rule on the number of shifts in a day, or of days in a row."""
        return self.shifts_a_day > 1 or any(self.runs)

    def write_rota(self, placed: Sequence[Sequence[int]]) -> Rota:
        """Who is fixed and who was placed, for every shift of the week."""
        return {
            shift.id: tuple(self.names[person] for person in (*self.fixed[number], *placed[number]))
            for number, shift in enumerate(self.shifts)
        }


def make_puzzle(week: Week) -> Puzzle:
    eligibility = Eligibility(week)
    shifts = eligibility.shifts
    members = sorted(
        week.members, key=lambda member: (draw_of(week.starts_on, member.name), member.name)
    )
    names = tuple(member.name for member in members)
    fixed = _fix_wishes(eligibility, members)
    wanted = tuple(
        0 if number in fixed.waiting else max(0, shift.headcount - len(fixed.placed[number]))
        for number, shift in enumerate(shifts)
    )
    candidates = _list_candidates(eligibility, members, fixed.taken, wanted)
    current = _find_current(week, shifts, names, candidates)
    leans = find_leans(week.members, week.rules.margin)
    return Puzzle(
        shifts=shifts,
        names=names,
        minutes=tuple(shift.minutes for shift in shifts),
        against=tuple(eligibility.find_against(shift) for shift in shifts),
        same_day=tuple(eligibility.find_same_day(shift) for shift in shifts),
        shifts_a_day=week.rules.shifts_a_day,
        caps=tuple(eligibility.find_cap(member) for member in members),
        targets=tuple(member.target for member in members),
        goals=tuple(member.target + leans[member.name] for member in members),
        belows=tuple(member.below for member in members),
        waits=tuple(member.waited for member in members),
        runs=tuple(_list_long_runs(eligibility, member) for member in members),
        crowded=_find_crowded(eligibility, names),
        wanted=wanted,
        candidates=candidates,
        fixed=tuple(map(tuple, fixed.placed)),
        current=current,
        forced=_count_forced(week, members, eligibility, fixed.placed, current),
        taken=tuple(fixed.taken),
        spent=tuple(
            sum(shifts[number].minutes for number in list_bits(bits)) for bits in fixed.taken
        ),
    )


def _list_long_runs(eligibility: Eligibility, member: Member) -> Runs:
    """A single shift that would break a run has no candidate anyway."""
    return tuple(run for run in eligibility.find_runs(member) if len(run) > 1)


def _find_current(
    week: Week,
    shifts: Sequence[Shift],
    names: Sequence[str],
    candidates: Sequence[Sequence[int]],
) -> tuple[frozenset[int], ...]:
    return tuple(
        frozenset(number for number in numbers if names[number] in week.kept.get(shift.id, ()))
        for shift, numbers in zip(shifts, candidates, strict=True)
    )


def _count_forced(
    week: Week,
    members: Sequence[Member],
    eligibility: Eligibility,
    placed: Sequence[Sequence[int]],
    current: Sequence[frozenset[int]],
) -> tuple[int, ...]:
    forced = [0] * len(members)
    for number, shift in enumerate(eligibility.shifts if week.kept else ()):
        known = week.kept.get(shift.id, ())
        for person, member in enumerate(members):
            is_fixed = person in placed[number]
            was_theirs = member.name in known
            if was_theirs is not is_fixed and person not in current[number]:
                forced[person] += 1
    return tuple(forced)


def _find_crowded(eligibility: Eligibility, names: Sequence[str]) -> dict[tuple[int, Bits], int]:
    most = eligibility.week.rules.shifts_a_day
    days = {shift.day: eligibility.find_same_day(shift) for shift in eligibility.shifts}
    waived = {waiver.name for waiver in eligibility.week.waivers}
    allowed = {
        (person, shifts): eligibility.find_most_a_day(name, day)
        for person, name in enumerate(names)
        if name in waived
        for day, shifts in days.items()
    }
    return {key: count for key, count in allowed.items() if count > most}


def _list_candidates(
    eligibility: Eligibility,
    members: Sequence[Member],
    taken: Sequence[Bits],
    wanted: Sequence[int],
) -> tuple[tuple[int, ...], ...]:
    candidates: list[list[int]] = [[] for _ in wanted]
    open_shifts = sum(1 << number for number, seats in enumerate(wanted) if seats)
    for person, (member, held) in enumerate(zip(members, taken, strict=True)):
        for shift in list_bits(open_shifts & ~eligibility.find_barred(member, held)):
            candidates[shift].append(person)
    return tuple(map(tuple, candidates))


@dataclass(frozen=True, slots=True)
class _Fixed:
    """Filled in while names are placed. `waiting` are the shifts about which a person decides."""

    placed: list[list[int]]
    taken: list[Bits]
    waiting: set[int]


def _fix_wishes(eligibility: Eligibility, members: Sequence[Member]) -> _Fixed:
    shifts, clashes = eligibility.shifts, eligibility.week.clashes
    waiting = {n for n, shift in enumerate(shifts) if shift.held or shift.id in clashes}
    fixed = _Fixed([[] for _ in shifts], [0] * len(members), waiting)
    numbers = {member.name: number for number, member in enumerate(members)}
    waived = [
        (eligibility.numbers[shift_id], name)
        for name, shift_id in list_waived_seats(eligibility.week)
        if name and shift_id in eligibility.numbers
    ]
    for number, name in (*waived, *_list_wishes(shifts, waiting)):
        shift, person = shifts[number], numbers.get(name)
        if person in fixed.placed[number]:
            continue
        if (
            person is not None
            and len(fixed.placed[number]) < eligibility.find_headcount(shift)
            and not eligibility.list_broken(members[person], shift.id, fixed.taken[person])
        ):
            fixed.placed[number].append(person)
            fixed.taken[person] |= 1 << number
        elif shift.is_pinned:
            waiting.add(number)
    return fixed


def _list_wishes(shifts: Sequence[Shift], waiting: set[int]) -> Iterator[tuple[int, str]]:
    """Pins first, each name once. On a shift that waits, a mere wish does not count."""
    for are_pins in (True, False):
        for number, shift in enumerate(shifts):
            if shift.is_pinned is are_pins and (are_pins or number not in waiting):
                for name in dict.fromkeys(shift.wishes):
                    yield number, name
