"""Which message a model's wording makes once its slots are filled.

Only what came as asked is filled: one message, plain text, the slots that were offered. It is
never mended beyond its white space and the quotation marks around it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from belfry.jobs.prompts import SLOTS, list_slots
from belfry.jobs.slot_values import SMS, list_values, sign
from belfry.jobs.strays import find_strays
from belfry.kernel.slots import fill_slots

if TYPE_CHECKING:
    from belfry.jobs.facts import Facts
    from belfry.jobs.prompts import Kind
    from belfry.jobs.stages import Stages

_SLOT = re.compile(r"\{(\w+)\}")
_PAIRS = {'""', "''", "\u201c\u201d", "\u2018\u2019", "\u00ab\u00bb"}
_BREAK = re.compile(r"\n\s*\n")


@dataclass(frozen=True)
class Filled:
    text: str


@dataclass(frozen=True)
class Unfit:
    """Why a wording makes no message; each reason goes on from "it"."""

    reasons: tuple[str, ...]


def fill_reply(
    reply: str, facts: Facts, *, kind: Kind, channel: str, stages: Stages
) -> Filled | Unfit:
    """The message of a wording, signed as the shop signs."""
    said = _drop_sign_off(_unwrap(_remove_hidden(reply)), facts.sign_off)
    if not said:
        return Unfit(("says nothing",))
    own = [facts.shop, *(name for stage in stages for name in (stage.name, *stage.also))]
    offered = list_slots(facts, kind=kind, channel=channel)
    if reasons := [*_judge_slots(said, offered), *find_strays(said, names=own)]:
        return Unfit(tuple(reasons))
    filled = fill_slots(_tidy(said, channel), list_values(facts, channel))
    text = sign(filled, facts, channel) if filled else None
    return Filled(text) if text else Unfit(("is too long for a text message",))


def _remove_hidden(text: str) -> str:
    """The text without characters that nobody sees; its lines stay lines."""
    return "".join(map(_keep, text.replace("\r\n", "\n").replace("\r", "\n")))


def _keep(letter: str) -> str:
    category = unicodedata.category(letter)
    if letter in "\n\t":
        return letter
    if category in {"Zl", "Zp"}:
        return "\n"
    return "" if category.startswith("C") else letter


def _unwrap(text: str) -> str:
    """The text without one pair of quotation marks around all of it."""
    whole = text.strip()
    if len(whole) < 2 or whole[0] + whole[-1] not in _PAIRS:
        return whole
    inside = whole[1:-1]
    # An apostrophe is no closing mark; any other mark inside means that these are no pair.
    between = re.sub(r"(?<=\w)['\u2019](?=\w)", "", inside)
    return inside.strip() if not {whole[0], whole[-1]} & set(between) else whole


def _drop_sign_off(text: str, sign_off: str) -> str:
    """The text without the sign-off that was not asked for; as part of a sentence it stays."""
    rest = text.removesuffix(sign_off) if sign_off else text
    stands_apart = rest.endswith("\n") or rest.rstrip()[-1:] in {"", ".", "!", "?"}
    return rest.rstrip() if stands_apart else text


def _judge_slots(text: str, offered: tuple[str, ...]) -> Iterator[str]:
    for slot in dict.fromkeys(_SLOT.findall(text)):
        if slot not in SLOTS:
            yield f"has a slot that nobody knows: {{{slot[:20]}}}"
        elif slot not in offered:
            yield f"has a slot without a value: {{{slot}}}"
    if re.search(r"[{}]", _SLOT.sub("", text)):
        yield "has a brace that belongs to no slot"


def _tidy(text: str, channel: str) -> str:
    """One line for a text message; an e-mail keeps its paragraphs."""
    if channel == SMS:
        return " ".join(text.split())
    return "\n\n".join(" ".join(part.split()) for part in _BREAK.split(text))
