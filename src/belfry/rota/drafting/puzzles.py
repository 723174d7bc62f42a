"""What there is to decide in a week: which seats are open, and who could sit where.

A week is turned into small whole numbers once, so that the search can try hundreds of thousands of
moves. Shifts are numbered by start, then id; people by the draw of the week, so that nobody's name
puts them first. A set of shifts is an integer with a bit for each of them. Who is pinned or wished
for and legal is placed already, and no search may move them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from belfry.rota.drafting.eligibility import judge_pair, judge_time, judge_work
from belfry.rota.drafting.grids import Grid, Runs, breaks_run, make_grid
from belfry.rota.drafting.snags import PassedOver, Snag
from belfry.rota.rules.bits import Bits, list_bits
from belfry.rota.rules.weeks import Rota, Week
from belfry.rota.shifts import Shift


@dataclass(frozen=True, slots=True, kw_only=True)
class Puzzle:
    """By shift: `minutes`, `against` (what nobody can have beside it, itself included: overlaps,
    too little rest, and the same day where one shift a day is the rule), `same_day` (itself
    included), `wanted` (seats the search may fill), `candidates` (who may take one of them, beside
    what is fixed for them; in order), `fixed` (who has one for certain) and `kept` (candidates who
    know it as theirs already). Shifts that wait for a person's decision want nobody.

    By person: `caps`, `targets`, `belows`, `taken` (the shifts fixed for them), `spent` (minutes of
    those) and `runs` (groups of days, each the shifts of it, on all of which nobody may work: they
    would be too many in a row, together with those worked in the weeks around).
    """

    shifts: tuple[Shift, ...]
    names: tuple[str, ...]
    minutes: tuple[int, ...]
    against: tuple[Bits, ...]
    same_day: tuple[Bits, ...]
    shifts_a_day: int
    caps: tuple[int, ...]
    targets: tuple[int, ...]
    belows: tuple[int, ...]
    runs: tuple[Runs, ...]
    wanted: tuple[int, ...]
    candidates: tuple[tuple[int, ...], ...]
    fixed: tuple[tuple[int, ...], ...]
    kept: tuple[frozenset[int], ...]
    taken: tuple[Bits, ...]
    spent: tuple[int, ...]
    passed_over: tuple[PassedOver, ...]

    @property
    def is_limited(self) -> bool:
        """Whether there is a rule on the number of shifts in a day, or of days in a row."""
        return self.shifts_a_day > 1 or any(self.runs)

    def may_add(self, person: int, shift: int, held: Bits, load: int) -> bool:
        """Whether a candidate who has `held`, of so many minutes, may have the shift too."""
        return (
            not self.against[shift] & held
            and load + self.minutes[shift] <= self.caps[person]
            and self.stays_within(person, shift, held)
        )

    def stays_within(self, person: int, shift: int, held: Bits) -> bool:
        """Whether neither the shifts of that day nor the days in a row become too many."""
        today = self.same_day[shift]
        if (held & today).bit_count() >= self.shifts_a_day:
            return False
        return not breaks_run(self.runs[person], today, held)

    def write_rota(self, placed: Sequence[Sequence[int]]) -> Rota:
        """Who is fixed and who was placed, by shift; every shift of the week has its line."""
        return {
            shift.id: tuple(self.names[person] for person in (*self.fixed[number], *placed[number]))
            for number, shift in enumerate(self.shifts)
        }


def make_puzzle(week: Week) -> Puzzle:
    grid = make_grid(week)
    fixed = fix_wishes(week, grid)
    members = [person.member for person in grid.people]
    bare = Puzzle(
        shifts=grid.shifts,
        names=tuple(member.name for member in members),
        minutes=tuple(shift.minutes for shift in grid.shifts),
        against=grid.against,
        same_day=grid.same_day,
        shifts_a_day=week.rules.shifts_a_day,
        caps=tuple(member.cap for member in members),
        targets=tuple(member.target for member in members),
        belows=tuple(member.below for member in members),
        runs=grid.runs,
        wanted=tuple(_count_wanted(grid, fixed)),
        candidates=(),
        fixed=tuple(map(tuple, fixed.placed)),
        kept=(),
        taken=tuple(fixed.taken),
        spent=tuple(fixed.spent),
        passed_over=tuple(fixed.passed_over),
    )
    with_people = replace(bare, candidates=_find_candidates(grid, bare))
    return replace(with_people, kept=_find_kept(week, with_people))


def _count_wanted(grid: Grid, fixed: Fixed) -> Iterator[int]:
    for number, shift in enumerate(grid.shifts):
        yield 0 if number in fixed.waiting else shift.headcount - len(fixed.placed[number])


def _find_candidates(grid: Grid, bare: Puzzle) -> tuple[tuple[int, ...], ...]:
    """Those with time off that nobody has decided on are none."""
    candidates: list[list[int]] = [[] for _ in bare.shifts]
    open_shifts = sum(1 << number for number, seats in enumerate(bare.wanted) if seats)
    for person, held in enumerate(bare.taken):
        for shift in list_bits(grid.able[person] & ~grid.undecided[person] & open_shifts):
            if bare.may_add(person, shift, held, bare.spent[person]):
                candidates[shift].append(person)
    return tuple(map(tuple, candidates))


def _find_kept(week: Week, puzzle: Puzzle) -> tuple[frozenset[int], ...]:
    numbers = {name: number for number, name in enumerate(puzzle.names)}
    return tuple(
        frozenset(numbers[name] for name in week.kept.get(shift.id, ()) if name in numbers)
        & frozenset(candidates)
        for shift, candidates in zip(puzzle.shifts, puzzle.candidates, strict=True)
    )


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
