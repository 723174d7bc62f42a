"""The hard rules: which shifts of a week each person may take.

Every rule is written once, as a predicate on the records. `Eligibility` asks it for each distinct
kind of work or time and keeps the answers as sets of shifts, which the search, the explanations and
the prover read. Only the checker judges with code of its own.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator
from datetime import date, datetime, timedelta
from functools import partial
from typing import TypeVar
from zoneinfo import ZoneInfo

from belfry.rota.rules.weeks import (
    MINUTE,
    Leave,
    Member,
    Rule,
    Shift,
    Stretch,
    TimeOff,
    Waiver,
    Week,
    Worked,
)

Bits = int
K = TypeVar("K", bound=Hashable)


def gather_bits(keys: Iterable[K]) -> dict[K, Bits]:
    """For each key, the set of places at which it stands."""
    bits: dict[K, Bits] = {}
    for place, key in enumerate(keys):
        bits[key] = bits.get(key, 0) | 1 << place
    return bits


def list_bits(bits: Bits) -> Iterator[int]:
    """The places in a set, ascending."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


# Groups of days, each given as its shifts; working on all days of a group makes too long a row.
Runs = tuple[tuple[Bits, ...], ...]
WallDays = tuple[date, date]
_Time = tuple[date, datetime, datetime]
_ZERO = timedelta()
_ONE_DAY = timedelta(days=1)
_INSTANT = timedelta(microseconds=1)


def lacks_role(member: Member, role: str) -> bool:
    return bool(role) and role not in member.roles


def find_missing_skills(member: Member, skills: frozenset[str]) -> frozenset[str]:
    return skills - member.skills


def is_covered(shift: Shift, stretch: Stretch) -> bool:
    return stretch.starts_at <= shift.starts_at and shift.ends_at <= stretch.ends_at


def falls_into(days: WallDays, leave: TimeOff) -> bool:
    return leave.first_on <= days[1] and days[0] <= leave.last_on


def overlaps(shift: Shift, other: Shift | Worked) -> bool:
    return shift.starts_at < other.ends_at and other.starts_at < shift.ends_at


def is_too_close(shift: Shift, other: Shift | Worked, week: Week) -> bool:
    """Whether there is too little rest between two shifts that do not overlap.

    Only a split day needs none: both shifts begin and end on the same calendar day.
    """
    if not _ZERO <= find_gap(shift, other) < week.rules.rest * MINUTE:
        return False
    days = {*find_wall_days(shift, week.zone), *find_wall_days(other, week.zone)}
    return len(days) > 1


def makes_long_day(shift: Shift, other: Shift | Worked, week: Week) -> bool:
    """Whether two shifts of a day last too long together, without the rest gap between them."""
    longest, rested = week.rules.longest_day, week.rules.rest * MINUTE or _ONE_DAY
    if longest is None or shift.day != other.day:
        return False
    return _ZERO <= find_gap(shift, other) < rested and find_span(shift, other) > longest * MINUTE


def find_span(shift: Shift, other: Shift | Worked) -> timedelta:
    """Real time from the start of the earlier to the end of the later."""
    return max(shift.ends_at, other.ends_at) - min(shift.starts_at, other.starts_at)


def find_gap(shift: Shift, other: Shift | Worked) -> timedelta:
    """Real time from the end of the earlier to the start of the later."""
    return max(shift.starts_at - other.ends_at, other.starts_at - shift.ends_at)


def breaks_run(runs: Runs, today: Bits, held: Bits) -> bool:
    """Whether a shift today, beside those held, would mean work on all days of a run."""
    return any(today in run and all(day == today or day & held for day in run) for run in runs)


def find_wall_days(shift: Shift | Worked, zone: ZoneInfo) -> WallDays:
    """The first and the last local day that a shift touches."""
    # The last instant, not the end: the day after the last one may not exist in the calendar.
    last_instant = (shift.ends_at - _INSTANT).astimezone(zone)
    return shift.starts_at.astimezone(zone).date(), last_instant.date()


# The rules about two shifts of a person, each with its predicate.
BETWEEN_TWO: dict[Rule, Callable[[Shift, Shift | Worked, Week], bool]] = {
    Rule.OVERLAP: lambda shift, other, week: overlaps(shift, other),
    Rule.REST: is_too_close,
    Rule.LONGEST_DAY: makes_long_day,
}


