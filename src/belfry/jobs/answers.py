"""What a customer reads who has just written STOP, START or HELP.

One text message each, whatever the shop is called: what is least needed is left out first.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from belfry.jobs.wording import Words
from belfry.kernel.hours.opening_hours import render_opening_hours
from belfry.kernel.texting import clean_sms, count_parts
from belfry.kernel.texts import make_harmless

if TYPE_CHECKING:
    from belfry.jobs.shop import Shop

STOPPED = "stopped"
RESTARTED = "restarted"
HELP = "help"
ANSWERS = frozenset({STOPPED, RESTARTED, HELP})

_SUBJECTS = {STOPPED: "No more messages", RESTARTED: "Messages again", HELP: "Help"}
_STOP = "Reply STOP to end messages."
# With a name that leaves no room for more.
_SHORTEST = {
    STOPPED: "no more messages.",
    RESTARTED: "messages are on again.",
    HELP: "STOP ends messages.",
}


def find_contradiction(kind: str, consent: str) -> str:
    """Why an answer that waited is no longer true, if so; `consent` is what they said last."""
    if kind == STOPPED and consent == "yes":
        return "the customer wants messages again"
    if kind == RESTARTED and consent == "no":
        return "the customer wants no messages any more"
    return ""


def word_answer(kind: str, shop: Shop) -> Words:
    """The answer of that kind, in one text message that names the shop."""
    name = make_harmless(shop.name, most=len(shop.name))
    said = (clean_sms(text) for text in _list_from_longest(kind, name, shop))
    return Words(_SUBJECTS[kind], next(text for text in said if count_parts(text).parts == 1))


def _list_from_longest(kind: str, name: str, shop: Shop) -> Iterator[str]:
    yield from _list_whole(kind, name, shop)
    # Half a name is still known to whoever brought something there.
    for most in range(len(name), 0, -1):
        yield f"{name[:most].rstrip()}: {_SHORTEST[kind]}"


def _list_whole(kind: str, name: str, shop: Shop) -> Iterator[str]:
    match kind:
        case "stopped":
            yield f"{name}: you will get no more messages from us. Reply START to get them again."
            yield f"{name}: no more messages from us. Reply START to return."
        case "restarted":
            yield f"{name}: you will hear from us about your job again. {_STOP}"
            yield f"{name}: messages are on again. {_STOP}"
        case _:
            yield from _list_help(name, shop)


def _list_help(name: str, shop: Shop) -> Iterator[str]:
    if shop.contact:
        contact = make_harmless(shop.contact, most=len(shop.contact)).rstrip(".")
        yield f"{name}: messages about your job. Contact: {contact}. {_STOP}"
        yield f"{name}. Contact: {contact}. {_STOP}"
    else:
        hours = render_opening_hours(shop.opening)
        yield f"{name}: messages about your job. We are open {hours}. {_STOP}"
        yield f"{name}. Open {hours}. {_STOP}"
    yield f"{name}: messages about your job. {_STOP}"
