"""Whether words about people's hours are refused as soon as one of them was not counted so."""

from __future__ import annotations

import json
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belfry.rota.fairness import Fairness, PersonFairness, Totals
from belfry.rota.summary_checks import Checked, check_summary
from belfry.rota.summary_prompts import write_prompt
from belfry.rota.summary_slots import list_slots

HOUR = 60


def person(name: str, placed: int, target: int, below: int, *, weekends: int = 0) -> PersonFairness:
    """In hours; `below` is over four weeks."""
    lately = Totals(weeks=4, placed=0, target=below * HOUR, weekends=weekends, nights=0)
    return PersonFairness(
        name=name, placed=placed * HOUR, target=target * HOUR, cap=40 * HOUR, lately=lately
    )


FAIRNESS = Fairness(
    starts_on=date(2026, 11, 16),
    people=(
        person("Ana Diaz", 32, 40, 12, weekends=3),
        person("Ben Shaw", 30, 30, 0),
        person("Cara Woods", 26, 24, -5),
    ),
    margin=2 * HOUR,
)
SLOTS = list_slots(FAIRNESS)
NEEDED = "The team has {hours}. {drift}."


def check(draft: str) -> Checked:
    return check_summary(draft, SLOTS)


def object_to(said: str) -> tuple[str, ...]:
    """What is held against a sentence, said besides what has to be."""
    checked = check(f"{NEEDED} {said}")
    assert bool(checked.objections) is not bool(checked.text)
    return checked.objections


def test_slots_hold_what_was_counted_furthest_from_the_target_first() -> None:
    assert SLOTS.values == {
        "week": "16 to 22 November",
        "hours": "88 h of 94 h",
        "drift": "Over four weeks the furthest from their target: Ana Diaz 12 h below and"
        " Cara Woods 5 h above",
        "p1": "Ana Diaz",
        "p2": "Cara Woods",
        "p3": "Ben Shaw",
        "p1_hours": "32 h of 40 h, 8 h below",
        "p1_lately": "12 h below, 3 weekend shifts over four weeks",
        "p2_hours": "26 h of 24 h, 2 h above",
        "p2_lately": "5 h above over four weeks",
        "p3_hours": "30 h of 30 h, on target",
        "p3_lately": "on target over four weeks",
    }


def test_draft_that_says_what_was_counted_is_filled_in() -> None:
    draft = (
        "Here is how the hours look from {week}: the team has {hours}. {drift}.\n"
        "{p1} has {p1_hours}, and {p2} has {p2_hours}. {p1} stands at {p1_lately}."
        " Have a good weekend!"
    )
    assert check(draft) == Checked(
        "Here is how the hours look from 16 to 22 November: the team has 88 h of 94 h."
        " Over four weeks the furthest from their target: Ana Diaz 12 h below and"
        " Cara Woods 5 h above.\n"
        "Ana Diaz has 32 h of 40 h, 8 h below, and Cara Woods has 26 h of 24 h, 2 h above."
        " Ana Diaz stands at 12 h below, 3 weekend shifts over four weeks."
        " Have a good weekend!"
    )


@pytest.mark.parametrize(
    "said",
    [
        pytest.param("{p1} has 32 h of 40 h, 8 h below.", id="a number that is right, in digits"),
        pytest.param("{p1}: {p1_hours}; {p2}: {p2_hours}.", id="two people, one after the other"),
        pytest.param("From {week} {p3} has {p3_hours} in {week}.", id="the week with somebody"),
        pytest.param("{p1} has {p1_hours}, and comes to {p1_lately}.", id="two numbers of one"),
        pytest.param("The team\u2019s rota shows these figures.", id="a curly apostrophe"),
        pytest.param("Now {p1} \u2013 {p1_hours} \u2013 and {p2}: {p2_hours}.", id="a dash"),
    ],
)
def test_what_is_right_passes(said: str) -> None:
    assert object_to(said) == ()


