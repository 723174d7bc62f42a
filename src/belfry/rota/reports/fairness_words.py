"""How even a week was, as a manager is told: only numbers that were counted."""

from __future__ import annotations

from collections.abc import Sequence

from belfry.rota.messages.facts import FairnessTold, HoursTold
from belfry.rota.publishing.letter_frames import Sketch, list_lines, tidy_name
from belfry.rota.publishing.own_shifts import say_week
from belfry.rota.rules.voice import Thing
from belfry.rota.shift_words import join_words, render_hours


def sketch_fairness(told: FairnessTold) -> Sketch:
    """Those furthest below come first; checked words stand in place of the first sentences."""
    week = say_week(told.starts_on)
    people = sort_people(told.people)
    hours, drift = say_total(people), f"{say_drift(people, told.margin)}."
    placed, target = (render_hours(minutes) for minutes in _add_up(people))
    opening = f"From {week} people have {placed}; together they want {target}."
    lines = list_lines("", [say_hours(one) for one in people])
    return Sketch(
        thing=Thing.FAIRNESS,
        subject=f"Hours from {week}: {hours}",
        opening=told.phrased or opening,
        parts=(lines,) if told.phrased else (drift, lines),
        brief=(drift.rstrip("."),),
        call="See the week:",
        slots={"week": week, "hours": hours},
        needs=("news",),
    )


def sort_people(people: Sequence[HoursTold]) -> list[HoursTold]:
    return sorted(people, key=lambda one: (-one.below, one.name))


def say_total(people: Sequence[HoursTold]) -> str:
    """120 h of 128 h."""
    placed, target = _add_up(people)
    return f"{render_hours(placed)} of {render_hours(target)}"


def say_hours(one: HoursTold) -> str:
    """Ana: 32 h of 40 h, 8 h below; over four weeks 12 h below, 2 weekend shifts."""
    drift = ", ".join([say_side(one.below), *say_unloved(one)])
    return f"{tidy_name(one.name)}: {say_week_hours(one)}; over four weeks {drift}"


def say_week_hours(one: HoursTold) -> str:
    """32 h of 40 h, 8 h below."""
    of = f"{render_hours(one.placed)} of {render_hours(one.target)}"
    return f"{of}, {say_side(one.target - one.placed)}"


def say_side(below: int) -> str:
    if below == 0:
        return "on target"
    return f"{render_hours(abs(below))} {'below' if below > 0 else 'above'}"


def say_unloved(one: HoursTold) -> list[str]:
    """How many shifts they had at weekends and at night, where they had any."""
    counted = ((one.weekends, "weekend"), (one.nights, "night"))
    return [f"{count} {sort} shift{'s' * (count > 1)}" for count, sort in counted if count]


def say_drift(people: Sequence[HoursTold], margin: int) -> str:
    """Who is furthest from their target; `people` as they are sorted. Without a full stop."""
    if not people:
        return "Nobody has a target"
    far = [one for one in people if abs(one.below) > margin]
    if not far:
        return f"Over four weeks everybody is within {render_hours(margin)} of their target"
    furthest = [far[0]] if far[0].below > 0 else []
    furthest += [far[-1]] if far[-1].below < 0 else []
    said = join_words([f"{tidy_name(one.name)} {say_side(one.below)}" for one in furthest])
    return f"Over four weeks the furthest from their target: {said}"


def _add_up(people: Sequence[HoursTold]) -> tuple[int, int]:
    return sum(one.placed for one in people), sum(one.target for one in people)
