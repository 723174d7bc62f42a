"""What the sentences of a shop's settings mean where no other room has the like."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from fractions import Fraction

from belfry.jobs.settings.shop_words import CHANNELS
from belfry.jobs.settings.stages import Stages
from belfry.jobs.updates.language import list_codes, load_language
from belfry.kernel.hours.stretches import Stretch, parse_stretch, parse_wait
from belfry.kernel.rulebook import (
    find_nearest,
    fold_name,
    parse_counts,
    parse_per_thing,
    parse_percent,
    refuse,
    render_percent,
)

LONGEST_SHOP_NAME = 60
APPROVED, FRESH = "approved", "fresh"
WORDS = (APPROVED, FRESH)
LONGEST_CONTACT = 60
_MOST_BUFFER = 3
_NO_LIMIT = {"none", "no", "no limit", "unlimited", "no cap"}


def parse_shop_name(text: str) -> str:
    if len(text) > LONGEST_SHOP_NAME:
        raise refuse(text, 0, len(text), f"a name of at most {LONGEST_SHOP_NAME} characters")
    return text


def parse_words(text: str) -> str:
    """Whether messages are worded in approved words, or anew for each update."""
    chosen = fold_name(text.rstrip("."))
    if chosen not in (APPROVED, FRESH):
        raise refuse(text, 0, len(text), f"{APPROVED} or {FRESH}", find_nearest(chosen, WORDS))
    return chosen


def parse_language(text: str) -> str:
    """The code of a language, which may also be given by its name."""
    names = {code: load_language(code).get("language", "name") for code in list_codes()}
    chosen = fold_name(text.rstrip("."))
    for code, name in names.items():
        if chosen in (code, fold_name(name)):
            return code
    known = ", ".join(f"{code} ({name})" for code, name in names.items())
    raise refuse(text, 0, len(text), f"one of {known}")


def parse_contact(text: str) -> str:
    if len(text) > LONGEST_CONTACT:
        expected = f"a phone number, an address or a page, of at most {LONGEST_CONTACT} characters"
        raise refuse(text, 0, len(text), expected)
    return text


def parse_buffer(text: str) -> Fraction:
    buffer = parse_percent(text)
    if buffer > _MOST_BUFFER:
        raise refuse(text, 0, len(text), f"at most {render_percent(Fraction(_MOST_BUFFER))}")
    return buffer


def parse_caps(text: str) -> Mapping[str, int | None]:
    """The most messages of a day by channel; None where there is no limit."""
    if fold_name(text.rstrip(".")) in _NO_LIMIT:
        return dict.fromkeys(CHANNELS)
    return dict.fromkeys(CHANNELS) | dict(parse_counts(text, CHANNELS))


def per_stage(stages: Stages | None) -> Callable[[str], Mapping[str, Stretch]]:
    """The reader of what is said of each stage."""

    def read(text: str) -> Mapping[str, Stretch]:
        if stages is None:
            return {}
        example = "in progress 2 days"
        return parse_per_thing(text, stages, parse_stretch, thing="stage", example=example)

    return read


def wait_between(least: timedelta, most: timedelta, expected: str) -> Callable[[str], timedelta]:
    """The reader of a time by the clock that is neither too short nor too long."""

    def read(text: str) -> timedelta:
        is_none = fold_name(text.rstrip(".")) in {"none", "no", "0"}
        wait = timedelta(0) if is_none else parse_wait(text)
        if not least <= wait <= most:
            raise refuse(text, 0, len(text), expected)
        return wait

    return read


def stage_name(stages: Stages | None) -> Callable[[str], str]:
    """The reader of the stage that a line is about."""

    def read(text: str) -> str:
        if stages is None:
            return fold_name(text)
        name = stages.find_name(text)
        if name is None:
            raise refuse(text, 0, len(text), "the name of a stage", stages.nearest(text))
        return name

    return read
