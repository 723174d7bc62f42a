"""What comes of asking a model for wordings, whatever it answers, and of a person's decision."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from tests.apps import memory_ports
from tests.fakes.crash_points import CrashingPoints
from tests.fakes.phraser import ScriptedPhraser
from tests.jobs.shops import Bench, open_bench
from tests.jobs.updates.saying import BENCH, SETTINGS, make_shop
from tests.samples import NOON

from belfry.adapters.system.clock import VirtualClock
from belfry.jobs.updates.fence import Setting
from belfry.jobs.updates.prompts import SCHEMA, write_fresh_prompt, write_suggestion_prompt
from belfry.jobs.updates.suggest_wordings import NOT_ASKED, EditWordings
from belfry.jobs.updates.wordings import Kind, KindWordings, State
from belfry.kernel.changes import Change
from belfry.kernel.errors import (
    ConfigError,
    Conflict,
    InputError,
    NotFound,
    Permanent,
    PortError,
    Temporary,
)
from belfry.kernel.records import R
from belfry.ports.store import Store

READY = Kind("moved", "ready")
THREE = [
    "Hi {name}, {your_item} is ready for you.",
    "Good news {name}: {your_item} is waiting for you at the till.",
    "All set, {name}! Come and get {your_item}.",
]


def give(*texts: str) -> str:
    return json.dumps({"wordings": list(texts)})


def open_shop(*answers: str | PortError) -> tuple[Bench, EditWordings, ScriptedPhraser]:
    model = ScriptedPhraser(answers, name="a small model")
    ports = replace(memory_ports(VirtualClock(NOON), CrashingPoints()), phraser=model)
    bench = open_bench(ports)
    return bench, bench.app.services.jobs.wordings, model


def get(bench: Bench, kind: Kind = READY) -> KindWordings:
    record = bench.ports.store.find(KindWordings, str(kind))
    assert record is not None
    return record


def test_three_wordings_are_suggested_and_wait_for_a_decision() -> None:
    bench, wordings, model = open_shop(give(*THREE))
    (suggested,) = wordings.suggest([READY], by="sam")
    assert [wording.text for wording in suggested.wordings] == THREE
    assert {wording.state for wording in get(bench).list_all()} == {State.SUGGESTED}
    assert wordings.count_waiting() == 1
    assert "moved/ready" not in model.asked[0].facts
    assert bench.ports.audit_log.list_entries("wordings/moved/ready")[0].by == "sam"


def test_wordings_beyond_three_are_left_out_and_that_is_said() -> None:
    five = [*THREE, "Hi {name}, {your_item} is here.", "Hi {name}, come and see {your_item}."]
    bench, wordings, _ = open_shop(give(*five))
    (suggested,) = wordings.suggest([READY], by="sam")
    assert [wording.text for wording in suggested.wordings] == THREE
    assert suggested.problem == "The model gave 5 wordings; the first 3 were taken."
    assert get(bench).problem == suggested.problem


def test_what_was_approved_for_a_stage_that_is_gone_is_not_used() -> None:
    bench, wordings, _ = open_shop(give(*THREE))
    wordings.edit("ready", "", "Hi {name}, {your_item} is on the shelf and sparkles.", by="ana")
    bench.put("J-0", "in progress")
    bench.poll()
    bench.put("J-0", "ready")
    bench.settle()
    bench.relay()
    stages = "Stages: received, diagnosing, in progress, awaiting parts (side), done, collected"
    bench.set(stages, without=["Stages", "        awaiting", "Chase after", "Typical"])
    bench.release()
    (message,) = bench.messages()
    assert "sparkles" not in message.text
    assert message.worded == "in plain words"


@pytest.mark.parametrize(
    "answer, problem",
    [
        (Temporary("no answer within 10 seconds"), "no answer within 10 seconds"),
        (Temporary("too many requests"), "too many requests"),
        (Permanent("the model's answer is empty"), "the model's answer is empty"),
        ("Sure! Here are three wordings.", "not of the shape"),
        ('{"wordings": "one"}', "holds no wordings"),
        ('{"wordings": []}', "holds no wordings"),
        ('{"wordings": [1, 2]}', "holds no wordings"),
        ('["a"]', "not of the shape"),
        (give(*(f"Hi {{name}}, it is {word}." for word in "abcdefgh")), "8 wordings where 3"),
        (give("Ihr Auftrag ist fertig, {name}."), "does not read like English"),
        (give("We have it. " * 60), "more than 500"),
        ("x" * 10_000_000, "longer than 8000 characters"),
        (give("It costs 40 pounds, {name}."), "a number stands only in a slot"),
    ],
)
def test_an_answer_that_is_of_no_use_changes_nothing_and_is_told_plainly(
    answer: str | PortError, problem: str
) -> None:
    bench, wordings, _ = open_shop(give(THREE[0]), answer)
    (first,) = wordings.suggest([READY], by="sam")
    wordings.approve("ready", first.wordings[0].id, by="sam")
    before = get(bench).wordings
    (suggested,) = wordings.suggest([READY], by="sam")
    assert suggested.wordings == ()
    assert problem in suggested.problem
    assert get(bench).wordings == before
    assert problem in wordings.list_all()[-2].problem or problem in get(bench).problem


def test_without_a_model_there_is_nobody_to_ask() -> None:
    ports = memory_ports(VirtualClock(NOON), CrashingPoints())
    wordings = open_bench(ports).app.services.jobs.wordings
    with pytest.raises(ConfigError, match="no model"):
        wordings.suggest(by="sam")
    assert wordings.ask_after_changes() == "there is no model"


def test_new_suggestions_replace_those_that_nobody_decided_about() -> None:
    bench, wordings, _ = open_shop(give(*THREE), give("Hi {name}, it is here, {your_item}."))
    (first,) = wordings.suggest([READY], by="sam")
    wordings.approve("ready", first.wordings[0].id, by="sam")
    wordings.decline("ready", first.wordings[1].id, by="sam")
    wordings.suggest([READY], by="sam")
    states = {wording.text: wording.state.value for wording in get(bench).list_all()}
    assert states == {
        THREE[0]: "approved",
        THREE[1]: "declined",
        "Hi {name}, it is here, {your_item}.": "suggested",
    }


def test_a_model_is_asked_again_only_for_kinds_whose_settings_changed() -> None:
    bench, wordings, model = open_shop(give(*THREE))
    wordings.ask_after_changes()
    assert model.asked == []
    wordings.suggest([READY], by="sam")
    bench.app.services.jobs.sweep_daily()
    asked = len(model.asked)
    assert asked == len(wordings.list_all())
    wordings.ask_after_changes()
    assert len(model.asked) == asked
    bench.set("Voice: formal", without=["Voice"])
    wordings.ask_after_changes()
    assert len(model.asked) == 2 * asked


def test_after_a_change_of_voice_the_old_wordings_stay_and_new_ones_are_asked_for() -> None:
    bench, wordings, _ = open_shop(give(THREE[0]))
    (first,) = wordings.suggest([READY], by="sam")
    wordings.approve("ready", first.wordings[0].id, by="sam")
    assert wordings.count_waiting() == 0
    bench.set("Voice: formal", without=["Voice"])
    shown = next(shown for shown in wordings.list_all() if shown.kind == READY)
    assert (shown.is_outdated, shown.wordings[0].is_used) == (True, True)
    assert wordings.count_waiting() == 1


def test_a_wording_is_shown_as_its_customer_would_read_it() -> None:
    _, wordings, _ = open_shop(give(*THREE))
    wordings.suggest([READY], by="sam")
    shown = next(shown for shown in wordings.list_all() if shown.kind == READY)
    texts = [wording.text_message for wording in shown.wordings]
    assert any(text.startswith("Hi Maya, your blue bike is ready for you.") for text in texts)
    assert any("ready" in each.marks for each in shown.wordings)
    assert shown.plain_email.startswith("Hi Maya,")


def test_two_people_who_approve_at_once_are_both_answered() -> None:
    _, wordings, _ = open_shop(give(*THREE))
    (suggested,) = wordings.suggest([READY], by="sam")
    first = suggested.wordings[0].id
    wordings.approve("ready", first, by="ana")
    with pytest.raises(Conflict, match="ana has approved it already"):
        wordings.approve("ready", first, by="ben")


def test_an_edit_is_approved_in_place_of_the_suggestion_and_held_to_the_same_rules() -> None:
    bench, wordings, _ = open_shop(give(*THREE))
    (suggested,) = wordings.suggest([READY], by="sam")
    with pytest.raises(InputError, match="not one of the slots"):
        wordings.edit("ready", suggested.wordings[0].id, "Hi {nme}, it is here.", by="ana")
    edited = wordings.edit(
        "ready", suggested.wordings[0].id, "Hi {name}, it is here: {your_item}.", by="ana"
    )
    states = {wording.text: wording.state.value for wording in get(bench).list_all()}
    assert (edited.state, states[THREE[0]]) == (State.APPROVED, "declined")
    entries = bench.ports.audit_log.list_entries("wordings/moved/ready")
    assert [(entry.action, entry.by) for entry in entries] == [
        ("suggested", "sam"),
        ("edited", "ana"),
    ]


def test_words_of_ones_own_need_no_suggestion() -> None:
    _, wordings, _ = open_shop(give(*THREE))
    added = wordings.edit("ready", "", "Hi {name}, it is here: {your_item}.", by="ana")
    assert (added.state, added.by) == (State.APPROVED, "ana")


def test_what_is_not_there_cannot_be_decided_about() -> None:
    bench, wordings, _ = open_shop(give(*THREE))
    (suggested,) = wordings.suggest([READY], by="sam")
    for kind in ("sold", "moved/sold", "sent/ready"):
        with pytest.raises(NotFound, match="there are .*moved/ready"):
            wordings.approve(kind, "x", by="ana")
    with pytest.raises(NotFound):
        wordings.approve("ready", "x", by="ana")
    renamed = "Stages: received, diagnosing, in progress, awaiting parts (side), done, collected"
    bench.set(renamed, without=["Stages", "        awaiting", "Chase after", "Typical"])
    with pytest.raises(NotFound):
        wordings.approve("moved/ready", suggested.wordings[0].id, by="ana")
    assert all(shown.wordings == () for shown in wordings.list_all())


def test_a_model_that_is_away_is_not_asked_for_every_kind() -> None:
    _, wordings, model = open_shop(Temporary("no answer"))
    suggested = wordings.suggest(by="sam")
    assert len(model.asked) == 1
    assert [each.problem for each in suggested[:2]] == ["no answer", NOT_ASKED]


def test_a_decision_that_meets_another_one_is_made_on_what_is_there_then() -> None:
    bench, wordings, _ = open_shop(give(*THREE))
    (suggested,) = wordings.suggest([READY], by="sam")
    first, second, _ = (wording.id for wording in suggested.wordings)
    meddler = Meddler(bench.ports.store, lambda: wordings.approve("ready", second, by="ben"))
    replace(wordings, store=meddler).approve("ready", first, by="ana")
    states = {wording.id: (wording.state.value, wording.by) for wording in get(bench).list_all()}
    assert (states[first], states[second]) == (("approved", "ana"), ("approved", "ben"))


class Meddler:
    """A store in which another process commits first, once."""

    def __init__(self, store: Store, act: Callable[[], object]) -> None:
        self._store, self._act, self._is_done = store, act, False

    def find(self, kind: type[R], key: str) -> R | None:
        return self._store.find(kind, key)

    def commit(self, changes: Sequence[Change]) -> None:
        if not self._is_done:
            self._is_done = True
            self._act()
        self._store.commit(changes)

    def commit_each(self, commits: Sequence[Sequence[Change]]) -> list[bool]:
        return self._store.commit_each(commits)


def ask(**changes: bool) -> tuple[str, dict[str, object]]:
    traits = {"has_when": True, "has_look": False, "may_reply": True, **changes}
    setting = Setting("moved", "in progress", "sms", **traits)
    prompt = write_fresh_prompt(BENCH, setting, "jobs/J-2042/move-2")
    return prompt.instructions, json.loads(prompt.facts)


def test_a_fresh_message_is_asked_for_with_some_phrases_and_the_slots_there_are() -> None:
    instructions, facts = ask()
    assert facts["slots"] == {"{news}": "what happened", "{when}": "by when"}
    assert "thanks: " in instructions
    assert "before news: " in instructions
    assert "before look: " not in instructions
    assert len(instructions) < 1200
    assert json.dumps(BENCH.voice, ensure_ascii=False) in instructions


def test_phrases_offered_differ_between_messages_and_not_between_tries() -> None:
    setting = Setting("moved", "in progress", "sms", True, True, True)
    prompts = [write_fresh_prompt(BENCH, setting, f"m-{n}").instructions for n in (*range(20), 0)]
    assert prompts[0] == prompts[-1]
    assert len(set(prompts)) == 20


def test_words_of_the_shops_stages_are_not_offered() -> None:
    shop = make_shop(SETTINGS.replace("diagnosing", "diary"))
    setting = Setting("moved", "in progress", "sms", True, True, True)
    prompts = [write_fresh_prompt(shop, setting, f"m-{n}").instructions for n in range(20)]
    assert [prompt for prompt in prompts if "diary" in prompt] == []


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
