"""Which lines of a doc say something, and where each letter of them stands."""

from __future__ import annotations

import pytest
from tests.loops import for_each

from belfry.kernel.rulebook.reading import join_passages, list_lines, straighten


@for_each(
    "raw, text",
    [
        pytest.param("Buffer: 20%", "Buffer: 20%", id="a plain line"),
        pytest.param("\ufeffBuffer: 20%", "Buffer: 20%", id="a mark of byte order before it"),
        pytest.param("Buffer:\t20\u00a0%\r", "Buffer: 20 %", id="tabs and hard spaces"),
        pytest.param("Buf\u200bfer: 20%", "Buffer: 20%", id="a mark that does not show"),
        pytest.param("- Buffer: 20%", "Buffer: 20%", id="a bullet"),
        pytest.param("• Buffer: 20%", "Buffer: 20%", id="a round bullet"),
        pytest.param("Buffer: 20%  # generous", "Buffer: 20%", id="a comment after two spaces"),
        pytest.param("Buffer: 20% # generous", "Buffer: 20%", id="a comment after one space"),
        pytest.param("Buffer: 20%  #generous", "Buffer: 20%", id="a comment close to its sign"),
        pytest.param("Buffer: 20% #", "Buffer: 20%", id="an empty comment"),
        pytest.param("Shop: the #1 shop", "Shop: the #1 shop", id="a number with its sign"),
        pytest.param("Shop: the  #1 shop", "Shop: the  #1 shop", id="the same after two spaces"),
        pytest.param("Say: tag us #bench", "Say: tag us #bench", id="a hashtag"),
        pytest.param("Say: C# is fine", "Say: C# is fine", id="a sign inside a word"),
        pytest.param('Voice: sign "a # b"', 'Voice: sign "a # b"', id="a sign in quotes"),
        pytest.param("Voice: “a # b” # c", "Voice: “a # b”", id="a comment after curly quotes"),
        pytest.param('Say: 5" # inch', 'Say: 5"', id="a quote that never closes"),
        pytest.param("Say: 👩\u200d🔧 here", "Say: 👩\u200d🔧 here", id="an emoji of two"),
    ],
)
def test_a_line_is_read_without_what_is_only_for_the_eye(raw: str, text: str) -> None:
    assert [line.passage.text for line in list_lines(raw)] == [text]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param("\r\n \t\r\n", id="blank lines"),
        pytest.param("# a note", id="a comment"),
        pytest.param("   #a note", id="an indented comment"),
        pytest.param("\ufeff", id="a mark of byte order"),
    ],
)
def test_lines_that_say_nothing_are_passed_over(text: str) -> None:
    assert list(list_lines(text)) == []


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["unix", "windows", "old mac"])
def test_lines_are_counted_whatever_ends_them(end: str) -> None:
    text = end.join(["# note", "", "Shop: A", "\tBuffer: 5%"])
    places = [(line.passage.text, line.passage.places[0]) for line in list_lines(text)]
    assert places == [("Shop: A", (3, 1)), ("Buffer: 5%", (4, 2))]


def test_letters_keep_their_place_beside_marks_that_are_dropped() -> None:
    (line,) = list_lines("\ufeff- Buf\u200bfer:\u00a0x")
    at = line.passage.text.index("x")
    assert line.passage.find_place(at) == (1, 12)
    assert line.passage.find_place(99) == (1, 13)


def test_joined_passages_keep_the_places_of_all() -> None:
    joined = join_passages([line.passage for line in list_lines("one\n  two\n\tof")])
    assert joined.text == "one two of"
    assert [joined.find_place(at) for at in (0, 3, 4, 7, 8)] == [
        *((1, 1), (1, 4), (2, 3)),
        *((2, 6), (3, 2)),
    ]


def test_a_piece_is_cut_without_blanks_and_keeps_its_places() -> None:
    (line,) = list_lines("Buffer:  20% ")
    piece = line.passage.cut(7)
    assert (piece.text, piece.find_place(0)) == ("20%", (1, 10))


def test_straight_text_is_as_long_as_the_curly_one() -> None:
    curly = "“a” ‘b’ c：d，e；（f）20％"
    assert straighten(curly) == "\"a\" 'b' c:d,e;(f)20%"
    assert len(straighten(curly)) == len(curly)
