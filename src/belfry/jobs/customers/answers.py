"""What a customer reads who has just written STOP, START or HELP.

One text message each, whatever the shop is called: what is least needed is left out first.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from belfry.jobs.updates.plain import Words
from belfry.kernel.hours.opening_hours import render_opening_hours
from belfry.kernel.sms import clean_sms, count_parts
from belfry.kernel.texts import make_harmless

if TYPE_CHECKING:
    from belfry.jobs.settings.shop import Shop

STOPPED = "stopped"
RESTARTED = "restarted"
HELP = "help"
ANSWERS = frozenset({STOPPED, RESTARTED, HELP})


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
    texts = (clean_sms(text) for text in _list_from_longest(kind, name, shop))
    subject = shop.language.get("answers", f"{kind} subject")
    return Words(subject, next(text for text in texts if count_parts(text).parts == 1))


def _list_from_longest(kind: str, name: str, shop: Shop) -> Iterator[str]:
    answers = shop.language.words["answers"]
    contact = make_harmless(shop.contact, most=len(shop.contact)).rstrip(".")
    hours = shop.language.say_hours(render_opening_hours(shop.opening))
    about = ("help contact" if contact else "help hours") if kind == HELP else kind
    for key in (about, f"{about} short", kind):
        yield answers[key].format(shop=name, contact=contact, hours=hours)
    # Half a name is still known to whoever brought something there.
    for most in range(len(name), 0, -1):
        yield f"{name[:most].rstrip()}: {answers[f'{kind} shortest']}"
