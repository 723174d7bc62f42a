"""What a model is asked: for one fresh message, or for wordings that a person will choose from.

Nothing that was typed on the board is told to it, so that no cell can instruct it: it sees slots,
and code fills them. What it is told are the shop's own words.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from belfry.jobs.updates.fence import Setting, list_conditions
from belfry.jobs.updates.language import WHOLE
from belfry.jobs.updates.plain import LONGEST_EMAIL
from belfry.jobs.updates.wordings import SLOTS, find_eta_stage
from belfry.kernel.channels import find_traits
from belfry.kernel.fence.acts import Choice

if TYPE_CHECKING:
    from belfry.jobs.settings.shop import Shop
    from belfry.jobs.updates.wordings import Kind

LONGEST_REPLY = 1200
LONGEST_ANSWER = 8000
WANTED = 3
SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "wordings": {
            "type": "array",
            "items": {"type": "string"},
            "description": f"{WANTED} different wordings of the message",
        }
    },
    "required": ["wordings"],
    "additionalProperties": False,
}
_HAPPENED = {
    "moved": "The job has moved forward to the stage.",
    "back": "The job is back at work in the stage after it had to wait in a side stage.",
    "first-seen": "The job is on the shop's board for the first time, in the stage.",
    "holding": (
        "Nothing has happened: the job is still in the stage, and the message only says that it is"
        " not forgotten. It must never sound as if the job moved, moves now or is about to."
    ),
}
_SENTENCES = {
    "news": "what happened, said by the shop's own system",
    "when": "by when the next stage is expected, or until when the shop is open",
    "look": "where the customer can see it, with a link",
}
_VALUES = {
    "name": "the customer's first name",
    "full_name": "the customer's whole name",
    "item": 'the customer\'s thing without "your"',
    "your_item": 'the customer\'s thing with "your" before it',
    "job": "the number of the job",
    "shop": "the name of the shop",
    "eta": "by when the next stage is expected, a day and a part of it",
    "closing": "when the shop closes today",
    "photo": "a link to a photo of the thing",
    "link": "a link to the customer's page about the job",
}


@dataclass(frozen=True)
class Prompt:
    """`longest` is how much of an answer is of any use."""

    instructions: str
    facts: str
    longest: int


def write_fresh_prompt(shop: Shop, setting: Setting) -> Prompt:
    """One message around sentences that code makes, in words of the language's own lists."""
    has_slot = {"news": True, "when": setting.has_when, "look": setting.has_look}
    slots = {f"{{{slot}}}": _SENTENCES[slot] for slot in WHOLE if has_slot[slot]}
    is_short = find_traits(setting.channel).is_short
    limit = "300 characters" if is_short else f"{LONGEST_EMAIL // 2} characters"
    rules = [
        _HAPPENED[setting.news],
        f"Write each of these slots exactly once, with its braces: {', '.join(slots)}. Each is a"
        " whole sentence with its own full stop; a new sentence follows it.",
        "Besides them write only courtesy: a greeting, a wish, thanks, an invitation to ask, an"
        " offer of help, a sign-off. {name} may stand in the greeting.",
        "Say nothing of the work, its progress, quality or cause, of times, prices, parts, other"
        " people, promises or doubts; no digit, link, emoji or markup.",
        "Right before a slot, in its sentence, only an opener may stand.",
        "The customer may reply." if setting.may_reply else "Replies reach nobody: invite none.",
        f"At most {limit}. Answer with the message alone.",
        "Name neither the thing nor the trade: {news} does.",
        "Keep close to the phrases of the lists below: what they do not know is refused.",
    ]
    facts = {"kind": setting.news, "channel": setting.channel, "slots": slots}
    instructions = _write(shop, "You write one short message to a customer.", rules)
    return Prompt(f"{instructions}\n\n{_list_phrases(shop, setting)}", _dump(facts), LONGEST_REPLY)


def write_suggestion_prompt(kind: Kind, shop: Shop) -> Prompt:
    """Three wordings with slots, of which a person approves those that are to be used."""
    eta_stage = find_eta_stage(kind, shop)
    is_ready = shop.stages.find(kind.stage) == shop.stages.ready
    missing = {"eta": not eta_stage, "closing": not is_ready}
    slots = {f"{{{slot}}}": _VALUES[slot] for slot in SLOTS if not missing.get(slot)}
    rules = [
        _HAPPENED[kind.news],
        f"Suggest {WANTED} wordings that differ, of one to three sentences each, with slots in"
        " place of what differs from customer to customer.",
        "One sentence tells the news, without {eta}, {closing}, {photo} and {link}. Each of these"
        " may be used once, in a sentence of its own: it is left out where there is no value.",
        "Where the words differ for one thing and for several, write both: {it|them}.",
        "Say what the stage means and no more: nothing of how far the work is, what was found, or"
        " why; no promise, price, offer, advice or apology.",
        f"Only these slots: {', '.join(slots)}. No digit, link, emoji or markup; no sign-off.",
    ]
    facts = {
        "news": kind.news,
        "stage": kind.stage,
        "eta_is_for": eta_stage or None,
        "stages": [stage.name for stage in shop.stages],
        "slots": slots,
    }
    instructions = _write(shop, "You suggest wordings for one kind of message.", rules)
    return Prompt(instructions, _dump(facts), LONGEST_ANSWER)


def _write(shop: Shop, task: str, rules: list[str]) -> str:
    voice = json.dumps(shop.voice or "friendly and brief", ensure_ascii=False)
    opening = (
        f"{task} It comes from a small shop that has the customer's job in hand. The shop describes"
        f" its voice as {voice}. Write in {shop.language.get('language', 'name')}. The facts come"
        " as JSON."
    )
    return "\n".join([opening, *(f"- {rule}" for rule in rules)])


def _list_phrases(shop: Shop, setting: Setting) -> str:
    """The plainest form of what may be said: the whole lists would cost more than the message."""
    here = {*list_conditions(shop.stages, setting), *WHOLE}
    lines = []
    for act, phrases in shop.language.acts.phrases.items():
        fitting = [
            _write_plainest(phrase.pattern)
            for phrase in phrases
            if phrase.conditions <= here and (phrase.may_open or phrase.is_point)
        ]
        lines.append(f"{act}: {'; '.join(dict.fromkeys(fitting))}")
    return "\n".join(lines)


def _write_plainest(choice: Choice) -> str:
    """The first way through a pattern, without anything that may be left out."""
    plain = (
        item if isinstance(item, str) else "" if item.is_optional else _write_plainest(item)
        for item in choice.ways[0]
    )
    return " ".join(filter(None, plain))


def _dump(facts: Mapping[str, Any]) -> str:
    return json.dumps(facts, ensure_ascii=False, indent=1)
