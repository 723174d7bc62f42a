"""How many text messages a text takes, found by really writing them: slow, and sure.

Every sign becomes what goes over the air (septets with their escapes, or UTF-16), and that is cut
into messages one after the other.
"""

from __future__ import annotations

ESCAPE = -1
BASIC = (
    "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\x1bÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?"
    "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
)
EXTENSION = {
    "\f": 0x0A,
    "^": 0x14,
    "{": 0x28,
    "}": 0x29,
    "\\": 0x2F,
    "[": 0x3C,
    "~": 0x3D,
    "]": 0x3E,
    "|": 0x40,
    "€": 0x65,
}


def count_slowly(text: str) -> tuple[str, int, int]:
    """The encoding, its units, and the messages."""
    septets = write_septets(text)
    if septets is not None:
        return "GSM-7", len(septets), len(cut(septets, 160, 153, {ESCAPE}))
    raw = text.encode("utf-16-be")
    units = [int.from_bytes(raw[at : at + 2]) for at in range(0, len(raw), 2)]
    return "UCS-2", len(units), len(cut(units, 70, 67, set(range(0xD800, 0xDC00))))


def write_septets(text: str) -> list[int] | None:
    septets: list[int] = []
    for sign in text:
        if sign in EXTENSION:
            septets += [ESCAPE, EXTENSION[sign]]
        elif sign in BASIC and sign != "\x1b":
            septets.append(BASIC.index(sign))
        else:
            return None
    return septets


def cut(units: list[int], alone: int, each: int, firsts: set[int]) -> list[list[int]]:
    """The messages; no message ends with the first half of something."""
    if len(units) <= alone:
        return [units]
    messages = []
    while units:
        size = each - 1 if units[each - 1 : each] and units[each - 1] in firsts else each
        messages.append(units[:size])
        units = units[size:]
    return messages
