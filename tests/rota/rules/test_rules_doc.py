"""Reading the rota's rules, and the problems reported for lines that cannot be read."""

from __future__ import annotations

from dataclasses import fields
from datetime import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rota.teams import RULES_FILE, Team

from belfry.kernel.hours.clock_times import ReadingError
from belfry.kernel.hours.quiet import QuietHours
from belfry.kernel.rulebook.reading import LineSaid
from belfry.rota.rules.hours import parse_hours, say_hours
from belfry.rota.rules.rules_doc import (
    SETTINGS,
    RulesNow,
    read_rules,
    say_rules,
    say_voice,
    write_rules_reading,
)
from belfry.rota.rules.weeks import HOUR, Rules
from belfry.workspace.docs import NeverRead

WHOLE = """
Max hours: 37,5
Rest gap: 12 hours   # by contract
Fairness margin: 90 minutes
Shifts a day: two
Longest day: 12 hours
Days in a row: 6 days
Quiet hours: 9pm to 8am
Ask me first: yes
Test mode: on
"""


def test_every_line_is_read() -> None:
    assert read_rules(WHOLE) == (
        Rules(
            max_hours=37 * 60 + 30,
            rest=12 * 60,
            margin=90,
            shifts_a_day=2,
            longest_day=12 * 60,
            days_in_row=6,
            quiet=QuietHours(time(21), time(8)),
            ask_first=True,
            test_mode=True,
        ),
        (),
    )


def test_an_empty_doc_leaves_every_default() -> None:
    assert read_rules("# nothing yet\n") == (Rules(), ())


def test_every_rule_can_be_set() -> None:
    assert {setting.field for setting in SETTINGS} == {field.name for field in fields(Rules)}


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: f"the line {setting.name}")
def test_the_default_in_words_is_the_default(setting: object) -> None:
    name, default, field = (
        getattr(setting, attribute) for attribute in ("name", "default", "field")
    )
    rules, _ = read_rules(f"{name}: {default}")
    assert rules is not None
    assert getattr(rules, field) == getattr(Rules(), field)


@pytest.mark.parametrize(
    "line, expected",
    [
        pytest.param(
            "Max hourz: 40",
            'column 1: found "Max hourz", expected the name of a setting; did you mean Max hours?',
            id="a slip in a name",
        ),
        pytest.param(
            "Max hours: plenty",
            'column 12: found "plenty", expected a number of hours such as 40, 37.5 or 37h30',
            id="hours that are no number",
        ),
        pytest.param(
            "Rest gap: 169 hours",
            'column 11: found "169 hours", expected at most the 168 hours of a week',
            id="more rest than a week has",
        ),
        pytest.param(
            "Shifts a day: 0",
            'column 15: found "0", expected a whole number from 1 to 10',
            id="no shift a day",
        ),
        pytest.param(
            "Days in a row: often",
            'column 16: found "often", expected a whole number from 1 to 31, or no limit',
            id="days that are no number",
        ),
    ],
)
def test_a_line_that_cannot_be_read_is_told_with_its_place(line: str, expected: str) -> None:
    rules, problems = read_rules(f"Test mode: yes\n{line}\n")
    assert rules is None
    assert [str(problem) for problem in problems] == [f"rota/rules.txt line 2, {expected}"]


def test_every_bad_line_is_told() -> None:
    _, problems = read_rules("Max hours: plenty\nRest gap: 11\nTest mode: perhaps\n")
    assert [problem.line for problem in problems] == [1, 3]


def test_no_limit_of_days_is_none() -> None:
    rules, _ = read_rules("Days in a row: no limit")
    assert rules == Rules(days_in_row=None)


@given(
    st.builds(
        Rules,
        max_hours=st.integers(0, 168 * 60),
        rest=st.integers(0, 168 * 60),
        margin=st.integers(0, 168 * 60),
        shifts_a_day=st.integers(1, 10),
        longest_day=st.none() | st.integers(1, 168 * 60),
        days_in_row=st.none() | st.integers(1, 31),
        ask_first=st.booleans(),
        test_mode=st.booleans(),
    )
)
def test_what_was_understood_can_be_read_again(rules: Rules) -> None:
    assert read_rules("\n".join(write_rules_reading(rules))) == (rules, ())


