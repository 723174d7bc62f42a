"""Whether a message fits the way it is sent: three texts, or one e-mail of a decent length."""

from __future__ import annotations

from collections.abc import Iterable

from belfry.jobs.fence.verdicts import Reason, object_to

MOST_PARTS = 3
LONGEST_EMAIL = 1000
_GSM = frozenset(
    "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?"
    "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
)
_TWICE = frozenset("^{}\\[~]|€\f")
_CLEANER = str.maketrans(
    {
        **dict.fromkeys("\u2019\u2018\u02bc\u00b4\u0060\u2032", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u00ab\u00bb", '"'),
        **dict.fromkeys("\u2013\u2014\u2012\u2015\u2010\u2011\u2212", "-"),
        **dict.fromkeys("\u00a0\u2009\u202f\u2002\u2003\t", " "),
        **dict.fromkeys("\u200b\u200c\u2060\ufeff\u00ad", ""),
        "\u2026": "...",
        "\u2022": "-",
    }
)


def clean_sms(text: str) -> str:
    """The text with what a plain text message can say as well put in its place."""
    return text.translate(_CLEANER)


def count_parts(text: str) -> int:
    """How many text messages it takes, after cleaning."""
    clean = clean_sms(text)
    if all(letter in _GSM or letter in _TWICE for letter in clean):
        length = len(clean) + sum(letter in _TWICE for letter in clean)
        return 1 if length <= 160 else _count_gsm(clean)
    units = len(clean.encode("utf-16-le")) // 2
    return 1 if units <= 70 else _count_ucs(clean)


def find_misfit(text: str, channel: str) -> list[Reason]:
    if channel == "sms":
        parts = count_parts(text)
        return [object_to("length", f"{parts} text messages")] if parts > MOST_PARTS else []
    said = f"{len(text)} characters"
    return [object_to("length", said)] if len(text) > LONGEST_EMAIL else []


def _count_gsm(clean: str) -> int:
    """A sign that counts twice is never split between two parts."""
    return _count((2 if letter in _TWICE else 1 for letter in clean), 153)


def _count_ucs(clean: str) -> int:
    return _count((2 if ord(letter) > 0xFFFF else 1 for letter in clean), 67)


def _count(sizes: Iterable[int], room: int) -> int:
    parts, used = 1, 0
    for size in sizes:
        if used + size > room:
            parts, used = parts + 1, 0
        used += size
    return parts
