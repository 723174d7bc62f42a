"""Whether the rules of the controls are told back in sentences, and names held against the list."""

from __future__ import annotations

import pytest
from tests.fakes.files import MemoryFolder

from belfry.controls.chains.explain_rules import SayRulesDoc, say_rules
from belfry.kernel.rulebook.reading import LineSaid


@pytest.mark.parametrize(
    "line, words",
    [
        (
            "Default: 3 days before and on the day",
            "All others: a reminder 3 days before, then on the day.",
        ),
        ("Safety: a week before", "Safety: a reminder 7 days before."),
        ("Owner of safety: Maria", "Maria sees to safety where the row names nobody."),
        ("Escalate to: Tom", "Tom is told, too, once the last reminder was no use."),
        ("Escalate safety to: Tom", "For safety, Tom is told then."),
        ("Working days: Mon-Fri", "Reminders arrive Mon-Fri only."),
        ("Test mode: no", "Reminders go out in earnest."),
    ],
    ids=lambda value: str(value),
)
def test_rule_is_told_in_a_sentence(line: str, words: str) -> None:
    assert say_rules(line, country="GB").lines == (LineSaid(1, words),)


def test_name_that_is_not_on_the_list_has_a_hint() -> None:
    said = say_rules("Saftey: on the day", country="GB", controls=["Drill"], areas=["Safety"])
    assert said.is_whole
    assert said.hints == (
        LineSaid(
            1,
            "“Saftey” is not a control or an area on the list: this line does nothing yet. "
            "Did you mean Safety?",
        ),
    )


def test_names_are_those_of_the_list_as_it_lies_there() -> None:
    folder = MemoryFolder()
    say = SayRulesDoc(folder, "GB")
    assert say("Drill: on the day").hints == ()
    folder.files["controls/tasks.csv"] = b"name,repeat\nFire drill,weekly\n"
    assert len(say("Drill: on the day").hints) == 1
    folder.files["controls/tasks.csv"] = b"name,repeat\nDrill,weekly\n"
    assert say("Drill: on the day").hints == ()
