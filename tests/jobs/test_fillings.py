"""Which wordings of a model make a message, and which do not."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belfry.jobs.facts import Facts, gather_facts
from belfry.jobs.fillings import Filled, Unfit, fill_reply
from belfry.jobs.prompts import SLOTS, Kind
from belfry.jobs.shop import Shop, read_shop

SETTINGS = (Path(__file__).parents[1] / "data" / "repair_bench_settings.txt").read_text("utf-8")
SIGNED = " — The Repair Bench"
PAGE = "https://bench.example/t/abc"
KINDS: tuple[Kind, ...] = get_args(Kind)


def make_shop(text: str) -> Shop:
    reading = read_shop(text)
    assert reading.shop is not None, reading.problems
    return reading.shop


BENCH = make_shop(SETTINGS)


def gather(shop: Shop = BENCH, **more: str | None) -> Facts:
    given = {
        "name": "Maya Lindqvist",
        "item": "iPhone 13, cracked screen",
        "job_id": "J-2042",
        "stage": "in progress",
        "eta": "Thursday afternoon",
        "eta_stage": "ready",
        "link": PAGE,
    }
    return gather_facts(shop=shop, **(given | more))  # type: ignore[arg-type]


def fill(
    reply: str,
    facts: Facts | None = None,
    *,
    shop: Shop = BENCH,
    kind: Kind = "move",
    channel: str = "sms",
) -> Filled | Unfit:
    return fill_reply(reply, facts or gather(), kind=kind, channel=channel, stages=shop.stages)


def object_to(reply: str, *, kind: Kind = "move") -> tuple[str, ...]:
    unfit = fill(reply, kind=kind)
    assert isinstance(unfit, Unfit), unfit
    return unfit.reasons


def test_slots_are_filled_and_the_message_is_signed() -> None:
    said = "Hi {name}, we have started on your {item} and hope to be ready by {eta}: {link}"
    assert fill(said) == Filled(
        "Hi Maya, we have started on your iPhone 13 (cracked screen) and hope to be ready by "
        f"Thursday afternoon: {PAGE} — The Repair Bench"
    )


def test_closing_time_is_filled_in_the_ready_stage() -> None:
    facts = gather(stage="ready", closing="6pm")
    assert fill("Come before {closing} today.", facts) == Filled(f"Come before 6pm today.{SIGNED}")


def test_photo_stands_for_the_link_where_there_is_no_page() -> None:
    facts = gather(link=None, photo="https://bench.example/p/1")
    assert fill("A photo: {link}", facts) == Filled(f"A photo: https://bench.example/p/1{SIGNED}")


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param("Started.", id="as it is"),
        pytest.param("  Started.\n", id="white space around it"),
        pytest.param('"Started."', id="quotation marks"),
        pytest.param("“Started.”", id="curly quotation marks"),
        pytest.param("'Started.'", id="single quotation marks"),
        pytest.param("«Started.»", id="angled quotation marks"),
        pytest.param("Star\u200bted\u202e.\x07", id="characters that nobody sees"),
        pytest.param("Started.\n\n— The Repair Bench", id="signed already"),
        pytest.param("Started. — The Repair Bench", id="signed on the same line"),
    ],
)
def test_wrapping_is_taken_off(reply: str) -> None:
    assert fill(reply) == Filled(f"Started.{SIGNED}")


def test_quotation_marks_that_are_no_pair_around_all_stay() -> None:
    said = '"Started" is what we say, and "under way" too, or simply "begun"'
    assert fill(said) == Filled(f"{said}{SIGNED}")


def test_apostrophes_inside_single_quotation_marks_are_no_end() -> None:
    assert fill("'We've started.'") == Filled(f"We've started.{SIGNED}")


def test_lines_are_one_in_a_text_message_and_paragraphs_in_an_email() -> None:
    said = "Hi {name},\n\nwe have\tstarted\non your  {item}.\u2028\u2028Speak soon!"
    started = "we have started on your iPhone 13 (cracked screen)."
    assert fill(said) == Filled(f"Hi Maya, {started} Speak soon!{SIGNED}")
    assert fill(said, channel="email") == Filled(
        f"Hi Maya,\n\n{started}\n\nSpeak soon!\n\n— The Repair Bench"
    )


def test_message_that_names_the_shop_is_not_signed_again() -> None:
    said = "The Repair Bench has started on your bike."
    assert fill(said) == Filled(said)


def test_shop_that_signs_nothing_adds_nothing() -> None:
    quiet = make_shop("Shop: Quiet\nVoice: no sign-off\nStages: in, work, ready, out")
    facts = gather(quiet, stage="work")
    assert fill("We have begun.", facts, shop=quiet) == Filled("We have begun.")


def test_sign_off_that_is_part_of_a_sentence_stays() -> None:
    sam = make_shop('Shop: Sam\'s\nVoice: sign off "Sam"\nStages: in, work, ready, out')
    facts = gather(sam, stage="work")
    assert fill("We have begun. Ask for Sam", facts, shop=sam, channel="email") == Filled(
        "We have begun. Ask for Sam\n\nSam"
    )


def test_slots_inside_what_the_board_says_are_left_alone() -> None:
    facts = gather(item="{eta} {nonsense} 24/7 www.example.com")
    assert fill("We started on your {item}.", facts, channel="email") == Filled(
        "We started on your {eta} {nonsense} 24/7 www.example.com.\n\n— The Repair Bench"
    )


@pytest.mark.parametrize("nothing", ["", " \n ", '""', "\u200b", "— The Repair Bench"])
def test_wording_that_says_nothing_is_unfit(nothing: str) -> None:
    assert fill(nothing) == Unfit(("says nothing",))


@pytest.mark.parametrize(
    "reply, reason",
    [
        ("Hi {customer}!", "has a slot that nobody knows: {customer}"),
        ("Job {job} is in {stage}.", "has a slot that nobody knows: {job}"),
        ("Hi {Name}!", "has a slot that nobody knows: {Name}"),
        ("Come before {closing}.", "has a slot without a value: {closing}"),
        ("Hi {name!", "has a brace that belongs to no slot"),
        ("Hi {{name}}!", "has a brace that belongs to no slot"),
        ("Hi { name }!", "has a brace that belongs to no slot"),
        ('{"message": "Started."}', "has a brace that belongs to no slot"),
    ],
)
def test_slot_that_was_not_offered_is_unfit(reply: str, reason: str) -> None:
    assert object_to(reply)[0] == reason


def test_expected_time_is_unfit_in_a_holding_note() -> None:
    assert object_to("Still on it, by {eta}.", kind="holding") == (
        "has a slot without a value: {eta}",
    )


@pytest.mark.parametrize("digit", ["7", "٣", "७", "７", "²", "½", "Ⅳ", "①", "五"])
def test_number_outside_the_slots_is_unfit(digit: str) -> None:
    assert object_to(f"We started on your {{item}} at {digit}.") == (
        "has a number outside the slots",
    )


@pytest.mark.parametrize(
    "words, found",
    [
        ("ready on Thursday", "Thursday"),
        ("ready THURSDAY", "THURSDAY"),
        ("open on Mondays", "Mondays"),
        ("Monday's the day", "Monday's"),
        ("Monday’s the day", "Monday's"),
        ("ready by Thurs", "Thurs"),
        ("ready tues", "tues"),
        ("ready on Ｔｈｕｒｓｄａｙ", "Thursday"),
        ("ready on Thur\u200bsday", "Thursday"),
        ("ready by Sat", "Sat"),
        ("ready by sat", "by sat"),
        ("this wed", "this wed"),
        ("in march", "march"),
        ("early Sept", "Sept"),
        ("since Mar", "Mar"),
        ("ready in May", "May"),
        ("ready in may", "in may"),
        ("late may", "late may"),
        ("that was MAY", "MAY"),
        ("May the fourth it is", "May the fourth"),
        ("May first it is", "May first"),
    ],
)
def test_day_or_month_outside_the_slots_is_unfit(words: str, found: str) -> None:
    [reason] = object_to(words)
    assert reason == f'names a day or a month outside the slots: "{found}"'


@pytest.mark.parametrize(
    "words",
    [
        "You may like to know that work has begun.",
        "May we say that work has begun? May it go well!",
        "Work has begun.  May it go well!",
        "It sat in the sun, and this may be why.",
        "We wed ourselves to this, and nothing will mar it.",
        "The second part is begun, and the decor too.",
        "Good news from us. Work began: it is under way... we hope you are glad, e.g. very.",
        "Work has begun.We are glad.",
        "Well - we have started; you’ll hear from us!",
    ],
)
def test_everyday_words_are_fine(words: str) -> None:
    assert isinstance(fill(words), Filled)


@pytest.mark.parametrize(
    "words, found",
    [
        ("see https://evil.example", "https:/"),
        ("see www.evil", "www"),
        ("see evil.example", "l.example"),
        ("see EVIL.COM", "L.COM"),
        ("see {name}.com", "t.com"),
        ("see пример.рф", "р.рф"),
        ("write to me@shop", "e@s"),
        ("tel:us", "tel:"),
    ],
)
def test_link_or_address_outside_the_slots_is_unfit(words: str, found: str) -> None:
    assert object_to(words) == (f'gives a link or an address outside the slots: "{found}"',)


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param("Work is **in progress**.", id="bold"),
        pytest.param("Work is *in progress*.", id="italics"),
        pytest.param("Work is __in progress__.", id="underlined"),
        pytest.param("Work is _in progress_.", id="slanted"),
        pytest.param("# Update\nWork has begun.", id="a heading"),
        pytest.param("- Work has begun.\n- We are glad.", id="a list"),
        pytest.param("• Work has begun.", id="a bullet"),
        pytest.param("```\nWork has begun.\n```", id="a code fence"),
        pytest.param("`Work has begun.`", id="code"),
        pytest.param("> Work has begun.", id="a quotation"),
        pytest.param("<b>Work</b> has begun.", id="HTML"),
        pytest.param("[Customer], work has begun.", id="a gap in brackets"),
        pytest.param("Work has begun.\n---\nGlad to tell.", id="a line across"),
        pytest.param("Work has begun.\n— Sam from the bench", id="a sign-off of its own"),
    ],
)
def test_markup_is_unfit(reply: str) -> None:
    [reason] = object_to(reply)
    assert reason.startswith("has marks that belong to no message")


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param("Hi {name}, begun.\n\nHello {name}, under way.", id="two greetings"),
        pytest.param("Hi {name}, begun. Hey {name}, under way.", id="two greetings on a line"),
        pytest.param("{name}, begun.\n\n{name}, under way.", id="two names"),
        pytest.param('"Work has begun."\n"It is under way."', id="two quotations"),
        pytest.param("Begun.\n\nOr:\n\nUnder way.", id="an alternative"),
        pytest.param("Option A: begun.", id="an option"),
        pytest.param("Subject: news\n\nBegun.", id="a subject line"),
        pytest.param("Here is your message: begun.", id="a preamble"),
        pytest.param("Here's a friendly draft for you: begun.", id="another preamble"),
    ],
)
def test_more_or_other_than_one_message_is_unfit(reply: str) -> None:
    [reason] = object_to(reply)
    assert reason.startswith(("is more than one message", "talks about the message"))


def test_every_reason_is_told() -> None:
    reasons = object_to("**{job}** is ready on Friday at 6, see www.evil.example")
    assert [reason.partition(":")[0] for reason in reasons] == [
        "has a slot that nobody knows",
        "has a number outside the slots",
        "names a day or a month outside the slots",
        "gives a link or an address outside the slots",
        "has marks that belong to no message",
    ]


def test_own_words_of_the_shop_may_hold_what_others_may_not() -> None:
    shop = make_shop("Shop: Studio 54.com\nStages: in, 2nd coat (also: Friday coat), ready, out")
    facts = gather(shop, stage="2nd coat")
    for said in ("Your {item} is in its 2nd coat.", "Your {item} has its friday  coat."):
        assert isinstance(fill(said, facts, shop=shop), Filled)
    assert isinstance(fill("Studio 54.com has begun.", facts, shop=shop), Filled)
    assert isinstance(fill("Your {item} is in its 3rd coat.", facts, shop=shop), Unfit)


def test_message_too_long_for_texts_is_unfit_as_one() -> None:
    long = "so " * 150 + "it goes."
    assert fill(long) == Unfit(("is too long for a text message",))
    assert isinstance(fill(long, channel="email"), Filled)


@given(st.text(), st.sampled_from(KINDS), st.sampled_from(["sms", "email"]))
def test_any_reply_is_filled_or_unfit_for_a_reason(reply: str, kind: Kind, channel: str) -> None:
    match fill(reply, kind=kind, channel=channel):
        case Filled(text):
            assert text == text.strip() != ""
        case Unfit(reasons):
            assert reasons


WORDS = st.sampled_from(["we", "have", "begun", "{name}", "{item}", "{eta}", "{link}", "glad."])
BAD = st.sampled_from(["7", "Friday", "{job}", "www.evil.example", "**now**", "{", "a@b", "Dec"])


@given(st.lists(WORDS, min_size=1, max_size=12), BAD, st.integers(min_value=0, max_value=12))
def test_one_bad_word_spoils_any_wording(words: list[str], bad: str, at: int) -> None:
    assert isinstance(fill(" ".join([*words[:at], bad, *words[at:]])), Unfit)


@given(st.lists(st.sampled_from([f"{{{slot}}}" for slot in SLOTS] + ["begun", "glad"]), min_size=1))
def test_message_holds_no_slot_of_its_own(words: list[str]) -> None:
    filled = fill(" ".join(words), channel="email")
    if isinstance(filled, Filled):
        assert "{" not in filled.text
