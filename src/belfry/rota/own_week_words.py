"""What somebody is told of their own week: their shifts, and what is another thing than before."""

from __future__ import annotations

from belfry.rota.letter_facts import WeekTold
from belfry.rota.letter_frames import Sketch, list_lines
from belfry.rota.own_shift_words import (
    count_shifts,
    list_changes,
    list_changes_shortly,
    say_shortly,
    say_week,
    say_with_hours,
)
from belfry.rota.own_shifts import Changes, count_minutes, find_changes, sort_shifts
from belfry.rota.shift_words import render_hours
from belfry.rota.voice import Thing


def sketch_week(told: WeekTold) -> Sketch:
    shifts = sort_shifts(told.shifts)
    changes = _find_news(told)
    thing = _find_thing(told, changes)
    week, hours = say_week(told.starts_on), render_hours(count_minutes(shifts))
    lines = [say_with_hours(one, told.zone) for one in shifts]
    total = f"In all: {count_shifts(len(shifts))}, {hours}." if shifts else ""
    news = list_lines("What has changed:", list(list_changes(changes, told.zone)))
    brief = list_changes_shortly(changes, told.zone) if changes else _list_shortly(told)
    return Sketch(
        thing=thing,
        subject=_say_subject(thing, week, len(shifts), hours),
        opening=_say_opening(thing, week, is_empty=not shifts),
        parts=(news, list_lines("Your shifts:" if changes else "", lines), total),
        brief=tuple(brief),
        call="See your week, or ask for a swap:" if shifts else "See your week:",
        slots={"week": week, "shifts": count_shifts(len(shifts)), "hours": hours},
        needs=() if shifts else ("news",),
    )


def _find_news(told: WeekTold) -> Changes:
    if told.before is None or told.is_reminder:
        return Changes()
    return find_changes(told.before, told.shifts)


def _find_thing(told: WeekTold, changes: Changes) -> Thing:
    if changes:
        return Thing.WEEK_CHANGED
    if not told.shifts:
        return Thing.NO_SHIFTS
    return Thing.REMINDER if told.is_reminder else Thing.WEEK_PUBLISHED


def _list_shortly(told: WeekTold) -> list[str]:
    return [say_shortly(one, told.zone) for one in sort_shifts(told.shifts)]


def _say_subject(thing: Thing, week: str, count: int, hours: str) -> str:
    match thing:
        case Thing.NO_SHIFTS:
            return f"No shifts from {week}"
        case Thing.WEEK_CHANGED:
            return f"Changed: your shifts from {week}"
        case Thing.REMINDER:
            return f"Reminder: your shifts from {week}"
        case _:
            return f"Your shifts from {week}: {count}, {hours}"


def _say_opening(thing: Thing, week: str, *, is_empty: bool) -> str:
    match thing:
        case Thing.NO_SHIFTS:
            return f"You have no shifts from {week}."
        case Thing.WEEK_CHANGED if is_empty:
            return f"You have no shifts any more from {week}."
        case Thing.WEEK_CHANGED:
            return f"Your shifts from {week} have changed."
        case Thing.REMINDER:
            return f"A reminder of your shifts from {week}."
        case _:
            return f"Here are your shifts from {week}."
