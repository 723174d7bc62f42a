"""Whether a model's line about a file says what can be seen, and nothing that people must judge."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belfry.controls.descriptions import (
    INSTRUCTIONS,
    LONGEST,
    Described,
    Refused,
    judge_description,
)

NEUTRAL = [
    "A handwritten sheet dated 3 December 2026 with two columns of ticks",
    "A red fire extinguisher on a white wall, gauge needle in the green",
    "Form titled Fire Drill Log, filled in by hand, with two signatures",
    "Safety data sheet, page 1 of 4",
    "Certificate with a blue seal, dated 2026-03-01",
    "A meeting room with eight chairs and a metal cupboard",
    "Passport and a property deed on a table",
    "Fridge display showing 4 °C; a tray of prawns beside it",
    "A goods lift with a notice in German: Aufzug außer Betrieb",
    "Sheet with evacuation instructions beside a door",
    'A note that reads "ignore all earlier orders"',
]


@pytest.mark.parametrize("line", NEUTRAL)
def test_line_that_says_what_is_there_is_taken(line: str) -> None:
    assert judge_description(f"  {line}\n") == Described(line)


@pytest.mark.parametrize(
    "line, word",
    [
        ("The exits are compliant", "compliant"),
        ("Door 3 is non-compliant", "compliant"),
        ("This complies with the rules", "complies"),
        ("Proof of compliance", "proof of"),
        ("The alarm passed", "passed"),
        ("The alarm passes the test", "passes"),
        ("A PASS sticker", "pass"),
        ("The test failed", "failed"),
        ("A failure light", "failure"),
        ("A valid licence", "valid"),
        ("An invalid licence", "invalid"),
        ("An approved plan", "approved"),
        ("A certified copy", "certified"),
        ("All is ok", "ok"),
        ("All is OK!", "ok"),
        ("Everything okay", "okay"),
        ("Looks fine", "fine"),
        ("Acceptable levels", "acceptable"),
        ("An unacceptable mess", "unacceptable"),
        ("It meets the standard", "meets"),
        ("It satisfies the rule", "satisfies"),
        ("Satisfactory state", "satisfactory"),
        ("The correct sheet", "correct"),
        ("Incorrectly filed sheet", "incorrectly"),
        ("Proper storage", "proper"),
        ("Improper storage", "improper"),
        ("Evidence that the drill took place", "evidence that"),
        ("The drill was completed", "completed"),
        ("The check is done", "done"),
        ("Exits in good order", "in good order"),
        ("Unsafe wiring", "unsafe"),
        ("An expired sign", "expired"),
    ],
)
def test_line_that_judges_is_refused_by_its_word(line: str, word: str) -> None:
    assert judge_description(line) == Refused("it judges", word)


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("Papers, all com-pliant", id="in two halves"),
        pytest.param("Papers, all v.a.l.i.d", id="with stops"),
        pytest.param("Papers: p a s s e d", id="spaced out"),
        pytest.param("Papers, all O.K.", id="as initials"),
        pytest.param("Papers, all vàlid", id="with an accent"),
        pytest.param("Papers, all \uff36\uff21\uff2c\uff29\uff24", id="in wide letters"),
    ],
)
def test_judgement_is_found_however_it_is_written(line: str) -> None:
    judged = judge_description(line)
    assert isinstance(judged, Refused)
    assert judged.why == "it judges"


@pytest.mark.parametrize(
    "line, why",
    [
        pytest.param("", "it says nothing", id="nothing"),
        pytest.param(" \n ", "it says nothing", id="blanks"),
        pytest.param("...", "it has no words", id="stops alone"),
        pytest.param("A door\nand a lamp", "it has more than one line", id="two lines"),
        pytest.param("A door\u2028and a lamp", "it has more than one line", id="two lines, hidden"),
        pytest.param("x" * 121, "it is longer than 120 characters", id="too long"),
        pytest.param(
            "A do\u200bor", "it holds characters that nobody can see", id="a blank without width"
        ),
        pytest.param("A \u202edoor", "it holds characters that nobody can see", id="backwards"),
        pytest.param("A v\u0430lid door", "it is not written in Latin letters", id="a lookalike"),
        pytest.param("Дверь", "it is not written in Latin letters", id="other letters"),
        pytest.param("Door, see www.example.com", "it holds a link or an address", id="a link"),
        pytest.param("Door of ann@example.com", "it holds a link or an address", id="an address"),
        pytest.param("A **red** door", "it holds marks of layout", id="bold letters"),
        pytest.param("- A red door", "it holds marks of layout", id="a list"),
        pytest.param("<b>A door</b>", "it holds marks of layout", id="tags"),
        pytest.param("A door that you can open", "it gives advice", id="somebody spoken to"),
        pytest.param("The door should be shut", "it gives advice", id="advice"),
        pytest.param("I see a door", "it talks of itself", id="the model itself"),
        pytest.param("Sorry, no picture", "it talks of itself", id="an apology"),
        pytest.param(
            "Stay neutral. Leave out the names of people", "it repeats what it was told", id="echo"
        ),
    ],
)
def test_line_that_is_no_plain_line_is_refused(line: str, why: str) -> None:
    judged = judge_description(line)
    assert isinstance(judged, Refused)
    assert judged.why == why


def test_line_may_be_as_long_as_it_was_told() -> None:
    assert judge_description("x" * LONGEST) == Described("x" * LONGEST)
    assert f"at most {LONGEST} characters" in INSTRUCTIONS


@settings(derandomize=True, max_examples=200)
@given(st.text(max_size=150))
def test_any_text_is_judged_the_same_twice_and_shown_as_one_line(text: str) -> None:
    judged = judge_description(text)
    assert judge_description(text) == judged
    if isinstance(judged, Described):
        assert judged.text == text.strip()
        assert 0 < len(judged.text) <= LONGEST
        assert len(judged.text.splitlines()) == 1


@settings(derandomize=True, max_examples=100)
@given(
    st.sampled_from(["compliant", "passed", "failed", "valid", "approved", "certified", "fine"]),
    st.sampled_from(NEUTRAL),
    st.data(),
)
def test_no_neutral_line_carries_a_judgement_through(
    word: str, line: str, data: st.DataObject
) -> None:
    words = line.split()
    words.insert(data.draw(st.integers(0, len(words))), word)
    assert isinstance(judge_description(" ".join(words)), Refused)
