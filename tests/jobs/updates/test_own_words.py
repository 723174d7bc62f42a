"""When a shop's own sentence is said, and when the plain one."""

from __future__ import annotations

import pytest
from tests.jobs.updates.saying import BENCH, SETTINGS, gather, make_shop, word

from belfry.jobs.settings.shop import read_shop

SIGNED = " — The Repair Bench"


OWN = make_shop(
    f"{SETTINGS}"
    "Say when in progress: {name}, your {item} is on the bench. Look out for {eta}.\n"
    "Say when ready: {shop} has {job}, now {stage}. Until {closing}. Come, {name}!\n"
    "Say when waiting in ready: {name}, your {item} misses you.\n"
)


def test_the_shops_own_sentence_is_said_when_every_slot_can_be_filled() -> None:
    facts = gather("in progress", OWN, eta="Thursday afternoon", eta_stage="ready")
    said = "Maya, your iPhone 13 (cracked screen) is on the bench. Look out for Thursday afternoon."
    assert word(facts, OWN, "sms").text == f"{said} — The Repair Bench"
    assert word(facts, OWN, "email").text == f"{said}\n\n— The Repair Bench"


def test_the_shops_own_sentence_that_names_the_shop_is_not_signed_again() -> None:
    facts = gather("ready", OWN, closing="6pm")
    said = "The Repair Bench has J-2042, now ready. Until 6pm. Come, Maya!"
    assert word(facts, OWN, "sms").text == said


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
    assert ["a sentence of its own for the news" in str(one) for one in reading.problems] == [True]


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