@pytest.mark.parametrize(
    "text, minutes",
    [
        ("40", 2400),
        ("37.5", 2250),
        ("37,5", 2250),
        ("37,5 hours", 2250),
        ("37h30", 2250),
        ("37:30", 2250),
        ("37:30:00", 2250),
        ("90 minutes", 90),
        ("2 hours 30 minutes", 150),
        ("7.33", 440),
        ("0", 0),
        ("0 hours", 0),
        ("none", 0),
        ("168", 10080),
        ("40 hours.", 2400),
    ],
)
def test_hours_are_read_as_people_write_them(text: str, minutes: int) -> None:
    assert parse_hours(text) == minutes


@pytest.mark.parametrize("text", ["", "-3", "168.1", "40-50", "lots", "1e3", "37h75", "4 0"])
def test_hours_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(ReadingError):
        parse_hours(text)


@given(st.integers(0, 168 * 60))
def test_hours_said_in_words_are_read_again(minutes: int) -> None:
    assert parse_hours(say_hours(minutes)) == minutes


@pytest.mark.parametrize(
    "line, words",
    [
        (
            "Max hours: 40",
            "Nobody works more than 40 hours a week, unless staff.csv says otherwise.",
        ),
        (
            "Rest gap: 11",
            "Between two shifts there are at least 11 hours of rest, unless both lie within the"
            " same day.",
        ),
        (
            "Longest day: 12",
            "Two shifts of a day last at most 12 hours together, breaks included.",
        ),
        ("Longest day: no limit", "Two shifts of a day may last any time together."),
        ("Shifts a day: 1", "Nobody has more than 1 shift on one day."),
        ("Days in a row: 6", "Nobody works more than 6 days in a row."),
        ("Days in a row: no limit", "People may work any number of days in a row."),
        ("Ask me first: yes", "Every message waits for approval."),
    ],
    ids=lambda value: str(value),
)
def test_rule_is_told_in_a_sentence(line: str, words: str) -> None:
    assert say_rules(line).lines == (LineSaid(1, words),)


def test_every_rule_has_a_sentence() -> None:
    text = "\n".join(f"{setting.name}: {setting.example}" for setting in SETTINGS)
    reading = say_rules(text)
    assert (reading.problems, reading.unsaid) == ((), ())
    assert [line for line, _ in reading.lines] == list(range(1, len(SETTINGS) + 1))
    assert not any(": " in words for _, words in reading.lines)


def test_mistake_is_told_at_its_line() -> None:
    [problem] = say_rules("Max hours: 40\nRest gab: 11").problems
    assert (problem.line, problem.nearest) == (2, "Rest gap")


def test_words_of_the_team_are_told_beside_what_is_for_the_model() -> None:
    reading = say_voice("# a note\nWarm and brief.\nSay when reminder: Hi {name}.\n")
    assert reading.lines == (
        LineSaid(2, "This is for the model: how messages sound in general."),
        LineSaid(3, "Messages about “reminder” open with this."),
    )
    [problem] = say_voice("Warm.\nSay when remynder: Hi.").problems
    assert (problem.line, problem.nearest) == (2, "reminder")


def test_rules_are_those_of_the_file(team: Team) -> None:
    team.write(RULES_FILE, "Rest gap: 9 hours\nDays in a row: 5\n")
    now = team.rota.drafts.read_rules()
    assert (now.rules.rest, now.rules.days_in_row, now.problems) == (9 * HOUR, 5, ())


def test_team_that_wrote_no_rules_goes_by_belfry_s_own(team: Team) -> None:
    team.remove(RULES_FILE)
    assert team.rota.drafts.read_rules() == RulesNow(Rules())


def test_last_whole_reading_goes_on_while_a_line_is_wrong(team: Team) -> None:
    team.write(RULES_FILE, "Rest gap: 9 hours\n")
    team.rota.drafts.read_rules()
    team.write(RULES_FILE, "Rest gap: a while\n")
    now = team.rota.drafts.read_rules()
    assert now.rules.rest == 9 * HOUR
    [(place, _)] = now.problems
    assert place == "rota/rules.txt line 1, column 11"


def test_rules_that_were_never_whole_are_refused(team: Team) -> None:
    team.write(RULES_FILE, "Sleep gap: 9 hours\n")
    with pytest.raises(NeverRead, match="Sleep gap"):
        team.rota.drafts.read_rules()
