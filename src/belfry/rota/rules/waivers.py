"""Waivers: rules that a manager overruled for a person on a shift ("anyway").

A waiver covers exactly what was overruled. It holds in every later draft while its person can still
have the shift with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import timedelta

from belfry.rota.rules.eligibility import BETWEEN_TWO, Bits, Eligibility
from belfry.rota.rules.placed import Placed
from belfry.rota.rules.weeks import (
    FROM_OTHER_SHIFTS,
    Member,
    Rota,
    Rule,
    Shift,
    Waiver,
    Week,
    Worked,
)

_ONE_DAY = timedelta(days=1)


def waive(week: Week, rota: Rota, seats: Mapping[str, Iterable[str]], *, by: str) -> Week:
    """The facts with a waiver for every rule that these people break on these shifts."""
    shifts = {shift.id: shift for shift in week.shifts}
    for shift_id, names in seats.items():
        shift, people = shifts[shift_id], rota.get(shift_id, ())
        crowd = Waiver(rule=Rule.HEADCOUNT, name="", shift_id=shift_id, by=by, most=len(people))
        if len(people) > Eligibility(week).find_headcount(shift):
            week = replace(week, waivers=(*week.waivers, crowd))
        for name in names:
            held = Waiver(rule=Rule.HELD, name=name, shift_id=shift_id, by=by)
            is_held = bool(shift.held) or shift_id in week.clashes
            if is_held and name not in shift.wishes and held not in week.waivers:
                week = replace(week, waivers=(*week.waivers, held))
            week = _waive_seat(week, rota, name, shift, by)
    return week


def _waive_seat(week: Week, rota: Rota, name: str, shift: Shift, by: str) -> Week:
    while True:
        placed = Placed(week, rota)
        member = placed.members.get(name)
        rules = placed.list_broken(member, shift, without={shift.id}) if member else ()
        if not rules or member is None:
            return week
        # A rule that another one hid comes up in the next round.
        new = (waiver for rule in rules for waiver in _list_waivers(placed, member, shift, rule))
        week = replace(week, waivers=(*week.waivers, *(replace(waiver, by=by) for waiver in new)))


def _list_waivers(placed: Placed, member: Member, shift: Shift, rule: Rule) -> Iterator[Waiver]:
    own = placed.list_shifts(member.name, without={shift.id})
    others: list[Shift | Worked] = [*own, *placed.eligibility.around.get(member.name, ())]
    waiver = Waiver(rule=rule, name=member.name, shift_id=shift.id)
    match rule:
        case Rule.OVERLAP | Rule.REST | Rule.LONGEST_DAY:
            for other in others:
                if BETWEEN_TWO[rule](shift, other, placed.week):
                    yield replace(waiver, against=_find_id(other))
        case Rule.SHIFTS_A_DAY:
            yield replace(waiver, most=1 + sum(other.day == shift.day for other in others))
        case Rule.CAP:
            yield replace(waiver, most=shift.minutes + sum(other.minutes for other in own))
        case Rule.DAYS_IN_ROW:
            yield replace(waiver, most=_count_row(shift, others))
        case _:
            yield waiver


def _find_id(other: Shift | Worked) -> str:
    return other.shift_id if isinstance(other, Worked) else other.id


def _count_row(shift: Shift, others: Iterable[Shift | Worked]) -> int:
    days = {other.day for other in others}
    first = last = shift.day
    while first - _ONE_DAY in days:
        first -= _ONE_DAY
    while last + _ONE_DAY in days:
        last += _ONE_DAY
    return (last - first).days + 1


def drop_waivers(week: Week, people: Rota) -> Week:
    """The facts without the waivers of those who are no longer on these shifts."""
    valid = (
        waiver
        for waiver in week.waivers
        if not waiver.name or waiver.name in people.get(waiver.shift_id, (waiver.name,))
    )
    return replace(week, waivers=tuple(valid))


def carry_waivers(week: Week, waivers: Iterable[Waiver]) -> Week:
    """The facts with those of the waivers that are still in force.

    A waiver ends if the shift or the person is gone, or if the shift was pinned to others since. If
    another rule now keeps the person from the shift, what was allowed beside their other shifts
    ends, too.
    """
    left = list(waivers)
    while True:
        carried = replace(week, waivers=tuple(left))
        ended = _list_ended(carried)
        if not ended:
            return carried
        left = [waiver for waiver in left if waiver not in ended]


def _list_ended(week: Week) -> list[Waiver]:
    eligibility = Eligibility(week)
    members = {member.name: member for member in week.members}
    taken: dict[str, Bits] = {}
    ended: list[Waiver] = []
    for name, shift_id in list_waived_seats(week):
        theirs = [
            waiver for waiver in week.waivers if (waiver.name, waiver.shift_id) == (name, shift_id)
        ]
        number, held = eligibility.numbers.get(shift_id), taken.get(name, 0)
        shift = eligibility.shifts[number] if number is not None else None
        is_pinned_away = shift is not None and shift.is_pinned and name not in ("", *shift.wishes)
        if shift is None or name not in ("", *members) or is_pinned_away:
            ended += theirs
        elif name and eligibility.list_broken(members[name], shift_id, held):
            ended += [waiver for waiver in theirs if waiver.rule in FROM_OTHER_SHIFTS]
        elif name:
            taken[name] = held | eligibility.find_bit(shift_id)
    return ended


def list_waived_seats(week: Week) -> list[tuple[str, str]]:
    """Who is on which shift by a manager's word, each once."""
    return list(dict.fromkeys((waiver.name, waiver.shift_id) for waiver in week.waivers))
