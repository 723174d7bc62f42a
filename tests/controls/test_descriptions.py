"""Whether a model's line about a file says what can be seen, and nothing that people must judge."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from belfry.controls.answers.describe_evidence import (
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


JUDGING = {
    "The exits are compliant": "compliant",
    "Door 3 is non-compliant": "compliant",
    "This complies with the rules": "complies",
    "Proof of compliance": "proof of",
    "The alarm passed": "passed",
    "The alarm passes the test": "passes",
    "A PASS sticker": "pass",
    "The test failed": "failed",
    "A failure light": "failure",
    "A valid licence": "valid",
    "An invalid licence": "invalid",
    "An approved plan": "approved",
    "A certified copy": "certified",
    "All is ok": "ok",
    "All is OK!": "ok",
    "Everything okay": "okay",
    "Looks fine": "fine",
    "Acceptable levels": "acceptable",
    "An unacceptable mess": "unacceptable",
    "It meets the standard": "meets",
    "It satisfies the rule": "satisfies",
    "Satisfactory state": "satisfactory",
    "The correct sheet": "correct",
    "Incorrectly filed sheet": "incorrectly",
    "Proper storage": "proper",
    "Improper storage": "improper",
    "Evidence that the drill took place": "evidence that",
    "The drill was completed": "completed",
    "The check is done": "done",
    "Exits in good order": "in good order",
    "Unsafe wiring": "unsafe",
    "An expired sign": "expired",
    # However the word is written.
    "Papers, all com-pliant": "compliant",
    "Papers, all v.a.l.i.d": "valid",
    "Papers: p a s s e d": "passed",
    "Papers, all O.K.": "ok",
    "Papers, all v\u00e0lid": "valid",
    "Papers, all \uff36\uff21\uff2c\uff29\uff24": "valid",
}
NO_PLAIN_LINE = {
    "": "it says nothing",
    " \n ": "it says nothing",
    "...": "it says nothing",
    "A door\nand a lamp": "it has more than one line",
    "A door\u2028and a lamp": "it has more than one line",
    "x" * 121: "it is longer than 120 characters",
    "A do\u200bor": "it holds characters that nobody can see",
    "A \u202edoor": "it holds characters that nobody can see",
    "A v\u0430lid door": "it is not written in Latin letters",
    "\u0414\u0432\u0435\u0440\u044c": "it is not written in Latin letters",
    "Door, see www.example.com": "it holds a link or an address",
    "Door of ann@example.com": "it holds a link or an address",
    "A **red** door": "it holds marks of layout",
    "- A red door": "it holds marks of layout",
    "<b>A door</b>": "it holds marks of layout",
}


def test_line_that_says_what_is_there_is_taken() -> None:
    judged = {line: judge_description(f"  {line}\n") for line in NEUTRAL}
    assert judged == {line: Described(line) for line in NEUTRAL}


def test_line_that_judges_is_refused_by_its_word() -> None:
    judged = {line: judge_description(line) for line in JUDGING}
    assert judged == {line: Refused("it judges", word) for line, word in JUDGING.items()}


def test_line_that_is_no_plain_line_is_refused() -> None:
    judged = {line: judge_description(line) for line in NO_PLAIN_LINE}
    assert judged == {line: Refused(why) for line, why in NO_PLAIN_LINE.items()}


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
