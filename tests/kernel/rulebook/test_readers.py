"""What the plain sentences of a doc mean, and where they stop making sense."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belfry.kernel.rulebook import (
    UnknownWord,
    parse_counts,
    parse_names,
    parse_percent,
    parse_yes_no,
    render_percent,
)

MESSAGES = {"email": ("e-mails", "emails"), "sms": ("texts", "sms")}


@pytest.mark.parametrize(
    "text, value",
    [
        ("yes", True),
        ("Yes.", True),
        ("ON", True),
        ("yes please", True),
        ("no", False),
        ("No!", False),
        ("off", False),
        ("never", False),
    ],
)
def test_yes_and_no_are_understood(text: str, value: bool) -> None:
    assert parse_yes_no(text) is value


@pytest.mark.parametrize("text", ["maybe", "", "yes and no", "yes, but not on Sundays"])
def test_what_is_neither_yes_nor_no_is_refused(text: str) -> None:
    with pytest.raises(UnknownWord) as caught:
        parse_yes_no(text)
    assert (caught.value.column, caught.value.expected) == (0, "yes or no")


@pytest.mark.parametrize(
    "text, share",
    [
        ("20%", Fraction(1, 5)),
        ("20 %", Fraction(1, 5)),
        ("20 percent", Fraction(1, 5)),
        ("20 per cent.", Fraction(1, 5)),
        ("12.5%", Fraction(1, 8)),
        ("12,5%", Fraction(1, 8)),
        ("0%", Fraction(0)),
        ("none", Fraction(0)),
    ],
)
def test_percentages_are_exact(text: str, share: Fraction) -> None:
    assert parse_percent(text) == share


@pytest.mark.parametrize("text", ["-20%", "a fifth", "20% or so", "%", "1e3%", "0.2"])
def test_what_is_no_percentage_is_refused(text: str) -> None:
    with pytest.raises(UnknownWord, match="a percentage such as 20%"):
        parse_percent(text)


def test_a_bare_number_is_refused_with_the_percentage_it_may_be() -> None:
    with pytest.raises(UnknownWord) as caught:
        parse_percent("20")
    assert caught.value.nearest == "20%"


@settings(derandomize=True)
@given(st.integers(0, 9999).map(lambda thousandths: Fraction(thousandths, 1000)))
def test_a_percentage_in_words_is_read_as_the_same(share: Fraction) -> None:
    assert parse_percent(render_percent(share)) == share


@pytest.mark.parametrize(
    "text",
    ["Ann, Bob, Cy", "Ann; Bob; Cy", "Ann, Bob and Cy", "Ann, Bob, and Cy", "Ann and Bob and Cy,"],
)
def test_names_may_be_parted_as_people_part_them(text: str) -> None:
    assert parse_names(text) == ("Ann", "Bob", "Cy")


def test_an_and_inside_a_name_parts_nothing() -> None:
    assert parse_names("Andrea, Brandy") == ("Andrea", "Brandy")


@pytest.mark.parametrize("text", ["", " , ; "])
def test_no_name_at_all_is_refused(text: str) -> None:
    with pytest.raises(UnknownWord):
        parse_names(text)


@pytest.mark.parametrize(
    "text, counts",
    [
        ("200 e-mails; 50 texts", {"email": 200, "sms": 50}),
        ("50 Texts and 200 emails a day", {"email": 200, "sms": 50}),
        ("50 SMS per day.", {"sms": 50}),
        ("1 text", {"sms": 1}),
        ("1,000 emails", {"email": 1000}),
        ("no texts", {"sms": 0}),
        ("no limit on e-mails, 50 texts", {"email": None, "sms": 50}),
        ("unlimited texts", {"sms": None}),
    ],
)
def test_counts_are_read_by_noun(text: str, counts: Mapping[str, int | None]) -> None:
    assert parse_counts(text, MESSAGES) == counts


@pytest.mark.parametrize(
    "text, column, refused, nearest",
    [
        pytest.param("200 e-mails; 50 txts", 16, "txts", "texts", id="a thing with a slip in it"),
        pytest.param("200 e-mails; 50 faxes", 16, "faxes", None, id="a thing nobody knows"),
        pytest.param("200 e-mails; lots", 13, "lots", None, id="no number"),
        pytest.param("5 texts; 6 sms", 9, "6 sms", None, id="one thing twice"),
        pytest.param("9999999 texts", 0, "9999999", None, id="more than anybody sends"),
        pytest.param("-5 texts", 0, "-5 texts", None, id="less than none"),
    ],
)
def test_counts_are_refused_where_they_go_wrong(
    text: str, column: int, refused: str, nearest: str | None
) -> None:
    with pytest.raises(UnknownWord) as caught:
        parse_counts(text, MESSAGES)
    assert (caught.value.column, caught.value.text) == (column, refused)
    assert caught.value.nearest == nearest
