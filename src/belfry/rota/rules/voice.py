"""The voice doc: how a team wants its people spoken to about the rota.

A line `Say when <thing>: sentence` gives the words that open such a message. All other lines are
guidance for the model.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial

from belfry.kernel.rulebook import (
    DocProblem,
    Reading,
    Setting,
    Vocabulary,
    find_nearest,
    parse_slotted,
    read_doc,
    refuse,
)
from belfry.kernel.texts import fold_name

VOICE_DOC = "rota/voice.txt"
SLOTS = ("name", "team", "week", "shifts", "hours", "shift", "person", "days", "news")
_OWN = re.compile(r"[\s*\u2022-]*say[\s_-]+when\b", re.IGNORECASE)
_LINE_END = re.compile(r"\r\n|\r|\n")


class Topic(StrEnum):
    """What a message can be about."""

    WEEK_PUBLISHED = "week published"
    WEEK_CHANGED = "week changed"
    NO_SHIFTS = "no shifts"
    REMINDER = "reminder"
    DRAFT_READY = "draft ready"
    SHIFTS_OPEN = "shifts open"
    WEEK_UNPUBLISHED = "week unpublished"
    CLASH_FOUND = "clash found"
    SWAP_ASKED = "swap asked"
    SWAP_OFFERED = "swap offered"
    SWAP_STUCK = "swap stuck"
    DROP_ASKED = "drop asked"
    SWAP_SETTLED = "swap settled"
    TIME_OFF_ASKED = "time off asked"
    TIME_OFF_APPROVED = "time off approved"
    TIME_OFF_DECLINED = "time off declined"
    NOTE_UNREAD = "note unread"
    FAIRNESS = "fairness"


@dataclass(frozen=True, slots=True)
class Voice:
    prose: str = ""
    say_when: Mapping[Topic, str] = field(default_factory=dict, hash=False)


def read_voice(text: str, *, doc: str = VOICE_DOC) -> tuple[Voice | None, Sequence[DocProblem]]:
    """The voice, if every line with a sentence could be read, and the problems otherwise."""
    reading = read_voice_lines(text, doc)
    if reading.problems:
        return None, reading.problems
    lines = _LINE_END.split(text)
    pairs = zip(lines, _find_own(lines), strict=True)
    general = [line.strip() for line, is_own in pairs if not is_own]
    prose = "\n".join(line for line in general if line and not line.startswith("#"))
    return Voice(prose, reading.values.get("say_when", {})), ()


def read_voice_lines(text: str, doc: str = VOICE_DOC) -> Reading:
    """The sentences of the team's own, each where it stands in the whole text."""
    lines = _LINE_END.split(text)
    pairs = zip(lines, _find_own(lines), strict=True)
    own = "\n".join(line if is_own else "" for line, is_own in pairs)
    return read_doc(own, Vocabulary(SETTINGS), doc)


def _find_own(lines: list[str]) -> list[bool]:
    """Which lines belong to a sentence of the team's own: it may go on in lines set in."""
    is_own: list[bool] = []
    for line in lines:
        goes_on = (
            bool(is_own) and is_own[-1] and line.startswith((" ", "\t")) and bool(line.strip())
        )
        is_own.append(goes_on or _OWN.match(line) is not None)
    return is_own


def _parse_topic(text: str) -> Topic:
    named = {fold_name(topic): topic for topic in Topic}
    if fold_name(text) in named:
        return named[fold_name(text)]
    expected = f"one of {', '.join(Topic)}"
    raise refuse(text, 0, len(text), expected, find_nearest(text, list(Topic)))


SETTINGS: tuple[Setting, ...] = (
    Setting(
        name="Say when <thing>",
        field="say_when",
        read=partial(parse_slotted, slots=SLOTS, example="name"),
        read_hole=_parse_topic,
        does="Your own words to open a message; used when all their slots can be filled.",
        example="Hi {name}, here is your week from {week}.",
        default="plain words",
        keeps_words=True,
    ),
)
