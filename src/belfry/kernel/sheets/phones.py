"""Which phone number a cell holds, after what a spreadsheet did to it.

However it was written, what is taken begins with + and the code of its country, so that it can be
dialled from anywhere and one person has one number. The library with the numbering plans of all
countries is loaded when the first number is read: it is large, and most processes read none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from belfry.kernel.sheets.columns import Taken, Unread, restore_digits, take_repaired

if TYPE_CHECKING:
    from phonenumbers import NumberParseException, PhoneNumber

_BETWEEN = re.compile(r"[\s().\-/\u2010-\u2015\u00a0\u202f\u200e\u202a\u202c]+")
_NUMBER = re.compile(r"\+?\d{3,20}", re.ASCII)


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
    read = read_dialled(number, text=stripped, country=country)
    if restored and isinstance(read, Taken) and read.repair is None:
        why = "a spreadsheet turned it into a number"
        return take_repaired(read.value, text=stripped, shown=read.value, why=why)
    return read


def _tidy(text: str) -> str:
    """The digits alone; `(0)` after a country's code is not dialled."""
    is_abroad = text.startswith(("+", "00"))
    return _BETWEEN.sub("", re.sub(r"\(0\)", "", text) if is_abroad else text)


def read_dialled(number: str, *, text: str, country: str) -> Taken[str] | Unread:
    """What these digits reach from that country; `found` is how they stood in the cell."""
    home = find_home(country)
    if number.startswith("+"):
        return _take(find_abroad(number[1:]), text)
    if home is not None:
        return _read_at_home(number, text, home)
    if number.startswith("00"):
        return _take(find_abroad(number[2:]), text)
    where = f"{country!r} is no country with phones" if country else "the team has no country"
    return Unread(f"{text!r} needs a + and the code of its country: {where}")


def _read_at_home(number: str, text: str, home: Home) -> Taken[str] | Unread:
    read = find_at_home(number, home)
    if number.startswith("00"):
        return _take_abroad(read, find_abroad(number[2:]), text)
    if not number.startswith(home.code) or home.code == home.trunk:
        return _take_cropped(read, number, text, home)
    return _choose(read, find_abroad(number), number, text, home)


def _take_abroad(
    dialled: Number | Misfit, written: Number | Misfit, text: str
) -> Taken[str] | Unread:
    """00 is how many write a +; in some countries it begins what is dialled before the code."""
    if isinstance(dialled, Misfit) or isinstance(written, Misfit):
        return _take(written if isinstance(dialled, Misfit) else dialled, text)
    if dialled.e164 == written.e164 or not written.likelihood:
        return _take(dialled, text)
    return _take(written, text) if not dialled.likelihood else _doubt(dialled, written, text)


def _choose(
    short: Number | Misfit, whole: Number | Misfit, number: str, text: str, home: Home
) -> Taken[str] | Unread:
    """Either its 0 was left out, or its +: one of the two may be impossible or unlikely."""
    if isinstance(whole, Misfit):
        return _take_cropped(short, number, text, home)
    if isinstance(short, Number) and short.e164 != whole.e164:
        if short.likelihood > whole.likelihood:
            return _take_cropped(short, number, text, home)
        if short.likelihood == whole.likelihood:
            return _doubt(short, whole, text)
    why = f"it begins with the code of {home.country}, and spreadsheets drop the +"
    return take_repaired(whole.e164, text=text, shown=whole.e164, why=why)


def _take_cropped(read: Number | Misfit, number: str, text: str, home: Home) -> Taken[str] | Unread:
    """The number, with a repair if its leading 0 was missing."""
    if isinstance(read, Misfit) or read.dialled != f"0{number}":
        return _take(read, text)
    why = f"a number in {home.country} begins with 0, which spreadsheets drop"
    return take_repaired(read.e164, text=text, shown=read.e164, why=why)


def _take(read: Number | Misfit, text: str) -> Taken[str] | Unread:
    return Unread(f"{text!r} {read.why}") if isinstance(read, Misfit) else Taken(read.e164)


