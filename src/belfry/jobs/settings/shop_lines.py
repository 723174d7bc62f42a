"""What a shop owner can write into the settings of the jobs, line by line.

Several lines speak of stages, which the doc names itself: the vocabulary is made with the stages,
or without them for a first look that finds them.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from belfry.jobs.settings.shop_readers import (
    parse_buffer,
    parse_caps,
    parse_contact,
    parse_language,
    parse_shop_name,
    parse_words,
    per_stage,
    stage_name,
    wait_between,
)
from belfry.jobs.settings.shop_words import (
    say_caps,
    say_stretches,
    say_wait,
)
from belfry.jobs.settings.stages import Stages, parse_stages, render_stages
from belfry.jobs.settings.voice import parse_voice
from belfry.jobs.updates.wordings import ALWAYS, OPTIONAL
from belfry.kernel.hours.holidays import parse_holidays
from belfry.kernel.hours.opening_hours import parse_opening_hours, render_opening_hours
from belfry.kernel.hours.said import make_quiet_line, say_holidays
from belfry.kernel.rulebook import Setting, Vocabulary, render_percent
from belfry.kernel.rulebook.readers import make_switch
from belfry.kernel.slots import parse_slotted


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
            read=parse_shop_name,
            does="The name customers know the shop by.",
            example="The Repair Bench",
            is_required=True,
            keeps_words=True,
        ),
        Setting(
            name="Contact",
            field="contact",
            read=parse_contact,
            does="Where somebody finds you who answers a message with HELP.",
            example="020 7946 0123 or bench.example",
            default="your name and opening hours are told",
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
            does="Where a job can stand, in order; (side) marks a stage beside the main line.",
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
            does="Whose public holidays are no opening days, and which days besides.",
            example="GB, 2026-12-24",
            default="the public holidays of the team's country",
            show=say_holidays,
        ),
    ]


def _list_waits(stages: Stages | None) -> list[Setting]:
    return [
        make_quiet_line(
            "When no customer is disturbed; messages wait until they end.", example="8pm to 9am"
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
            "Whether a customer hears when their job first appears on the board.",
        ),
        make_switch(
            "Tell customers of the last stage",
            "tells_last",
            "Whether a customer hears when their job reaches the last stage.",
        ),
        make_switch("Ask me first", "ask_first", "Whether every message waits for your approval."),
        make_switch(
            "Ask consent first",
            "ask_consent_first",
            "Whether a customer hears nothing until they have agreed to be told.",
        ),
        make_switch(
            "Test mode",
            "test_mode",
            "Whether messages are made and shown, but not sent to customers.",
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
            *("Say when <stage>", "say_when", stage_name(stages)),
            "Your own words for a move; a sentence whose slot has no value is left out.",
            "{name}, your {item} is on the bench. We expect it by {eta}.",
        ),
        _make_own_line(
            *("Say when <stage> again", "say_again", stage_name(stages)),
            "Your own words for a job that is back in a stage from a side stage.",
            "{name}, we are working on your {item} again.",
            default="those for the stage, or plain words",
        ),
        _make_own_line(
            *("Say when first seen", "say_first", None),
            "Your own words for a job that is new on the board.",
            "{name}, we have your {item}. Its number is {job}.",
        ),
        _make_own_line(
            *("Say when waiting in <stage>", "say_waiting", stage_name(stages)),
            "Your own words for the holding note in a stage.",
            "{name}, we are still waiting for the part for your {item}.",
        ),
    ]


def _make_own_line(
    name: str,
    field: str,
    read_hole: Callable[[str], str] | None,
    does: str,
    example: str,
    default: str = "plain words",
) -> Setting:
    return Setting(
        name=name,
        field=field,
        read=parse_sentence,
        read_hole=read_hole,
        does=does,
        example=example,
        default=default,
        keeps_words=True,
    )


SLOTS = (*ALWAYS, *OPTIONAL)


def parse_sentence(text: str) -> str:
    """The sentence with its slots spelled as they are known; raises ReadingError."""
    return parse_slotted(text, SLOTS, example="item", allows_either=True)
