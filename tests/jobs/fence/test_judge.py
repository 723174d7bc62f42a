"""A draft passes only if it says what is true and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.jobs.fence.cases import ETA, Case, judge, judge_case, read_cases, rules

GIVEN, OWN = read_cases("fence.jsonl"), read_cases("fence_own.jsonl")
TRUE = "Your repair is in progress."


def is_honest(case: Case) -> bool:
    return bool(case["verdict"] == "pass")


def describe(case: Case) -> str:
    return f"{case['stage']}: {case['why']} {case['draft'][:40]!r}"


def test_every_given_draft_is_judged_as_a_person_would() -> None:
    wrong = [case["draft"] for case in GIVEN if judge_case(case).passes != is_honest(case)]
    assert wrong == []


@pytest.mark.parametrize("case", [one for one in OWN if not is_honest(one)], ids=describe)
def test_lie_is_rejected_with_a_reason(case: Case) -> None:
    verdict = judge_case(case)
    assert (verdict.passes, bool(verdict.reasons)) == (False, True)


def test_at_most_one_honest_draft_in_fifteen_is_lost() -> None:
    honest = [case for case in [*GIVEN, *OWN] if is_honest(case)]
    lost = [case["draft"] for case in honest if not judge_case(case).passes]
    assert len(lost) * 15 <= len(honest), lost


@pytest.mark.parametrize(
    "lie, rule",
    [
        ("It's ready.", "stage"),
        ("It is waiting on a part.", "stage"),
        ("It's nearly there.", "progress"),
        ("Ready tomorrow.", "time"),
        ("We guarantee it.", "promise"),
        ("There is a discount.", "offer"),
        ("It costs £5.", "offer"),
        ("See shop.example.com.", "contact"),
        ("Ring 01632 960123.", "contact"),
        ("Dear {name}.", "slot"),
        ("Here is a draft message.", "preamble"),
        ("We attached a photo.", "photo"),
        ("There's a delay.", "status"),
        ("Zorble.", "unknown"),
        ("Unit 5.", "number"),
        ("Pop in at any time.", "closing"),
        ("Готово.", "letters"),
        ("*Hello*", "markup"),
        ("It hasn't started.", "stage-denied"),
        ("That is because of a strike.", "status"),
        ("Our first thought is the battery.", "status"),
        ("The brakes need attention.", "status"),
        ("We reckon the chain.", "status"),
        ("Please call us.", "status"),
        ("Would you like us to fit new tyres?", "offer"),
    ],
)
def test_true_draft_with_one_lie_is_rejected_by_its_rule(lie: str, rule: str) -> None:
    assert rules(TRUE) == set()
    assert rule in rules(f"{TRUE} {lie}")


def test_reason_names_the_rule_the_words_and_a_sentence() -> None:
    (reason,) = judge(f"{TRUE} Almost.").reasons
    assert (reason.rule, reason.words) == ("progress", "almost")
    assert reason.says == 'It says how far the work has come, which the facts do not. ("almost")'


@pytest.mark.parametrize(
    "told, is_true",
    [
        ("Thursday afternoon", True),
        ("Thurs pm", True),
        ("this Thursday", True),
        ("Thursday", True),
        ("next Thursday", False),
        ("Thursday morning", False),
        ("Thursday evening", False),
        ("Friday", False),
        ("the end of the week", False),
        ("3pm on Thursday", False),
        ("tomorrow", False),
    ],
)
def test_eta_may_be_told_less_exactly_and_in_no_other_way(told: str, is_true: bool) -> None:
    assert judge(f"{TRUE} We expect it ready by {told}.", eta=ETA).passes is is_true
    assert not judge(f"{TRUE} We expect it ready by {told}.").passes


def test_eta_belongs_to_its_own_stage() -> None:
    draft = "We're diagnosing your bike and expect {} by Thursday afternoon."
    assert judge(draft.format("to start work"), "diagnosing", eta=ETA).passes
    assert rules(draft.format("it ready"), "diagnosing", eta=ETA) == {"stage", "eta-tie"}


@pytest.mark.parametrize(
    "told",
    [
        "We'll call you Thursday afternoon.",
        "The part is due Thursday afternoon.",
        "Thursday afternoon is when we'll know what's wrong.",
    ],
)
def test_eta_of_anything_but_a_stage_is_rejected(told: str) -> None:
    assert not judge(f"{TRUE} {told}", eta=ETA).passes


@pytest.mark.parametrize(
    "waited_for, is_told",
    [("a part", True), ("parts from our supplier", True), ("a door seal", False), ("a fan", False)],
)
def test_part_that_is_waited_for_is_not_named(waited_for: str, is_told: bool) -> None:
    assert judge(f"Your oven is awaiting {waited_for}.", "awaiting parts").passes is is_told


@pytest.mark.parametrize(
    "told, is_true",
    [
        ("We've pencilled in Thursday afternoon", True),
        ("In progress, with Thursday afternoon expected.", True),
        ("We can't promise Thursday afternoon, but we hope.", True),
        ("We can't promise Thursday afternoon any more.", False),
        ("In progress, with Thursday afternoon expected to be too soon.", False),
    ],
)
def test_eta_may_be_hedged_and_not_taken_back(told: str, is_true: bool) -> None:
    assert judge(f"{TRUE} {told}", eta=ETA).passes is is_true


@pytest.mark.parametrize(
    "told, is_true",
    [
        ("Ready, we hope, Thursday afternoon.", True),
        ("Ready, fingers crossed, by Thursday.", True),
        ("Ready, we hope, Wednesday.", False),
        ("Ready, we know, Thursday afternoon.", False),
        ("It is ready, we hope, Thursday afternoon.", False),
        ("Not ready, we think, Thursday afternoon.", False),
    ],
)
def test_hope_between_commas_ties_readiness_to_the_eta(told: str, is_true: bool) -> None:
    assert judge(f"{TRUE} {told}", eta=ETA).passes is is_true
    assert not judge(f"{TRUE} {told}").passes


@pytest.mark.parametrize(
    "stage, is_true",
    [
        ("received", False),
        ("diagnosing", False),
        ("in progress", True),
        ("awaiting parts", False),
        ("ready", True),
    ],
)
def test_wait_for_a_part_is_over_only_after_that_stage(stage: str, is_true: bool) -> None:
    told = f"Status: {stage}. The wait for the part is over."
    assert judge(f"Status: {stage}.", stage).passes
    assert judge(told, stage).passes is is_true


@pytest.mark.parametrize(
    "told, is_true",
    [
        ("If it turns out that we need a part, we'll tell you first.", True),
        ("It turns out that we need a part.", False),
        ("If it turns out that it's the battery, we'll tell you first.", False),
        ("We'll tell you if it's the battery.", False),
    ],
)
def test_need_may_be_supposed_and_a_cause_may_not(told: str, is_true: bool) -> None:
    assert judge(f"{TRUE} {told}").passes is is_true


@pytest.mark.parametrize(
    "advice",
    ["Ride it gently at first.", "Don't wash it.", "Keep it out of the rain.", "Let it dry."],
)
def test_advice_on_how_to_treat_the_thing_is_rejected(advice: str) -> None:
    assert judge("Your bike is ready. Ride safely!", "ready").passes
    assert rules(f"Your bike is ready. {advice}", "ready") == {"status"}


@pytest.mark.parametrize(
    "told",
    [
        "It will be in progress once there's room.",
        "We hope it's in progress.",
        "It would be in progress if we had the parts.",
    ],
)
def test_stage_told_as_now_is_not_taken_back_as_still_to_come(told: str) -> None:
    assert "stage-denied" in rules(f"{TRUE} {told}")


@pytest.mark.parametrize(
    "told, is_true",
    [
        ("Is it in progress? Yes.", True),
        ("Is it in progress? No.", False),
        ("Is it in progress? Yes. Is it ready? Yes.", False),
        ("Is it in progress? Yes. Is it the battery? Yes.", False),
    ],
)
def test_question_counts_as_its_answer_says(told: str, is_true: bool) -> None:
    assert judge(told).passes is is_true


def test_dated_eta_keeps_its_date() -> None:
    eta = "Thursday 26 November, morning"
    draft = f"{TRUE} We expect it to be ready by {{}}."
    assert judge(draft.format("Thursday 26 November"), eta=eta).passes
    assert not judge(draft.format("Thursday"), eta=eta).passes
    assert not judge(draft.format("Thursday 27 November"), eta=eta).passes


@pytest.mark.parametrize("told", ["6pm", "6 pm", "18:00", "6.00pm"])
def test_closing_time_is_told_only_when_ready_and_given(told: str) -> None:
    draft = f"Your bike is ready. We're open until {told} today."
    assert judge(draft, "ready", closing="18:00").passes
    assert judge(draft, "ready", closing="6pm").passes
    assert not judge(draft, "ready").passes
    assert not judge(draft, "ready", closing="17:00").passes


@pytest.mark.parametrize("draft", ["", "  \n", "Hello Maya!"])
def test_draft_without_the_stage_is_rejected(draft: str) -> None:
    assert not judge(draft, name="Maya").passes


@settings(derandomize=True, max_examples=200, deadline=None)
@given(st.text(alphabet="abcdefghijklmnopqrstuvwxyz", min_size=5, max_size=9))
def test_word_that_nobody_knows_is_rejected(word: str) -> None:
    assert judge(f"{TRUE} It q{word}x.").passes is False
