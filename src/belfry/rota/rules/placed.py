"""Who has which shifts in a rota, and who may take another one beside them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator
from dataclasses import replace
from functools import cached_property

from belfry.rota.rules.eligibility import Bits, Eligibility, list_bits
from belfry.rota.rules.ranks import Rank, find_leans, find_rank
from belfry.rota.rules.weeks import Member, Rota, Rule, Shift, Week
from belfry.rota.shift_words import render_shift


class Placed:
    """A week with a rota of it; shifts that only the rota knows are ignored."""

    def __init__(self, week: Week, rota: Rota, eligibility: Eligibility | None = None) -> None:
        self.week = week
        self.eligibility = eligibility or Eligibility(week)
        self.members = {member.name: member for member in week.members}
        self.shifts = {shift.id: shift for shift in week.shifts}
        self.rota = {shift.id: tuple(rota.get(shift.id, ())) for shift in week.shifts}
        self._held: dict[str, Bits] = {}
        for shift_id, names in self.rota.items():
            for name in names:
                bit = self.eligibility.find_bit(shift_id)
                self._held[name] = self._held.get(name, 0) | bit

    def with_rota(self, rota: Rota) -> Placed:
        return Placed(self.week, rota, self.eligibility)

    @cached_property
    def unwaived(self) -> Placed:
        """The same rota, judged as if no rule had been overruled."""
        return Placed(replace(self.week, waivers=()), self.rota)

    def name_shift(self, shift: Shift) -> str:
        """Friday 14:00-22:00, with its role where the week has that time for several roles."""
        if not shift.role or self._roles_at[shift.day, shift.starts, shift.ends] < 2:
            return render_shift(shift)
        return f"{render_shift(shift)} ({shift.role})"

    def list_shifts(self, name: str, *, without: Container[str] = ()) -> list[Shift]:
        """A person's shifts of this week, earliest first."""
        shifts = (self.eligibility.shifts[number] for number in list_bits(self._held.get(name, 0)))
        return [shift for shift in shifts if shift.id not in without]

    def count_minutes(self, name: str) -> int:
        return sum(shift.minutes for shift in self.list_shifts(name))

    def find_rank_without(self, member: Member, shift: Shift) -> Rank:
        """A person's rank if they did not have the shift."""
        has_it = member.name in self.rota[shift.id]
        minutes = self.count_minutes(member.name) - (shift.minutes if has_it else 0)
        return find_rank(member, minutes, self.week.starts_on, self._leans[member.name])

    @cached_property
    def _leans(self) -> dict[str, int]:
        return find_leans(self.week.members, self.week.rules.margin)

    @cached_property
    def ranks(self) -> tuple[Rank, ...]:
        """All people with their shifts, by rank."""
        ranks = (
            find_rank(
                member,
                self.count_minutes(member.name),
                self.week.starts_on,
                self._leans[member.name],
            )
            for member in self.week.members
        )
        return tuple(sorted(ranks, key=lambda rank: rank.key))

    def list_takers(self, shift: Shift) -> Iterator[Rank]:
        """Those who may take it beside what they have, by rank."""
        bit = self.eligibility.find_bit(shift.id)
        return (rank for rank in self.ranks if not self._barred[rank.name] & bit)

    def list_broken(
        self, member: Member, shift: Shift, *, without: Container[str] = ()
    ) -> tuple[Rule, ...]:
        """The rules that keep a person from a shift; their shifts in `without` do not count."""
        held = self._held.get(member.name, 0)
        if without:
            own = self.list_shifts(member.name, without=without)
            held = sum(self.eligibility.find_bit(shift.id) for shift in own)
        return self.eligibility.list_broken(member, shift.id, held)

    @cached_property
    def _barred(self) -> dict[str, Bits]:
        return {
            name: self.eligibility.find_barred(member, self._held.get(name, 0))
            for name, member in self.members.items()
        }

    @cached_property
    def _roles_at(self) -> Counter[tuple[object, ...]]:
        kinds = {(shift.day, shift.starts, shift.ends, shift.role) for shift in self.week.shifts}
        return Counter(kind[:3] for kind in kinds)