@pytest.mark.parametrize(
    ("said", "objection"),
    [
        pytest.param(
            "{p1} has 33 h of 40 h, 8 h below.",
            "It has a number that was not counted so: 33.",
            id="a number that is a lie",
        ),
        pytest.param(
            "{p1} has 26 h of 24 h, 2 h above, and {p2} has 32 h of 40 h, 8 h below.",
            "It has a number that was not counted so: 26.",
            id="two people's numbers swapped",
        ),
        pytest.param(
            "{p1} has {p2_hours}.",
            "{p2_hours} does not belong to {p1}.",
            id="somebody else's slot",
        ),
        pytest.param(
            "{p1} has {p1_hours}, and so {p2_hours}.",
            "{p2_hours} does not belong to {p1}.",
            id="somebody else's slot after one's own",
        ),
        pytest.param(
            "{p1} and {p2} have {p2_hours}.",
            "{p1} is named, and nothing that was counted of them follows.",
            id="one number for two people",
        ),
        pytest.param(
            "{p1_hours} is what {p1} has.",
            "{p1_hours} does not belong to somebody who is not named.",
            id="a number before its person",
        ),
        pytest.param(
            "{p1} has {hours}.", "{hours} does not belong to {p1}.", id="the team's as one's own"
        ),
        pytest.param(
            "{p1} has {p1_hours}, and 4 shifts.",
            "It has a number that was not counted so: 4.",
            id="a number more",
        ),
        pytest.param(
            "{p1} has {p1_hours} in \uff13 shifts.",
            "It has a number that was not counted so: \uff13.",
            id="a number in other digits",
        ),
        pytest.param(
            "{p1} has {p1_hours} in three shifts.",
            "It has a word that is not known to be harmless: three.",
            id="a number in words",
        ),
        pytest.param(
            "{p1} has {p1_hours}, which is lazy.",
            "It has a word that is not known to be harmless: lazy.",
            id="a judgement",
        ),
        pytest.param(
            "{p1} has not {p1_hours}.",
            "It has a word that is not known to be harmless: not.",
            id="a denial",
        ),
        pytest.param(
            "{p1} has more, {p1_hours}.",
            "It has a word that is not known to be harmless: more.",
            id="a comparison",
        ),
        pytest.param(
            "Zoe has {hours}.",
            "It has a word that is not known to be harmless: Zoe.",
            id="somebody who is not there",
        ),
        pytest.param(
            "Ana Diaz has 32 h of 40 h, 8 h below.",
            "It has a number that was not counted so: 32.",
            id="a name that nobody told",
        ),
        pytest.param(
            "{p9} has {p9_hours}.", "It has a slot that there is not: {p9}.", id="an unknown slot"
        ),
        pytest.param(
            "It comes to this: {drift}.", "{drift} is a sentence of its own.", id="a hidden drift"
        ),
        pytest.param(
            "{p1} has {p1_hours}?", "It has signs that do not belong there: ?.", id="a question"
        ),
        pytest.param(
            "{p1} has -{p1_hours}.", "It has signs that do not belong there: -.", id="a minus"
        ),
        pytest.param(
            "{p1} has 132 h of 40 h, 8 h below.",
            "It has a number that was not counted so: 1.",
            id="a digit before a number",
        ),
        pytest.param(
            "{p1 has {p1_hours}.", "It has signs that do not belong there: {.", id="a stray brace"
        ),
        pytest.param(
            "See https://example.com.",
            "It has a word that is not known to be harmless: https.",
            id="a link",
        ),
    ],
)
def test_what_was_not_counted_so_is_refused(said: str, objection: str) -> None:
    assert objection in object_to(said)


@pytest.mark.parametrize(
    ("draft", "objections"),
    [
        pytest.param("{drift}.", ("It leaves out {hours}.",), id="without the hours"),
        pytest.param("The team has {hours}.", ("It leaves out {drift}.",), id="without the drift"),
        pytest.param(
            "Thanks!", ("It leaves out {hours}.", "It leaves out {drift}."), id="with nothing"
        ),
    ],
)
def test_draft_that_leaves_out_what_matters_is_refused(
    draft: str, objections: tuple[str, ...]
) -> None:
    assert check(draft).objections == objections


def test_draft_that_goes_on_and_on_is_refused() -> None:
    assert check(NEEDED + " {p1} has {p1_hours}." * 20) == Checked(
        objections=("It is longer than 700 characters.",)
    )


def test_model_is_told_no_name_and_nothing_that_was_typed() -> None:
    prompt = write_prompt(SLOTS, 'warm; say "cheers"')
    assert not any(part in prompt.instructions + prompt.facts for part in ("Ana", "Ben", "Cara"))
    assert '\\"cheers\\"' in prompt.instructions
    assert json.loads(prompt.facts)["slots"]["{p1_hours}"] == "32 h of 40 h, 8 h below"


def test_large_team_has_slots_for_those_furthest_from_their_target() -> None:
    people = tuple(person(f"Person {number:02}", 20, 20, number - 10) for number in range(30))
    slots = list_slots(Fairness(starts_on=date(2026, 11, 16), people=people, margin=120))
    assert list(slots.names.values()) == [f"Person {number}" for number in (29, 28, 27, 26, 25, 24)]


_PIECES = st.sampled_from(
    [
        *(f"{{{slot}}}" for slot in SLOTS.values),
        *("has", "and", ",", ".", ":", "the team", "is", "8 h below", "32 h of 40 h", "not", "5"),
    ]
)


@settings(max_examples=400, deadline=None, derandomize=True)
@given(st.lists(_PIECES, max_size=12).map(" ".join))
def test_whatever_passes_holds_no_number_but_with_its_own_person(said: str) -> None:
    checked = check(f"{NEEDED} {said}")
    if checked.objections:
        return
    for sentence in checked.text.split("."):
        for value in SLOTS.own["p1"].values():
            before, found, _ = sentence.partition(value)
            if found:
                named = [name for name in SLOTS.names.values() if name in before]
                assert max(named, key=before.rindex) == "Ana Diaz"
