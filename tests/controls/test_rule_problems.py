"""What is said of rules that cannot be read, or that speak of something nobody knows."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belfry.controls.chains.rules import find_strangers, read_rules
from belfry.kernel.rulebook import DocProblem

CONTROLS = ["Monthly safety check", "Fire drill", "Backup test"]
AREAS = ["Safety", "IT", "Finance"]


def list_problems(text: str) -> tuple[DocProblem, ...]:
    reading = read_rules(text, controls=CONTROLS, areas=AREAS)
    assert reading.rules is None
    return reading.problems


@pytest.mark.parametrize(
    "line, column, said, expected",
    [
        ("Fire drill: remind 5 days", 26, "", "before or after"),
        ("Default: a month before", 12, "month", None),
        ("Safety: soon", 9, "soon", None),
        ("Fire drill: none", 13, "none", None),
        ("Fire drill:", 12, "", None),
        ("Owner of safety: Maria and Tom", 28, "Tom", "one person, such as Maria"),
        (f"Escalate to: {'x' * 201}", 14, "x" * 201, "a name of at most 200 characters"),
        ("Working days: Mon-Fry", 19, "Fry", None),
        ("Working days: none", 15, "none", None),
        ("Working days: Mon-Fri 9 to 5", 23, "9", None),
        ("Quiet hours: 6 to 8", 14, "6", None),
        ("Holidays: Narnia", 11, "Narnia", None),
        ("Test mode: perhaps", 12, "perhaps", "yes or no"),
        ("Remind us in time", 1, "Remind us in time", None),
        ("**: on the day", 1, "**", "the name of a control or an area"),
    ],
)
def test_a_bad_line_is_told_with_its_place(
    line: str, column: int, said: str, expected: str | None
) -> None:
    (problem,) = list_problems(f"# rules\n{line}")
    assert (problem.doc, problem.line) == ("controls/rules.txt", 2)
    assert (problem.column, problem.said) == (column, said)
    assert expected is None or problem.expected == expected


@pytest.mark.parametrize(
    "line, near",
    [
        ("Defualt: on the day", "Default"),
        ("Quiet huors: 6pm to 8am", "Quiet hours"),
        ("Workng days: Mon-Fri", "Working days"),
        ("Holliday: GB", "Holidays"),
        ("Ower of safety: Maria", "Owner of <area>"),
        ("Owner of: Maria", "Owner of <area>"),
        ("Esclate safety to: Tom", "Escalate <area> to"),
        ("Escalate safety: Tom", "Escalate <area> to"),
        ("Escalate too: Tom", "Escalate to"),
        ("Ask me frist: yes", "Ask me first"),
        ("Fire drill: 5 days bfore", "before"),
    ],
)
def test_a_slip_is_told_with_what_was_probably_meant(line: str, near: str) -> None:
    assert [problem.nearest for problem in list_problems(line)] == [near]
    assert [problem.nearest for problem in read_rules(line).problems] == [near]


def test_a_name_near_a_settings_is_fine_where_a_control_is_called_so() -> None:
    text = "Quiet hour: on the day\nQuiet house: on the day"
    assert read_rules("Quiet house: on the day").rules is None
    reading = read_rules("Quiet house: on the day", controls=["Quiet House"], areas=[])
    assert (reading.problems, reading.strangers) == ((), ())
    assert read_rules(text, controls=["Quiet House"], areas=[]).rules is None


@pytest.mark.parametrize(
    "text, line",
    [
        ("Safety: on the day\nsafety: a week before", 2),
        ("Default: on the day\n\nDefault: on the day", 3),
        ("Owner of IT: Bo\nOwner of it: Cy", 2),
    ],
)
def test_what_is_said_twice_is_a_problem(text: str, line: int) -> None:
    (problem,) = list_problems(text)
    assert (problem.line, problem.expected) == (line, "it once; it stands in line 1 already")


def test_all_problems_are_told_at_once_in_the_order_of_the_doc() -> None:
    text = "Safety: soon\nFire drill: on the day\nQuiet hours: x\nIT: 5 days"
    assert [problem.line for problem in list_problems(text)] == [1, 3, 4]


@pytest.mark.parametrize(
    "line, column, said, expected, near",
    [
        ("Fire drlil: on the day", 1, "Fire drlil", "a control or an area", "Fire drill"),
        ("Saftey: on the day", 1, "Saftey", "a control or an area", "Safety"),
        ("Marmalade: on the day", 1, "Marmalade", "a control or an area", None),
        ("Owner of saftey: Maria", 10, "saftey", "an area", "Safety"),
        ("Owner of Fire drill: Maria", 10, "Fire drill", "an area", None),
        ("Escalate finnance to: Tom", 10, "finnance", "an area", "Finance"),
        ("Holiday rota: on the day", 1, "Holiday rota", "a control or an area", "Holidays"),
    ],
)
def test_a_section_for_something_unknown_is_told_and_the_rest_counts(
    line: str, column: int, said: str, expected: str, near: str | None
) -> None:
    text = f"Default: on the day\n{line}"
    reading = read_rules(text, controls=CONTROLS, areas=AREAS)
    assert reading.rules is not None
    wanted = DocProblem("controls/rules.txt", 2, column, said, f"the name of {expected}", near)
    assert reading.strangers == (wanted,)
    assert reading.rules.default == (0,)
    assert find_strangers(reading.rules, controls=CONTROLS, areas=AREAS) == reading.strangers


def test_what_is_known_is_no_stranger_however_it_is_spelt() -> None:
    text = "fire-drill: on the day\nSAFETY: on the day\nOwner of it: Bo\nEscalate finance to: Cy"
    reading = read_rules(text, controls=CONTROLS, areas=AREAS)
    assert (reading.problems, reading.strangers) == ((), ())


def test_strangers_come_in_the_order_of_the_doc() -> None:
    text = "Owner of x: Bo\nQqq: on the day\nEscalate y to: Bo"
    reading = read_rules(text, controls=CONTROLS, areas=AREAS)
    assert [problem.line for problem in reading.strangers] == [1, 2, 3]


def test_nothing_is_strange_while_nobody_knows_the_controls() -> None:
    reading = read_rules("Marmalade: on the day\nOwner of jam: Bo")
    assert (reading.problems, reading.strangers) == ((), ())


SOME_TEXT = st.lists(
    st.sampled_from(
        ["Default", "Owner of", "Escalate", "to", "safety", ":", "on the day", "5 days", "before"]
        + ["\n", "  ", "#", '"', "Quiet hours", "6pm", "Holidays", "GB", "-", "*", "Working days"]
    ),
    max_size=20,
).map(" ".join)


@settings(max_examples=400, derandomize=True, deadline=None)
@given(SOME_TEXT | st.text(max_size=80))
def test_any_text_gives_rules_or_problems(text: str) -> None:
    reading = read_rules(text, controls=CONTROLS, areas=AREAS)
    assert (reading.rules is None) is bool(reading.problems)
