"""Whether a text can go to a phone as it is, and how it reads there."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from belfry.kernel.texting.cleaning import clean_sms
from belfry.kernel.texting.parts import count_parts

MOST_PARTS = 10
_NUMBER = re.compile(r"\+[1-9][0-9]{6,14}")


@dataclass(frozen=True, slots=True)
class Wire:
    """What is handed to whoever carries text messages."""

    to: str = field(repr=False)
    body: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Unfit:
    """It can never be sent; `why` repeats neither the number nor the text."""

    why: str


def write_wire(to: str, text: str) -> Wire | Unfit:
    """`to` is a number that begins with + and the code of a country."""
    if not _NUMBER.fullmatch(to):
        return Unfit("expected a phone number that begins with + and the code of its country")
    body = clean_sms(text)
    if not body.strip():
        return Unfit("the text says nothing")
    parts = count_parts(body).parts
    if parts > MOST_PARTS:
        return Unfit(f"the text takes {parts} messages, more than {MOST_PARTS}")
    return Wire(to, body)
