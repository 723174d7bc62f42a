"""Which number somebody dialled who left a sign of it out, or whose spreadsheet did."""

from __future__ import annotations

from belfry.kernel.sheets.numbering import (
    Home,
    Misfit,
    Number,
    find_abroad,
    find_at_home,
    find_home,
)
from belfry.kernel.sheets.taken import Taken, Unread, take_repaired


def read_dialled(number: str, *, found: str, country: str) -> Taken[str] | Unread:
    """What these digits reach from that country; `found` is how they stood in the cell."""
    home = find_home(country)
    if number.startswith("+"):
        return _take(find_abroad(number[1:]), found)
    if home is not None:
        return _read_at_home(number, found, home)
    if number.startswith("00"):
        return _take(find_abroad(number[2:]), found)
    where = f"{country!r} is no country with phones" if country else "the team has no country"
    return Unread(f"{found!r} needs a + and the code of its country: {where}")


def _read_at_home(number: str, found: str, home: Home) -> Taken[str] | Unread:
    read = find_at_home(number, home)
    if number.startswith("00"):
        return _take_abroad(read, find_abroad(number[2:]), found)
    if not number.startswith(home.code) or home.code == home.trunk:
        return _take_cropped(read, number, found, home)
    return _choose(read, find_abroad(number), number, found, home)


def _take_abroad(
    dialled: Number | Misfit, written: Number | Misfit, found: str
) -> Taken[str] | Unread:
    """00 is how many write a +; in some countries it begins what is dialled before the code."""
    if isinstance(dialled, Misfit) or isinstance(written, Misfit):
        return _take(written if isinstance(dialled, Misfit) else dialled, found)
    if dialled.e164 == written.e164 or not written.likelihood:
        return _take(dialled, found)
    return _take(written, found) if not dialled.likelihood else _doubt(dialled, written, found)


def _choose(
    short: Number | Misfit, whole: Number | Misfit, number: str, found: str, home: Home
) -> Taken[str] | Unread:
    """Either its 0 was left out, or its +: one of the two may be impossible or unlikely."""
    if isinstance(whole, Misfit):
        return _take_cropped(short, number, found, home)
    if isinstance(short, Number) and short.e164 != whole.e164:
        if short.likelihood > whole.likelihood:
            return _take_cropped(short, number, found, home)
        if short.likelihood == whole.likelihood:
            return _doubt(short, whole, found)
    why = f"it begins with the code of {home.country}, and spreadsheets drop the +"
    return take_repaired(whole.e164, found=found, shown=whole.e164, why=why)


def _take_cropped(
    read: Number | Misfit, number: str, found: str, home: Home
) -> Taken[str] | Unread:
    """The number; said, if the 0 before it had gone."""
    if isinstance(read, Misfit) or read.dialled != f"0{number}":
        return _take(read, found)
    why = f"a number in {home.country} begins with 0, which spreadsheets drop"
    return take_repaired(read.e164, found=found, shown=read.e164, why=why)


def _take(read: Number | Misfit, found: str) -> Taken[str] | Unread:
    return Unread(f"{found!r} {read.why}") if isinstance(read, Misfit) else Taken(read.e164)


def _doubt(one: Number, other: Number, found: str) -> Unread:
    return Unread(f"{found!r} may be {one.e164} or {other.e164}: write it with a +")
