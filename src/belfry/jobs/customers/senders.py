"""Whose address a reply came from, written as the board's addresses are."""

from __future__ import annotations

import re

from belfry.kernel.sheets import Taken
from belfry.kernel.sheets.cells import read_email
from belfry.kernel.sheets.phones import read_phone
from belfry.kernel.texts import make_storable

LONGEST_ADDRESS = 254
_WHOLE_NUMBER = re.compile(r"\+[0-9]{8,15}")


def find_address(sender: str, *, country: str) -> str:
    """The address as it would be read from the board; as it came, if it is none."""
    text = sender.strip()
    taken = read_email(text) if "@" in text else read_phone(text, country=country)
    return taken.value if isinstance(taken, Taken) else make_storable(text, most=LONGEST_ADDRESS)


def may_be_answered(address: str) -> bool:
    """Whether a person is there: short numbers and names belong to machines."""
    return "@" in address or _WHOLE_NUMBER.fullmatch(address) is not None
