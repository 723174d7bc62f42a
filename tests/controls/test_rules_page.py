"""Whether the page of the controls' rules says what the rules are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tools.write_settings_page import write_page

from belfry.controls.chains.chains import parse_chain
from belfry.controls.chains.rules import SETTINGS, read_rules
from belfry.controls.repeats.parse_repeat import parse_repeat
from belfry.kernel.hours.clock_times import ReadingError
from belfry.kernel.rulebook import Setting

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "controls-settings.md"
MEANT = re.compile(r"^\| (`.*`) \| ([−+0-9, ]+?)(?::.*)? \|$", re.MULTILINE)
OFTEN = re.compile(r"^### How often$(.*?)^So there are", re.MULTILINE | re.DOTALL)
SAMPLE = re.compile(r"^```\n(Default: .*?)^```$", re.MULTILINE | re.DOTALL)


def list_readings() -> list[tuple[str, tuple[int, ...]]]:
    """Every row of the page that says what reminders in words mean."""
    found = MEANT.findall(PAGE.read_text(encoding="utf-8"))
    return [(words, tuple(map(int, meant.replace("−", "-").split(",")))) for words, meant in found]


def test_the_page_of_rules_lists_what_there_is() -> None:
    page = PAGE.read_text(encoding="utf-8")

    assert page == write_page(page, SETTINGS)


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_every_example_of_the_page_can_be_read(setting: Setting) -> None:
    name = re.sub("<.*>", "safety", setting.name)

    assert read_rules(f"{name}: {setting.example}").problems == ()


def test_the_page_tells_of_six_ways_to_say_a_chain() -> None:
    assert len(list_readings()) == 6


@pytest.mark.parametrize("words, offsets", list_readings())
def test_every_chain_of_the_page_means_what_it_says(words: str, offsets: tuple[int, ...]) -> None:
    said = [parse_chain(one) for one in re.findall("`(.*?)`", words)]

    assert {one for chain in said for one in chain} == set(offsets)


def test_the_rules_on_the_owner_s_page_can_be_read() -> None:
    [sample] = SAMPLE.findall((DOCS / "controls.md").read_text(encoding="utf-8"))

    reading = read_rules(sample, controls=["Monthly safety check"], areas=["Safety"])

    assert (reading.problems, reading.strangers) == ((), ())


def test_every_repeat_on_the_owner_s_page_can_be_read() -> None:
    [table] = OFTEN.findall((DOCS / "controls.md").read_text(encoding="utf-8"))
    said = re.findall("`(.*?)`", table)

    assert len(said) == 19
    for one in said:
        assert parse_repeat(parse_repeat(one).render()) == parse_repeat(one)


@pytest.mark.parametrize("said", ["twice a month", "last working day of the month"])
def test_every_repeat_that_the_owner_s_page_calls_unclear_is_refused(said: str) -> None:
    with pytest.raises(ReadingError):
        parse_repeat(said)
