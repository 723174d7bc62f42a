"""Whether the pages about the rota say what is so: rules, words, sheets, and the worked week."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.rota.message_samples import ALL, WEEK
from tests.rota.teams import (
    AVAILABILITY_FILE,
    MONDAY,
    RULES_FILE,
    STAFF_FILE,
    TEMPLATE_FILE,
    TIME_OFF_FILE,
    WEEK_FILE,
    Team,
    memory_team,
)
from tools.write_settings_page import write_page

from belfry.kernel.rulebook import Setting
from belfry.rota.drafts.draft_week import DraftedWeek
from belfry.rota.explaining.explain_week import WeekExplanation, explain_week
from belfry.rota.messages.facts import MessageFacts, Unpublished
from belfry.rota.rules.hours import parse_hours
from belfry.rota.rules.rules_doc import SETTINGS, read_rules
from belfry.rota.rules.voice import SLOTS, Topic, read_voice

DOCS = Path(__file__).parents[2] / "docs"
OWNERS, LIST, DRAFTING = "rota.md", "rota-settings.md", "rota-drafting.md"
ROW = re.compile(r"^\| (.*) \|$", re.MULTILINE)
SLOT = re.compile(r"`\{(\w+)\}`")
# Those that every message has.
ALWAYS = ("name", "team", "news")


def read_page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def list_rows(page: str, header: str) -> list[list[str]]:
    """The cells of the table under that header."""
    _, _, rest = page.partition(f"| {header} |\n")
    table = rest.partition("\n\n")[0]
    return [row.split(" | ") for row in ROW.findall(table)]


def read_block(page: str, kind: str) -> str:
    [block] = re.findall(rf"^```{kind}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    return str(block)


def test_the_page_of_rules_lists_what_there_is() -> None:
    page = read_page(LIST)

    assert page == write_page(page, SETTINGS)


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_every_example_of_the_page_of_rules_can_be_read(setting: Setting) -> None:
    assert read_rules(f"{setting.name}: {setting.example}")[1] == ()


def test_every_way_to_write_hours_on_the_page_can_be_read() -> None:
    [sentence] = re.findall(r"Hours may be written as (.*?)\. ", read_page(LIST), re.DOTALL)

    hours = [parse_hours(example) for example in re.findall("`(.*?)`", sentence)]

    assert hours == [2400, 2250, 2250, 2250, 90]


def test_the_page_lists_every_thing_that_can_be_said_with_its_slots() -> None:
    header = "Thing | Goes to | Slots besides `{name}`, `{team}`, `{news}`"
    rows = list_rows(read_page(LIST), header)
    messages: list[MessageFacts] = [*ALL.values(), Unpublished(**WEEK)]
    known: dict[str, set[str]] = {topic.value: set() for topic in Topic}
    for facts in messages:
        known[facts.find_topic().value] |= set(facts.slots)

    assert {topic.strip("`"): set(SLOT.findall(slots)) for topic, _, slots in rows} == known
    assert [topic.strip("`") for topic, _, _ in rows] == [topic.value for topic in Topic]
    assert set(ALWAYS) | set().union(*known.values()) == set(SLOTS)


def test_the_words_on_the_page_can_be_read() -> None:
    [sample] = re.findall(r"^```\n(Friendly.*?)^```$", read_page(LIST), re.MULTILINE | re.DOTALL)

    voice, problems = read_voice(sample)

    assert problems == ()
    assert voice is not None
    assert len(voice.say_when) == 2


def test_the_sheets_on_the_manager_s_page_can_be_read() -> None:
    staff, week, free, off = re.findall(r"^```csv\n(.*?)^```$", read_page(OWNERS), re.M | re.S)
    team = memory_team()
    names = "".join(f"{name},,,,,,\n" for name in ("Ines Caro", "Leo Frost"))
    for name, text in {
        STAFF_FILE: staff + names,
        WEEK_FILE: week,
        TEMPLATE_FILE: week,
        AVAILABILITY_FILE: free,
        TIME_OFF_FILE: off,
    }.items():
        team.write(name, text)

    drafted = team.rota.drafts.draft_week(MONDAY, dry_run=True)

    assert (drafted.problems, drafted.notes) == ((), ())
    assert len(drafted.lines) == 2


@pytest.fixture(scope="module")
def worked() -> DraftedWeek:
    """The week of the page, drafted."""
    team: Team = memory_team()
    page = read_page(DRAFTING)
    for name, kind in {
        STAFF_FILE: "csv staff",
        WEEK_FILE: "csv week",
        AVAILABILITY_FILE: "csv availability",
        TIME_OFF_FILE: "csv time off",
    }.items():
        team.write(name, read_block(page, kind))
    team.remove(RULES_FILE)
    return team.rota.drafts.draft_week(MONDAY, dry_run=True)


@pytest.fixture(scope="module")
def explained(worked: DraftedWeek) -> WeekExplanation:
    return explain_week(worked.placed, worked.first, proof=worked.proof)


def test_the_worked_week_is_what_the_plain_order_gives(worked: DraftedWeek) -> None:
    shown = [tuple(row) for row in list_rows(read_page(DRAFTING), "Shift | In the plain order")]

    drafted = [(line.shift_id, _name(worked.first[line.shift_id])) for line in worked.lines]

    assert shown == drafted


def test_the_worked_week_is_drafted_as_the_page_says(worked: DraftedWeek) -> None:
    shown = [tuple(row) for row in list_rows(read_page(DRAFTING), "Shift | Who | Outcome | Why")]

    assert shown == [
        (line.shift_id, _name(line.people), line.outcome.value, line.why) for line in worked.lines
    ]


def test_the_hours_of_the_worked_week_are_those_of_the_page(worked: DraftedWeek) -> None:
    shown = [tuple(row) for row in list_rows(read_page(DRAFTING), "Name | Hours | Target")]

    assert shown == [
        (person.name, f"{person.placed / 60:g}", f"{person.target / 60:g}")
        for person in worked.people
    ]


def test_the_page_quotes_the_repair_and_the_proof(
    worked: DraftedWeek, explained: WeekExplanation
) -> None:
    quoted = re.findall(r"^> (.*)$", read_page(DRAFTING), re.MULTILINE)

    assert quoted == [*(repair.words for repair in explained.repairs), worked.proof]


def test_the_page_quotes_why_not_the_others_and_what_would_help(explained: WeekExplanation) -> None:
    by_id = {shift.shift.id: shift for shift in explained.shifts}
    page = read_page(DRAFTING).partition("Why not another person")[2]
    listed = re.findall(r"^- (.*)$", page.partition("## What is guaranteed")[0], re.MULTILINE)

    others = [reason.words for reason in by_id["wed-late"].others]
    options = [option.words for option in by_id["fri-grill"].options]

    assert listed == [*others, *options]


def _name(people: tuple[str, ...]) -> str:
    return ", ".join(people) or "nobody"
