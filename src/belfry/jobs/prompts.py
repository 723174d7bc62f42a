"""What a model is asked when it is to find friendlier words for a message about a job.

Nothing that was typed on the board is told to it, so that no cell can instruct it: it sees slots,
and code fills them. What it is told are the shop's own words and a plain message that is true.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from belfry.jobs.facts import Facts
from belfry.jobs.slot_values import LONGEST_SMS, SMS, list_values
from belfry.jobs.wording import word_first_seen, word_holding, word_move

if TYPE_CHECKING:
    from belfry.jobs.shop import Shop

Kind = Literal["move", "first_seen", "holding"]

SLOTS = ("name", "item", "eta", "link", "closing")
LONGEST_EMAIL = 1000
_AIM = {SMS: 300}
_AIM_OTHERWISE = 600
_WORDINGS = {"move": word_move, "first_seen": word_first_seen, "holding": word_holding}
_TASKS = {
    "move": "The news is that the job has come to the stage in the facts. Tell it as news.",
    "first_seen": (
        "This is the first the customer hears of the job. Say at which stage it is, and do not say"
        " that it moved."
    ),
    "holding": (
        "Nothing has happened: the job is still at the stage in the facts, and the message only"
        " says that it is not forgotten. It must never sound as if the job moved, moves now or is"
        " about to."
    ),
}


@dataclass(frozen=True)
class Prompt:
    """`slots` are those that were offered, `longest` is how much of an answer is of any use."""

    instructions: str
    facts: str
    slots: tuple[str, ...]
    longest: int


def write_prompt(
    facts: Facts, shop: Shop, *, kind: Kind, channel: str, may_reply: bool
) -> Prompt | None:
    """What to ask; None if the shop has no such stage, of which nobody could say what is true."""
    stage = shop.stages.find_name(facts.stage)
    if stage is None:
        return None
    eta_stage = shop.stages.find_name(facts.eta_stage or "")
    offered = list_slots(facts, kind=kind, channel=channel)
    slots = tuple(slot for slot in offered if slot != "eta" or eta_stage)
    told = {
        "stage": stage,
        "eta_is_for": eta_stage if "eta" in slots else None,
        "plain_message": _write_plainly(facts, stage, shop, kind, slots),
        "slots": {f"{{{slot}}}": _describe(slot, facts) for slot in slots},
    }
    return Prompt(
        instructions=_write_instructions(told, shop, kind, channel, may_reply),
        facts=json.dumps(told, ensure_ascii=False, indent=1),
        slots=slots,
        longest=LONGEST_SMS if channel == SMS else LONGEST_EMAIL,
    )


def list_slots(facts: Facts, *, kind: Kind, channel: str) -> tuple[str, ...]:
    """The slots that have a value to be filled with; a holding note promises no time."""
    values = list_values(facts, channel)
    never = {"eta"} if kind == "holding" else set()
    return tuple(slot for slot in SLOTS if values[slot] and slot not in never)


def _write_plainly(facts: Facts, stage: str, shop: Shop, kind: Kind, slots: tuple[str, ...]) -> str:
    """The plain message, with slots where the board or the clock would speak."""
    has_eta = "eta" in slots
    open_facts = Facts(
        item="{item}" if "item" in slots else "",
        stage=stage,
        previous=shop.stages.find_name(facts.previous or ""),
        eta="{eta}" if has_eta else None,
        eta_stage=facts.eta_stage if has_eta else None,
        closing="{closing}" if "closing" in slots else None,
    )
    words = _WORDINGS[kind](open_facts, replace(shop, say_when={}, say_waiting={}), SMS)
    return f"{words.text} {_say_link(facts)}" if "link" in slots else words.text


def _say_link(facts: Facts) -> str:
    if not facts.link:
        return "Here is a photo: {link}"
    return "Here is your page, with a photo: {link}" if facts.photo else "Here is your page: {link}"


def _describe(slot: str, facts: Facts) -> str:
    match slot:
        case "name":
            return "the customer's first name, to greet them with"
        case "item":
            return 'the customer\'s thing without "your": write "your {item}"'
        case "eta":
            return "by when the next stage is expected, a day and a part of it"
        case "closing":
            return "when the shop closes today, such as a time in the evening"
        case _:
            where = "the customer's page about the job" if facts.link else "a photo of the thing"
            return f"the address of {where}, at the very end and in the words of plain_message"


def _write_instructions(
    told: Mapping[str, Any], shop: Shop, kind: Kind, channel: str, may_reply: bool
) -> str:
    slots = ", ".join(told["slots"]) or "none"
    aim = _AIM.get(channel, _AIM_OTHERWISE)
    rules = [
        _TASKS[kind],
        "Say what plain_message says, and no more. Name the stage by its own name or in the words"
        " of plain_message. Speak of no other stage as if it were reached, and say nothing of how"
        " far the work has come, what was found, or why.",
        f"These slots may be used: {slots}. Write them exactly so, with their braces; their values"
        " are put in afterwards. Use no other slot, and never guess what stands in one.",
        _say_times(told["eta_is_for"], told["slots"]),
        "Outside the slots, and the name of the stage, there is no digit, weekday, month, time,"
        " link, address or number.",
        "No promise, guarantee, price, offer, advice or apology.",
        _say_replies(may_reply),
        "No sign-off: it is added afterwards.",
        "Plain text in everyday English: no heading, list, emphasis, emoji, or quotation marks"
        f" around it. At most {aim} characters. Answer with the message alone, and with one only.",
    ]
    voice = json.dumps(shop.voice or "friendly and brief", ensure_ascii=False)
    opening = (
        "You word one message, a sentence or two, from a small shop to a customer whose job it has"
        f" in hand. The shop describes its voice as {voice}. The facts come as JSON."
    )
    return "\n".join([opening, *(f"- {rule}" for rule in rules)])


def _say_times(eta_stage: str | None, slots: Mapping[str, str]) -> str:
    if eta_stage:
        return (
            "{eta} is when the job is expected at the stage"
            f" {json.dumps(eta_stage, ensure_ascii=False)}, and nothing else: tie it to no other"
            " stage, and name no time but {eta}."
        )
    if "{closing}" in slots:
        return "Name no time but {closing}, as the hour until which the shop is open today."
    return "Name no day, date, time or duration, not even vaguely."


def _say_replies(may_reply: bool) -> str:
    if may_reply:
        return "The customer may reply; there is no need to ask for it."
    return "Nobody receives replies: do not ask for one, nor for the customer to let you know."
