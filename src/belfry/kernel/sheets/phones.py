"""Which phone number a cell holds, after what a spreadsheet did to it.

However it was written, what is taken begins with + and the code of its country, so that it can be
dialled from anywhere and one person has one number.
"""

from __future__ import annotations

import re

from belfry.kernel.sheets.columns import Taken, Unread, restore_digits, take_repaired

_BETWEEN = re.compile(r"[\s().\-/\u2010-\u2015\u00a0\u202f\u200e\u202a\u202c]+")
_NUMBER = re.compile(r"\+?\d{3,20}", re.ASCII)


def read_phone(text: str, *, country: str) -> Taken[str] | Unread:
    """The number as it is dialled in the country, or with + from anywhere."""
    # The plans of all countries take a while to load, and most of what is started needs none.
    from belfry.kernel.sheets.dialling import read_dialled

    stripped = text.strip()
    bare = re.sub(r"(?i)^tel:", "", stripped.removeprefix("'"))
    restored = restore_digits(bare)
    if isinstance(restored, Unread):
        return restored
    number = restored or _tidy(bare)
    if not _NUMBER.fullmatch(number):
        return Unread(f"expected a phone number, not {stripped!r}")
    read = read_dialled(number, found=stripped, country=country)
    if restored and isinstance(read, Taken) and read.repair is None:
        why = "a spreadsheet turned it into a number"
        return take_repaired(read.value, found=stripped, shown=read.value, why=why)
    return read


def _tidy(text: str) -> str:
    """The digits alone; `(0)` after a country's code is not dialled."""
    is_abroad = text.startswith(("+", "00"))
    return _BETWEEN.sub("", re.sub(r"\(0\)", "", text) if is_abroad else text)
