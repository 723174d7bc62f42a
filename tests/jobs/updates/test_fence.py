"""Whether the fence lets nothing pass but courtesy around the sentences that code makes."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import pytest
from tests.jobs.updates.saying import BENCH, DATA, make_shop

from belfry.jobs.settings.shop import Shop
from belfry.jobs.updates.fence import Setting, judge_draft, list_conditions
from belfry.jobs.updates.language import list_codes, load_matcher
from belfry.jobs.updates.wordings import NEWS

STAGES = {
    "en": "received, diagnosing, in progress, awaiting parts (side), ready, collected",
    "de": "angenommen, Diagnose, in Arbeit, wartet auf Teile (side), abholbereit, abgeholt",
}


def read_drafts(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def judge(row: dict[str, Any], shop: Shop) -> str:
    setting = Setting(
        row["kind"],
        row["stage"],
        row["channel"],
        has_when=row["when"],
        has_look=row["look"],
        may_reply=row["reply"],
    )
    return "pass" if judge_draft(row["draft"], shop, setting).passes else "reject"


@pytest.mark.parametrize("code", list_codes())
def test_the_drafts_that_a_language_brings_keep_their_verdicts(code: str) -> None:
    shop = make_shop(f"Shop: The Repair Bench\nLanguage: {code}\nStages: {STAGES[code]}\n")
    path = files("belfry.jobs") / "languages" / code / "drafts.jsonl"
    rows = read_drafts(path.read_text("utf-8"))
    wrong = [row["draft"] for row in rows if judge(row, shop) != row["verdict"]]
    assert wrong == []
    verdicts = [row["verdict"] for row in rows]
    assert (verdicts.count("pass") >= 30, verdicts.count("reject") >= 45) == (True, True)


@pytest.mark.parametrize("code", list_codes())
def test_phrases_that_a_model_is_offered_pass_wherever_they_are_offered(code: str) -> None:
    shop = make_shop(f"Shop: The Repair Bench\nLanguage: {code}\nStages: {STAGES[code]}\n")
    refused = {
        f"{act}: {text}"
        for news in NEWS
        for stage in shop.stages
        for reply in (False, True)
        for setting in [Setting(news, stage.name, "sms", True, True, reply)]
        for act, phrases in shop.language.examples.items()
        for text, conditions in phrases
        if conditions <= list_conditions(shop.stages, setting)
        if not judge_draft(place(act, text), shop, setting).passes
    }
    assert sorted(refused) == []


def place(act: str, text: str) -> str:
    """A whole draft with the phrase where it belongs."""
    if act.startswith("before "):
        slot = f"{{{act.removeprefix('before ')}}}"
        return "{news} {when} {look}".replace(slot, f"{text[0].upper()}{text[1:]}: {slot}")
    sentence = f"{text[0].upper()}{text[1:]}"
    slots = "{news} {when} {look}"
    return f"{sentence}, {slots}" if act == "greeting" else f"{slots} {sentence}."


def test_drafts_without_slots_are_refused_true_or_not() -> None:
    passed = [
        row["draft"]
        for row in read_drafts((DATA / "fence.jsonl").read_text("utf-8"))
        if judge({**row, **PLAIN}, BENCH) == "pass"
    ]
    assert passed == []


PLAIN = {"kind": "moved", "channel": "sms", "when": False, "look": False, "reply": True}


def list_rules(draft: str, shop: Shop = BENCH, **changes: Any) -> list[str]:
    fields: dict[str, Any] = {"news": "moved", "stage": "in progress", **changes}
    setting = Setting(
        fields["news"],
        fields["stage"],
        fields.get("channel", "sms"),
        has_when=fields.get("when", False),
        has_look=fields.get("look", False),
        may_reply=fields.get("reply", True),
    )
    return [reason.rule for reason in judge_draft(draft, shop, setting).reasons]


@pytest.mark.parametrize(
    "draft, rules",
    [
        ("We hope {news}", ["courtesy"]),
        ("{news}? Sure!", ["slots", "courtesy"]),
        ("{news} or so", ["slots"]),
        ("{news}, we think.", ["slots"]),
        ("Take care {news}", ["courtesy"]),
        ("{name} {name} {name} {news}", ["slots"]),
        ("{news} {when}", ["slots"]),
        ("{nws}", ["slots", "slots"]),
        ("{{news}}", ["slots", "slots"]),
        ("", ["slots"]),
    ],
)
def test_slots_stand_once_whole_and_alone(draft: str, rules: list[str]) -> None:
    assert set(list_rules(draft)) == set(rules) or list_rules(draft)[0] == rules[0]
    assert list_rules(draft) != []


@pytest.mark.parametrize(
    "stages, draft, rules",
    [
        ("in, Thank you, out", "{news} Thank you!", ["stage", "courtesy"]),
        ("in, Thank you, out", "Hi {name}, {news} Best wishes", []),
        ("Questions, in, out", "{news} Any questions, just ask.", ["stage"]),
        ("in, on, out", "Hi {name}, {news} Thanks for your trust in us!", []),
        ("kept, wished (also: cared for), done", "{news} Take care!", ["stage"]),
    ],
)
def test_words_of_the_shops_own_stages_never_pass(
    stages: str, draft: str, rules: list[str]
) -> None:
    shop = make_shop(f"Shop: A\nStages: {stages}\n")
    stage = shop.stages.main[1].name
    broken = list_rules(draft, shop, stage=stage)
    assert broken[:1] == rules[:1]


WAITING = [("holding", "in progress"), ("holding", "ready")]


@pytest.mark.parametrize("name", ["fence_unseen", "fence_unseen_ordinary"])
def test_drafts_that_the_lists_had_not_seen_pass_or_not_as_they_should(name: str) -> None:
    rows = read_drafts((DATA / f"{name}.jsonl").read_text("utf-8"))
    shops = {path.stem: make_shop(path.read_text("utf-8")) for path in (DATA / "trades").iterdir()}
    passed = [row for row in rows if judge(row, shops[row["trade"]]) == "pass"]
    assert [row["draft"] for row in passed if row["verdict"] == "reject"] == []
    assert len(passed) >= 54
    assert len(rows) == 120


def test_one_small_matcher_serves_all_shops_and_kinds_of_a_language() -> None:
    load_matcher.cache_clear()
    rows = read_drafts((DATA / "fence_unseen.jsonl").read_text("utf-8"))
    for row in rows:
        for kind in NEWS:
            voice = f"Voice: {row['trade']} and {kind}"
            shop = make_shop(f"Shop: A\nStages: received, in progress, ready, gone\n{voice}\n")
            judge({**row, "kind": kind}, shop)
    assert load_matcher.cache_info().misses == 1
    assert len(load_matcher("en")._places) < 20_000


def test_good_news_is_for_moves_on_the_main_line() -> None:
    draft = "Good news: {news}"
    assert list_rules(draft) == []
    assert list_rules(draft, news="back") == []
    assert list_rules(draft, news="holding") == ["courtesy"]
    assert list_rules(draft, news="first-seen") == ["courtesy"]
    assert list_rules(draft, stage="awaiting parts") == ["courtesy"]


@pytest.mark.parametrize(
    "draft, passing",
    [
        ("{news} We look forward to seeing you.", [("moved", "ready")]),
        ("{news} Looking forward to seeing you!", [("moved", "ready")]),
        ("{news} See you soon!", []),
        ("{news} Thanks for your understanding.", [("moved", "awaiting parts"), *WAITING]),
        ("A friendly reminder: {news}", WAITING),
        ("Just a gentle reminder: {news}", WAITING),
    ],
)
def test_courtesy_is_bound_to_where_it_is_true(draft: str, passing: list[tuple[str, str]]) -> None:
    passed = [
        (news, stage)
        for news in ("moved", "holding")
        for stage in ("in progress", "awaiting parts", "ready")
        if list_rules(draft, news=news, stage=stage) == []
    ]
    assert [kind for kind in passed if kind != ("holding", "awaiting parts")] == sorted(
        passing, key=lambda kind: (kind[0] != "moved", kind[1] == "ready")
    )


def test_the_fence_is_small() -> None:
    folder = files("belfry")
    modules = [
        *(folder / "kernel" / "fence" / name for name in ("acts.py", "matcher.py", "surface.py")),
        folder / "jobs" / "updates" / "fence.py",
    ]
    texts = [path.read_text("utf-8") for path in modules if path.name.endswith(".py")]
    assert sum(len(text.splitlines()) for text in texts) <= 600
