"""Whether the rules and words of the rota are told back in sentences."""

from __future__ import annotations

import pytest

from belfry.kernel.rulebook.reading import LineSaid
from belfry.rota.rules.rules_doc import SETTINGS, say_rules, say_voice


@pytest.mark.parametrize(
    "line, words",
    [
        (
            "Max hours: 40",
            "Nobody works more than 40 hours a week, unless staff.csv says otherwise.",
        ),
        ("Rest gap: 11", "Between the shifts of two days there are at least 11 hours of rest."),
        ("Shifts a day: 1", "Nobody has more than 1 shift on one day."),
        ("Days in a row: 6", "Nobody works more than 6 days in a row."),
        ("Days in a row: no limit", "People may work any number of days in a row."),
        ("Ask me first: yes", "Every message waits until somebody approves it."),
    ],
    ids=lambda value: str(value),
)
def test_rule_is_told_in_a_sentence(line: str, words: str) -> None:
    assert say_rules(line).lines == (LineSaid(1, words),)


def test_every_rule_has_a_sentence() -> None:
    text = "\n".join(f"{one.name}: {one.example}" for one in SETTINGS)
    said = say_rules(text)
    assert (said.problems, said.unsaid) == ((), ())
    assert [line for line, _ in said.lines] == list(range(1, len(SETTINGS) + 1))
    assert not any(": " in words for _, words in said.lines)


def test_mistake_is_told_at_its_line() -> None:
    [problem] = say_rules("Max hours: 40\nRest gab: 11").problems
    assert (problem.line, problem.nearest) == (2, "Rest gap")


def test_words_of_the_team_are_told_beside_what_is_for_the_model() -> None:
    said = say_voice("# a note\nWarm and brief.\nSay when reminder: Hi {name}.\n")
    assert said.lines == (
        LineSaid(2, "This is for the model: how messages sound in general."),
        LineSaid(3, "Messages about “reminder” open with this."),
    )
    [problem] = say_voice("Warm.\nSay when remynder: Hi.").problems
    assert (problem.line, problem.nearest) == (2, "reminder")
