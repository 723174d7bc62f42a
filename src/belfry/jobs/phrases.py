"""How a stage is said in a sentence, true for whatever a shop calls its stages.

Only the most usual names have phrases of their own; any other stage is named as the shop names it.
"""

from __future__ import annotations

from dataclasses import dataclass

from belfry.jobs.stages import Stages
from belfry.kernel.rulebook import fold_name

_COLLECTED = {"collected", "picked up", "fetched"}
_TO_COLLECT = {"ready to collect", "ready for collection", "ready for pickup", "ready to pick up"}


@dataclass(frozen=True)
class Phrase:
    """Sentences about a thing in a stage, and by when it is expected there.

    `now` it has just come there; `still` it has been there for a while; `told` is what a customer
    was told of it; `expected` looks ahead; `title` is what follows the thing in a subject line.
    """

    now: str
    still: str
    told: str
    expected: str
    title: str


_RECEIVED = Phrase(
    now="we have received {item}.",
    still="{item} has been received and is still waiting for its turn.",
    told="we had received {item}",
    expected="we expect to have received it by {eta}.",
    title=": received",
)
_DIAGNOSING = Phrase(
    now="we are now diagnosing {item}.",
    still="we are still diagnosing {item}.",
    told="we were diagnosing {item}",
    expected="we expect to be diagnosing it by {eta}.",
    title=": diagnosing",
)
_IN_PROGRESS = Phrase(
    now="work on {item} is now in progress.",
    still="work on {item} is still in progress.",
    told="work on {item} was in progress",
    expected="we expect work on it to be in progress by {eta}.",
    title=": in progress",
)
_AWAITING_PARTS = Phrase(
    now="{item} is now waiting for parts.",
    still="{item} is still waiting for parts.",
    told="{item} was waiting for parts",
    expected="we expect it to be waiting for parts by {eta}.",
    title=": waiting for parts",
)
_READY = Phrase(
    now="{item} is ready.",
    still="{item} is still here and ready.",
    told="{item} was ready",
    expected="we expect it to be ready by {eta}.",
    title=" is ready",
)
_READY_TO_COLLECT = Phrase(
    now="{item} is ready to collect.",
    still="{item} is still here, ready to collect.",
    told="{item} was ready to collect",
    expected="we expect it to be ready to collect by {eta}.",
    title=" is ready to collect",
)
_COLLECTED_PHRASE = Phrase(
    now="{item} has been collected. Thank you!",
    still="{item} has been collected.",
    told="{item} had been collected",
    expected="we expect it to be collected by {eta}.",
    title=": collected",
)
_USUAL = {
    "received": _RECEIVED,
    "diagnosing": _DIAGNOSING,
    "in progress": _IN_PROGRESS,
    "awaiting parts": _AWAITING_PARTS,
    "waiting for parts": _AWAITING_PARTS,
}


def find_phrase(name: str, stages: Stages) -> Phrase:
    """The phrase for a stage, by its name and its place among the shop's stages."""
    key = fold_name(name)
    if key in _USUAL:
        return _USUAL[key]
    if is_ready(name, stages) and (key in _TO_COLLECT or key == "ready"):
        return _READY_TO_COLLECT if is_collected(stages) or key in _TO_COLLECT else _READY
    if stages.find(name) == stages.last and key in _COLLECTED:
        return _COLLECTED_PHRASE
    return _name_plainly(name)


def find_awaited(stages: Stages) -> str | None:
    """What customers wait for, where the ready stage has one of the usual names."""
    phrase = find_phrase(stages.ready.name, stages)
    usual = {_READY: "is ready", _READY_TO_COLLECT: "is ready to collect"}
    return usual.get(phrase)


def is_ready(name: str, stages: Stages) -> bool:
    return stages.find(name) == stages.ready


def is_collected(stages: Stages) -> bool:
    """Whether customers fetch their things themselves: some shops deliver."""
    return fold_name(stages.last.name) in _COLLECTED


def _name_plainly(name: str) -> Phrase:
    shown = name.replace("{", "(").replace("}", ")")
    return Phrase(
        now=f"{{item}} is now: {shown}.",
        still=f"{{item}} is still at this stage: {shown}.",
        told=f"{{item}} had reached this stage: {shown}",
        expected=f"the next stage is {shown}, which we expect it to reach by {{eta}}.",
        title=f": {shown}",
    )
