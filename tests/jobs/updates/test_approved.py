"""What refuses a wording, what marks it, and which of the approved ones is used."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.jobs.updates.saying import BENCH, SETTINGS, choose, gather, make_shop, word
from tests.loops import for_each

from belfry.jobs.settings.shop import Shop, read_shop
from belfry.jobs.updates.suggest_wordings import show_plain
from belfry.jobs.updates.wordings import (
    Kind,
    KindWordings,
    State,
    Wording,
    judge_wording,
    list_usable,
    make_example,
    make_wording,
    pick_wording,
)

STARTED = Kind("moved", "in progress")
GOOD = "Hi {name}, {your_item} is on the bench. We expect it by {eta}. Have a look: {link}"


def approve(text: str, kind: Kind = STARTED, shop: Shop = BENCH) -> Wording:
    wording = make_wording(text, kind, shop, source="a model")
    return replace(wording, state=State.APPROVED, by="sam")


def list_rules(text: str, kind: Kind = STARTED, shop: Shop = BENCH) -> list[str]:
    return [reason.rule for reason in judge_wording(text, kind, shop).reasons]


def test_a_wording_with_slots_is_taken() -> None:
    assert list_rules(GOOD) == []


@for_each(
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


SIGNED = " — The Repair Bench"


OWN = make_shop(
    f"{SETTINGS}"
    "Say when in progress: {name}, your {item} is on the bench. Look out for {eta}.\n"
    "Say when ready: {shop} has {job}, now {stage}. Until {closing}. Come, {name}!\n"
    "Say when waiting in ready: {name}, your {item} misses you.\n"
)


def test_the_shops_own_sentence_is_said_when_every_slot_can_be_filled() -> None:
    facts = gather("in progress", OWN, eta="Thursday afternoon", eta_stage="ready")
    sentence = (
        "Maya, your iPhone 13 (cracked screen) is on the bench. Look out for Thursday afternoon."
    )
    assert word(facts, OWN, "sms").text == f"{sentence} — The Repair Bench"
    assert word(facts, OWN, "email").text == f"{sentence}\n\n— The Repair Bench"


def test_the_shops_own_sentence_that_names_the_shop_is_not_signed_again() -> None:
    facts = gather("ready", OWN, closing="6pm")
    expected = "The Repair Bench has J-2042, now ready. Until 6pm. Come, Maya!"
    assert word(facts, OWN, "sms").text == expected


def test_the_shops_own_holding_note_is_for_its_stage_only() -> None:
    own = word(gather("ready", OWN), OWN, "sms", news="holding").text
    assert own == f"Maya, your iPhone 13 (cracked screen) misses you.{SIGNED}"
    assert word(gather("received"), OWN, "sms", news="holding") == word(
        gather("received"), BENCH, "sms", news="holding"
    )


@pytest.mark.parametrize(
    "missing, text",
    [
        ({"eta": ""}, "Maya, your iPhone 13 (cracked screen) is on the bench."),
        (
            {"name": ""},
            "Hello, your iPhone 13 (cracked screen) is on the bench. Look out for Friday.",
        ),
        (
            {"name": "Acme Ltd"},
            "Hello, your iPhone 13 (cracked screen) is on the bench. Look out for Friday.",
        ),
        ({"item": ""}, "Maya, your job is on the bench. Look out for Friday."),
        ({"item": "skis"}, "Maya, your skis are on the bench. Look out for Friday."),
    ],
)
def test_a_sentence_whose_slot_has_no_value_falls_away(missing: dict[str, str], text: str) -> None:
    known: dict[str, str | None] = {"eta": "Friday", "eta_stage": "ready"}
    facts = gather("in progress", BENCH, **(known | missing))
    assert word(facts, OWN).text == f"{text}{SIGNED}"


def test_a_line_without_its_news_is_refused_with_its_place() -> None:
    reading = read_shop(f"{SETTINGS}Say when ready: Your {{item}} is here until {{closing}}.")
    (problem,) = reading.problems
    assert "a sentence of its own for the news" in str(problem)


@pytest.mark.parametrize(
    "line",
    [
        "Hi {name}! We are here until {closing}.",
        "{name}",
        "Thank you! We are here until {closing}.",
        "Hello {name}, thanks for your patience. All the best, {shop}",
    ],
)
def test_courtesy_and_a_name_are_no_news(line: str) -> None:
    reading = read_shop(f"{SETTINGS}Say when ready: {line}")
    assert [
        "a sentence of its own for the news" in str(problem) for problem in reading.problems
    ] == [True]


def test_a_line_may_differ_for_one_thing_and_for_several() -> None:
    line = "Say when in progress: Your {item} is on the bench: {it is|they are} in good hands."
    shop = make_shop(f"{SETTINGS}{line} We expect it by {{eta}}.")
    facts = {"eta": "Friday", "eta_stage": "ready"}
    assert word(gather("in progress", shop, item="skis", **facts), shop).text == (
        f"Your skis are on the bench: they are in good hands. We expect them by Friday.{SIGNED}"
    )
    assert word(gather("in progress", shop, item="bike", **facts), shop).text == (
        f"Your bike is on the bench: it is in good hands. We expect it by Friday.{SIGNED}"
    )


def test_each_kind_of_message_may_have_a_line_of_its_own() -> None:
    shop = make_shop(
        f"{SETTINGS}Say when in progress: We have started.\n"
        "Say when in progress again: We go on.\nSay when first seen: We have your {item}.\n"
    )
    facts = gather("in progress", shop, item="skis")
    kinds = ("moved", "back", "first-seen", "holding")
    texts = [word(facts, shop, news=news).text.removesuffix(SIGNED) for news in kinds]
    assert texts[:3] == ["We have started.", "We go on.", "We have your skis."]
    assert texts[3].startswith("Just to keep you posted:")
    plain = make_shop(f"{SETTINGS}Say when in progress: We have started.\n")
    assert word(facts, plain, news="back").text == f"We have started.{SIGNED}"


@pytest.mark.parametrize("news", ["moved", "holding"])
def test_a_message_is_signed_though_the_item_holds_the_shops_name(news: str) -> None:
    shop = make_shop("Shop: Oak\nStages: in, sanded, ready, gone\n")
    text = word(gather("sanded", shop, item="Oak table"), shop, news=news).text
    assert text.endswith(" \u2014 Oak")


def test_such_a_line_that_was_in_force_before_stays_so() -> None:
    text = f"{SETTINGS}Say when ready: Your {{item}} is here until {{closing}}."
    shop = read_shop(text, is_kept=True).shop
    assert shop is not None
    assert word(gather("ready", shop, closing="6pm"), shop).text.startswith("Your iPhone 13")
    assert word(gather("ready", shop), shop) == word(gather("ready"))


def test_the_plain_sentence_is_said_where_the_shops_own_is_too_long_for_a_text() -> None:
    long = make_shop(f"{SETTINGS}Say when ready: {'so ' * 199}")
    assert word(gather("ready"), long, "sms") == word(gather("ready"), BENCH, "sms")
    assert word(gather("ready"), long, "email").text.startswith("so so so")


def test_a_slot_inside_what_the_board_says_is_left_alone() -> None:
    facts = gather("ready", OWN, item="{eta} {nonsense}", closing="6pm")
    assert (
        word(facts, OWN, "sms", news="holding").text
        == f"Maya, your {{eta}} {{nonsense}} misses you.{SIGNED}"
    )


def test_a_stage_that_the_shop_no_longer_has_is_still_named() -> None:
    text = word(gather("polishing {x}"), BENCH, "sms").text
    assert text.startswith("Your iPhone 13 (cracked screen) is now at the polishing (x) stage.")
