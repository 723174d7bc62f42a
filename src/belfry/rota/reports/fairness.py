"""How even the hours are against each person's target, in one week and over the last four.

Lengths are whole minutes. People without hours in the week itself have left and are not counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo

from belfry.kernel.texts import make_harmless
from belfry.rota.publishing.own_shifts import PersonWeek, is_at_night, is_at_weekend, load_shifts
from belfry.rota.rules.weeks import SEVEN_DAYS
from belfry.rota.shift_words import join_words, render_hours

WEEKS = 4
LONGEST_NAME = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """Over several weeks; `weeks` counts those in which the person was on the staff."""

    weeks: int
    placed: int
    target: int
    weekends: int
    nights: int

    @property
    def below(self) -> int:
        return self.target - self.placed


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonFairness:
    """`placed`, `target` and `cap` are of the week alone; `lately` includes the weeks before."""

    name: str
    placed: int
    target: int
    cap: int
    lately: Totals

    @property
    def below(self) -> int:
        return self.target - self.placed


@dataclass(frozen=True, slots=True, kw_only=True)
class Fairness:
    """People by name; within `margin` of the target counts as even."""

    starts_on: date
    people: tuple[PersonFairness, ...]
    margin: int

    @property
    def spread(self) -> int:
        """Minutes between those furthest below and furthest above their target this week."""
        return _spread(person.below for person in self.people)

    @property
    def spread_lately(self) -> int:
        return _spread(person.lately.below for person in self.people)

    @property
    def drifting(self) -> tuple[PersonFairness, ...]:
        """People further from their target than the margin, furthest below first."""
        far = [person for person in self.people if abs(person.lately.below) > self.margin]
        return tuple(sorted(far, key=lambda person: (-person.lately.below, person.name)))


def list_weeks_counted(monday: date) -> list[str]:
    """The week and the three before it, oldest first."""
    return [(monday - back * SEVEN_DAYS).isoformat() for back in reversed(range(WEEKS))]


def judge_fairness(
    monday: date, known: Iterable[PersonWeek], *, margin: int, zone: ZoneInfo
) -> Fairness:
    """`known` are rows of any weeks; only those that count are used."""
    counted = set(list_weeks_counted(monday))
    theirs: dict[str, list[PersonWeek]] = {}
    for row in known:
        if row.week in counted:
            theirs.setdefault(row.person, []).append(row)
    people = tuple(
        PersonFairness(
            name=row.person,
            placed=row.placed,
            target=row.target,
            cap=row.cap,
            lately=_add_up(rows, zone),
        )
        for _, rows in sorted(theirs.items())
        for row in rows
        if row.week == monday.isoformat()
    )
    return Fairness(starts_on=monday, people=people, margin=margin)


def _add_up(weeks: list[PersonWeek], zone: ZoneInfo) -> Totals:
    shifts = [shift for row in weeks for shift in load_shifts(row.notified_shifts)]
    return Totals(
        weeks=len(weeks),
        placed=sum(row.placed for row in weeks),
        target=sum(row.target for row in weeks),
        weekends=sum(is_at_weekend(shift, zone) for shift in shifts),
        nights=sum(is_at_night(shift, zone) for shift in shifts),
    )


def _spread(sides: Iterable[int]) -> int:
    values = list(sides)
    return max(values) - min(values) if values else 0


def sort_people(people: Iterable[PersonFairness]) -> list[PersonFairness]:
    """Those furthest below their target over the weeks first."""
    return sorted(people, key=lambda person: (-person.lately.below, person.name))


def render_total(people: Sequence[PersonFairness]) -> str:
    """120 h of 128 h."""
    placed = render_hours(sum(person.placed for person in people))
    return f"{placed} of {render_hours(sum(person.target for person in people))}"


def render_week_hours(person: PersonFairness) -> str:
    """32 h of 40 h, 8 h below."""
    total = f"{render_hours(person.placed)} of {render_hours(person.target)}"
    return f"{total}, {render_side(person.below)}"


def render_lately(person: PersonFairness) -> str:
    """12 h below, 2 weekend shifts."""
    counts = ((person.lately.weekends, "weekend"), (person.lately.nights, "night"))
    shifts = [f"{count} {sort} shift{'s' * (count > 1)}" for count, sort in counts if count]
    return ", ".join([render_side(person.lately.below), *shifts])


def render_side(below: int) -> str:
    if below == 0:
        return "on target"
    return f"{render_hours(abs(below))} {'below' if below > 0 else 'above'}"


def render_drift(people: Iterable[PersonFairness], margin: int) -> str:
    """Who is furthest from their target; a sentence without its full stop."""
    people = sort_people(people)
    if not people:
        return "Nobody has a target"
    far = [person for person in people if abs(person.lately.below) > margin]
    if not far:
        return f"Over four weeks everybody is within {render_hours(margin)} of their target"
    furthest = [far[0]] if far[0].lately.below > 0 else []
    furthest += [far[-1]] if far[-1].lately.below < 0 else []
    names = [f"{clean_name(person.name)} {render_side(person.lately.below)}" for person in furthest]
    return f"Over four weeks the furthest from their target: {join_words(names)}"


def clean_name(name: str) -> str:
    return make_harmless(name, most=LONGEST_NAME)
