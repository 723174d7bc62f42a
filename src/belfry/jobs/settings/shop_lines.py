"""What a shop owner can write into the settings of the jobs, line by line.

Several lines speak of stages, which the doc names itself: the vocabulary is made with the stages,
or without them for a first look that finds them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import timedelta
from fractions import Fraction
from functools import partial

from belfry.jobs.settings.stages import Stages, parse_stages, render_stages
from belfry.jobs.updates.language import ALWAYS, OPTIONAL, list_codes, load_language
from belfry.kernel import channels
from belfry.kernel.hours.calendar import Stretch, parse_stretch, parse_wait
from belfry.kernel.hours.holidays import parse_holidays
from belfry.kernel.hours.opening_hours import parse_opening_hours, render_opening_hours
from belfry.kernel.hours.sentences import make_quiet_line, say_holidays
from belfry.kernel.rulebook import (
    Setting,
    Vocabulary,
    find_nearest,
    parse_counts,
    parse_per_name,
    parse_percent,
    parse_slotted,
    refuse,
    render_percent,
)
from belfry.kernel.rulebook.readers import make_switch
from belfry.kernel.rulebook.reading import straighten
from belfry.kernel.texts import fold_name

LONGEST_SHOP_NAME = 60
APPROVED, FRESH = "approved", "fresh"
WORDS = (APPROVED, FRESH)
LONGEST_CONTACT = 60
_MOST_BUFFER = 3
_NO_LIMIT = {"none", "no", "no limit", "unlimited", "no cap"}


def limit_text(expected: str, most: int) -> Callable[[str], str]:

    def read(text: str) -> str:
        if len(text) > most:
            raise refuse(text, 0, len(text), f"{expected} of at most {most} characters")
        return text

    return read


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

    def read(text: str) -> Mapping[str, Stretch]:
        if stages is None:
            return {}
        example = "in progress 2 days"
        return parse_per_name(text, stages, parse_stretch, noun="stage", example=example)

    return read


def wait_between(least: timedelta, most: timedelta, expected: str) -> Callable[[str], timedelta]:

    def read(text: str) -> timedelta:
        is_none = fold_name(text.rstrip(".")) in {"none", "no", "0"}
        wait = timedelta(0) if is_none else parse_wait(text)
        if not least <= wait <= most:
            raise refuse(text, 0, len(text), expected)
        return wait

    return read


def stage_name(stages: Stages | None) -> Callable[[str], str]:

    def read(text: str) -> str:
        if stages is None:
            return fold_name(text)
        name = stages.find_name(text)
        if name is None:
            raise refuse(text, 0, len(text), "the name of a stage", stages.nearest(text))
        return name

    return read


# What the settings call the messages of each channel; the first is the usual word.
CHANNELS = {name: traits.plural for name, traits in channels.CUSTOMER_CHANNELS.items()}
_UNITS = {"day": timedelta(days=1), "hour": timedelta(hours=1), "minute": timedelta(minutes=1)}


def say_caps(caps: Mapping[str, int | None]) -> str:
    return "; ".join(
        f"no limit on {CHANNELS[channel][0]}" if cap is None else f"{cap} {CHANNELS[channel][0]}"
        for channel, cap in caps.items()
    )


def say_wait(wait: timedelta) -> str:
    """The time in the largest unit that leaves nothing over."""
    for unit, length in _UNITS.items():
        if wait and not wait % length:
            return _say_amount(Fraction(wait // length), unit)
    return _say_amount(Fraction(int(wait.total_seconds())), "second") if wait else "none"


def say_stretch(stretch: Stretch) -> str:
    """The weeks, days and hours of a stretch; broken hours as minutes."""
    hours = stretch.hours
    is_whole = hours.denominator == 1
    amounts = [
        (stretch.weeks, "week"),
        (stretch.days, "day"),
        (hours if is_whole else Fraction(0), "hour"),
        (Fraction(0) if is_whole else hours * 60, "minute"),
    ]
    return ", ".join(_say_amount(number, unit) for number, unit in amounts if number)


def say_stretches(stretches: Mapping[str, Stretch]) -> str:
    return "; ".join(f"{stage} {say_stretch(stretch)}" for stage, stretch in stretches.items())


def _say_amount(number: Fraction, unit: str) -> str:
    if number == Fraction(1, 2) and unit != "second":
        return f"half {'an' if unit == 'hour' else 'a'} {unit}"
    whole, part = divmod(number, 1)
    amount = " ".join(str(count) for count in (whole, part) if count)
    return f"{amount} {unit}" if number == 1 else f"{amount} {unit}s"


LONGEST_VOICE = 500
LONGEST_SIGN_OFF = 60
_OPENING = r"\bsign(?:ed|s|ing)?[\s-]*off\b"
_QUOTED = re.compile(
    rf"{_OPENING}[^\";]*?(?:\"(?P<words>[^\"]*)\"|'(?P<more>[^;]*?)'(?=\s*(?:[;.,]|$)))",
    re.IGNORECASE,
)
_UNQUOTED = re.compile(rf"{_OPENING}\s*(?:with\b|as\b|:|=|[-\u2013\u2014])\s*", re.IGNORECASE)
_NONE = re.compile(rf"\b(?:no|without(?:\s+a)?)\s+{_OPENING}", re.IGNORECASE)


def parse_voice(text: str) -> str:
    """The voice as it was written, if its sign-off can be told; raises ReadingError."""
    if len(text) > LONGEST_VOICE:
        raise refuse(text, LONGEST_VOICE, len(text), f"at most {LONGEST_VOICE} characters")
    plain = straighten(text)
    unquoted = _UNQUOTED.search(plain)
    if unquoted and not _QUOTED.search(plain) and not _NONE.search(plain):
        expected = 'the words to sign off with in quotes, such as sign off "- The Repair Bench"'
        raise refuse(text, unquoted.start(), len(text), expected)
    sign_off = find_sign_off(text) or ""
    if len(sign_off) > LONGEST_SIGN_OFF:
        at = text.index(sign_off)
        expected = f"a sign-off of at most {LONGEST_SIGN_OFF} characters"
        raise refuse(text, at, at + len(sign_off), expected)
    return text


def find_sign_off(voice: str) -> str | None:
    """The words in quotes that a voice signs off with, empty for none; None if it says nothing."""
    plain = straighten(voice)
    if _NONE.search(plain):
        return ""
    match = _QUOTED.search(plain)
    if match is None:
        return None
    start, end = match.span("words" if match["words"] is not None else "more")
    return voice[start:end].strip()


SLOTS = (*ALWAYS, *OPTIONAL)
_make_own_line = partial(
    Setting,
    read=partial(parse_slotted, slots=SLOTS, example="item", allows_either=True),
    default="plain words",
    keeps_words=True,
)


def make_vocabulary(stages: Stages | None) -> Vocabulary:
    """All the lines of the settings; without stages, what is said of a stage is passed over."""
    parts = (
        *(_list_shop(), _list_times(stages), _list_hours()),
        *(_list_waits(stages), _list_manners(), _list_words(stages)),
    )
    return Vocabulary(tuple(setting for part in parts for setting in part))


def _list_shop() -> list[Setting]:
    return [
        Setting(
            name="Shop",
            field="name",
            read=limit_text("a name", LONGEST_SHOP_NAME),
            does="The name customers know the shop by.",
            example="The Repair Bench",
            is_required=True,
            keeps_words=True,
        ),
        Setting(
            name="Contact",
            field="contact",
            read=limit_text("a phone number, an address or a page,", LONGEST_CONTACT),
            does="How to reach you, for customers who reply HELP.",
            example="020 7946 0123 or bench.example",
            default="your name and opening hours are given",
            keeps_words=True,
        ),
        Setting(
            name="Voice",
            field="voice",
            read=parse_voice,
            does="How messages sound, and the words in quotes they are signed with.",
            example='warm and brief; sign off "- The Repair Bench"',
            default="plain; signed with the name of the shop",
            keeps_words=True,
        ),
        Setting(
            name="Stages",
            field="stages",
            read=parse_stages,
            does="The stages of a job, in order; (side) marks a stage beside the main line.",
            example="received, working (also: started), awaiting parts (side), ready, collected",
            is_required=True,
            show=render_stages,
        ),
    ]


def _list_times(stages: Stages | None) -> list[Setting]:
    return [
        Setting(
            name="Typical time",
            field="typical",
            read=per_stage(stages),
            does="How long the work of a stage usually takes; without it no time is promised.",
            example="diagnosing half a day; in progress 2 days",
            default="none, so no time is promised",
            show=say_stretches,
        ),
        Setting(
            name="Buffer",
            field="buffer",
            read=parse_buffer,
            does="How much is added to the typical time, so that promises are kept.",
            example="20%",
            default="20%",
            show=render_percent,
        ),
    ]


def _list_hours() -> list[Setting]:
    return [
        Setting(
            name="Opening hours",
            field="opening",
            read=parse_opening_hours,
            does="When work goes on and jobs can be collected.",
            example="Mon-Fri 9am-6pm; Sat 10am-4pm",
            default="Mon-Fri 09:00-17:00",
            show=render_opening_hours,
        ),
        Setting(
            name="Holidays",
            field="holidays",
            read=parse_holidays,
            does="Public holidays of a country, and extra dates, on which you are closed.",
            example="GB, 2026-12-24",
            default="the public holidays of the team's country",
            show=say_holidays,
        ),
    ]


def _list_waits(stages: Stages | None) -> list[Setting]:
    return [
        make_quiet_line(
            "When no messages are sent; they wait until quiet hours end.", example="8pm to 9am"
        ),
        Setting(
            name="Chase after",
            field="chase_after",
            read=per_stage(stages),
            does="How long a job may sit in a stage before its customer gets a holding note.",
            example="diagnosing 1 day; awaiting parts 5 days; ready 4 hours",
            default="none, so nothing is chased",
            show=say_stretches,
        ),
        Setting(
            name="Chase again after",
            field="chase_again_after",
            read=wait_between(timedelta(days=1), timedelta(days=365), "from 1 day to 365 days"),
            does="How long after a holding note a job that still sits there gets another.",
            example="14 days",
            default="14 days",
            show=say_wait,
        ),
        Setting(
            name="Settle time",
            field="settle",
            read=wait_between(timedelta(0), timedelta(days=1), "a time up to 1 day, or none"),
            does="How long a move must stand on the board before it counts.",
            example="2 minutes",
            default="2 minutes",
            show=say_wait,
        ),
    ]


def _list_manners() -> list[Setting]:
    return [
        make_switch(
            "Tell customers of new jobs",
            "tells_first_seen",
            "Whether a customer is told when their job first appears on the board.",
        ),
        make_switch(
            "Tell customers of the last stage",
            "tells_last",
            "Whether a customer is told when their job reaches the last stage.",
        ),
        make_switch("Ask me first", "ask_first", "Whether every message waits for your approval."),
        make_switch(
            "Ask consent first",
            "ask_consent_first",
            "Whether a customer gets no messages until they have agreed to them.",
        ),
        make_switch(
            "Test mode",
            "test_mode",
            "Whether messages are only shown, not sent to customers.",
        ),
        Setting(
            name="Daily cap",
            field="caps",
            read=parse_caps,
            does="How many messages of a kind may go out on one day.",
            example="200 e-mails; 50 texts",
            default="no limit",
            show=say_caps,
        ),
    ]


def _list_words(stages: Stages | None) -> list[Setting]:
    return [
        Setting(
            name="Language",
            field="language_code",
            read=parse_language,
            does="The language that customers are written to, and their page.",
            example="de",
            default="en",
        ),
        Setting(
            name="Words",
            field="words",
            read=parse_words,
            does="Whether a model's wordings are approved by you once, or fresh for each update.",
            example="fresh",
            default="approved",
        ),
        make_switch("Emoji", "emoji", "Whether an e-mail to a customer ends with an emoji."),
        *_list_own_words(stages),
    ]


def _list_own_words(stages: Stages | None) -> list[Setting]:
    return [
        _make_own_line(
            name="Say when <stage>",
            field="say_when",
            read_hole=stage_name(stages),
            does="Your own words for a move; a sentence whose slot has no value is left out.",
            example="{name}, your {item} is on the bench. We expect it by {eta}.",
        ),
        _make_own_line(
            name="Say when <stage> again",
            field="say_again",
            read_hole=stage_name(stages),
            does="Your own words for a job that is back in a stage from a side stage.",
            example="{name}, we are working on your {item} again.",
            default="those for the stage, or plain words",
        ),
        _make_own_line(
            name="Say when first seen",
            field="say_first",
            does="Your own words for a job that is new on the board.",
            example="{name}, we have your {item}. Its number is {job}.",
        ),
        _make_own_line(
            name="Say when waiting in <stage>",
            field="say_waiting",
            read_hole=stage_name(stages),
            does="Your own words for the holding note in a stage.",
            example="{name}, we are still waiting for the part for your {item}.",
        ),
    ]
