"""Which phone number of which country some digits are.

The plans of all countries come with a library that takes its time to load: only what reads a phone
number should import this. A number counts if its length can be one there. Whether it is in use
nobody can say who does not ring it, and plans change more often than libraries.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from phonenumbers import (
    NumberParseException,
    PhoneMetadata,
    PhoneNumber,
    PhoneNumberFormat,
    PhoneNumberType,
    ValidationResult,
    format_number,
    is_possible_number_with_reason,
    is_valid_number,
    number_type,
    parse,
    region_code_for_country_code,
)

# With its country's code; a shorter one is somebody's extension, or help in an emergency.
_FEWEST_DIGITS = 8
_ALIASES = {"UK": "GB"}
_MOBILE = (PhoneNumberType.MOBILE, PhoneNumberType.FIXED_LINE_OR_MOBILE)
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
    letters = _ALIASES.get(country.upper(), country.upper())
    plan = PhoneMetadata.metadata_for_region(letters)
    return Home(letters, str(plan.country_code), plan.national_prefix or "") if plan else None


def find_abroad(digits: str) -> Number | Misfit:
    """The number that begins with + and these digits."""
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
    misfit = Misfit(f"has too few or too many digits for a phone number in {home.country}")
    try:
        number = parse(digits, home.country)
    except NumberParseException:
        return misfit
    if is_possible_number_with_reason(number) != ValidationResult.IS_POSSIBLE:
        return misfit
    found = _describe(number, misfit)
    is_long = isinstance(found, Number) and len(found.e164) > _FEWEST_DIGITS
    return found if is_long else misfit


def _explain(error: NumberParseException) -> Misfit:
    match error.error_type:
        case NumberParseException.INVALID_COUNTRY_CODE:
            return Misfit(_NO_CODE)
        case NumberParseException.TOO_LONG:
            return Misfit("has too many digits for a phone number")
    return Misfit(_SHORT)


def _describe(number: PhoneNumber, misfit: Misfit) -> Number | Misfit:
    """The number in all its forms; the misfit, if a 0 stands where none is dialled from abroad."""
    home = find_home(region_code_for_country_code(number.country_code or 0))
    if number.italian_leading_zero and home and home.trunk == "0":
        return misfit
    return Number(
        e164=format_number(number, PhoneNumberFormat.E164),
        dialled=re.sub(r"\D", "", format_number(number, PhoneNumberFormat.NATIONAL)),
        likelihood=is_valid_number(number) + (number_type(number) in _MOBILE),
    )
