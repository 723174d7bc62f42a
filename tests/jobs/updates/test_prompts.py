"""What a model is told, and what it is never told."""

from __future__ import annotations

import json

from tests.jobs.updates.saying import BENCH, SETTINGS, make_shop

from belfry.jobs.updates.fence import Setting
from belfry.jobs.updates.kinds import Kind
from belfry.jobs.updates.prompts import SCHEMA, write_fresh_prompt, write_suggestion_prompt


def ask(**changes: bool) -> tuple[str, dict[str, object]]:
    given = {"has_when": True, "has_look": False, "may_reply": True, **changes}
    prompt = write_fresh_prompt(BENCH, Setting("moved", "in progress", "sms", **given))
    return prompt.instructions, json.loads(prompt.facts)


def test_a_fresh_message_is_asked_for_with_the_lists_and_the_slots_there_are() -> None:
    instructions, facts = ask()
    assert facts["slots"] == {
        "{news}": "what happened, said by the shop's own system",
        "{when}": "by when the next stage is expected, or until when the shop is open",
    }
    assert "thanks: " in instructions
    assert "opener good news: " in instructions
    assert len(instructions) < 12_000
    assert json.dumps(BENCH.voice, ensure_ascii=False) in instructions


def test_a_fresh_message_is_asked_for_without_the_stage() -> None:
    instructions, facts = ask()
    assert "in progress" not in json.dumps(facts)
    assert "awaiting parts" not in instructions


def test_replies_are_invited_only_where_they_reach_the_shop() -> None:
    assert "The customer may reply" in ask()[0]
    assert "invite none" in ask(may_reply=False)[0]


def test_wordings_are_asked_for_with_the_slots_of_their_kind() -> None:
    slots = {}
    for kind in (Kind("moved", "in progress"), Kind("moved", "ready"), Kind("holding", "ready")):
        facts = json.loads(write_suggestion_prompt(kind, BENCH).facts)
        slots[str(kind)] = set(facts["slots"])
    assert "{eta}" in slots["moved/in progress"]
    assert "{closing}" not in slots["moved/in progress"]
    assert "{closing}" in slots["moved/ready"]
    assert "{eta}" not in slots["holding/ready"]


def test_wordings_are_asked_for_in_the_shops_language() -> None:
    shop = make_shop(f"{SETTINGS}Language: de\n")
    prompt = write_suggestion_prompt(Kind("moved", "ready"), shop)
    assert "Write in Deutsch." in prompt.instructions


def test_the_shape_of_an_answer_is_closed() -> None:
    assert (SCHEMA["required"], SCHEMA["additionalProperties"]) == (["wordings"], False)
