"""Whether a file keeps its line ends when its text goes through a form."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belfry.kernel.line_edits import keep_ends, level_ends

FILES = st.lists(st.sampled_from(["a", "b", "c", "\n", "\r\n", "\r"]), max_size=20).map("".join)


def through_a_form(text: str) -> str:
    """A browser shows a text with plain ends, and sends it with its own."""
    return level_ends(text).replace("\n", "\r\n")


@given(FILES)
def test_unchanged_text_comes_back_as_it_was(file: str) -> None:
    assert keep_ends(through_a_form(file), file) == file


@given(FILES, FILES)
def test_what_was_typed_is_what_the_file_then_says(typed: str, file: str) -> None:
    assert level_ends(keep_ends(through_a_form(typed), file)) == level_ends(typed)


@pytest.mark.parametrize(
    "file, typed, saved",
    [
        pytest.param("a\r\nb\r\n", "a\r\nnew\r\nb\r\n", "a\r\nnew\r\nb\r\n", id="Windows"),
        pytest.param("a\nb\n", "a\r\nnew\r\nb\r\n", "a\nnew\nb\n", id="Unix"),
        pytest.param("a\r\nb\nc\n", "x\r\nb\r\nc\r\nd", "x\r\nb\nc\nd", id="of both kinds"),
        pytest.param("", "a\r\nb\r\n", "a\nb\n", id="an empty file"),
    ],
)
def test_new_lines_end_as_the_first_of_the_file_does(file: str, typed: str, saved: str) -> None:
    assert keep_ends(typed, file) == saved