def _doubt(number: Number, other: Number, text: str) -> Unread:
    return Unread(f"{text!r} may be {number.e164} or {other.e164}: write it with a +")


# With its country's code; a shorter one is an extension, or an emergency number.
_FEWEST_DIGITS = 8
_ALIASES = {"UK": "GB"}
_NO_CODE = "begins with no country's code"
_SHORT = "is too short to dial from abroad"


@dataclass(frozen=True, slots=True)
class Number:
    """`dialled` is how it is dialled at home, in digits alone.

    `likelihood` is 2 for a number of a mobile phone, 1 for any other that the plan has, else 0.
    """

    e164: str
    dialled: str
    likelihood: int


@dataclass(frozen=True, slots=True)
class Misfit:
    """No number has so many digits, or so few, or begins like that."""

    why: str


@dataclass(frozen=True, slots=True)
class Home:
    """A country by its two letters, its code, and what is dialled before a number there."""

    country: str
    code: str
    trunk: str


def find_home(country: str) -> Home | None:
    """The country, if there are phones in it."""
    from phonenumbers import PhoneMetadata

    letters = _ALIASES.get(country.upper(), country.upper())
    plan = PhoneMetadata.metadata_for_region(letters)
    return Home(letters, str(plan.country_code), plan.national_prefix or "") if plan else None


def find_abroad(digits: str) -> Number | Misfit:
    """The number that begins with + and these digits."""
    from phonenumbers import (
        NumberParseException,
        ValidationResult,
        is_possible_number_with_reason,
        parse,
        region_code_for_country_code,
    )

    try:
        number = parse(f"+{digits}")
    except NumberParseException as error:
        return _explain(error)
    place = region_code_for_country_code(number.country_code or 0)
    match is_possible_number_with_reason(number):
        case ValidationResult.IS_POSSIBLE if len(digits) >= _FEWEST_DIGITS:
            return _describe(number, Misfit(f"begins like no phone number in {place}"))
        case ValidationResult.TOO_LONG:
            return Misfit(f"has too many digits for a phone number in {place}")
    return Misfit(_SHORT)


def find_at_home(digits: str, home: Home) -> Number | Misfit:
    """The number that is reached by dialling these digits in that country."""
    from phonenumbers import (
        NumberParseException,
        ValidationResult,
        is_possible_number_with_reason,
        parse,
    )

    misfit = Misfit(f"has too few or too many digits for a phone number in {home.country}")
    try:
        number = parse(digits, home.country)
    except NumberParseException:
        return misfit
    if is_possible_number_with_reason(number) != ValidationResult.IS_POSSIBLE:
        return misfit
    result = _describe(number, misfit)
    is_long = isinstance(result, Number) and len(result.e164) > _FEWEST_DIGITS
    return result if is_long else misfit


def _explain(error: NumberParseException) -> Misfit:
    match error.error_type:
        case error.INVALID_COUNTRY_CODE:
            return Misfit(_NO_CODE)
        case error.TOO_LONG:
            return Misfit("has too many digits for a phone number")
    return Misfit(_SHORT)


def _describe(number: PhoneNumber, misfit: Misfit) -> Number | Misfit:
    """The number in all its forms; the misfit, if a 0 stands where none is dialled from abroad."""
    from phonenumbers import (
        PhoneNumberFormat,
        PhoneNumberType,
        format_number,
        is_valid_number,
        number_type,
        region_code_for_country_code,
    )

    home = find_home(region_code_for_country_code(number.country_code or 0))
    if number.italian_leading_zero and home and home.trunk == "0":
        return misfit
    mobile = (PhoneNumberType.MOBILE, PhoneNumberType.FIXED_LINE_OR_MOBILE)
    is_mobile = number_type(number) in mobile
    return Number(
        e164=format_number(number, PhoneNumberFormat.E164),
        dialled=re.sub(r"\D", "", format_number(number, PhoneNumberFormat.NATIONAL)),
        likelihood=is_valid_number(number) + is_mobile,
    )
