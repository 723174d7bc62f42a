"""Judge whether a rota is legal, and which rule it breaks where.

The hard rules are written here a second time, on purpose: nothing is shared with the search or the
explanations, so that a mistake made there is found here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import accumulate

from belfry.rota.rules.weeks import (
    MINUTE,
    Leave,
    Member,
    Rota,
    Rule,
    Shift,
    Waiver,
    Week,
    Worked,
)

_ONE_DAY = timedelta(days=1)
_INSTANT = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Breach:
    """`rule` names it in a word or two, `words` is the whole sentence.

    `name` or `shift_id` is blank where the rule is not about one. `against` and `reached` are what
    a waiver must cover: the other shift, and the number that is over the limit.
    """

    rule: str
    name: str
    shift_id: str
    words: str
    against: str = field(default="", compare=False)
    reached: int = field(default=0, compare=False)

    @property
    def brief(self) -> str:
        """Without personal reasons, for the audit log: cap, Ana Diaz, fri-late."""
        return ", ".join(part for part in (self.rule, self.name, self.shift_id) if part)


def check_rota(week: Week, rota: Rota) -> tuple[Breach, ...]:
    """Everything that is illegal about it; nothing if it is a rota that people may be given."""
    breaches = (*_check_seats(week, rota), *_check_pins(week, rota), *_check_people(week, rota))
    return tuple(breach for breach in breaches if not _is_waived(week, rota, breach))


def _is_waived(week: Week, rota: Rota, breach: Breach) -> bool:
    return any(
        waiver.rule == breach.rule
        and waiver.name == breach.name
        and (not waiver.name or waiver.name in rota[waiver.shift_id])
        and _covers(week, waiver, breach)
        for waiver in week.waivers
        if waiver.shift_id in rota
    )


def _covers(week: Week, waiver: Waiver, breach: Breach) -> bool:
    if waiver.rule in (Rule.OVERLAP, Rule.REST, Rule.LONGEST_DAY):
        return {waiver.shift_id, waiver.against} == {breach.shift_id, breach.against}
    if breach.reached > waiver.most:
        return False
    days = {shift.id: shift.day for shift in week.shifts}
    apart = abs(days[waiver.shift_id] - days[breach.shift_id]).days
    match waiver.rule:
        case Rule.CAP:
            return True
        case Rule.SHIFTS_A_DAY:
            return apart == 0
        case Rule.DAYS_IN_ROW:
            return apart < breach.reached
        case _:
            return waiver.shift_id == breach.shift_id


def _check_seats(week: Week, rota: Rota) -> Iterator[Breach]:
    shifts = {shift.id: shift for shift in week.shifts}
    known = {member.name for member in week.members}
    for shift_id, names in sorted(rota.items()):
        shift = shifts.get(shift_id)
        if shift is None:
            yield Breach(Rule.UNKNOWN_SHIFT, "", shift_id, f"the week has no shift {shift_id}")
            continue
        for name, times in Counter(names).items():
            if name not in known:
                yield Breach(Rule.UNKNOWN_PERSON, name, shift_id, f"nobody is called {name}")
            if times > 1:
                yield Breach(Rule.TWICE, name, shift_id, f"{name} is on {shift_id} {times} times")
        if len(names) > shift.headcount:
            words = f"{len(names)} people are on {shift_id}, which needs {shift.headcount}"
            yield Breach(Rule.HEADCOUNT, "", shift_id, words, reached=len(names))
        why = shift.held or week.clashes.get(shift_id, "")
        for name in names if why else ():
            if name not in shift.wishes:
                waits = f"{shift_id} waits for a decision ({why})"
                words = f"{waits}, and {name} was not wished for there"
                yield Breach(Rule.HELD, name, shift_id, words)


def _check_pins(week: Week, rota: Rota) -> Iterator[Breach]:
    """Those who are pinned come first: each whom the rules allow beside the pins before theirs."""
    members = {member.name: member for member in week.members}
    theirs: dict[str, list[Shift]] = {name: [] for name in members}
    pinned = [shift for shift in week.shifts if shift.is_pinned]
    for shift in sorted(pinned, key=lambda other: (other.starts_at, other.id)):
        placed: set[str] = set()
        for name in shift.wishes:
            if name not in members or name in placed or len(placed) == shift.headcount:
                continue
            with_it = [*theirs[name], shift]
            alone = {other.id: (name,) for other in with_it}
            breaches = _check_person(week, members[name], with_it)
            if any(not _is_waived(week, alone, breach) for breach in breaches):
                continue
            placed.add(name)
            theirs[name].append(shift)
            if name not in rota.get(shift.id, ()):
                words = f"{name} is pinned to {shift.id} and may take it, but is not on it"
                yield Breach(Rule.PIN, name, shift.id, words)


def _check_people(week: Week, rota: Rota) -> Iterator[Breach]:
    theirs: dict[str, list[Shift]] = {member.name: [] for member in week.members}
    for shift in week.shifts:
        for name in dict.fromkeys(rota.get(shift.id, ())):
            if name in theirs:
                theirs[name].append(shift)
    for member in week.members:
        yield from _check_person(week, member, theirs[member.name])


def _check_person(week: Week, member: Member, theirs: Sequence[Shift]) -> Iterator[Breach]:
    shifts = sorted(theirs, key=lambda shift: (shift.starts_at, shift.id))
    for shift in shifts:
        yield from _check_ability(member, shift)
        yield from _check_presence(week, member, shift)
    around = [worked for worked in week.around if worked.name == member.name]
    for place, shift in enumerate(shifts):
        others: list[Shift | Worked] = [*shifts[:place], *around]
        for other in others:
            yield from _check_pair(week, member, shift, other)
    yield from _check_amounts(week, member, shifts)
    yield from _check_row(week, member, shifts, around)


def _check_ability(member: Member, shift: Shift) -> Iterator[Breach]:
    if shift.role != "" and shift.role not in member.roles:
        words = f"{shift.id} is for the role {shift.role}, which {member.name} does not have"
        yield Breach(Rule.ROLE, member.name, shift.id, words)
    if missing := sorted(shift.skills - member.skills):
        words = f"{shift.id} needs {', '.join(missing)}, which {member.name} cannot do"
        yield Breach(Rule.SKILLS, member.name, shift.id, words)


def _check_presence(week: Week, member: Member, shift: Shift) -> Iterator[Breach]:
    entry = week.availability.get(member.name)
    if entry is not None and not any(
        stretch.starts_at <= shift.starts_at and shift.ends_at <= stretch.ends_at
        for stretch in entry.stretches
    ):
        words = f"{member.name} is not available for the whole of {shift.id}"
        yield Breach(Rule.AVAILABILITY, member.name, shift.id, words)
    # By the days on the wall that the shift touches: its last instant is the one before it ends.
    first_on = shift.starts_at.astimezone(week.zone).date()
    last_on = (shift.ends_at - _INSTANT).astimezone(week.zone).date()
    for leave in week.time_off:
        if leave.name != member.name or leave.last_on < first_on or last_on < leave.first_on:
            continue
        days = f"from {leave.first_on} to {leave.last_on}"
        if leave.state is Leave.APPROVED:
            words = f"{member.name} is off {days}, and {shift.id} falls into it"
            yield Breach(Rule.TIME_OFF, member.name, shift.id, words)
        elif member.name not in shift.wishes:
            words = f"{member.name} has asked to be off {days}, and {shift.id} falls into it"
            yield Breach(Rule.PENDING, member.name, shift.id, words)


def _check_pair(
    week: Week, member: Member, shift: Shift, other: Shift | Worked
) -> Iterator[Breach]:
    other_id = other.shift_id if isinstance(other, Worked) else other.id
    if shift.starts_at < other.ends_at and other.starts_at < shift.ends_at:
        words = f"{shift.id} and {other_id} overlap, and {member.name} is on both"
        yield Breach(Rule.OVERLAP, member.name, shift.id, words, other_id)
        return
    # Real time from the end of the earlier to the start of the later.
    gap = max(shift.starts_at - other.ends_at, other.starts_at - shift.ends_at)
    if gap < week.rules.rest * MINUTE and not _are_of_one_day(week, shift, other):
        rest = f"rests {_say(gap // MINUTE)} between {other_id} and {shift.id}"
        words = f"{member.name} {rest}; expected {_say(week.rules.rest)} or more"
        yield Breach(Rule.REST, member.name, shift.id, words, other_id)
    length = max(shift.ends_at, other.ends_at) - min(shift.starts_at, other.starts_at)
    longest = week.rules.longest_day
    is_split = shift.day == other.day and (gap < week.rules.rest * MINUTE or not week.rules.rest)
    if is_split and longest is not None and length > longest * MINUTE:
        both = f"from the start of {other_id} to the end of {shift.id}"
        words = f"{member.name} has a day of {_say(length // MINUTE)} {both}"
        expected = f"expected {_say(longest)} or less"
        yield Breach(Rule.LONGEST_DAY, member.name, shift.id, f"{words}; {expected}", other_id)


def _are_of_one_day(week: Week, *shifts: Shift | Worked) -> bool:
    """Whether all begin and end on the day they count for; midnight at its end is part of it."""
    ends = ((shift.ends_at - _INSTANT).astimezone(week.zone).date() for shift in shifts)
    return len({*ends, *(shift.day for shift in shifts)}) == 1


def _check_amounts(week: Week, member: Member, shifts: Sequence[Shift]) -> Iterator[Breach]:
    """The shifts of each day; and the cap once, at the shift that goes over it."""
    most, counts = week.rules.shifts_a_day, Counter[date]()
    for shift in shifts:
        counts[shift.day] += 1
        if counts[shift.day] > most:
            words = f"{shift.id} is shift {counts[shift.day]} of {member.name} on {shift.day}"
            expected = f"expected {most} a day or fewer"
            text = f"{words}; {expected}"
            yield Breach(Rule.SHIFTS_A_DAY, member.name, shift.id, text, reached=counts[shift.day])
    so_far = list(accumulate(shift.ends_at - shift.starts_at for shift in shifts))
    over = [shift for shift, time in zip(shifts, so_far, strict=True) if time > member.cap * MINUTE]
    if over:
        total = so_far[-1] // MINUTE
        words = f"{member.name} works {_say(total)}; the cap is {_say(member.cap)}"
        yield Breach(Rule.CAP, member.name, over[0].id, words, reached=total)


def _check_row(
    week: Week, member: Member, shifts: Sequence[Shift], around: Sequence[Worked]
) -> Iterator[Breach]:
    """Told once for each row of days that is too long and has a shift of this week in it."""
    most = week.rules.days_in_row
    if most is None:
        return
    last_shifts = {shift.day: shift for shift in shifts}
    days = {*last_shifts, *(worked.day for worked in around)}
    for first in sorted(day for day in days if day - _ONE_DAY not in days):
        row = [first]
        while row[-1] + _ONE_DAY in days:
            row.append(row[-1] + _ONE_DAY)
        ours = [day for day in row if day in last_shifts]
        if len(row) > most and ours:
            words = f"{member.name} works {len(row)} days in a row from {row[0]}"
            shift = last_shifts[ours[-1]]
            expected = f"expected {most} or fewer"
            text = f"{words}; {expected}"
            yield Breach(Rule.DAYS_IN_ROW, member.name, shift.id, text, reached=len(row))


def _say(minutes: int) -> str:
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest} min" if rest else f"{hours} h"
