"""What stands in the slots of a sentence about a job, and how the sentence is signed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belfry.jobs.names import find_first_name, name_item
from belfry.kernel.texts import make_harmless

if TYPE_CHECKING:
    from belfry.jobs.facts import Facts

SMS = "sms"
LONGEST_SMS = 459
_LONGEST_SMS_ITEM = 40


def name_thing(facts: Facts, channel: str) -> str:
    """The customer's thing with "your" before it, and short where every letter counts."""
    shown = facts.item
    if channel == SMS:
        shown = make_harmless(shown, most=_LONGEST_SMS_ITEM)
    return name_item(shown)


def list_values(facts: Facts, channel: str) -> dict[str, str | None]:
    """The value of every slot; None where the facts hold none."""
    return {
        "name": find_first_name(facts.name),
        "item": name_thing(facts, channel).removeprefix("your ") if facts.item else None,
        "job": facts.job_id,
        "stage": facts.stage,
        "eta": facts.eta,
        "closing": facts.closing,
        "shop": facts.shop,
        "link": facts.link or facts.photo,
    }


def sign(said: str, facts: Facts, channel: str) -> str | None:
    """The message with the shop's sign-off unless it names the shop; None if it does not fit."""
    is_signed = bool(facts.shop) and facts.shop in said
    gap = " " if channel == SMS else "\n\n"
    text = said if is_signed or not facts.sign_off else f"{said}{gap}{facts.sign_off}"
    return None if channel == SMS and len(text) > LONGEST_SMS else text
