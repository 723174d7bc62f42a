"""Whether a draft of Friday's summary says only what was counted, with every number in a slot."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from belfry.rota.reports.fairness import Fairness, PersonFairness, Totals
from belfry.rota.reports.summary_text import make_summary_text
from belfry.workspace.phrase_text import write_prompt

HOUR = 60
DRAFTS = Path(__file__).parents[1] / "data/rota_summaries.jsonl"


def person(name: str, placed: int, target: int, below: int, *, weekends: int = 0) -> PersonFairness:
    """In hours; `below` is over four weeks."""
    lately = Totals(weeks=4, placed=0, target=below * HOUR, weekends=weekends, nights=0)
    return PersonFairness(
        name=name, placed=placed * HOUR, target=target * HOUR, cap=40 * HOUR, lately=lately
    )


TEXT = make_summary_text(
    Fairness(
        starts_on=date(2026, 11, 16),
        people=(
            person("Ana Diaz", 32, 40, 12, weekends=3),
            person("Ben Shaw", 30, 30, 0),
            person("Cara Woods", 26, 24, -5),
        ),
        margin=2 * HOUR,
    )
)
NEEDED = "The team has {hours}. {drift}."


def list_reasons(draft: str) -> list[str]:
    return [reason.says for reason in TEXT.judge(draft).reasons]


def test_slots_hold_what_was_counted_furthest_from_the_target_first() -> None:
    assert TEXT.values == {
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


def test_drafts_keep_their_verdicts() -> None:
    drafts = [json.loads(line) for line in DRAFTS.read_text("utf-8").splitlines()]
    passing = {draft["draft"] for draft in drafts if TEXT.judge(draft["draft"]).passes}
    honest = {draft["draft"] for draft in drafts if draft["verdict"] == "pass"}
    assert (honest - passing, passing - honest) == (set(), set())
    assert (len(honest), len(drafts) - len(honest)) == (30, 50)


def test_draft_that_passes_is_filled() -> None:
    draft = (
        "Here is how the hours look from {week}: the team has {hours}. {drift}.\n"
        "{p1} has {p1_hours}, and {p2} has {p2_hours}. {p1} stands at {p1_lately}."
        " Have a good weekend!"
    )
    assert list_reasons(draft) == []
    assert TEXT.fill(draft) == (
        "Here is how the hours look from 16 to 22 November: the team has 88 h of 94 h."
        " Over four weeks the furthest from their target: Ana Diaz 12 h below and"
        " Cara Woods 5 h above.\n"
        "Ana Diaz has 32 h of 40 h, 8 h below, and Cara Woods has 26 h of 24 h, 2 h above."
        " Ana Diaz stands at 12 h below, 3 weekend shifts over four weeks."
        " Have a good weekend!"
    )


def test_refusal_says_which_word_broke_which_rule() -> None:
    reasons = {
        f"{NEEDED} {{p1}} is lazy.": '"lazy" is not on the list.',
        f"{NEEDED} {{p1}} has.": '"{person} has .": listed words, but no listed phrase.',
        f"{NEEDED} {{p1}}": '"{person}": the sentence ends before it is a listed phrase.',
        f"{NEEDED} {{p1}} has {{p2_hours}}.": "{p2_hours} does not belong to {p1}.",
        f"{NEEDED} {{p2_hours}}.": "{p2_hours} does not belong to anybody named before it.",
        f"{NEEDED} {{p1}} has 4 h.": '"4": a number stands only in a slot.',
        f"{NEEDED} {{p1}} has -{{p1_hours}}.": (
            '"-" may be read as a question, a minus or a list.'
        ),
        "The team has {hours}.": "{drift} must stand exactly once; it stands 0 times.",
        "The team has {hours}. {drift} {p1} has {p1_hours}.": "{drift} is a sentence of its own.",
        NEEDED + " {p1} has {p1_hours}." * 20: "It has 880 characters, more than 700.",
    }
    assert {draft: list_reasons(draft) for draft in reasons} == {
        draft: [reason] for draft, reason in reasons.items()
    }


def test_model_is_told_the_phrases_and_no_name() -> None:
    prompt = write_prompt(TEXT, 'warm; say "cheers"')
    assert not any(part in "".join(prompt) for part in ("Ana", "Ben", "Cara"))
    assert '\\"cheers\\"' in prompt.instructions
    assert "[person]" in prompt.instructions
    assert json.loads(prompt.facts)["slots"]["{p1_hours}"] == "32 h of 40 h, 8 h below"


def test_large_team_has_slots_for_those_furthest_from_their_target() -> None:
    people = tuple(person(f"Person {number:02}", 20, 20, number - 10) for number in range(30))
    text = make_summary_text(Fairness(starts_on=date(2026, 11, 16), people=people, margin=120))
    named = [text.values[f"p{number}"] for number in range(1, 7)]
    assert named == [f"Person {number}" for number in (29, 28, 27, 26, 25, 24)]
    assert "p7" not in text.values


_PIECES = st.sampled_from(
    [
        *(f"{{{slot}}}" for slot in TEXT.values),
        *("has", "and", ",", ".", ":", "the team", "is", "is at", "while", "8 h below", "not", "5"),
    ]
)


@settings(max_examples=400, deadline=None, derandomize=True)
@given(st.lists(_PIECES, max_size=12).map(" ".join))
def test_whatever_passes_holds_no_number_but_with_its_own_person(words: str) -> None:
    draft = f"{NEEDED} {words}"
    if list_reasons(draft):
        return
    for sentence in TEXT.fill(draft).split("."):
        for value in (TEXT.values["p1_hours"], TEXT.values["p1_lately"]):
            before, stands_there, _ = sentence.partition(value)
            if stands_there:
                names = [TEXT.values[slot] for slot in ("p1", "p2", "p3")]
                assert max(names, key=before.rfind) == "Ana Diaz"
