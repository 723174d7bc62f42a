"""How cells are read that a spreadsheet, a mail program or a typist has changed."""

from __future__ import annotations

from datetime import date, time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belfry.kernel.sheets import (
    Repair,
    Taken,
    Unread,
    read_date,
    read_email,
    read_id,
    read_phone,
    read_time,
    read_yes_no,
)
from belfry.kernel.sheets.columns import name_letter

DAY = date(2026, 11, 17)


@pytest.mark.parametrize(
    "text, country, value",
    [
        pytest.param("07700 900123", "GB", "+447700900123", id="as people write it"),
        pytest.param("(020) 7946-0000", "GB", "+442079460000", id="with brackets"),
        pytest.param("+44 (0)7700 900123", "GB", "+447700900123", id="with a 0 in brackets"),
        pytest.param("0044 7700 900123", "GB", "+447700900123", id="with 00 for +"),
        pytest.param("'07700900123", "GB", "+447700900123", id="marked as text"),
        pytest.param("tel:+447700900123", "GB", "+447700900123", id="as a link"),
        pytest.param("(555) 010-0199", "US", "+15550100199", id="where no 0 is dialled"),
        pytest.param("61234567", "SG", "+6561234567", id="short, where numbers are short"),
    ],
)
def test_phone_number_is_read(text: str, country: str, value: str) -> None:
    assert read_phone(text, country=country) == Taken(value)


@pytest.mark.parametrize(
    "text, country, value",
    [
        pytest.param("7700900123", "GB", "+447700900123", id="its 0 is gone"),
        pytest.param("7700 900123", "GB", "+447700900123", id="its 0 is gone, with a space"),
        pytest.param("7700900123.0", "GB", "+447700900123", id="it became a decimal"),
        pytest.param("447700900123", "GB", "+447700900123", id="its + is gone"),
        pytest.param("4.47700900123E+11", "GB", "+447700900123", id="in powers of ten, whole"),
        pytest.param("4,47700900123E+11", "GB", "+447700900123", id="with a decimal comma"),
        pytest.param("5.550100199E+9", "US", "+15550100199", id="in powers of ten, in the US"),
    ],
)
def test_phone_number_is_repaired_and_said(text: str, country: str, value: str) -> None:
    read = read_phone(text, country=country)

    assert isinstance(read, Taken)
    assert read.repair is not None
    assert (read.value, read.repair.found, read.repair.taken_for) == (value, text, value)


@pytest.mark.parametrize(
    "text, message",
    [
        pytest.param("4.4E+11", "has lost digits in a spreadsheet", id="digits are lost"),
        pytest.param("4.47701E+11", "has lost digits in a spreadsheet", id="some are lost"),
        pytest.param("call Bob", "expected a phone number", id="words"),
        pytest.param("1800 FLOWERS", "expected a phone number", id="letters for digits"),
        pytest.param("07700 900123 ext 5", "expected a phone number", id="an extension"),
        pytest.param("077009001", "too few or too many digits", id="two digits short"),
        pytest.param("077009001234", "too few or too many digits", id="one too many"),
        pytest.param("+4477", "too short to dial", id="far too short"),
        pytest.param("12345", "too few or too many digits", id="neither home nor abroad"),
        pytest.param("07700900123 / 07700900124", "expected a phone number", id="two numbers"),
    ],
)
def test_phone_number_is_never_guessed(text: str, message: str) -> None:
    read = read_phone(text, country="GB")

    assert isinstance(read, Unread)
    assert message in read.why


@pytest.mark.parametrize(
    "text",
    [
        *("2026-11-17", "2026/11/17", "2026-11-17T00:00:00", "2026-11-17 00:00:00", "17/11/2026"),
        *("17.11.2026", "17-11-26", "17-Nov-26", "17 November 2026", "17th of Nov 2026"),
        *("Nov 17, 2026", "November 17th, 2026", "Tue 17 Nov 2026", "Tuesday, 17 Nov 2026"),
        "  17-NOV-2026 ",
    ],
)
def test_date_is_read_without_a_word(text: str) -> None:
    assert read_date(text, country="GB") == Taken(DAY)


@pytest.mark.parametrize(
    "text, country, repair",
    [
        pytest.param(
            "03/04/2026",
            "GB",
            Repair("03/04/2026", "3 April 2026", "in GB the day stands first"),
            id="two ways, day first",
        ),
        pytest.param(
            "03/04/2026",
            "US",
            Repair("03/04/2026", "4 March 2026", "in US the month stands first"),
            id="two ways, month first",
        ),
        pytest.param(
            "03.04.2026",
            "US",
            Repair("03.04.2026", "3 April 2026", "in US the day stands first"),
            id="dots stand between days and months",
        ),
        pytest.param(
            "11/17/2026",
            "GB",
            Repair("11/17/2026", "17 November 2026", "there is no such month the other way"),
            id="the other order",
        ),
        pytest.param(
            "46343",
            "GB",
            Repair("46343", "17 November 2026", "spreadsheets count days like this"),
            id="a spreadsheet's number",
        ),
        pytest.param(
            "46343.5",
            "GB",
            Repair("46343.5", "17 November 2026", "spreadsheets count days like this"),
            id="a spreadsheet's number with a time",
        ),
    ],
)
def test_date_that_takes_some_reading_is_said(text: str, country: str, repair: Repair) -> None:
    read = read_date(text, country=country)

    assert isinstance(read, Taken)
    assert read.repair == repair


