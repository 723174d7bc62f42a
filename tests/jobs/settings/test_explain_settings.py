"""Whether the shop's settings are told back in sentences that a person can check."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.loops import for_each
from tools.write_settings_page import write_page

from belfry.jobs.settings.explain_settings import say_settings
from belfry.jobs.settings.shop import SETTINGS, read_shop
from belfry.kernel.rulebook import Setting
from belfry.kernel.rulebook.reading import LineSaid, Unsaid

HEAD = "Shop: The Bench\nStages: received, working (also: started), parts (side), ready, gone\n"


def say(line: str) -> list[str]:
    """What a third line is taken to mean."""
    reading = say_settings(HEAD + line, country="GB")
    return [words for number, words in reading.lines if number == 3]


@pytest.mark.parametrize(
    "line, words",
    [
        ("Buffer: 20%", ["20% is added before a time is promised."]),
        ("Contact: 020 7946 0123", ["Customers who ask for help are told: 020 7946 0123."]),
        (
            "Typical time: working half a day",
            ["A job in “working” usually takes half a day: 4 hours of opening time."],
        ),
        ("Typical time: working 2 days", ["A job in “working” usually takes 2 days."]),
        (
            "Chase after: ready 4 hours",
            ["A job that sits in “ready” for 4 hours gets a holding note."],
        ),
        (
            "Quiet hours: 8pm to 9am",
            ["No customer hears anything from 20:00 to 09:00; what comes up waits until 09:00."],
        ),
        ("Quiet hours: none", ["Messages go out at any hour."]),
        ("Settle time: none", ["A move counts as soon as it is seen on the board."]),
        ("Test mode: yes", ["Messages are made and shown, and no customer gets any."]),
        (
            "Daily cap: 200 e-mails",
            ["At most 200 e-mails go out on one day.", "Any number of texts go out on one day."],
        ),
        ("Say when ready: {name}, it is done.", ["This is told when a job comes to “ready”."]),
        ('Voice: brief; sign off "Bye"', ["Messages sound like this, and are signed “Bye”."]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_line_is_told_in_a_sentence(line: str, words: list[str]) -> None:
    assert say(line) == words


def test_part_of_a_day_is_told_for_every_length_of_day() -> None:
    reading = say_settings(
        HEAD + "Typical time: working half a day\nOpening hours: Mon-Fri 9-18; Sat 10-16",
        country="GB",
    )
    assert LineSaid(
        3,
        "A job in “working” usually takes half a day: 4 hours and 30 minutes where a day has "
        "9 hours, 3 hours where a day has 6 hours.",
    ) in list(reading.lines)


def test_stages_are_told_in_their_order() -> None:
    reading = say_settings(HEAD, country="GB")
    assert [words for line, words in reading.lines if line == 2] == [
        "A job goes from received, then working, then ready, then gone.",
        "On the board, started means “working” too.",
        "From anywhere it may go to “parts” and come back.",
        "In “ready” the customer is awaited; “gone” ends the job.",
    ]


def test_line_that_cannot_be_read_leaves_the_others_told() -> None:
    text = HEAD + "Bufer: 30%\nContact: me"
    reading = say_settings(text, country="GB")
    assert not reading.is_whole
    assert reading.problems == read_shop(text, country="GB").problems
    assert [problem.nearest for problem in reading.problems] == ["Buffer"]
    assert LineSaid(4, "Customers who ask for help are told: me.") in list(reading.lines)


def test_what_is_not_said_is_told_with_what_holds() -> None:
    unsaid = say_settings(HEAD + "Buffer: 10%", country="GB").unsaid
    assert Unsaid("Settle time", "2 minutes") in list(unsaid)
    assert "Buffer" not in [default.name for default in unsaid]


@for_each("setting", SETTINGS)
def test_every_setting_has_a_sentence(setting: Setting) -> None:
    example = setting.example.replace("diagnosing", "working")
    example = example.replace("in progress", "received").replace("awaiting parts", "parts")
    name = setting.name.replace("<stage>", "working")
    text = f"{name}: {example}\n"
    rest = HEAD.splitlines(keepends=True)
    other_lines = [line for line in rest if not line.startswith(f"{name}:")]
    reading = say_settings(text + "".join(other_lines), country="GB")
    words = [words for line, words in reading.lines if line == 1]
    assert words
    assert not any(word.startswith(f"{name}: ") for word in words)


PAGE = Path(__file__).parents[3] / "docs" / "jobs-settings.md"
BASE = {
    "Shop": "The Repair Bench",
    "Stages": "received, diagnosing, in progress, awaiting parts (side), ready, collected",
    "Typical time": "diagnosing half a day; in progress 2 days",
}


def test_the_page_of_settings_lists_what_there_is() -> None:
    page = PAGE.read_text(encoding="utf-8")

    assert page == write_page(page, SETTINGS)


@for_each("setting", SETTINGS)
def test_every_example_of_the_page_can_be_read(setting: Setting) -> None:
    sentences = {**BASE, setting.name.replace("<stage>", "in progress"): setting.example}
    if setting.name == "Stages":
        del sentences["Typical time"]

    reading = read_shop("\n".join(f"{name}: {sentence}" for name, sentence in sentences.items()))

    assert reading.problems == ()