class Eligibility:
    """The rules of a week as sets of its shifts, with a bit for each, by start and then id."""

    def __init__(self, week: Week) -> None:
        self.week = week
        self.shifts = tuple(sorted(week.shifts, key=lambda shift: (shift.starts_at, shift.id)))
        self.numbers = {shift.id: number for number, shift in enumerate(self.shifts)}
        self.around: dict[str, list[Worked]] = defaultdict(list)
        for worked in week.around:
            self.around[worked.name].append(worked)
        self.time_off: dict[str, list[TimeOff]] = defaultdict(list)
        for leave in week.time_off:
            self.time_off[leave.name].append(leave)
        self._waivers: dict[tuple[str, Rule], list[Waiver]] = defaultdict(list)
        for waiver in week.waivers:
            if waiver.shift_id in self.numbers:
                self._waivers[waiver.name, waiver.rule].append(waiver)
        self._everything: Bits = (1 << len(self.shifts)) - 1
        self._by_work = gather_bits((shift.role, shift.skills) for shift in self.shifts)
        self._by_day = gather_bits(shift.day for shift in self.shifts)
        self._by_length = gather_bits(shift.minutes for shift in self.shifts)
        self._by_wall_days = gather_bits(find_wall_days(shift, week.zone) for shift in self.shifts)
        by_time = gather_bits(_find_time(shift) for shift in self.shifts)
        # Any shift stands for all that are at the same time.
        self._times = [(self.shifts[next(list_bits(bits))], bits) for bits in by_time.values()]
        self._wished: dict[str, Bits] = defaultdict(int)
        for number, shift in enumerate(self.shifts):
            for name in shift.wishes:
                self._wished[name] |= 1 << number
        self._covered: dict[Stretch, Bits] = {}
        self._beside: dict[tuple[Rule, _Time], Bits] = {}
        self._runs: dict[frozenset[date], Runs] = {}
        self._unfit: dict[Member, dict[Rule, Bits]] = {}
        self._blocked: dict[tuple[Member, Bits], dict[Rule, Bits]] = {}

    def find_bit(self, shift_id: str) -> Bits:
        return 1 << self.numbers[shift_id]

    def list_broken(self, member: Member, shift_id: str, held: Bits) -> tuple[Rule, ...]:
        """The rules that keep a person who has `held` from a shift."""
        bit = self.find_bit(shift_id)
        return tuple(
            rule for rule, shifts in self.find_blocked(member, held).items() if shifts & bit
        )

    def find_barred(self, member: Member, held: Bits) -> Bits:
        """The shifts that a person who has `held` may not take."""
        barred = 0
        for shifts in self.find_blocked(member, held).values():
            barred |= shifts
        return barred

    def find_blocked(self, member: Member, held: Bits) -> dict[Rule, Bits]:
        """For each rule, in its order, the shifts that it keeps from a person who has `held`."""
        key = member, held
        if key not in self._blocked:
            self._blocked[key] = {**self._find_unfit(member), **self._find_crowded(member, held)}
        return self._blocked[key]

    def find_same_day(self, shift: Shift) -> Bits:
        return self._by_day[shift.day]

    def find_cap(self, member: Member) -> int:
        """The cap, or the minutes that a manager allowed above it."""
        return max(member.cap, self._find_most(member.name, Rule.CAP))

    def find_most_a_day(self, name: str, day: date) -> int:
        """How many shifts a person may have on a day."""
        return max(self.week.rules.shifts_a_day, self._find_most(name, Rule.SHIFTS_A_DAY, day))

    def find_headcount(self, shift: Shift) -> int:
        """How many people may be on a shift."""
        waivers = self._waivers.get(("", Rule.HEADCOUNT), ())
        allowed = (waiver.most for waiver in waivers if waiver.shift_id == shift.id)
        return max(shift.headcount, *allowed, 0)

    def find_against(self, shift: Shift) -> Bits:
        """The shifts that exclude a shift for the same person, itself included."""
        same_day = self._by_day[shift.day] if self.week.rules.shifts_a_day <= 1 else 0
        against = self.find_bit(shift.id) | same_day
        for rule in BETWEEN_TWO:
            against |= self._find_beside(rule, shift)
        return against

    def find_runs(self, member: Member) -> Runs:
        """Each row of one day too many, less the days worked in the weeks around."""
        most = self.week.rules.days_in_row
        if most is None or not self.shifts:
            return ()
        worked = frozenset(worked.day for worked in self.around.get(member.name, ()))
        if worked not in self._runs:
            self._runs[worked] = self._list_runs({day.toordinal() for day in worked}, most)
        runs = self._runs[worked]
        for waiver in self._waivers.get((member.name, Rule.DAYS_IN_ROW), ()):
            # A row through that day may be as long as was allowed.
            today = self._by_day[self.shifts[self.numbers[waiver.shift_id]].day]
            longer = self._list_runs({day.toordinal() for day in worked}, waiver.most)
            runs = (
                *(run for run in runs if today not in run),
                *(run for run in longer if today in run),
            )
        return runs

    def _find_unfit(self, member: Member) -> dict[Rule, Bits]:
        """The shifts that a person cannot take, whatever else they have."""
        if member not in self._unfit:
            works = self._by_work.items()
            undecided = self._find_off(member, Leave.PENDING) & ~self._wished.get(member.name, 0)
            unfit = {
                Rule.ROLE: sum(bits for (role, _), bits in works if lacks_role(member, role)),
                Rule.SKILLS: sum(
                    bits for (_, skills), bits in works if find_missing_skills(member, skills)
                ),
                Rule.AVAILABILITY: self._find_unavailable(member),
                Rule.TIME_OFF: self._find_off(member, Leave.APPROVED),
                Rule.PENDING: undecided,
            }
            self._unfit[member] = {
                rule: bits & ~self._find_waived(member.name, rule) for rule, bits in unfit.items()
            }
        return self._unfit[member]

    def _find_waived(self, name: str, rule: Rule, against: str = "") -> Bits:
        """The shifts for which the rule is waived, of those about two shifts `against` another."""
        waived = 0
        for waiver in self._waivers.get((name, rule), ()):
            pair = (waiver.shift_id, waiver.against)
            if not against:
                waived |= self.find_bit(waiver.shift_id)
            elif against in pair:
                other = pair[pair[0] == against]
                waived |= self.find_bit(other) if other in self.numbers else 0
        return waived

    def _find_most(self, name: str, rule: Rule, day: date | None = None) -> int:
        waivers = self._waivers.get((name, rule), ())
        shifts = ((waiver, self.shifts[self.numbers[waiver.shift_id]]) for waiver in waivers)
        return max((waiver.most for waiver, shift in shifts if day in (None, shift.day)), default=0)

    def _find_unavailable(self, member: Member) -> Bits:
        entry = self.week.availability.get(member.name)
        if entry is None:
            return 0
        covered = 0
        for stretch in entry.stretches:
            if stretch not in self._covered:
                self._covered[stretch] = self._gather(partial(is_covered, stretch=stretch))
            covered |= self._covered[stretch]
        return self._everything & ~covered

    def _find_off(self, member: Member, state: Leave) -> Bits:
        leaves = [leave for leave in self.time_off.get(member.name, ()) if leave.state is state]
        return sum(
            bits
            for days, bits in self._by_wall_days.items()
            if any(falls_into(days, leave) for leave in leaves)
        )

    def _find_crowded(self, member: Member, held: Bits) -> dict[Rule, Bits]:
        """The shifts that a person cannot take because of what they have."""
        own = [self.shifts[number] for number in list_bits(held)]
        others: list[Shift | Worked] = [*own, *self.around.get(member.name, ())]
        beside, overlapping_today, full = {**dict.fromkeys(BETWEEN_TWO, 0)}, held, 0
        beside[Rule.OVERLAP] = held
        for other in others:
            for rule in BETWEEN_TWO:
                against = self._find_unwaived(rule, member.name, other)
                beside[rule] |= against
                if rule is Rule.OVERLAP:
                    overlapping_today |= against & self._by_day.get(other.day, 0)
        counts = Counter(other.day for other in others)
        for day, shifts in self._by_day.items():
            if counts[day] >= self.find_most_a_day(member.name, day):
                full |= shifts
        minutes, runs = sum(shift.minutes for shift in own), self.find_runs(member)
        cap = self.find_cap(member)
        return {
            Rule.OVERLAP: beside[Rule.OVERLAP],
            # A day is called full only where the shifts of that day do not overlap anyway.
            Rule.SHIFTS_A_DAY: full & ~overlapping_today,
            Rule.REST: beside[Rule.REST],
            Rule.LONGEST_DAY: beside[Rule.LONGEST_DAY],
            Rule.CAP: sum(
                bits for length, bits in self._by_length.items() if minutes + length > cap
            ),
            Rule.DAYS_IN_ROW: sum(
                shifts for shifts in self._by_day.values() if breaks_run(runs, shifts, held)
            ),
        }

    def _find_unwaived(self, rule: Rule, name: str, other: Shift | Worked) -> Bits:
        """What the rule forbids them beside another shift of theirs."""
        against = self._find_beside(rule, other)
        if self._waivers:
            other_id = other.shift_id if isinstance(other, Worked) else other.id
            against &= ~self._find_waived(name, rule, other_id)
        return against

    def _find_beside(self, rule: Rule, other: Shift | Worked) -> Bits:
        """The shifts that the rule forbids to a person who has another one."""
        key = rule, _find_time(other)
        if key not in self._beside:
            breaks = BETWEEN_TWO[rule]
            self._beside[key] = self._gather(lambda shift: breaks(shift, other, self.week))
        return self._beside[key]

    def _gather(self, is_meant: Callable[[Shift], bool]) -> Bits:
        return sum(bits for shift, bits in self._times if is_meant(shift))

    def _list_runs(self, worked: set[int], most: int) -> Runs:
        shifts_on = {day.toordinal(): bits for day, bits in self._by_day.items()}
        runs: dict[tuple[Bits, ...], None] = {}
        for first in range(min(shifts_on) - most, max(shifts_on) + 1):
            window = range(first, first + most + 1)
            if all(day in shifts_on or day in worked for day in window):
                ours = tuple(shifts_on[day] for day in window if day not in worked)
                alone = ((shifts_on[day],) for day in window if day in shifts_on)
                runs |= dict.fromkeys([ours] if ours else alone)
        return tuple(runs)


def _find_time(source: Shift | Worked) -> _Time:
    return source.day, source.starts_at, source.ends_at
