"""What a model is asked when it is to find friendlier words for how even a week was.

It is told no name and nothing that anybody typed into a sheet: it sees slots, and code fills them.
"""

from __future__ import annotations

import json
from typing import NamedTuple

from belfry.rota.summary_checks import LONGEST
from belfry.rota.summary_slots import SummarySlots
from belfry.rota.summary_vocabulary import WORDS

_RULES = (
    "Use {hours}, what the team has of what it wants together, in a sentence that names nobody.",
    "Use {drift} as a sentence of its own, with nothing else in it.",
    "You may name people, each by their slot such as {p1}. What was counted of somebody follows"
    " their slot in the same sentence, before anybody else is named: {p1} has {p1_hours}. Whoever"
    " is named must be followed by a slot of their own.",
    "Write slots exactly so, with their braces. Outside them there is no number, in digits or in"
    " words, and nothing that compares, judges, praises, blames, explains or advises.",
    "Two to five short sentences of plain text, without a greeting, a heading, a list or a"
    " question. Answer with them alone.",
)


class Prompt(NamedTuple):
    """`longest` is how much of an answer is of any use."""

    instructions: str
    facts: str
    longest: int


def write_prompt(slots: SummarySlots, voice: str) -> Prompt:
    """`voice` is how the team wants to be spoken to, in its own words."""
    style = json.dumps(voice or "friendly and brief", ensure_ascii=False)
    opening = (
        "You word a short note to the manager of a small team: how many hours people have this"
        f" week against what they want. The team describes its voice as {style}. The slots that"
        " may be used come as JSON, each with what stands in it."
    )
    words = f"Besides the slots use these words only: {', '.join(sorted(WORDS))}."
    rules = "\n".join(f"- {rule}" for rule in (*_RULES, words))
    facts = json.dumps({"slots": slots.shown}, ensure_ascii=False, indent=1)
    return Prompt(f"{opening}\n{rules}", facts, LONGEST)
