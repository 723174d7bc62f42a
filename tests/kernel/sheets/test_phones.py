"""A phone number is taken as its country writes it, and written down as the world does."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.loops import for_each

from belfry.kernel.sheets import Taken, Unread, read_phone

# As people of each country write one of their numbers.
WRITTEN = {
    ("GB", "+447700900123"): [
        *("07700 900123", "07700900123", "07700-900-123", "(07700) 900123", "07700 900 123"),
    ],
    ("GB", "+442079460958"): [
        *("020 7946 0958", "(020) 7946 0958", "0207 946 0958", "020-7946-0958", "02079460958"),
    ],
    ("US", "+12025550123"): [
        *("(202) 555-0123", "202-555-0123", "202.555.0123", "2025550123", "1-202-555-0123"),
    ],
    ("DE", "+4915123456789"): [
        *("0151 23456789", "0151/23456789", "0151-23456789", "(0151) 234 567 89", "015123456789"),
    ],
    ("DE", "+4930901820"): [
        *("030 901820", "030/90 18 20", "(030) 901820", "030-901820", "030 90 1820"),
    ],
    ("FR", "+33612345678"): [
        *("06 12 34 56 78", "06.12.34.56.78", "06-12-34-56-78", "0612345678", "06 1234 5678"),
    ],
    ("SG", "+6591234567"): [
        *("9123 4567", "91234567", "9123-4567", "9123.4567", "(9123) 4567"),
    ],
    ("AU", "+61412345678"): [
        *("0412 345 678", "0412345678", "0412-345-678", "(0412) 345 678", "04 1234 5678"),
    ],
    ("AU", "+61298765432"): [
        *("(02) 9876 5432", "02 9876 5432", "0298765432", "02-9876-5432", "02 98765432"),
    ],
}
CASES = [(text, *place) for place, texts in WRITTEN.items() for text in texts]
COUNTRIES = sorted({country for country, _ in WRITTEN})


@for_each("text, country, value", CASES)
def test_number_is_taken_as_its_country_writes_it(text: str, country: str, value: str) -> None:
    assert read_phone(text, country=country) == Taken(value)


@for_each("country", [*COUNTRIES, "UK", "gb", "XY", ""])
@for_each("number", sorted({value for _, value in WRITTEN}))
def test_number_with_its_code_is_the_same_everywhere(country: str, number: str) -> None:
    spaced = f"{number[:3]} {number[3:6]}-{number[6:]}"
    assert read_phone(spaced, country=country) == Taken(number)
    if country != "SG":
        assert read_phone(f"00{number[1:]}", country=country) == Taken(number)


@pytest.mark.parametrize(
    "text, country",
    [("011 44 7700 900123", "US"), ("0011 44 7700 900123", "AU"), ("001 44 7700 900123", "SG")],
)
def test_number_is_taken_as_it_is_dialled_from_that_country(text: str, country: str) -> None:
    assert read_phone(text, country=country) == Taken("+447700900123")


@pytest.mark.parametrize(
    "text, country, value",
    [
        ("7700900123", "GB", "+447700900123"),
        ("15123456789", "DE", "+4915123456789"),
        ("612345678", "FR", "+33612345678"),
        ("412345678", "AU", "+61412345678"),
    ],
)
def test_number_without_its_0_is_repaired_and_said(text: str, country: str, value: str) -> None:
    read = read_phone(text, country=country)

    assert isinstance(read, Taken)
    assert read.repair is not None
    why = f"a number in {country} begins with 0, which spreadsheets drop"
    assert (read.value, read.repair.taken_for, read.repair.why) == (value, value, why)


@pytest.mark.parametrize(
    "country, value", [place for place in WRITTEN if place[0] != "US"], ids=lambda part: str(part)
)
def test_number_without_its_plus_is_repaired_and_said(country: str, value: str) -> None:
    read = read_phone(value[1:], country=country)

    assert isinstance(read, Taken)
    assert read.repair is not None
    why = f"it begins with the code of {country}, and spreadsheets drop the +"
    assert (read.value, read.repair.taken_for, read.repair.why) == (value, value, why)


@pytest.mark.parametrize(
    "text, country, first, other",
    [
        pytest.param("0033612345678", "SG", "+3612345678", "+33612345678", id="003 is dialled"),
        pytest.param("4951234567", "DE", "+494951234567", "+4951234567", id="49 is a place, too"),
    ],
)
def test_number_that_may_be_two_is_not_guessed(
    text: str, country: str, first: str, other: str
) -> None:
    read = read_phone(text, country=country)

    assert read == Unread(f"{text!r} may be {first} or {other}: write it with a +")


@pytest.mark.parametrize(
    "text, country, why",
    [
        ("555-0123", "US", "has too few or too many digits for a phone number in US"),
        ("0612 34 56", "FR", "has too few or too many digits for a phone number in FR"),
        ("112", "DE", "has too few or too many digits for a phone number in DE"),
        ("9123 45678", "SG", "has too few or too many digits for a phone number in SG"),
        ("077009001", "GB", "has too few or too many digits for a phone number in GB"),
        ("+44 077009001", "US", "begins like no phone number in GB"),
        ("+44 7700 900123 45", "US", "has too many digits for a phone number in GB"),
        ("+1 202 555", "GB", "is too short to dial from abroad"),
        ("+999 123 456 789", "GB", "begins with no country's code"),
        ("07700 900123", "", "needs a + and the code of its country: the team has no country"),
        ("07700 900123", "XY", "needs a + and the code of its country: 'XY' is no country with"),
    ],
)
def test_number_that_cannot_be_is_refused_with_the_reason(
    text: str, country: str, why: str
) -> None:
    read = read_phone(text, country=country)

    assert isinstance(read, Unread)
    assert read.why.startswith(f"{text!r} {why}")


@settings(derandomize=True, max_examples=300)
@given(st.text("0123456789 +-()./", max_size=24), st.sampled_from(COUNTRIES))
def test_number_that_is_taken_can_be_dialled_and_read_again(text: str, country: str) -> None:
    read = read_phone(text, country=country)

    if isinstance(read, Taken):
        assert 8 <= len(read.value.removeprefix("+")) <= 17
        assert read_phone(read.value, country="") == Taken(read.value)


@pytest.mark.parametrize("module", ["belfry.kernel.sheets", "belfry.entrypoints.cli.app"])
def test_plans_of_all_countries_are_loaded_only_for_a_number(module: str) -> None:
    code = f"import sys, {module}; print('phonenumbers' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout == "False\n"
