"""What may be said of how even a week was, piece by piece, each piece as it was counted.

Whoever words the summary puts these slots into sentences; what stands in them is never theirs. A
person is `{p1}`, and what was counted of them `{p1_hours}` and so on: their name goes nowhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from belfry.rota.fairness import Fairness
from belfry.rota.fairness_words import (
    say_drift,
    say_side,
    say_total,
    say_unloved,
    say_week_hours,
    sort_people,
)
from belfry.rota.letter_facts import HoursTold
from belfry.rota.letter_frames import tidy_name
from belfry.rota.own_shift_words import say_week

WEEK, HOURS, DRIFT = "week", "hours", "drift"
# More than these would make no short text; the list under it has everybody.
MOST_NAMED = 6


@dataclass(frozen=True, slots=True)
class SummarySlots:
    """`team` are the values that are nobody's own; `names` and `own` are by person: p1, p2 …"""

    team: Mapping[str, str]
    names: Mapping[str, str]
    own: Mapping[str, Mapping[str, str]]

    @property
    def values(self) -> dict[str, str]:
        """Every slot and what stands in it."""
        own = {slot: value for theirs in self.own.values() for slot, value in theirs.items()}
        return {**self.team, **self.names, **own}

    @property
    def shown(self) -> dict[str, str]:
        """What may be told of them outside the house: all but the names."""
        hidden = {
            DRIFT: "a whole sentence on who is furthest from their target over four weeks",
            **dict.fromkeys(self.names, "the name of somebody of the team"),
        }
        return {f"{{{slot}}}": hidden.get(slot, value) for slot, value in self.values.items()}


def list_slots(fairness: Fairness) -> SummarySlots:
    """Of everybody together, and of those furthest from their target, furthest first."""
    people = sort_people(fairness.tell())
    far = sorted(people, key=lambda one: (-abs(one.below), one.name))[:MOST_NAMED]
    named = {f"p{number}": one for number, one in enumerate(far, 1)}
    return SummarySlots(
        team={
            WEEK: say_week(fairness.starts_on),
            HOURS: say_total(people),
            DRIFT: say_drift(people, fairness.margin),
        },
        names={key: tidy_name(one.name) for key, one in named.items()},
        own={key: _list_own(key, one) for key, one in named.items()},
    )


def _list_own(key: str, one: HoursTold) -> dict[str, str]:
    lately = ", ".join([say_side(one.below), *say_unloved(one)])
    return {f"{key}_hours": say_week_hours(one), f"{key}_lately": f"{lately} over four weeks"}
