"""Whether a draft of the monthly summary tells the month's numbers and nothing else."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

from belfry.controls.reports.monthly_summary import make_summary_text
from belfry.controls.reports.summaries import Due, Fate, Month, Summary
from belfry.workspace.phrase_text import SlottedText, write_prompt

OCTOBER = Month(2026, 10)
DRAFTS = Path(__file__).parents[1] / "data/controls_summaries.jsonl"


def make_text(*dues: tuple[Fate, int]) -> SlottedText:
    """Of a month with these ends, each so many days late."""
    ends = (
        Due("drill", day, date(2026, 10, day), fate, late)
        for day, (fate, late) in enumerate(dues, 1)
    )
    text = make_summary_text(Summary(OCTOBER, tuple(ends)))
    assert text is not None
    return text


ON_TIME = (Fate.ON_TIME, 0)
TEXT = make_text(
    *(ON_TIME for _ in range(9)),
    *((Fate.LATE, 5), (Fate.LATE, 2), (Fate.MISSED, 0), (Fate.OPEN, 2), (Fate.SKIPPED, 0)),
)


def list_reasons(text: SlottedText, draft: str) -> list[str]:
    return [reason.says for reason in text.judge(draft).reasons]


def test_slots_hold_the_numbers_that_plain_words_tell() -> None:
    assert TEXT.values == {
        "month": "October 2026",
        "due": "13 due dates",
        "on_time": "9",
        "rate": "69%",
        "late": "2",
        "average": "4 days",
        "worst": "5 days",
        "missed": "1",
        "open": "1",
        "skipped": "1",
    }


def test_drafts_keep_their_verdicts() -> None:
    drafts = [json.loads(line) for line in DRAFTS.read_text("utf-8").splitlines()]
    passing = {draft["draft"] for draft in drafts if TEXT.judge(draft["draft"]).passes}
    honest = {draft["draft"] for draft in drafts if draft["verdict"] == "pass"}
    assert (honest - passing, passing - honest) == (set(), set())
    assert (len(honest), len(drafts) - len(honest)) == (30, 50)


def test_only_slots_with_a_value_are_offered() -> None:
    text = make_text(ON_TIME)
    assert text.once == ("month", "due", "on_time")
    assert json.loads(write_prompt(text, "").facts)["slots"] == {
        "{month}": "October 2026",
        "{due}": "1 due date",
        "{on_time}": "1",
        "{rate}": "100%",
    }
    draft = "In {month}, {on_time} of {due} was on time, that is {rate}."
    assert list_reasons(text, draft) == []
    assert text.fill(draft) == "In October 2026, 1 of 1 due date was on time, that is 100%."
    assert any("{late}" in reason for reason in list_reasons(text, f"{draft} {{late}} were late."))


def test_list_is_announced_only_where_there_is_one() -> None:
    draft = "In {month} the team kept {on_time} of {due}."
    late = f"{draft} {{late}} came in late."
    below = "The details are below."
    assert list_reasons(make_text(ON_TIME, (Fate.LATE, 1)), f"{late} {below}") == []
    assert list_reasons(make_text(ON_TIME), draft) == []
    assert list_reasons(make_text(ON_TIME), f"{draft} {below}") != []


def test_verb_agrees_with_the_number() -> None:
    draft = "In {month} the team kept {on_time} of {due}. {late} %s late."
    one, two = make_text(ON_TIME, (Fate.LATE, 1)), make_text((Fate.LATE, 1), (Fate.LATE, 1))
    passes = {
        (verb, text.values["late"]): text.judge(draft % verb).passes
        for verb in ("was", "were")
        for text in (one, two)
    }
    assert [case for case, does_pass in passes.items() if does_pass] == [
        ("was", "1"),
        ("were", "2"),
    ]


def test_month_in_which_nothing_came_due_is_not_phrased() -> None:
    skipped = Due("drill", 1, date(2026, 10, 1), Fate.SKIPPED)
    assert make_summary_text(Summary(OCTOBER, (skipped,))) is None
