"""Friday's summary of hours as a model may write it: around slots that code fills.

A person is `{p1}`, and what was counted of them `{p1_hours}` and so on: their name goes nowhere.
"""

from __future__ import annotations

from importlib.resources import files

from belfry.rota.messages.facts import HoursTold
from belfry.rota.publishing.letter_frames import tidy_name
from belfry.rota.publishing.own_shifts import say_week
from belfry.rota.reports.fairness import Fairness
from belfry.rota.reports.fairness_words import (
    say_drift,
    say_side,
    say_total,
    say_unloved,
    say_week_hours,
    sort_people,
)
from belfry.workspace.phrase_text import SlottedText

# More than these would make no short text; the list under it has everybody.
MOST_NAMED = 6
_PHRASES = (files("belfry.rota") / "summary.txt").read_text("utf-8")
_TASK = (
    "You word a short note to the manager of a small team: how many hours people have this week"
    " against what they want."
)
_RULES = (
    "Use {hours}, what the team has of what it wants together, once, in a sentence that names"
    " nobody; and {drift} once, as a sentence of its own with nothing else in it.",
    "You may name people, each by their slot such as {p1}. What was counted of somebody follows"
    " their slot in the same sentence, before anybody else is named: {p1} has {p1_hours}. In the"
    " lists they are {person}, {their_hours} and {their_lately}.",
    "Two to five sentences.",
)
_DRIFT = "a whole sentence on who is furthest from their target over four weeks"
_NAME = "the name of somebody of the team"


def make_summary_text(fairness: Fairness) -> SlottedText:
    """Slots for everybody together, and for those furthest from their target, furthest first."""
    people = sort_people(fairness.tell())
    furthest = sorted(people, key=lambda person: (-abs(person.below), person.name))[:MOST_NAMED]
    named = {f"p{number}": person for number, person in enumerate(furthest, 1)}
    values = {
        "week": say_week(fairness.starts_on),
        "hours": say_total(people),
        "drift": say_drift(people, fairness.margin),
        **{slot: tidy_name(person.name) for slot, person in named.items()},
        **{f"{slot}_hours": say_week_hours(person) for slot, person in named.items()},
        **{f"{slot}_lately": _say_lately(person) for slot, person in named.items()},
    }
    counts = ("hours", "lately")
    return SlottedText(
        name=f"rota/phrased/{fairness.starts_on}.json",
        task=_TASK,
        rules=_RULES,
        phrases=_PHRASES,
        values=values,
        hidden={"drift": _DRIFT, **dict.fromkeys(named, _NAME)},
        once=("hours", "drift"),
        whole=("drift",),
        owners={f"{slot}_{count}": slot for slot in named for count in counts},
        kinds={
            **dict.fromkeys(named, "person"),
            **{f"{slot}_{count}": f"their_{count}" for slot in named for count in counts},
        },
    )


def _say_lately(person: HoursTold) -> str:
    return f"{', '.join([say_side(person.below), *say_unloved(person)])} over four weeks"
