"""What refuses a wording, what marks it, and which of the approved ones is used."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.jobs.updates.saying import BENCH, SETTINGS, choose, gather, make_shop

from belfry.jobs.settings.shop import Shop
from belfry.jobs.updates.answer_wording import show_plain
from belfry.jobs.updates.approved import (
    KindWordings,
    State,
    Wording,
    judge_wording,
    list_usable,
    make_example,
    make_wording,
    pick_wording,
)
from belfry.jobs.updates.kinds import Kind

STARTED = Kind("moved", "in progress")
GOOD = "Hi {name}, {your_item} is on the bench. We expect it by {eta}. Have a look: {link}"


def approve(text: str, kind: Kind = STARTED, shop: Shop = BENCH) -> Wording:
    wording = make_wording(text, kind, shop, source="a model")
    return replace(wording, state=State.APPROVED, by="sam")


def list_rules(text: str, kind: Kind = STARTED, shop: Shop = BENCH) -> list[str]:
    return [reason.rule for reason in judge_wording(text, kind, shop).reasons]


def test_a_wording_with_slots_is_taken() -> None:
    assert list_rules(GOOD) == []


@pytest.mark.parametrize(
    "text, rule",
    [
        ("", "size"),
        ("We have started on {your_item}. Ready in 2 days.", "digits"),
        ("We have started on {your_item}. See shop.example.", "links"),
        ("We have started on your bi\u043ae, {name}.", "letters"),
        ("We have started on {your_item} \U0001f389", "letters"),
        ("**We** have started on {your_item}.", "letters"),
        ("We have started on {yur_item}.", "slots"),
        ("We have started on {{item}}.", "slots"),
        ("We have started on {your_item} by {eta}, by {eta}.", "slots"),
        ("We have started on {your_item}. Open until {closing}.", "slots"),
        ("We expect {your_item} by {eta}.", "news"),
        ("See {link}. By {eta}.", "news"),
        ("Thank you! We expect it by {eta}.", "news"),
        ("Hi {name}! We expect it by {eta}.", "news"),
        ("{name}", "news"),
        ("Wir haben mit dem Auftrag begonnen, {name}.", "language"),
        ("We have started on {your_item}. " + "Thank you so much for your trust. " * 12, "size"),
        ("We have started. " * 40, "size"),
    ],
)
def test_a_wording_is_refused_by_rule(text: str, rule: str) -> None:
    assert rule in list_rules(text)


def test_a_wording_may_differ_for_one_thing_and_for_several() -> None:
    assert list_rules("Hi {name}, we have started on {your_item}: {it is|they are} here.") == []
    assert "letters" in list_rules("Hi {name}, {it|they|we} are here.")
    assert "digits" in list_rules("Hi {name}, we have {it|2 of them} here.")
    facts = gather("in progress", item="skis", eta="Friday morning", eta_stage="ready")
    assert "We expect them by Friday" in choose(facts, approved=(approve(GOOD),)).words.text


def test_an_example_of_a_return_is_a_return() -> None:
    kind = Kind("back", "in progress")
    assert make_example(kind, BENCH).is_return
    assert "in progress again" in show_plain(kind, BENCH, "sms")


def test_a_holding_note_has_no_time() -> None:
    assert list_rules(GOOD, Kind("holding", "in progress")) == ["slots"]
    assert (
        list_rules("{your_item} is here until {closing}. It is here.", Kind("moved", "ready")) == []
    )


def test_stage_words_and_words_of_no_list_are_marked_for_the_reader() -> None:
    marks = judge_wording("Hi {name}, {your_item} is ready and gleaming.", STARTED, BENCH).marks
    assert set(marks) == {"ready", "gleaming"}


def test_an_approved_wording_lapses_when_its_time_would_be_for_another_stage() -> None:
    wording = approve(GOOD)
    record = KindWordings(kind=str(STARTED)).put(wording)
    assert list_usable(record, STARTED, BENCH) == [wording]
    other = make_shop(SETTINGS.replace("ready (also", "polishing, ready (also"))
    assert list_usable(record, STARTED, other) == []
    timeless = approve("Hi {name}, {your_item} is on the bench.")
    assert list_usable(record.put(timeless), STARTED, other) == [timeless]


def test_an_approved_wording_is_not_used_in_another_language() -> None:
    record = KindWordings(kind=str(STARTED)).put(approve(GOOD))
    assert list_usable(record, STARTED, make_shop(f"{SETTINGS}Language: de\n")) == []


def test_approved_wordings_take_turns_and_one_message_keeps_its_own() -> None:
    usable = [approve(f"Hi {{name}}, {text} {{your_item}}.") for text in ("we have", "we like")]
    keys = [f"jobs/J-{number}/move-2" for number in range(40)]
    picked = [pick_wording(usable, key) for key in keys]
    assert picked == [pick_wording(list(reversed(usable)), key) for key in keys]
    assert {wording.id for wording in picked if wording} == {wording.id for wording in usable}
    assert pick_wording([], "a") is None


def test_approved_words_are_used_before_plain_ones_and_own_ones_before_both() -> None:
    facts = gather("in progress", eta="Friday morning", eta_stage="ready")
    approved = (approve(GOOD),)
    chosen = choose(facts, approved=approved)
    assert chosen.words.text == (
        "Hi Maya, your iPhone 13 (cracked screen) is on the bench. We expect it by Friday morning."
        " \u2014 The Repair Bench"
    )
    assert chosen.worded == "in approved words (sam)"
    own = make_shop(f"{SETTINGS}Say when in progress: We are on it.\n")
    assert choose(facts, own, approved=approved).worded == "in the shop's own words"
    assert choose(facts).worded == "in plain words"
    mail = choose(facts, BENCH, "email", approved=approved).words
    assert mail.text.startswith("Hi Maya, your iPhone 13")


def test_a_wording_that_grew_too_long_gives_way_and_says_so() -> None:
    facts = gather("in progress", item="x" * 40, name="Y" * 19, eta="E" * 400, eta_stage="ready")
    chosen = choose(facts, approved=(approve(GOOD.replace("{link}", "{job}")),))
    assert chosen.worded.startswith("in plain words; not in approved words (sam): It takes ")


def test_a_correction_is_always_plain() -> None:
    facts = gather("in progress", previous="ready")
    assert choose(facts, news="correction", approved=(approve(GOOD),)).worded == "in plain words"
