"""Whether a chain of reminders is understood as it was meant, or refused with its place."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.loops import for_each

from belfry.controls.chains.chains import (
    MOST_WINDOWS,
    parse_chain,
    parse_override,
    render_chain,
    render_offsets,
)
from belfry.kernel.hours.clock_times import ReadingError
from belfry.kernel.rulebook import UnknownWord

DATA = Path(__file__).parents[1] / "data"
CASES: list[dict[str, Any]] = [
    json.loads(line)
    for name in ("chains.jsonl", "chains_own.jsonl")
    for line in (DATA / name).read_text("utf-8").splitlines()
]
UNDERSTOOD = [case for case in CASES if case["offsets"] is not None]
REFUSED = [case["text"] for case in CASES if case["offsets"] is None]


def refuse(text: str) -> UnknownWord:
    with pytest.raises(UnknownWord) as caught:
        parse_chain(text)
    return caught.value


def try_to_read(text: str) -> tuple[tuple[int, ...] | None, int]:
    """The offsets, or nothing and the place where the text stops making sense."""
    try:
        return parse_chain(text), 0
    except ReadingError as error:
        return None, error.column


@for_each("case", UNDERSTOOD)
def test_a_sentence_is_understood(case: dict[str, Any]) -> None:
    assert list(parse_chain(case["text"])) == case["offsets"]


@for_each("text", REFUSED)
def test_a_sentence_that_could_mean_anything_else_is_refused(text: str) -> None:
    error = refuse(text)
    assert 0 <= error.column <= len(text)
    assert text[error.column :].startswith(error.text)


@pytest.mark.parametrize(
    "text, column, refused, expected",
    [
        ("soon", 0, "soon", 'a reminder such as "5 days before", "on the day" or "2 days after"'),
        ("remind 5 days", 13, "", "before or after"),
        ("remind 5", 8, "", "days or weeks, and then before or after"),
        ("5 days, on the day", 0, "5", "a number with before or after behind it"),
        ("on the day, 5 x before", 14, "x", "days or weeks, and then before or after"),
        ("14 3 days before", 3, "3", "a comma between two numbers"),
        ("5 days before on the day", 14, "on", 'a comma or "and" before the next reminder'),
        ("a month before", 2, "month", None),
        ("3 working days before", 2, "working", None),
        ("5 hours before", 2, "hours", None),
        ("1.5 days before", 0, "1.5", "whole days, and a comma between several numbers"),
        ("2 weeks and 3 before", 12, "3", "days or weeks after the number"),
        ("3651 days before", 0, "3651", "at most 3650 days"),
        ("600 weeks before", 0, "600", "at most 3650 days"),
        ("the second day after", 11, "day", "a number of days, such as 2 days before"),
    ],
)
def test_what_is_refused_is_told_with_its_place(
    text: str, column: int, refused: str, expected: str | None
) -> None:
    error = refuse(text)
    assert (error.column, error.text) == (column, refused)
    assert expected is None or error.expected == expected


@pytest.mark.parametrize(
    "text, near",
    [
        ("5 days bfore", "before"),
        ("5 dyas before", "days"),
        ("a fortnigt before", "fortnight"),
        ("remnid 5 days before", "remind"),
        ("twelv days before", "twelve"),
        ("5th day before", None),
        ("a month before", None),
        ("tomorrow", None),
    ],
)
def test_a_slip_is_told_with_what_was_probably_meant(text: str, near: str | None) -> None:
    assert refuse(text).nearest == near


@pytest.mark.parametrize(
    "offsets, words, figures",
    [
        ((-5, 0, 2), "5 days before, on the day, then 2 days after", "-5, 0, +2"),
        ((-30, -14, -3), "30, 14 and 3 days before", "-30, -14, -3"),
        ((-14, -1), "14 and 1 days before", "-14, -1"),
        ((-1,), "1 day before", "-1"),
        ((0,), "on the day", "0"),
        ((0, 1), "on the day, then 1 day after", "0, +1"),
        ((1, 3, 7), "1, 3 and 7 days after", "+1, +3, +7"),
    ],
)
def test_a_chain_is_said_in_words_and_figures(
    offsets: tuple[int, ...], words: str, figures: str
) -> None:
    assert (render_chain(offsets), render_offsets(offsets)) == (words, figures)


OFFSETS = st.sets(st.integers(-3650, 3650), min_size=1, max_size=MOST_WINDOWS).map(
    lambda days: tuple(sorted(days))
)


@settings(derandomize=True, deadline=None)
@given(OFFSETS)
def test_a_chain_said_in_words_is_read_the_same(offsets: tuple[int, ...]) -> None:
    words = render_chain(offsets)
    assert parse_chain(words) == offsets
    assert parse_chain(words.upper()) == offsets


def say_reminder(draw: st.DrawFn) -> tuple[str, set[int]]:
    """A reminder in one of the forms people write, and what it means."""
    if draw(st.integers(0, 3)) == 0:
        return draw(st.sampled_from(["on the day", "same day", "the due date", "on due date"])), {0}
    side, sign = draw(st.sampled_from([("before", -1), ("after", 1)]))
    unit, days = draw(st.sampled_from([("days", 1), ("weeks", 7), ("fortnights", 14)]))
    numbers = draw(st.lists(st.integers(1, 99), min_size=1, max_size=4))
    # A tight 1/2 is a half, so this gap has blanks.
    gap = draw(st.sampled_from([", ", " and ", ", and ", "; ", " / ", ", then "]))
    lead = draw(
        st.sampled_from(["", "remind ", "send the first reminder ", "then nudge ", "last "])
    )
    end = draw(st.sampled_from(["", " the due date", " it is due"]))
    sentence = f"{lead}{gap.join(map(str, numbers))} {unit} {side}{end}"
    return sentence, {sign * number * days for number in numbers}


@st.composite
def sentences(draw: st.DrawFn) -> tuple[str, tuple[int, ...]]:
    reminders = [say_reminder(draw) for _ in range(draw(st.integers(1, 4)))]
    gap = draw(st.sampled_from([", ", "; ", " and ", ". ", ", then ", " / "]))
    text = gap.join(sentence for sentence, _ in reminders) + draw(st.sampled_from(["", "."]))
    return text, tuple(sorted(set().union(*(meant for _, meant in reminders))))


@settings(max_examples=400, derandomize=True, deadline=None)
@given(sentences())
def test_reminders_mean_the_same_in_any_company(case: tuple[str, tuple[int, ...]]) -> None:
    text, offsets = case
    assert parse_chain(text) == offsets


@settings(max_examples=400, derandomize=True, deadline=None)
@given(
    sentences(), st.sampled_from(["not", "maybe", "Tom", "months", "hours", "working", "½", "?"])
)
def test_one_strange_word_anywhere_spoils_the_sentence(
    case: tuple[str, tuple[int, ...]], word: str
) -> None:
    words = case[0].split()
    for place in range(len(words) + 1):
        error = refuse(" ".join([*words[:place], word, *words[place:]]))
        assert error.expected


SOME_WORDS = st.sampled_from(
    ["5", "14", "one", "twenty", "hundred", "a", "the", "on", "day", "days", "week", "before"]
    + ["after", "and", ",", "/", ".", "same", "due", "date", "first", "then", "again", "remind"]
    + ["-", "one", "it", "is", "soon", "1/2", "1,000", "it's", "\u00a0", "'"]
)


@settings(max_examples=1000, derandomize=True, deadline=None)
@given(st.lists(SOME_WORDS, max_size=12).map(" ".join) | st.text(max_size=40))
def test_any_text_is_read_or_refused_and_read_the_same_again(text: str) -> None:
    offsets, column = try_to_read(text)
    assert 0 <= column <= len(text)
    assert offsets is None or offsets == tuple(sorted(set(offsets)))
    assert offsets is None or parse_chain(render_chain(offsets)) == offsets


def test_a_number_without_a_side_is_never_taken_for_a_reminder() -> None:
    for before in ("", "on the day, ", "5 days before, "):
        for number in ("3", "three", "3 days", "a week"):
            assert refuse(f"{before}{number}").expected


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(", ".join(map(str, range(1, 52))) + " days before", id="too many reminders"),
        pytest.param("5 days before," + " " * 1000 + "on the day", id="too many characters"),
    ],
)
def test_what_is_beyond_all_use_is_refused(text: str) -> None:
    assert refuse(text).expected in {"at most 50 reminders", "at most 1000 characters"}


@for_each(
    "cell, offsets",
    [
        pytest.param("-60, -30, -7, 0", (-60, -30, -7, 0), id="offsets"),
        pytest.param("0, -7, -60, -7", (-60, -7, 0), id="offsets in any order, one of them twice"),
        pytest.param("-5, 0, 2", (-5, 0, 2), id="a plain number among signs is after"),
        pytest.param("+2, +5", (2, 5), id="offsets after"),
        pytest.param("-30; -7 / 0 and +2", (-30, -7, 0, 2), id="other signs between them"),
        pytest.param("-30,-7,0", (-30, -7, 0), id="without blanks"),
        pytest.param("\u221230, \u20137", (-30, -7), id="a proper minus and a dash"),
        pytest.param("-60 days, -30 days", (-60, -30), id="with the unit"),
        pytest.param("'-60, -30", (-60, -30), id="kept as text by a spreadsheet"),
        pytest.param("-7.0", (-7,), id="one number as a spreadsheet writes it"),
        pytest.param("0", (0,), id="the day itself"),
        pytest.param("60, 30, 7 before", (-60, -30, -7), id="a side in words"),
        pytest.param("60/30/7 before", (-60, -30, -7), id="a side in words, with slashes"),
        pytest.param("1, 2 after", (1, 2), id="the other side"),
        pytest.param("2 months", None, id="months"),
        pytest.param("two weeks before and on the day", (-14, 0), id="a sentence"),
        pytest.param("60, 30, 7", None, id="no side"),
        pytest.param("7", None, id="one number without a side"),
        pytest.param("0, 7", (0, 7), id="a number without a side beside the day is after"),
        pytest.param("60, 30, 7 days", None, id="a unit and no side"),
        pytest.param("-5 before", None, id="two sides"),
        pytest.param("-5, 3 days after", None, id="signs and words"),
        pytest.param("-1.5", None, id="a part of a day"),
        pytest.param("60-30", None, id="a range"),
        pytest.param("- 60", None, id="a sign that stands alone"),
        pytest.param("-60 -30", None, id="nothing between them"),
        pytest.param("-60,, -30", None, id="a number missing"),
        pytest.param("-60,", None, id="cut off"),
        pytest.param("--60", None, id="two signs"),
        pytest.param("-99999", None, id="too many days"),
        pytest.param("soon", None, id="no chain at all"),
        pytest.param("2026-11-16", None, id="a date"),
        pytest.param("", None, id="nothing"),
        pytest.param("-", None, id="a dash"),
        pytest.param("-1," * 600 + "-1", None, id="too long"),
    ],
)
def test_a_cell_is_understood_or_refused(cell: str, offsets: tuple[int, ...] | None) -> None:
    if offsets is None:
        with pytest.raises(ReadingError):
            parse_override(cell)
    else:
        assert parse_override(cell) == offsets


def test_numbers_without_a_side_are_refused_with_both_readings() -> None:
    with pytest.raises(ReadingError) as caught:
        parse_override("60, 30, 7")
    assert caught.value.expected == (
        "a side: -60, -30, -7 for days before, or +7, +30, +60 for days after"
    )


@settings(max_examples=200, derandomize=True, deadline=None)
@given(st.sets(st.integers(1, 3650), min_size=1, max_size=8))
def test_both_readings_that_are_offered_can_be_written(days: set[int]) -> None:
    with pytest.raises(ReadingError) as caught:
        parse_override(", ".join(map(str, days)))
    before, after = caught.value.expected.removeprefix("a side: ").split(", or ")
    assert parse_override(before.removesuffix(" for days before")) == tuple(
        sorted(-d for d in days)
    )
    assert parse_override(after.removesuffix(" for days after")) == tuple(sorted(days))


@settings(max_examples=200, derandomize=True, deadline=None)
@given(st.sets(st.integers(-3650, 3650), min_size=1, max_size=20))
def test_a_chain_in_figures_is_read_the_same(days: set[int]) -> None:
    offsets = tuple(sorted(days))
    assert parse_override(render_offsets(offsets)) == offsets


@settings(max_examples=500, derandomize=True, deadline=None)
@given(st.text("-+0123456789., ;/&and ys−", max_size=25) | st.text(max_size=25))
def test_any_cell_is_read_or_refused(cell: str) -> None:
    with suppress(ReadingError):
        offsets = parse_override(cell)
        assert offsets == tuple(sorted(set(offsets)))
        assert offsets
