"""Weeks of any size whose best rota is known, and weeks that ask for more than there is.

A planted week is cut from a hidden rota that breaks no rule: everybody is first given shifts, and
the week is what remains when the names are taken off. So whoever leaves one of them open has missed
something. The same seed gives the same week.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from random import Random

from tests.rota.weeks import LONDON, find_span, make_shift

from belfry.rota.rules.weeks import (
    HOUR,
    Availability,
    Leave,
    Member,
    Rota,
    Rules,
    Shift,
    Stretch,
    TimeOff,
    Week,
    Worked,
)

MONDAYS = (date(2026, 11, 16), date(2026, 10, 19), date(2027, 3, 22), date(2026, 6, 8))
ROLES = ("bar", "floor", "kitchen", "till")
SKILLS = ("first aid", "keys", "deliveries", "training")
SPANS = (
    *("06:00-14:00", "07:00-13:00", "09:00-17:00", "10:00-16:00", "12:00-20:00"),
    *("14:00-22:00", "16:00-22:00", "17:00-23:00", "22:00-06:00"),
)
REST = timedelta(hours=11)
DAYS = range(7)


@dataclass(frozen=True, slots=True)
class Planted:
    """`rota` is the one the week was cut from: it is legal, and it is full."""

    week: Week
    rota: Rota


def plant_week(people: int, seed: int) -> Week:
    """About five shifts for each of so many people, all of which can be filled."""
    return plant(people, seed).week


def plant(people: int, seed: int) -> Planted:
    chance = Random(f"planted/{people}/{seed}")
    team = _draw_team(people, chance)
    shifts, rota = _cut_shifts(team, chance)
    return Planted(_gather(team, shifts, chance, tied=0.6), rota)


def random_week(people: int, shifts: int, seed: int) -> Week:
    """So many shifts drawn without a thought for who could come: not all of them can be filled."""
    chance = Random(f"random/{people}/{shifts}/{seed}")
    team = _draw_team(people, chance)
    drawn = tuple(_draw_shift(number, chance, team.monday) for number in range(shifts))
    return _gather(team, drawn, chance, tied=0.3)


@dataclass(frozen=True, slots=True)
class _Team:
    """By name: what they can do, the shifts that were theirs, and last Sunday's if they had one."""

    monday: date
    hands: Mapping[str, Member]
    diaries: Mapping[str, Sequence[Shift]]
    sundays: Mapping[str, Shift]


def _draw_team(people: int, chance: Random) -> _Team:
    monday = chance.choice(MONDAYS)
    hands = {hand.name: hand for hand in (_draw_hand(number, chance) for number in range(people))}
    drawn = {name: _draw_diary(chance, monday) for name in hands}
    return _Team(
        monday,
        hands,
        {name: [shift for shift in diary if shift.day >= monday] for name, diary in drawn.items()},
        {name: diary[0] for name, diary in drawn.items() if diary[0].day < monday},
    )


def _gather(team: _Team, shifts: tuple[Shift, ...], chance: Random, *, tied: float) -> Week:
    """The facts of it; `tied` is how many of the people have said when they can come."""
    members = (_want(hand, team.diaries[name], chance) for name, hand in team.hands.items())
    return Week(
        starts_on=team.monday,
        zone=LONDON,
        rules=Rules(days_in_row=chance.choice((None, 6))),
        shifts=shifts,
        members=tuple(members),
        availability=dict(_draw_availability(team, chance, tied)),
        time_off=tuple(_draw_time_off(team, chance)),
        around=tuple(_list_around(team.sundays)),
    )


def _draw_hand(number: int, chance: Random) -> Member:
    """A person without hours yet, with one skill or two."""
    roles = chance.sample(ROLES, chance.choice((1, 1, 2)))
    skills = chance.sample(SKILLS, chance.choice((0, 1, 1, 2)))
    name = f"Person {number:03}"
    return Member(name=name, roles=frozenset(roles), skills=frozenset(skills), target=0, cap=0)


def _draw_diary(chance: Random, monday: date) -> list[Shift]:
    """Five shifts of the week or six, with the rest between them, and maybe last Sunday's."""
    days = sorted(chance.sample(DAYS, chance.choice((5, 5, 5, 6))))
    if chance.random() < 0.3:
        days = [-1, *days[-5:]]
    diary: list[Shift] = []
    for day in days:
        spans = [make_shift(f"{monday + timedelta(day)} {span}", monday=monday) for span in SPANS]
        rested = [span for span in spans if not diary or diary[-1].ends_at + REST <= span.starts_at]
        diary.append(chance.choice(rested))
    return diary


