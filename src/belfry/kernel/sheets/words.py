"""Whether a cell says yes or no, which address it holds, and which thing it names."""

from __future__ import annotations

import re

from belfry.kernel.sheets.taken import Taken, Unread, restore_digits, take_repaired

_YES = frozenset({"yes", "y", "true", "t", "1", "x", "on", "ja", "oui", "si", "sí", "✓", "✔", "☑"})
_NO = frozenset({"no", "n", "false", "f", "0", "off", "nein", "non", "-", "✗", "✘", "☐"})
_NEVER = r"\s@<>,;:\"()\u200b\ufeff"
_LABEL = rf"[^{_NEVER}'.]+"
_EMAIL = re.compile(rf"(?!')[^{_NEVER}]+@{_LABEL}(?:\.{_LABEL})+")
_NAMED = re.compile(r"[^<>]*<\s*([^<>]*?)\s*>")
_LONGEST_EMAIL = 254


def read_yes_no(text: str) -> Taken[bool] | Unread:
    word = text.strip().casefold().rstrip(".!")
    if word in _YES or word in _NO:
        return Taken(word in _YES)
    if (digits := restore_digits(word)) in ("0", "1"):
        shown = "yes" if digits == "1" else "no"
        return take_repaired(digits == "1", found=text, shown=shown, why="a number for yes or no")
    return Unread(f"expected yes or no, not {text.strip()!r}")


def read_email(text: str) -> Taken[str] | Unread:
    """One address, without what mail programs and fingers put around it."""
    stripped = text.strip()
    if _is_email(stripped):
        return Taken(stripped)
    named = _NAMED.fullmatch(stripped)
    bare = (named[1] if named else stripped).strip(" '\"")
    bare = re.sub(r"(?i)^mailto:", "", bare).rstrip(",;.")
    bare = re.sub(r"[\s\u200b\ufeff]+", "", bare) if bare.count("@") == 1 else bare
    if not _is_email(bare):
        return Unread(f"expected an e-mail address like name@example.com, not {stripped!r}")
    return take_repaired(bare, found=stripped, shown=bare, why="the rest is no part of an address")


def read_id(text: str) -> Taken[str] | Unread:
    """The name or number of a thing, as a person would write it."""
    stripped = text.strip()
    bare = stripped.removeprefix("'")
    if not bare:
        return Unread("expected a name or a number, and found nothing")
    match restore_digits(bare):
        case str(digits):
            why = "a spreadsheet turned it into a number"
            return take_repaired(digits, found=stripped, shown=digits, why=why)
        case Unread() as unread:
            return unread
        case None:
            return Taken(" ".join(bare.split()))


def _is_email(text: str) -> bool:
    return len(text) <= _LONGEST_EMAIL and _EMAIL.fullmatch(text) is not None
