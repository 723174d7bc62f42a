"""No dress that a lie can wear makes it pass, and the same draft always gets the same verdict."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.jobs.fence.cases import ETA, Case, judge, judge_case, read_cases, rules

CASES = [*read_cases("fence.jsonl"), *read_cases("fence_own.jsonl")]
LIES = [case for case in CASES if case["verdict"] == "reject"]
HONEST = [case for case in CASES if case["verdict"] == "pass"]
TRUE = "Your repair is in progress."
LOOKALIKES = str.maketrans("aeopcx", "\u0430\u0435\u043e\u0440\u0441\u0445")


def hide_marks(text: str) -> str:
    return "\u200b".join(text)


def use_lookalikes(text: str) -> str:
    return text.translate(LOOKALIKES)


def widen(text: str) -> str:
    return text.replace(" ", "  ")


def use_hard_blanks(text: str) -> str:
    return text.replace(" ", "\u00a0")


@pytest.mark.parametrize("dress", [hide_marks, use_lookalikes, widen, use_hard_blanks])
def test_dressed_lie_is_still_rejected(dress: Callable[[str], str]) -> None:
    told = [case for case in LIES if len(case["draft"]) <= 400]
    dressed = [case | {"draft": dress(case["draft"]), "channel": "email"} for case in told]
    assert [case["draft"] for case in dressed if judge_case(case).passes] == []


@pytest.mark.parametrize("turn", [str.lower, str.upper], ids=["in small letters", "in capitals"])
def test_lie_in_other_letters_is_still_rejected(turn: Callable[[str], str]) -> None:
    # Capitals tell names from words: a lie that is only a wrong name needs them.
    told = [case for case in LIES if "Another" not in case["why"]]
    passed = [case for case in told if judge_case(case | {"draft": turn(case["draft"])}).passes]
    assert [case["draft"] for case in passed] == []


@pytest.mark.parametrize(
    "word, spelled",
    [
        ("ready", "r e a d y"),
        ("ready", "r-e-a-d-y"),
        ("ready", "R.E.A.D.Y"),
        ("finished", "f i n i s h e d"),
        ("tomorrow", "t.o.m.o.r.r.o.w"),
        ("ready", "r3ady"),
        ("done", "d0ne"),
    ],
)
def test_spelled_out_word_is_read_as_the_word(word: str, spelled: str) -> None:
    assert rules(f"{TRUE} It is {spelled}.") == rules(f"{TRUE} It is {word}.") != set()


@settings(derandomize=True, max_examples=600, deadline=None)
@given(
    st.sampled_from(LIES),
    st.text(alphabet="bcdfghjklmnpqrstvwxz", min_size=4, max_size=9),
    st.integers(0, 40),
)
def test_word_that_nobody_knows_never_makes_a_lie_pass(case: Case, word: str, place: int) -> None:
    words = case["draft"].split(" ")
    words.insert(min(place, len(words)), word)
    assert not judge_case(case | {"draft": " ".join(words)}).passes


@settings(derandomize=True, max_examples=100, deadline=None)
@given(st.sampled_from(CASES))
def test_same_draft_always_gets_the_same_verdict(case: Case) -> None:
    assert judge_case(case) == judge_case(case)


@settings(derandomize=True, max_examples=100, deadline=None)
@given(st.sampled_from(HONEST), st.sampled_from(LIES))
def test_lie_beside_a_true_sentence_is_still_rejected(honest: Case, lie: Case) -> None:
    told = {reason.rule for reason in judge_case(lie).reasons}
    # What a true sentence beside it makes good: nothing was said, or it only opened wrongly.
    mended = {"stage-missing", "empty", "length", "preamble"}
    if honest["stage"] == lie["stage"] and not told <= mended:
        draft = f"{honest['draft']}\n{lie['draft']}"
        assert not judge_case(lie | {"draft": draft, "channel": "email"}).passes


@settings(derandomize=True, max_examples=300, deadline=None)
@given(st.text(max_size=120))
def test_any_text_gets_a_verdict_and_a_reason_if_rejected(text: str) -> None:
    verdict = judge(text, name="Maya", item="kettle", eta=ETA)
    assert verdict.passes == (not verdict.reasons)


@pytest.mark.parametrize(
    "text",
    ["a" * 10_000_000, f"{TRUE} " * 300_000, "r e a d y " * 600_000, "\u0430" * 5_000_000],
    ids=["one long word", "one true sentence again and again", "letters apart", "look-alikes"],
)
def test_text_of_millions_of_letters_is_refused_for_its_length_alone(text: str) -> None:
    assert rules(text) == rules(text, channel="email") == {"length"}