def _cut_shifts(team: _Team, chance: Random) -> tuple[tuple[Shift, ...], Rota]:
    """The diaries without the names; some who do the same at the same time become one shift."""
    alike: dict[tuple[Shift, str], list[Member]] = defaultdict(list)
    for name, hand in team.hands.items():
        for shift in team.diaries[name]:
            alike[shift, chance.choice(sorted(hand.roles))].append(hand)
    cut = [
        (shift, role, group)
        for (shift, role), those in alike.items()
        for group in _split(those, chance)
    ]
    chance.shuffle(cut)
    shifts, rota = [], {}
    for number, (shift, role, group) in enumerate(cut):
        skills = frozenset.intersection(*(hand.skills for hand in group))
        wanted = chance.sample(sorted(skills), min(len(skills), chance.choice((0, 0, 0, 1))))
        made = replace(shift, id=f"s/{number:04}", role=role, skills=frozenset(wanted))
        shifts.append(replace(made, headcount=len(group)))
        rota[made.id] = tuple(hand.name for hand in group)
    return tuple(shifts), rota


def _split(those: Sequence[Member], chance: Random) -> Iterator[Sequence[Member]]:
    left = list(those)
    while left:
        size = 2 if chance.random() < 0.15 else 1
        yield left[:size]
        left = left[size:]


def _want(hand: Member, diary: Sequence[Shift], chance: Random) -> Member:
    """A person whose target is about the hours they were given, with a slightly higher cap."""
    minutes = sum(shift.minutes for shift in diary)
    cap = minutes + chance.choice((0, 0, 4, 8)) * HOUR
    target = min(minutes + chance.randrange(-60, 61, 15), cap)
    return replace(hand, target=target, cap=cap, below=chance.randrange(-600, 601, 60))


def _draw_availability(
    team: _Team, chance: Random, tied: float
) -> Iterator[tuple[str, Availability]]:
    """They can come around the shifts that were theirs, and at some other times."""
    for name, diary in team.diaries.items():
        if chance.random() < tied:
            stretches = _merge(_draw_stretches(diary, chance, team.monday))
            yield name, Availability(name=name, stretches=stretches)


def _draw_stretches(diary: Sequence[Shift], chance: Random, monday: date) -> Iterator[Stretch]:
    for shift in diary:
        before, after = (timedelta(hours=chance.randrange(4)) for _ in range(2))
        yield Stretch(shift.starts_at - before, shift.ends_at + after)
    for day in DAYS:
        if chance.random() < 0.3:
            yield find_span(f"{monday + timedelta(day)} {chance.choice(SPANS)}")


def _merge(stretches: Iterable[Stretch]) -> tuple[Stretch, ...]:
    merged: list[Stretch] = []
    for stretch in sorted(stretches):
        if merged and stretch.starts_at <= merged[-1].ends_at:
            last = merged.pop()
            stretch = Stretch(last.starts_at, max(last.ends_at, stretch.ends_at))
        merged.append(stretch)
    return tuple(merged)


def _draw_time_off(team: _Team, chance: Random) -> Iterator[TimeOff]:
    """A quarter has asked for a day that they are free on; not all have their answer yet."""
    for name, diary in team.diaries.items():
        worked = {shift.day for shift in diary}
        nights = {shift.day + timedelta(1) for shift in diary if shift.ends <= shift.starts}
        week = (team.monday + timedelta(day) for day in DAYS)
        free = [day for day in week if day not in worked | nights]
        if free and chance.random() < 0.25:
            day, state = chance.choice(free), chance.choice((Leave.APPROVED, Leave.PENDING))
            yield TimeOff(name=name, first_on=day, last_on=day, state=state)


def _list_around(lasts: Mapping[str, Shift]) -> Iterator[Worked]:
    for name, shift in lasts.items():
        yield Worked(
            name=name,
            shift_id=f"w/{name}",
            day=shift.day,
            starts_at=shift.starts_at,
            ends_at=shift.ends_at,
        )


def _draw_shift(number: int, chance: Random, monday: date) -> Shift:
    when = f"{monday + timedelta(chance.choice(DAYS))} {chance.choice(SPANS)}"
    skills = chance.sample(SKILLS, chance.choice((0, 0, 0, 1)))
    return make_shift(
        when,
        id=f"s/{number:04}",
        role=chance.choice(ROLES),
        skills=skills,
        headcount=chance.choice((1,) * 9 + (2,)),
        monday=monday,
    )
