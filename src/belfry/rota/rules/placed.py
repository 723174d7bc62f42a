"""Who has what in a rota, and who may take a shift as things stand.

Thousands of such questions are asked about one rota, so the answers for a person are made once and
for all shifts together. Why somebody may not is told in words by `blocks`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from functools import cached_property

from belfry.rota.rules.eligibility import BlockKind, Facts, Spell
from belfry.rota.rules.members import Member
from belfry.rota.rules.ranks import Rank, find_rank
from belfry.rota.rules.weeks import Rota, Week
from belfry.rota.shifts import Shift

_ONE_DAY = timedelta(days=1)


class Placed:
    """A week with a rota of it; shifts that only the rota knows are passed over."""

    def __init__(self, week: Week, rota: Rota, facts: Facts | None = None) -> None:
        self.week = week
        self.facts = facts or Facts(week)
        self.rota = {shift.id: tuple(rota.get(shift.id, ())) for shift in week.shifts}
        self._theirs: dict[str, list[Spell]] = {}
        for shift_id, names in self.rota.items():
            for name in dict.fromkeys(names):
                self._theirs.setdefault(name, []).append(self.facts.spells[shift_id])
        self._blocked: dict[str, dict[BlockKind, int]] = {}

    def with_rota(self, rota: Rota) -> Placed:
        """The same week with another rota, without laying its facts out again."""
        return Placed(self.week, rota, self.facts)

    def list_spells(self, name: str) -> list[Spell]:
        """Everything somebody has, the weeks around included, from the earliest on."""
        theirs = [*self._theirs.get(name, ()), *self.facts.around.get(name, ())]
        return sorted(theirs, key=lambda spell: (spell.starts, spell.shift_id))

    def list_shifts(self, name: str) -> list[Shift]:
        """What somebody has in this week, from the earliest on."""
        shifts = (self.facts.shifts[spell.shift_id] for spell in self._theirs.get(name, ()))
        return sorted(shifts, key=lambda shift: (shift.starts_at, shift.id))

    def count_minutes(self, name: str) -> int:
        return sum(spell.minutes for spell in self._theirs.get(name, ()))

    def find_rank_without(self, member: Member, shift: Shift) -> Rank:
        """Where somebody would stand who did not have the shift."""
        has_it = member.name in self.rota[shift.id]
        minutes = self.count_minutes(member.name) - (shift.minutes if has_it else 0)
        return find_rank(member, minutes, self.week.starts_on)

    @cached_property
    def ranks(self) -> tuple[Rank, ...]:
        """Everybody as they stand with what they have, in the order of their turn."""
        ranks = (
            find_rank(member, self.count_minutes(member.name), self.week.starts_on)
            for member in self.week.members
        )
        return tuple(sorted(ranks, key=lambda rank: rank.key))

    def list_takers(self, shift: Shift) -> Iterator[Rank]:
        """Those who may take it as well as what they have, in the order of their turn."""
        bit = self.facts.bits[shift.id]
        return (rank for rank in self.ranks if not self._barred[rank.name] & bit)

    def list_kinds(self, name: str, shift: Shift) -> tuple[BlockKind, ...]:
        """Which rules keep somebody from a shift; what overlaps leaves no rest either."""
        bit = self.facts.bits[shift.id]
        return tuple(kind for kind, shifts in self._find_blocked(name).items() if shifts & bit)

    @cached_property
    def _barred(self) -> dict[str, int]:
        barred = {}
        for name in self.facts.members:
            barred[name] = 0
            for shifts in self._find_blocked(name).values():
                barred[name] |= shifts
        return barred

    def _find_blocked(self, name: str) -> dict[BlockKind, int]:
        if name not in self._blocked:
            member = self.facts.members[name]
            self._blocked[name] = {**self.facts.find_unfit(member), **self._find_taken(member)}
        return self._blocked[name]

    def _find_taken(self, member: Member) -> dict[BlockKind, int]:
        """The shifts that somebody cannot take because of what they have."""
        facts, rules = self.facts, self.week.rules
        spells = self.list_spells(member.name)
        overlap = rest = full = 0
        for spell in spells:
            overlap |= facts.times.touching(spell.starts, spell.ends)
            overlap |= 0 if spell.is_around else facts.bits[spell.shift_id]
            near = facts.times.touching(spell.starts - rules.rest, spell.ends + rules.rest)
            rest |= near & ~facts.by_day.get(spell.day, 0)
        counts = Counter(spell.day for spell in spells)
        for day, shifts in facts.by_day.items():
            full |= shifts if counts[day] >= rules.shifts_a_day else 0
        room = member.cap - self.count_minutes(member.name)
        return {
            BlockKind.OVERLAP: overlap,
            BlockKind.SHIFTS_A_DAY: full,
            BlockKind.REST: rest,
            BlockKind.CAP: facts.everything & ~facts.lengths.up_to(room),
            BlockKind.DAYS_IN_ROW: self._find_long_rows({spell.day for spell in spells}),
        }

    def _find_long_rows(self, days: set[date]) -> int:
        most, long = self.week.rules.days_in_row, 0
        if most is not None:
            for day, shifts in self.facts.by_day.items():
                long |= shifts if count_row(days, day) > most else 0
        return long


def count_row(days: set[date], day: date) -> int:
    """How many days in a row somebody would work who works on those and on this one."""
    first = last = day
    while first - _ONE_DAY in days:
        first -= _ONE_DAY
    while last + _ONE_DAY in days:
        last += _ONE_DAY
    return (last - first).days + 1
