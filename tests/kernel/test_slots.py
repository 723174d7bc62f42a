"""How a sentence with slots is read, and that it is filled wholly or not at all."""

from __future__ import annotations

import pytest

from belfry.kernel.hours.clock_times import ReadingError
from belfry.kernel.rulebook import parse_slotted
from belfry.kernel.texts import fill_slots, find_slot

SLOTS = ("name", "week")


@pytest.mark.parametrize(
    "typed, sentence",
    [
        pytest.param("Hi { Name }!", "Hi {name}!", id="slots in any spelling"),
        pytest.param('"Hi {name}"', "Hi {name}", id="a sentence in quotes"),
        pytest.param("Hi all", "Hi all", id="no slot at all"),
    ],
)
def test_sentence_is_read_kindly(typed: str, sentence: str) -> None:
    assert parse_slotted(typed, SLOTS, example="name") == sentence


@pytest.mark.parametrize(
    "typed, column, refused_text, expected",
    [
        ("Hi {nam}", 3, "{nam}", "one of {name}, {week}"),
        ("Hi {name", 3, "{", "a slot such as {week}, or no brace"),
        ("x" * 601, 600, "x", "at most 600 characters"),
    ],
)
def test_sentence_that_cannot_be_read_is_refused_with_its_place(
    typed: str, column: int, refused_text: str, expected: str
) -> None:
    with pytest.raises(ReadingError) as refused:
        parse_slotted(typed, SLOTS, example="week")
    error = refused.value
    assert (error.column, error.text, error.expected) == (column, refused_text, expected)


@pytest.mark.parametrize(
    "values, filled",
    [
        ({"name": "Ana", "week": "May"}, "Ana: May"),
        ({"name": "Ana", "week": None}, None),
        ({"name": ""}, None),
    ],
)
def test_sentence_is_said_whole_or_not_at_all(
    values: dict[str, str | None], filled: str | None
) -> None:
    assert fill_slots("{name}: {week}", values) == filled


def test_value_with_a_brace_is_not_filled_again() -> None:
    assert fill_slots("{name}", {"name": "{week}", "week": "x"}) == "{week}"


def test_slot_is_found_as_it_was_typed() -> None:
    assert find_slot("Hi { NAME }", "name") == 3
    assert find_slot("Hi { NAME }", "week") is None