@pytest.mark.parametrize(
    "text",
    [
        *("2026-02-30", "31/04/2026", "13/13/2026", "17/11", "17 Nov", "yesterday", "12", "99999"),
        *("Mon 17 Nov 2026", "17 Foo 2026", "2026-11", "2026-11-17 10:30"),
    ],
)
def test_date_that_cannot_be_is_unread(text: str) -> None:
    assert isinstance(read_date(text, country="GB"), Unread)


@settings(derandomize=True)
@given(st.dates(date(2000, 1, 1), date(2068, 12, 31)), st.sampled_from(["GB", "US"]))
def test_date_written_in_its_country_is_read_back(day: date, country: str) -> None:
    order = "%m/%d/%Y" if country == "US" else "%d/%m/%Y"
    serial = str((day - date(1899, 12, 30)).days)
    for text in (day.isoformat(), f"{day:{order}}", f"{day:%d-%b-%y}", f"{day:%B %d, %Y}", serial):
        read = read_date(text, country=country)
        assert isinstance(read, Taken)
        assert read.value == day


@pytest.mark.parametrize(
    "text, value",
    [
        *(("9:30", time(9, 30)), ("09:30:00", time(9, 30)), ("9.30", time(9, 30))),
        *(("9:30 am", time(9, 30)), ("9pm", time(21)), ("12am", time(0)), ("12 p.m.", time(12))),
        *(("noon", time(12)), ("Midnight", time(0)), ("14h05", time(14, 5))),
    ],
)
def test_time_is_read(text: str, value: time) -> None:
    assert read_time(text) == Taken(value)


@pytest.mark.parametrize(
    "text, value",
    [
        pytest.param("0.375", time(9), id="a part of a day"),
        pytest.param("0,354166667", time(8, 30), id="a part of a day, rounded"),
        pytest.param("24:00", time(0), id="the end of a day"),
        pytest.param("9", time(9), id="an hour alone"),
        pytest.param("1899-12-30 09:00:00", time(9), id="with a day that means nothing"),
    ],
)
def test_time_is_repaired_and_said(text: str, value: time) -> None:
    read = read_time(text)

    assert isinstance(read, Taken)
    assert read.repair is not None
    assert (read.value, read.repair.taken_for) == (value, f"{value:%H:%M}")


@pytest.mark.parametrize("text", ["25:00", "9:75", "13pm", "0am", "soon", "9:30:15", "-1"])
def test_time_that_cannot_be_is_unread(text: str) -> None:
    assert isinstance(read_time(text), Unread)


@pytest.mark.parametrize("text", ["yes", "Y", "TRUE", "x", "1", "ja", "✓", " Yes! "])
def test_yes_is_yes(text: str) -> None:
    assert read_yes_no(text) == Taken(True)


@pytest.mark.parametrize("text", ["no", "N", "FALSE", "0", "nein", "-"])
def test_no_is_no(text: str) -> None:
    assert read_yes_no(text) == Taken(False)


def test_number_for_yes_is_said() -> None:
    read = read_yes_no("1.0")

    assert isinstance(read, Taken)
    assert (read.value, read.repair is None) == (True, False)


def test_maybe_is_unread() -> None:
    assert read_yes_no("maybe") == Unread("expected yes or no, not 'maybe'")


@pytest.mark.parametrize(
    "text",
    [
        *("mailto:ann@example.com", "Ann Smith <ann@example.com>", "<ann@example.com>"),
        *("ann @ example.com", "ann@example.com;", "ann@exam ple.com", "'ann@example.com'"),
        "\u200bann@example.com",
    ],
)
def test_email_is_freed_of_what_is_around_it_and_that_is_said(text: str) -> None:
    read = read_email(text)

    assert isinstance(read, Taken)
    assert read.repair is not None
    assert (read.value, read.repair.taken_for) == ("ann@example.com", "ann@example.com")


def test_email_as_it_should_be_is_read_without_a_word() -> None:
    assert read_email(" Ann.O'Hara+x@mail.example.co.uk ") == Taken(
        "Ann.O'Hara+x@mail.example.co.uk"
    )


@pytest.mark.parametrize(
    "text",
    [
        *("ann", "ann@example", "@example.com", "ann@", "a@example.com, b@example.com"),
        *("a@b@c.com", "ann@.com", "a" * 250 + "@example.com"),
    ],
)
def test_email_that_cannot_be_is_unread(text: str) -> None:
    assert isinstance(read_email(text), Unread)


@pytest.mark.parametrize(
    "text, value, is_said",
    [
        pytest.param(" J-2042 ", "J-2042", False, id="as it is"),
        pytest.param("2042", "2042", False, id="a number"),
        pytest.param("007", "007", False, id="a number that begins with 0"),
        pytest.param("'2042", "2042", False, id="marked as text"),
        pytest.param("2042.0", "2042", True, id="a number that became a decimal"),
        pytest.param("2.042E+03", "2042", True, id="a number in powers of ten"),
        pytest.param("v1.05", "v1.05", False, id="a name with a dot"),
        pytest.param("20.42", "20.42", False, id="a number with a dot"),
    ],
)
def test_id_is_read(text: str, value: str, is_said: bool) -> None:
    read = read_id(text)

    assert isinstance(read, Taken)
    assert (read.value, read.repair is not None) == (value, is_said)


@pytest.mark.parametrize("text", ["", "  ", "2.04E+09"])
def test_id_that_is_nothing_or_lost_digits_is_unread(text: str) -> None:
    assert isinstance(read_id(text), Unread)


@pytest.mark.parametrize(
    "place, letter", [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (702, "AAA")]
)
def test_letter_over_a_column_is_a_spreadsheets(place: int, letter: str) -> None:
    assert name_letter(place) == letter
