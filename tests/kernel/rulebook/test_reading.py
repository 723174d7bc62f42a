"""How a whole doc is read, and the problems of lines that cannot be read."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belfry.kernel.errors import InputError
from belfry.kernel.hours.quiet import parse_quiet_hours
from belfry.kernel.rulebook import (
    DocProblem,
    Reading,
    Setting,
    Vocabulary,
    find_nearest,
    parse_names,
    parse_percent,
    parse_yes_no,
    read_doc,
    refuse,
    render_percent,
    render_reading,
)
from belfry.kernel.rulebook.reading import MOST_CHARACTERS

DOC = "room/rules.txt"
PIECES = st.sampled_from(
    [
        *("\n", "\r\n", "\r", " ", "   ", "\t", ": ", ":", "：", "#", " # ", '"', "“", "- "),
        *("\ufeff", "\u200b", "\u00a0", "\u2028", "Buffer", "Shop", "Owner of ", "data", "Quiet "),
        *("hours", "Test mode", "yes", "20%", "8pm", " to ", "9am", "zzz", "é", "\x00"),
    ]
)
AREAS = ("safety", "data")


def read_area(text: str) -> str:
    if text.lower() not in AREAS:
        raise refuse(text, 0, len(text), "the name of an area", find_nearest(text, AREAS))
    return text.lower()


def read_stubbornly(text: str) -> str:
    raise InputError("anything but this")


def make_setting(name: str, field: str, **more: object) -> Setting:
    given_words = {"does": "Something.", "example": "so and so", "read": str} | more
    return Setting(name=name, field=field, **given_words)  # type: ignore[arg-type]


SHOP = make_setting("Shop", "shop", keeps_words=True)
BUFFER = make_setting("Buffer", "buffer", read=parse_percent, example="20%", show=render_percent)
QUIET = make_setting("Quiet hours", "quiet", read=parse_quiet_hours, example="8pm to 9am")
TEST = make_setting("Test mode", "test", read=parse_yes_no)
OWNER = make_setting("Owner of <area>", "owners", read_hole=read_area)
ESCALATE = make_setting("Escalate <area> to", "to", read=parse_names, read_hole=read_area)
NOTE = make_setting("Owner of notes on <area>", "notes", read_hole=read_area)
STUBBORN = make_setting("Stubborn", "stubborn", read=read_stubbornly)
RULES = Vocabulary((SHOP, BUFFER, QUIET, TEST, OWNER, ESCALATE, NOTE, STUBBORN))


def read(text: str, vocabulary: Vocabulary = RULES) -> Reading:
    return read_doc(text, vocabulary, DOC)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Buffer: 20%", id="as it is named"),
        pytest.param("BUFFER:20%", id="in capitals and close"),
        pytest.param("  Buffer : 20%", id="indented and apart"),
        pytest.param("buffers: 20%", id="as several"),
        pytest.param("**Buffer**: 20%", id="starred"),
        pytest.param("Buffer：20％", id="with wide signs"),
        pytest.param("- Buffer: 20%  # so that promises are kept", id="as a point with a comment"),
        pytest.param("Buffer:\n  20%", id="on the next line, indented"),
        pytest.param("Buffer:\n# why not\n\t20%", id="with a comment between"),
    ],
)
def test_a_setting_is_read_however_it_is_typed(text: str) -> None:
    reading = read(text)
    assert (reading.values, reading.problems) == ({"buffer": parse_percent("20%")}, ())


def test_a_long_sentence_goes_on_in_indented_lines() -> None:
    reading = read("Shop: The Repair\n  Bench\n    of York\nBuffer: 5%")
    assert reading.values["shop"] == "The Repair Bench of York"
    assert reading.lines == {"shop": (1,), "buffer": (4,)}


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Shop: A\n  Buffer: 5%", id="an indented line that names a setting"),
        pytest.param("  Shop: A\n  Buffer: 5%", id="a doc indented as a whole"),
        pytest.param("Shop: A\n\n   Buffer: 5%", id="an indented line after a blank one"),
    ],
)
def test_an_indented_line_may_be_a_setting_of_its_own(text: str) -> None:
    assert read(text).values == {"shop": "A", "buffer": parse_percent("5%")}


def test_a_blank_line_ends_a_sentence() -> None:
    reading = read("Shop: A\n\n   of York")
    assert reading.values == {"shop": "A"}
    assert [(problem.line, problem.column, problem.said) for problem in reading.problems] == [
        (3, 4, "of York")
    ]


def test_an_indented_line_with_a_slip_is_not_swallowed() -> None:
    reading = read("Shop: A\n  Bufer: 5%")
    assert reading.values == {"shop": "A"}
    assert reading.problems == (DocProblem(DOC, 2, 3, "Bufer", "the name of a setting", "Buffer"),)


def test_words_that_are_kept_stay_as_they_were_typed() -> None:
    assert read("Shop: “Zoë’s” Bench：repairs").values["shop"] == "“Zoë’s” Bench：repairs"


def test_names_with_a_hole_give_values_by_what_stands_there() -> None:
    reading = read("Owner of Safety: Maria\nowner-of data: Tom\nEscalate safety to: Tom and Ann")
    assert reading.values == {
        "owners": {"safety": "Maria", "data": "Tom"},
        "to": {"safety": ("Tom", "Ann")},
    }


def test_the_name_with_the_most_fixed_words_is_the_one_that_is_meant() -> None:
    any_owner = make_setting("Owner of <thing>", "owners", read_hole=str)
    any_note = make_setting("Owner of notes on <thing>", "notes", read_hole=str)
    reading = read("Owner of notes on data: Tom", Vocabulary((any_owner, any_note)))
    assert reading.values == {"notes": {"data": "Tom"}}


def test_a_name_that_fits_with_fewer_fixed_words_is_taken_if_its_hole_can_be_read() -> None:
    areas = (*AREAS, "notes on paper")
    owner = make_setting("Owner of <area>", "owners", read_hole=lambda area: areas.index(area))
    reading = read("Owner of notes on paper: Tom", Vocabulary((owner, NOTE)))
    assert reading.values == {"owners": {2: "Tom"}}


def test_a_hole_that_fits_no_name_is_told_for_the_one_with_the_most_fixed_words() -> None:
    (problem,) = read("Owner of notes on saftey: Tom").problems
    assert (problem.column, problem.said, problem.nearest) == (19, "saftey", "safety")


def test_a_free_name_takes_what_no_other_name_fits() -> None:
    free = make_setting("<area>", "chains", read_hole=read_area)
    reading = read("Safety: a\nBuffer: 5%", Vocabulary((free, BUFFER)))
    assert reading.values == {"chains": {"safety": "a"}, "buffer": parse_percent("5%")}


def test_unknown_free_name_may_be_a_misspelt_setting() -> None:
    free = make_setting("<area>", "chains", read_hole=read_area)
    (problem,) = read("Bufffer: 5%", Vocabulary((free, BUFFER))).problems
    assert problem == DocProblem(DOC, 1, 1, "Bufffer", "the name of an area", "Buffer")


@pytest.mark.parametrize(
    "text, line, column, refused, expected, nearest",
    [
        pytest.param(
            *("Quiet huors: 8pm to 9am", 1, 1, "Quiet huors", "the name of a setting"),
            "Quiet hours",
            id="a name with a slip in it",
        ),
        pytest.param(
            *("\ufeff# hi\r\n\r\nQuiet hours: 8pm to soon", 3, 21, "soon"),
            *("a time such as 9am, 9.30am or 17:30", None),
            id="a word in the middle of a sentence",
        ),
        pytest.param(
            *("Quiet hours: 8pm to\n      soon", 2, 7, "soon"),
            *("a time such as 9am, 9.30am or 17:30", None),
            id="a word in a line that goes on",
        ),
        pytest.param(
            *("Quiet hours: 8pm to", 1, 20, "", "a time such as 9am, 9.30am or 17:30", None),
            id="a sentence that ends too early",
        ),
        pytest.param(
            *("Owner of saftey: Tom", 1, 10, "saftey", "the name of an area", "safety"),
            id="a slip in a hole",
        ),
        pytest.param(
            *("Buffer:", 1, 8, "", "a sentence after it, such as 20%", None),
            id="a name without a sentence",
        ),
        pytest.param(
            *("Buffer 20%", 1, 1, "Buffer 20%"),
            *('a colon after the name, as in "Buffer: 20%"', None),
            id="a name without a colon",
        ),
        pytest.param(
            *("and so on", 1, 1, "and so on"),
            'a line like "Name: sentence", indented if it goes on from the line above',
            None,
            id="neither name nor colon",
        ),
        pytest.param(
            *("Stubborn: 1", 1, 11, "1", "anything but this", None),
            id="a reader that names no place",
        ),
        pytest.param(
            *(": 20%", 1, 1, ""),
            f"the name of a setting ({', '.join(RULES.names)})",
            None,
            id="a sentence without a name",
        ),
    ],
)
def test_a_problem_has_its_place_and_what_was_expected(
    text: str, line: int, column: int, refused: str, expected: str, nearest: str | None
) -> None:
    assert read(text).problems == (DocProblem(DOC, line, column, refused, expected, nearest),)


def test_a_setting_written_twice_names_both_lines_and_keeps_the_first() -> None:
    reading = read("Buffer: 5%\n\nbuffers: 6%")
    assert reading.values == {"buffer": parse_percent("5%")}
    assert reading.problems == (
        DocProblem(DOC, 3, 1, "buffers", "it once; it stands in line 1 already"),
    )


def test_one_hole_filled_twice_is_a_problem_and_two_are_none() -> None:
    assert read("Owner of data: A\nOwner of safety: B").problems == ()
    (problem,) = read("Owner of data: A\nOwner of DATA: B").problems
    assert (problem.line, problem.said) == (2, "Owner of DATA")


def test_bad_lines_do_not_stop_the_others() -> None:
    reading = read("Shop: A\nBufer: 5%\nTest mode: maybe\nQuiet hours: none")
    assert sorted(reading.values) == ["quiet", "shop"]
    assert [problem.line for problem in reading.problems] == [2, 3]


@pytest.mark.parametrize(
    "text, problems",
    [
        pytest.param("Buffer: 5%", 1, id="missing"),
        pytest.param("Needed: yes", 0, id="there"),
        pytest.param("Needed: perhaps", 1, id="there and bad"),
        pytest.param("Neded: yes", 1, id="there with a slip in its name"),
    ],
)
def test_what_a_doc_must_say_is_missed_once(text: str, problems: int) -> None:
    needed = make_setting("Needed", "needed", read=parse_yes_no, is_required=True)
    reading = read(text, Vocabulary((needed, BUFFER)))
    assert len(reading.problems) == problems


def test_a_doc_beyond_all_measure_is_refused_as_a_whole() -> None:
    reading = read("#" * (MOST_CHARACTERS + 1))
    assert [problem.expected for problem in reading.problems] == ["at most 100,000 characters"]


def test_a_problem_reads_as_one_line() -> None:
    (problem,) = read("Quiet huors: 8pm").problems
    assert str(problem) == (
        'room/rules.txt line 1, column 1: found "Quiet huors", '
        "expected the name of a setting; did you mean Quiet hours?"
    )


def test_a_problem_shows_only_the_beginning_of_much_that_was_said() -> None:
    problem = DocProblem(DOC, 1, 1, "x" * 500, "less")
    assert str(problem) == f'{DOC} line 1, column 1: found "{"x" * 37}...", expected less'


def test_what_was_understood_is_said_again_in_the_order_of_the_doc() -> None:
    reading = read("buffers: 5 percent\nOwner of  Data: Tom\nshop: A # us")
    assert render_reading(reading) == ["Buffer: 5%", "Owner of  Data: Tom", "Shop: A"]


def test_two_settings_of_one_name_are_no_vocabulary() -> None:
    with pytest.raises(ValueError, match="two settings have one name"):
        Vocabulary((BUFFER, make_setting("buffers", "other")))


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.text(max_size=60) | st.lists(PIECES, max_size=25).map("".join))
def test_any_text_is_read_without_a_fall_and_every_place_is_in_it(text: str) -> None:
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for problem in read(text).problems:
        assert 1 <= problem.line <= len(lines)
        assert 1 <= problem.column <= len(lines[problem.line - 1]) + 1


@settings(max_examples=200, deadline=None, derandomize=True)
@given(
    st.lists(
        st.sampled_from(
            ["Shop: A", "Buffer: 5%", "Test mode: yes", "Bad: 1", "Test mode: so", "x"]
        ),
        unique=True,
    )
)
def test_every_line_is_either_understood_or_a_problem(lines: list[str]) -> None:
    reading = read("\n".join(lines))
    reported_lines = [entry.line for entry in reading.entries] + [
        problem.line for problem in reading.problems
    ]
    assert sorted(reported_lines) == list(range(1, len(lines) + 1))
