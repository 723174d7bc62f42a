"""Whether the checker agrees with somebody who counts the hours of a week on their fingers.

Here a shift is a set of hours and a week a long row of them; nothing is compared but sets.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.rota.week_strategies import rotas, weeks

from belfry.rota.rules.checker import check_rota
from belfry.rota.rules.members import Leave, Member, Stretch, Worked
from belfry.rota.rules.rules import HOUR, Rule
from belfry.rota.rules.weeks import Rota, Week
from belfry.rota.shifts import Shift

EPOCH = datetime(2026, 1, 1, tzinfo=UTC)
ONE_HOUR = timedelta(hours=1)
# What is about one person's shifts; the others are about seats.
SEATS = {Rule.UNKNOWN_PERSON, Rule.TWICE, Rule.HEADCOUNT, Rule.HELD, Rule.PIN}


def count_hours(span: Shift | Worked | Stretch) -> set[int]:
    first, last = (moment - EPOCH for moment in (span.starts_at, span.ends_at))
    return set(range(first // ONE_HOUR, last // ONE_HOUR))


def list_days(week: Week, hours: set[int]) -> set[date]:
    return {(EPOCH + hour * ONE_HOUR).astimezone(week.zone).date() for hour in hours}


def read_alone(week: Week, member: Member, shift: Shift) -> Iterator[Rule]:
    hours = count_hours(shift)
    if {shift.role} - {""} - member.roles:
        yield Rule.ROLE
    if shift.skills | member.skills != member.skills:
        yield Rule.SKILLS
    if member.name in week.availability:
        stretches = week.availability[member.name].stretches
        if hours - {hour for stretch in stretches for hour in count_hours(stretch)}:
            yield Rule.AVAILABILITY
    for leave in week.time_off:
        if leave.name == member.name:
            length = (leave.last_on - leave.first_on).days + 1
            days = {leave.first_on + timedelta(days=day) for day in range(length)}
            if days & list_days(week, hours):
                if leave.state is Leave.APPROVED:
                    yield Rule.TIME_OFF
                elif member.name not in shift.wishes:
                    yield Rule.PENDING


def read_pair(week: Week, one: Shift, other: Shift | Worked) -> Iterator[Rule]:
    if count_hours(one) & count_hours(other):
        yield Rule.OVERLAP
    elif one.day != other.day:
        between = min(abs(a - b) for a in count_hours(one) for b in count_hours(other)) - 1
        if between * HOUR < week.rules.rest:
            yield Rule.REST


def read_together(week: Week, member: Member, theirs: list[Shift]) -> Iterator[Rule]:
    days = [shift.day for shift in theirs]
    if any(days.count(day) > week.rules.shifts_a_day for day in days):
        yield Rule.SHIFTS_A_DAY
    if sum(len(count_hours(shift)) for shift in theirs) * HOUR > member.cap:
        yield Rule.CAP
    most = week.rules.days_in_row
    all_days = {*days, *(one.day for one in week.around if one.name == member.name)}
    if most is not None:
        for day in days:
            before, after = (
                next(n for n in range(100) if day + sign * timedelta(days=n + 1) not in all_days)
                for sign in (-1, 1)
            )
            if before + 1 + after > most:
                yield Rule.DAYS_IN_ROW


def read_slowly(week: Week, rota: Rota) -> Iterator[tuple[Rule, str]]:
    for member in week.members:
        theirs = [shift for shift in week.shifts if member.name in rota[shift.id]]
        around = [one for one in week.around if one.name == member.name]
        for shift in theirs:
            yield from ((rule, member.name) for rule in read_alone(week, member, shift))
            others: list[Shift | Worked] = [one for one in theirs if one.id != shift.id]
            for other in (*others, *around):
                yield from ((rule, member.name) for rule in read_pair(week, shift, other))
        yield from ((rule, member.name) for rule in read_together(week, member, theirs))


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.data())
def test_checker_finds_what_counting_on_fingers_finds(data: st.DataObject) -> None:
    week = data.draw(weeks())
    rota = data.draw(rotas(week))
    found = {(breach.rule, breach.name) for breach in check_rota(week, rota)}
    assert {one for one in found if one[0] not in SEATS} == set(read_slowly(week, rota))
