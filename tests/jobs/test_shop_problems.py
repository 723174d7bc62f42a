"""What is said of a settings doc that cannot be read, or that contradicts itself."""

from __future__ import annotations

import pytest

from belfry.jobs.settings.shop import read_shop
from belfry.kernel.rulebook import DocProblem

LEAST = "Shop: A\nStages: received, in progress, ready, collected\n"
DOC = "jobs/settings.txt"


def list_problems(text: str) -> tuple[DocProblem, ...]:
    reading = read_shop(text)
    assert reading.shop is None
    return reading.problems


@pytest.mark.parametrize(
    "line, column, said, expected",
    [
        ("Buffer: -5%", 9, "-5%", "a percentage such as 20%, or none"),
        ("Buffer: 900%", 9, "900%", "at most 300%"),
        ("Settle time: 2 days", 14, "2 days", "a time up to 1 day, or none"),
        ("Chase again after: 1 hour", 20, "1 hour", "from 1 day to 365 days"),
        ("Typical time: ready 4 moons", 23, "moons", "minutes, hours, days or weeks"),
        ("Chase after: redy 1 day", 14, "redy", "the name of a stage"),
        ("Say when redy: hello", 10, "redy", "the name of a stage"),
        ("Say when ready: hi {nmae}", 20, "{nmae}", None),
        ("Say when ready: hi {name", 20, "{", "a slot such as {item}, or no brace"),
        ("Say when waiting in redy: hi", 21, "redy", "the name of a stage"),
        ("Daily cap: 5 faxes", 14, "faxes", "one of e-mails, texts"),
        ("Test mode: perhaps", 12, "perhaps", "yes or no"),
        ("Voice: brief; sign off with a smile", 15, "sign off with a smile", None),
        (f"Voice: sign off '{'x' * 61}'", 18, "x" * 61, "a sign-off of at most 60 characters"),
        (f"Voice: {'x' * 501}", 508, "x", "at most 500 characters"),
        (f"Say when ready: {'x' * 601}", 617, "x", "at most 600 characters"),
    ],
)
def test_a_bad_line_is_told_with_its_place(
    line: str, column: int, said: str, expected: str | None
) -> None:
    (problem,) = list_problems(LEAST + line)
    assert (problem.doc, problem.line, problem.column, problem.said) == (DOC, 3, column, said)
    assert expected is None or problem.expected == expected


@pytest.mark.parametrize(
    "line, near",
    [
        ("Say when ready: hi {nmae}", "{name}"),
        ("Say when redy: hello", "ready"),
        ("Typical time: in progres 1 day", "in progress"),
        ("Quiet huors: none", "Quiet hours"),
        ("Say wen ready: hello", "Say when <stage>"),
    ],
)
def test_a_slip_is_told_with_what_was_probably_meant(line: str, near: str) -> None:
    assert [problem.nearest for problem in list_problems(LEAST + line)] == [near]


TIMES = LEAST + "Typical time: in progress 1 day; ready 1 day\n"


@pytest.mark.parametrize(
    "line, column, expected",
    [
        pytest.param(
            *("Say when received: by {eta}", 23),
            "no {eta} here: there is no typical time for received",
            id="an ETA in a stage without a typical time",
        ),
        pytest.param(
            *("Say when ready: by { ETA }", 20),
            "no {eta} here: a job that is ready waits for its customer",
            id="an ETA in the ready stage",
        ),
        pytest.param(
            *("Say when collected: by {eta}", 24),
            "no {eta} here: no stage follows that a time could be told for",
            id="an ETA in the last stage",
        ),
        pytest.param(
            *("Say when waiting in in progress: by {eta}", 37),
            "no {eta} here: a holding note promises no time",
            id="an ETA in a holding note",
        ),
        pytest.param(
            *("Say when in progress: until {closing}", 29),
            "no {closing} here: the closing time is only told in ready",
            id="the closing time where nothing is ready",
        ),
    ],
)
def test_a_sentence_that_could_never_be_said_is_a_problem(
    line: str, column: int, expected: str
) -> None:
    (problem,) = list_problems(TIMES + line)
    assert (problem.line, problem.column, problem.expected) == (4, column, expected)


@pytest.mark.parametrize(
    "line",
    [
        "Say when in progress: {name} {item} {job} {stage} {shop}. By {eta}.",
        "Say when ready: Come, {name}! Before {closing}.",
        "Say when waiting in ready: Before {closing}. Come! {photo} {link}",
    ],
)
def test_a_sentence_with_slots_that_may_be_empty_now_and_then_is_fine(line: str) -> None:
    assert read_shop(TIMES + line).problems == ()


@pytest.mark.parametrize(
    "text, missing",
    [
        pytest.param("Shop: A", "Stages", id="no stages"),
        pytest.param("Stages: in, done, out", "Shop", id="no shop"),
    ],
)
def test_a_shop_has_a_name_and_stages(text: str, missing: str) -> None:
    (problem,) = list_problems(text)
    assert problem.expected.startswith(f'a line "{missing}: ')


def test_bad_stages_are_one_problem_and_not_one_for_every_line_that_names_a_stage() -> None:
    text = "Shop: A\nStages: ready\nChase after: ready 1 day\nSay when ready: {eta}\nBuffer: x"
    assert [problem.line for problem in list_problems(text)] == [2, 5]


def test_a_sentence_is_not_held_against_a_line_that_could_not_be_read() -> None:
    text = LEAST + "Typical time: in progress 2 moons\nSay when in progress: by {eta}"
    assert [problem.line for problem in list_problems(text)] == [3]


def test_all_problems_are_told_at_once_in_the_order_of_the_doc() -> None:
    text = "Bufer: 1%\n" + LEAST + "Test mode: so\nChase after: x 1 day; redy\n"
    assert [problem.line for problem in list_problems(text)] == [1, 4, 5]
