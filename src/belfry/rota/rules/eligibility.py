"""What a week says about its shifts and people, laid out so that questions are quick.

Nothing here depends on who has which shift: see `placed` for that.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from typing import TypeVar

from belfry.rota.rules.members import Leave, Member, TimeOff, Worked
from belfry.rota.rules.weeks import Week
from belfry.rota.shift_words import render_shift
from belfry.rota.shifts import MINUTE, Shift


class BlockKind(StrEnum):
    """In the order in which they are told: first what the person is, then what they have."""

    ROLE = "role"
    SKILLS = "skills"
    AVAILABILITY = "availability"
    TIME_OFF = "time off"
    PENDING = "pending time off"
    OVERLAP = "overlap"
    SHIFTS_A_DAY = "shifts a day"
    REST = "rest"
    CAP = "cap"
    DAYS_IN_ROW = "days in a row"


# Those that come from the other shifts somebody has, and may change with them.
FROM_OTHER_SHIFTS = frozenset(
    {
        BlockKind.OVERLAP,
        BlockKind.SHIFTS_A_DAY,
        BlockKind.REST,
        BlockKind.CAP,
        BlockKind.DAYS_IN_ROW,
    }
)


@dataclass(frozen=True, slots=True)
class Block:
    """`words` go on from the person's name: "would be at 44 h, the cap is 40 h".

    `against` is the shift that stands in the way, where it is one; `short_by` is by how many
    minutes the rule is missed, where it is about time.
    """

    kind: BlockKind
    words: str
    against: str | None = None
    short_by: int = 0


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_INSTANT = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Spell:
    """A shift as somebody has it, of this week or of one next to it; moments are in minutes."""

    shift_id: str
    day: date
    starts: int
    ends: int
    source: Shift | Worked

    @property
    def minutes(self) -> int:
        return self.ends - self.starts

    @property
    def is_around(self) -> bool:
        return isinstance(self.source, Worked)


class Facts:
    """A week by name, by day and by time. Sets of shifts are bits, in the order of the week."""

    def __init__(self, week: Week) -> None:
        self.week = week
        self.members = {member.name: member for member in week.members}
        self.shifts = {shift.id: shift for shift in week.shifts}
        self.bits = {shift.id: 1 << place for place, shift in enumerate(week.shifts)}
        self.spells = {shift.id: make_spell(shift) for shift in week.shifts}
        self.around: dict[str, list[Spell]] = defaultdict(list)
        for worked in week.around:
            self.around[worked.name].append(make_spell(worked))
        self.time_off: dict[str, list[TimeOff]] = defaultdict(list)
        for leave in week.time_off:
            self.time_off[leave.name].append(leave)
        self._lay_out(week)

    def _lay_out(self, week: Week) -> None:
        spells = [self.spells[shift.id] for shift in week.shifts]
        self.everything = (1 << len(spells)) - 1
        self.times = Spans([(spell.starts, spell.ends) for spell in spells])
        self.lengths = Pile([spell.minutes for spell in spells])
        self.by_day = gather(shift.day for shift in week.shifts)
        days = (find_days(shift, week) for shift in week.shifts)
        self._dates = Spans([(first.toordinal(), last.toordinal() + 1) for first, last in days])
        self._by_work = gather((shift.role, shift.skills) for shift in week.shifts)
        kinds = {(_find_wall_time(shift), shift.role) for shift in week.shifts}
        self._roles_at = Counter(at for at, _ in kinds)
        self._wished: dict[str, int] = defaultdict(int)
        for shift in week.shifts:
            for name in shift.wishes:
                self._wished[name] |= self.bits[shift.id]

    def name_shift(self, shift: Shift) -> str:
        """Friday 14:00-22:00, with its role where the week has that time for several roles."""
        if not shift.role or self._roles_at[_find_wall_time(shift)] < 2:
            return render_shift(shift)
        return f"{render_shift(shift)} ({shift.role})"

    def find_unfit(self, member: Member) -> dict[BlockKind, int]:
        """The shifts that somebody cannot take whatever else they have, by the rule against it."""
        role = skills = 0
        for (wanted, needed), shifts in self._by_work.items():
            role |= shifts if wanted and wanted not in member.roles else 0
            skills |= 0 if needed <= member.skills else shifts
        undecided = self._find_off(member.name, Leave.PENDING) & ~self._wished.get(member.name, 0)
        return {
            BlockKind.ROLE: role,
            BlockKind.SKILLS: skills,
            BlockKind.AVAILABILITY: self._find_away(member.name),
            BlockKind.TIME_OFF: self._find_off(member.name, Leave.APPROVED),
            BlockKind.PENDING: undecided,
        }

    def _find_away(self, name: str) -> int:
        entry = self.week.availability.get(name)
        if entry is None:
            return 0
        there = 0
        for stretch in entry.stretches:
            there |= self.times.within(to_minute(stretch.starts_at), to_minute(stretch.ends_at))
        return self.everything & ~there

    def _find_off(self, name: str, state: Leave) -> int:
        off = 0
        for leave in self.time_off.get(name, ()):
            if leave.state is state:
                first, last = leave.first_on.toordinal(), leave.last_on.toordinal()
                off |= self._dates.touching(first, last + 1)
        return off


def make_spell(source: Shift | Worked) -> Spell:
    shift_id = source.id if isinstance(source, Shift) else source.shift_id
    starts, ends = to_minute(source.starts_at), to_minute(source.ends_at)
    return Spell(shift_id, source.day, starts, ends, source)


def find_days(shift: Shift, week: Week) -> tuple[date, date]:
    """The first and the last day on the wall that a shift touches."""
    starts = shift.starts_at.astimezone(week.zone)
    last_instant = (shift.ends_at - _INSTANT).astimezone(week.zone)
    return starts.date(), last_instant.date()


def _find_wall_time(shift: Shift) -> tuple[date, time, time]:
    return shift.day, shift.starts, shift.ends


def to_minute(moment: datetime) -> int:
    return (moment - _EPOCH) // MINUTE


Key = TypeVar("Key", bound=Hashable)


class Pile:
    """Numbers in order, and for each place in it the set of those before."""

    def __init__(self, numbers: Sequence[int]) -> None:
        order = sorted(range(len(numbers)), key=numbers.__getitem__)
        self._numbers = [numbers[place] for place in order]
        self._sets = [0]
        for place in order:
            self._sets.append(self._sets[-1] | 1 << place)

    def below(self, number: int) -> int:
        return self._sets[bisect_left(self._numbers, number)]

    def up_to(self, number: int) -> int:
        return self._sets[bisect_right(self._numbers, number)]


class Spans:
    """Each begins at its first number and ends before its second."""

    def __init__(self, spans: Sequence[tuple[int, int]]) -> None:
        self._starts = Pile([first for first, _ in spans])
        self._ends = Pile([last for _, last in spans])

    def touching(self, first: int, last: int) -> int:
        """Those with a part between the two."""
        return self._starts.below(last) & ~self._ends.up_to(first)

    def within(self, first: int, last: int) -> int:
        """Those that lie between the two with all of their length."""
        return self._ends.up_to(last) & ~self._starts.below(first)


def gather(keys: Iterable[Key]) -> dict[Key, int]:
    """For each key, the set of places at which it stands."""
    sets: dict[Key, int] = {}
    for place, key in enumerate(keys):
        sets[key] = sets.get(key, 0) | 1 << place
    return sets
