"""Which phone number a cell holds, after what a spreadsheet did to it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from belfry.kernel.sheets.taken import Taken, Unread, restore_digits, take_repaired

_BETWEEN = re.compile(r"[\s().\-/\u2010-\u2015\u00a0\u202f\u200e\u202a\u202c]+")
_NUMBER = re.compile(r"\+?\d{3,15}", re.ASCII)
_ABROAD = range(8, 16)


@dataclass(frozen=True, slots=True)
class Numbering:
    """How a country's numbers begin, and how many digits one has after that beginning."""

    code: str
    trunk: str
    lengths: range


# Country codes, the digit dialled before a number at home, and the usual lengths of numbers there.
# A country that is not here has its numbers taken as they are.
NUMBERINGS = {
    "AT": Numbering("43", "0", range(7, 14)),
    "AU": Numbering("61", "0", range(9, 10)),
    "BE": Numbering("32", "0", range(8, 10)),
    "CA": Numbering("1", "", range(10, 11)),
    "CH": Numbering("41", "0", range(9, 10)),
    "DE": Numbering("49", "0", range(7, 12)),
    "DK": Numbering("45", "", range(8, 9)),
    "ES": Numbering("34", "", range(9, 10)),
    "FR": Numbering("33", "0", range(9, 10)),
    "GB": Numbering("44", "0", range(9, 11)),
    "IE": Numbering("353", "0", range(7, 10)),
    "NL": Numbering("31", "0", range(9, 10)),
    "NO": Numbering("47", "", range(8, 9)),
    "NZ": Numbering("64", "0", range(8, 11)),
    "PL": Numbering("48", "", range(9, 10)),
    "PT": Numbering("351", "", range(9, 10)),
    "SE": Numbering("46", "0", range(7, 10)),
    "SG": Numbering("65", "", range(8, 9)),
    "US": Numbering("1", "", range(10, 11)),
    "ZA": Numbering("27", "0", range(9, 10)),
}


def read_phone(text: str, *, country: str) -> Taken[str] | Unread:
    """The number as it is dialled in the country, or with + from anywhere."""
    stripped = text.strip()
    bare = re.sub(r"(?i)^tel:", "", stripped.removeprefix("'"))
    restored = restore_digits(bare)
    if isinstance(restored, Unread):
        return restored
    number = restored or _tidy(bare)
    if not _NUMBER.fullmatch(number):
        return Unread(f"expected a phone number, not {stripped!r}")
    read = _read_number(number, stripped, country)
    if restored and isinstance(read, Taken) and read.repair is None:
        why = "a spreadsheet turned it into a number"
        return take_repaired(read.value, found=stripped, shown=read.value, why=why)
    return read


def _tidy(text: str) -> str:
    """The digits alone; `00` before a country's code is a +, and `(0)` after it is not dialled."""
    is_abroad = text.startswith(("+", "00"))
    digits = _BETWEEN.sub("", re.sub(r"\(0\)", "", text) if is_abroad else text)
    return "+" + digits[2:] if digits.startswith("00") else digits


def _read_number(number: str, found: str, country: str) -> Taken[str] | Unread:
    home = NUMBERINGS.get(country)
    if number.startswith("+"):
        is_whole = len(number) - 1 in _ABROAD
        return Taken(number) if is_whole else Unread(f"{found!r} is too short to dial from abroad")
    if home is None:
        return Taken(number)
    if home.trunk and number.startswith(home.trunk):
        return Taken(number) if len(number) - 1 in home.lengths else _misfit(found, country)
    return _read_cropped(number, found, home, country)


def _read_cropped(number: str, found: str, home: Numbering, country: str) -> Taken[str] | Unread:
    """A number that begins with neither + nor the digit dialled at home."""
    if len(number) in home.lengths:
        if not home.trunk:
            return Taken(number)
        whole = home.trunk + number
        why = f"a number in {country} begins with {home.trunk}, which spreadsheets drop"
        return take_repaired(whole, found=found, shown=whole, why=why)
    if number.startswith(home.code) and len(number) - len(home.code) in home.lengths:
        whole = f"+{number}"
        why = f"it begins with the code of {country}, and spreadsheets drop the +"
        return take_repaired(whole, found=found, shown=whole, why=why)
    return _misfit(found, country)


def _misfit(found: str, country: str) -> Unread:
    return Unread(f"{found!r} has too few or too many digits for a phone number in {country}")
