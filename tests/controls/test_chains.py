"""Whether a chain of reminders is understood as it was meant, or refused with its place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belfry.controls.chains.chains import MOST_WINDOWS, parse_chain, render_chain, render_offsets
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


@pytest.mark.parametrize("case", UNDERSTOOD, ids=lambda case: repr(case["text"]))
def test_a_sentence_is_understood(case: dict[str, Any]) -> None:
    assert list(parse_chain(case["text"])) == case["offsets"]


@pytest.mark.parametrize("text", REFUSED, ids=repr)
def test_a_sentence_that_could_mean_anything_else_is_refused(text: str) -> None:
    error = refuse(text)
    assert 0 <= error.column <= len(text)
    assert text[error.column :].startswith(error.said)


@pytest.mark.parametrize(
    "text, column, said, expected",
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
    text: str, column: int, said: str, expected: str | None
) -> None:
    error = refuse(text)
    assert (error.column, error.said) == (column, said)
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
    said = f"{lead}{gap.join(map(str, numbers))} {unit} {side}{end}"
    return said, {sign * number * days for number in numbers}


@st.composite
def sentences(draw: st.DrawFn) -> tuple[str, tuple[int, ...]]:
    reminders = [say_reminder(draw) for _ in range(draw(st.integers(1, 4)))]
    gap = draw(st.sampled_from([", ", "; ", " and ", ". ", ", then ", " / "]))
    text = gap.join(said for said, _ in reminders) + draw(st.sampled_from(["", "."]))
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
