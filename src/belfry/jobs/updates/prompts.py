"""What a model is asked: for one fresh message, or for wordings that a person will choose from.

Nothing that was typed on the board is told to it, so that no cell can instruct it: it sees slots,
and code fills them. What it is told are the shop's own words.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from belfry.jobs.updates.fence import Setting, find_stage_word, list_conditions
from belfry.jobs.updates.language import WHOLE, load_matcher
from belfry.jobs.updates.plain import LONGEST_EMAIL
from belfry.jobs.updates.wordings import SLOTS, find_eta_stage
from belfry.kernel.channels import find_traits

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
_BRIEFLY = {
    "moved": "the job moved on",
    "back": "the job is back at work after a wait",
    "first-seen": "the job has come in",
    "holding": "nothing happened; the job is not forgotten. Never sound as if it moves",
}
_SENTENCES = {"news": "what happened", "when": "by when", "look": "where to see it"}
# A model is paid by the word: so many phrases of each act are offered for one message.
OFFERED = 2
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


def write_fresh_prompt(shop: Shop, setting: Setting, message_key: str) -> Prompt:
    """One message around sentences that code makes; the key decides which phrases are offered."""
    has_slot = {"news": True, "when": setting.has_when, "look": setting.has_look}
    slots = {f"{{{slot}}}": _SENTENCES[slot] for slot in WHOLE if has_slot[slot]}
    is_short = find_traits(setting.channel).is_short
    limit = 300 if is_short else LONGEST_EMAIL // 2
    replies = (
        "The customer may reply." if setting.may_reply else "Replies reach nobody: invite none."
    )
    instructions = (
        "Write one message from a small shop to a customer, in"
        f" {shop.language.get('language', 'name')}. Voice: {_quote_voice(shop)}.\n"
        "Write each slot of the facts once, in its braces: code makes it a whole sentence. Besides"
        " write only courtesy, as listed below; all else is refused: nothing of the work, times,"
        f" prices, promises or doubts; no digit, link or emoji. {replies} At most {limit}"
        " characters, nothing but the message.\n"
    )
    facts = {"news": _BRIEFLY[setting.news], "slots": slots}
    phrases = "\n".join(_list_offers(shop, setting, message_key))
    return Prompt(instructions + phrases, json.dumps(facts, ensure_ascii=False), LONGEST_REPLY)


def _list_offers(shop: Shop, setting: Setting, message_key: str) -> Iterator[str]:
    """A few phrases of each act that may stand in the message, as its key chooses them."""
    here, matcher = list_conditions(shop.stages, setting), load_matcher(shop.language.code)
    unavailable = {
        f"before {slot}"
        for slot, is_there in (("when", setting.has_when), ("look", setting.has_look))
        if not is_there
    }
    for act, phrases in shop.language.examples.items():
        fitting = [
            text
            for text, conditions in phrases
            if conditions <= here
            if not find_stage_word(matcher.split(text), shop.stage_words)
        ]
        if fitting and act not in unavailable:
            yield f"{act}: {'; '.join(_choose(fitting, message_key))}"


def _choose(phrases: list[str], message_key: str) -> list[str]:
    """The same for the same message, whoever asks and how often."""
    return sorted(phrases, key=lambda text: sha256(f"{message_key} {text}".encode()).digest())[
        :OFFERED
    ]


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
    opening = (
        f"{task} It comes from a small shop that has the customer's job in hand. The shop describes"
        f" its voice as {_quote_voice(shop)}. Write in {shop.language.get('language', 'name')}. The"
        " facts come as JSON."
    )
    return "\n".join([opening, *(f"- {rule}" for rule in rules)])


def _quote_voice(shop: Shop) -> str:
    return json.dumps(shop.voice or "friendly and brief", ensure_ascii=False)


def _dump(facts: Mapping[str, Any]) -> str:
    return json.dumps(facts, ensure_ascii=False, indent=1)
