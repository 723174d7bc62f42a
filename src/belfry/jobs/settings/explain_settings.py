"""What the shop's settings were taken to mean, line by line, as one would tell a new colleague."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from belfry.jobs.settings.shop import DEFAULT_OPENING, SETTINGS, read_shop
from belfry.jobs.settings.shop_lines import (
    CHANNELS,
    FRESH,
    find_sign_off,
    make_vocabulary,
    say_stretch,
    say_wait,
)
from belfry.jobs.settings.stages import Stages
from belfry.jobs.updates.language import load_language
from belfry.kernel.hours.calendar import Stretch
from belfry.kernel.hours.opening_hours import OpeningHours, render_opening_hours
from belfry.kernel.hours.quiet import NEVER_QUIET
from belfry.kernel.hours.sentences import say_holidays
from belfry.kernel.rulebook import Entry, read_doc, render_percent
from belfry.kernel.rulebook.reading import DocSaid, Say, list_unsaid, say_entries, say_switch

DOC = "jobs/settings.txt"


def say_settings(text: str, *, country: str) -> DocSaid:
    """The reading in sentences; a line that could not be read has a problem instead."""
    stages = read_doc(text, make_vocabulary(None), DOC).values.get("stages")
    reading = read_doc(text, make_vocabulary(stages), DOC)
    opening = reading.values.get("opening", DEFAULT_OPENING)
    return DocSaid(
        lines=say_entries(reading, _SAY | {"typical": partial(_say_typical, opening)}),
        problems=read_shop(text, country=country, doc=DOC).problems,
        unsaid=list_unsaid(SETTINGS, reading.values),
    )


def _say_voice(entry: Entry) -> str:
    sign_off = find_sign_off(entry.value)
    if sign_off is None:
        return "Messages sound like this, and are signed with the name of the shop."
    signed = f"are signed \u201c{sign_off}\u201d" if sign_off else "are not signed"
    return f"Messages sound like this, and {signed}."


def _say_stages(entry: Entry) -> Iterator[str]:
    stages: Stages = entry.value
    yield f"A job goes from {', then '.join(stage.name for stage in stages.main)}."
    for stage in stages:
        if stage.is_side:
            yield f"From anywhere it may go to \u201c{stage.name}\u201d and come back."
        if stage.also:
            yield f"On the board, {' or '.join(stage.also)} means \u201c{stage.name}\u201d too."
    ready, last = stages.ready.name, stages.last.name
    yield f"In \u201c{ready}\u201d the customer is awaited; \u201c{last}\u201d ends the job."


def _say_typical(opening: OpeningHours, entry: Entry) -> Iterator[str]:
    for stage, stretch in entry.value.items():
        hours = _say_hours(stretch, opening)
        duration = f"{say_stretch(stretch)}: {hours}" if hours else say_stretch(stretch)
        yield f"A job in \u201c{stage}\u201d usually takes {duration}."


def _say_hours(stretch: Stretch, opening: OpeningHours) -> str:
    """What part of a day comes to, by how long the shop is open; nothing for whole days."""
    if stretch.days.denominator == 1 or stretch.weeks:
        return ""
    lengths = {sum(span.closes - span.opens for span in spans) for spans in opening.week if spans}
    hours = {
        length: _say_minutes(round(stretch.days * length + stretch.hours * 60))
        for length in sorted(lengths, reverse=True)
    }
    if len(hours) == 1:
        return f"{next(iter(hours.values()))} of opening time"
    return ", ".join(
        f"{part} where a day has {_say_minutes(length)}" for length, part in hours.items()
    )


def _say_minutes(minutes: int) -> str:
    hours, rest = divmod(minutes, 60)
    parts = [f"{hours} hour{'s' * (hours != 1)}"] if hours else []
    return " and ".join([*parts, *([f"{rest} minutes"] if rest else [])])


def _say_opening(entry: Entry) -> str:
    spans = [span for day in entry.value.week for span in day]
    hours = sum(span.closes - span.opens for span in spans) / 60
    days = entry.value.days_a_week
    return f"Open {render_opening_hours(entry.value)}: {days} days and {hours:g} hours a week."


def _say_quiet(entry: Entry) -> str:
    if entry.value == NEVER_QUIET:
        return "Messages go out at any hour."
    start, end = f"{entry.value.start:%H:%M}", f"{entry.value.end:%H:%M}"
    return f"No customer hears anything from {start} to {end}; what comes up waits until {end}."


def _say_chases(entry: Entry) -> Iterator[str]:
    for stage, stretch in entry.value.items():
        duration = say_stretch(stretch)
        yield f"A job that sits in \u201c{stage}\u201d for {duration} gets a holding note."


def _say_caps(entry: Entry) -> Iterator[str]:
    for channel, cap in entry.value.items():
        most = "Any number of" if cap is None else f"At most {cap}"
        yield f"{most} {CHANNELS[channel][0]} go out on one day."


_SAY: dict[str, Say] = {
    "name": lambda entry: f"Customers know the shop as {entry.value}.",
    "contact": lambda entry: f"Customers who ask for help are told: {entry.value}.",
    "voice": _say_voice,
    "stages": _say_stages,
    "buffer": lambda entry: f"{render_percent(entry.value)} is added before a time is promised.",
    "opening": _say_opening,
    "holidays": lambda entry: (
        f"Besides, it is closed on these holidays: {say_holidays(entry.value)}."
    ),
    "quiet": _say_quiet,
    "chase_after": _say_chases,
    "chase_again_after": lambda entry: f"After {say_wait(entry.value)} more it gets another.",
    "settle": lambda entry: (
        f"A move counts once it has stood on the board for {say_wait(entry.value)}."
        if entry.value
        else "A move counts as soon as it is seen on the board."
    ),
    "tells_first_seen": say_switch(
        "Customers hear when their job first appears on the board.",
        "Customers hear nothing of a job that is new on the board.",
    ),
    "tells_last": say_switch(
        "Customers hear when their job reaches the last stage.",
        "Customers hear nothing of the last stage.",
    ),
    "ask_first": say_switch(
        "Every message waits for approval.", "Messages are sent without approval."
    ),
    "ask_consent_first": say_switch(
        "Customers hear nothing until they have agreed to it.",
        "Customers need not agree before they hear of their job.",
    ),
    "test_mode": say_switch(
        "Messages are made and shown, and no customer gets any.",
        "Messages go to customers in earnest.",
    ),
    "caps": _say_caps,
    "language_code": lambda entry: (
        f"Customers are written to in {load_language(entry.value).get('language', 'name')}."
    ),
    "words": lambda entry: (
        "A model words each update anew, between sentences that Belfry makes."
        if entry.value == FRESH
        else "A model only suggests wordings; those that a person approves are used."
    ),
    "emoji": say_switch(
        "An e-mail to a customer ends with an emoji.", "No message carries an emoji."
    ),
    "say_when": lambda entry: f"This is told when a job comes to \u201c{entry.hole}\u201d.",
    "say_again": lambda entry: f"This is told when a job is back in \u201c{entry.hole}\u201d.",
    "say_first": lambda _: "This is told when a job is new on the board.",
    "say_waiting": lambda entry: f"This is the holding note in \u201c{entry.hole}\u201d.",
}
