"""How even the hours are: against what everybody wants, this week and over the last four.

Lengths are whole minutes. Whoever has no hours in the week itself is on the staff no more and is
left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo

from belfry.rota.messages.facts import HoursTold
from belfry.rota.publishing.own_shifts import is_at_night, is_at_weekend, read_told
from belfry.rota.publishing.person_weeks import PersonWeek
from belfry.rota.rules.weeks import SEVEN_DAYS

WEEKS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """Of several weeks together: `weeks` counts those in which somebody was on the staff."""

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
    """`placed`, `target` and `cap` are of the week alone; `lately` is with the weeks before it."""

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
    """Everybody by name; within `margin` of the target counts as even."""

    starts_on: date
    people: tuple[PersonFairness, ...]
    margin: int

    @property
    def spread(self) -> int:
        """How far those are apart this week who are furthest below and furthest above."""
        return _spread(one.below for one in self.people)

    @property
    def spread_lately(self) -> int:
        return _spread(one.lately.below for one in self.people)

    @property
    def drifting(self) -> tuple[PersonFairness, ...]:
        """Who is further from their target over the weeks than the margin: furthest below first."""
        far = [one for one in self.people if abs(one.lately.below) > self.margin]
        return tuple(sorted(far, key=lambda one: (-one.lately.below, one.name)))

    def tell(self) -> tuple[HoursTold, ...]:
        """As it is put into words."""
        return tuple(
            HoursTold(
                name=one.name,
                placed=one.placed,
                target=one.target,
                below=one.lately.below,
                weekends=one.lately.weekends,
                nights=one.lately.nights,
            )
            for one in self.people
        )


def list_weeks_counted(monday: date) -> list[str]:
    """The week and the three before it, the oldest first."""
    return [(monday - back * SEVEN_DAYS).isoformat() for back in reversed(range(WEEKS))]


def judge_fairness(
    monday: date, known: Iterable[PersonWeek], *, margin: int, zone: ZoneInfo
) -> Fairness:
    """`known` is what people have in the weeks that count, in any order; others are passed over."""
    counted = set(list_weeks_counted(monday))
    theirs: dict[str, list[PersonWeek]] = {}
    for one in known:
        if one.week in counted:
            theirs.setdefault(one.person, []).append(one)
    people = tuple(
        PersonFairness(
            name=one.person,
            placed=one.placed,
            target=one.target,
            cap=one.cap,
            lately=_add_up(theirs[name], zone),
        )
        for name in sorted(theirs)
        for one in theirs[name]
        if one.week == monday.isoformat()
    )
    return Fairness(starts_on=monday, people=people, margin=margin)


def _add_up(weeks: list[PersonWeek], zone: ZoneInfo) -> Totals:
    shifts = [shift for one in weeks for shift in read_told(one.told)]
    return Totals(
        weeks=len(weeks),
        placed=sum(one.placed for one in weeks),
        target=sum(one.target for one in weeks),
        weekends=sum(is_at_weekend(shift, zone) for shift in shifts),
        nights=sum(is_at_night(shift, zone) for shift in shifts),
    )


def _spread(sides: Iterable[int]) -> int:
    found = list(sides)
    return max(found) - min(found) if found else 0
