"""What follows from what a customer wrote."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.jobs.shops import SHOP
from tests.loops import for_each
from tests.samples import NOON

from belfry.jobs.customers.reply_meanings import (
    ANSWERS,
    HELP,
    RESTARTED,
    STOPPED,
    JudgedReply,
    Keyword,
    Meaning,
    ReplyContext,
    judge_reply,
    read_keyword,
    word_answer,
)
from belfry.jobs.settings.shop import Shop, read_shop
from belfry.kernel.sms import Encoding, clean_sms, count_parts

HOUR = timedelta(hours=1)
NEW = ReplyContext("", {})


def known(consent: str = "", **answered: timedelta) -> ReplyContext:
    """A sender who got these answers so long ago."""
    return ReplyContext(consent, {kind: NOON - ago for kind, ago in answered.items()})


@for_each(
    ("text", "before", "judged"),
    [
        pytest.param("STOP", NEW, JudgedReply(Meaning.STOP, "no", "stopped"), id="a first stop"),
        pytest.param(
            "STOP",
            known("no", stopped=23 * HOUR),
            JudgedReply(Meaning.STOP, "no"),
            id="a stop that was confirmed within the day",
        ),
        pytest.param(
            "STOP",
            known("no", stopped=24 * HOUR),
            JudgedReply(Meaning.STOP, "no", "stopped"),
            id="a stop that was confirmed a day ago",
        ),
        pytest.param(
            "STOP",
            known("no"),
            JudgedReply(Meaning.STOP, "no", "stopped"),
            id="a stop by text after one on the page",
        ),
        pytest.param(
            "STOP",
            known("yes", stopped=HOUR, restarted=HOUR / 2),
            JudgedReply(Meaning.STOP, "no", "stopped"),
            id="a stop after a change of mind",
        ),
        pytest.param(
            "START", known("no"), JudgedReply(Meaning.START, "yes", "restarted"), id="a start"
        ),
        pytest.param(
            "START",
            known("yes", restarted=HOUR),
            JudgedReply(Meaning.START, "yes"),
            id="a second start",
        ),
        pytest.param(
            "START",
            ReplyContext("no", {}, is_refused=True),
            JudgedReply(Meaning.START, "yes", is_open=True),
            id="a start against the board",
        ),
        pytest.param(
            "YES",
            known("no"),
            JudgedReply(Meaning.START, "yes", "restarted"),
            id="a yes of somebody who had stopped",
        ),
        pytest.param("YES", NEW, JudgedReply(Meaning.OTHER, is_open=True), id="a yes to something"),
        pytest.param(
            "YES", known("yes"), JudgedReply(Meaning.OTHER, is_open=True), id="a yes after a yes"
        ),
        pytest.param("HELP", NEW, JudgedReply(Meaning.HELP, answer="help"), id="a call for help"),
        pytest.param(
            "HELP",
            known(help=HOUR / 2),
            JudgedReply(Meaning.HELP, is_open=True),
            id="a call for help that the answer did not end",
        ),
        pytest.param(
            "HELP",
            known(help=HOUR),
            JudgedReply(Meaning.HELP, answer="help"),
            id="help an hour later",
        ),
        pytest.param(
            "please stop texting me", NEW, JudgedReply(Meaning.NEAR, is_open=True), id="a near miss"
        ),
        pytest.param(
            "can I stop by at 5?", NEW, JudgedReply(Meaning.OTHER, is_open=True), id="a question"
        ),
    ],
)
def test_reply_is_judged_by_what_was_so_before(
    text: str, before: ReplyContext, judged: JudgedReply
) -> None:
    assert judge_reply(text, before, NOON) == judged


CONTACT = "020 7946 0123 or bench.example"
WIDEST = "W" * 60


def a_shop(name: str = "The Repair Bench", *lines: str) -> Shop:
    text = SHOP.replace("The Repair Bench", name) + "\n".join(lines)
    shop = read_shop(text).shop
    assert shop is not None
    return shop


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (
            STOPPED,
            "The Repair Bench: you will get no more messages from us. "
            "Reply START to get them again.",
        ),
        (
            RESTARTED,
            "The Repair Bench: you will hear from us about your job again. "
            "Reply STOP to end messages.",
        ),
        (
            HELP,
            "The Repair Bench: messages about your job. "
            "Contact: 020 7946 0123 or bench.example. Reply STOP to end messages.",
        ),
    ],
)
def test_answer_says_who_writes_and_what_is_so_now(kind: str, text: str) -> None:
    assert word_answer(kind, a_shop("The Repair Bench", f"Contact: {CONTACT}")).text == text


def test_help_without_a_contact_line_tells_the_opening_hours() -> None:
    assert word_answer(HELP, a_shop()).text == (
        "The Repair Bench: messages about your job. "
        "We are open Mon-Fri 09:00-18:00; Sat 10:00-16:00. Reply STOP to end messages."
    )


def test_help_still_gives_the_contact_line_where_the_name_leaves_little_room() -> None:
    text = word_answer(HELP, a_shop(WIDEST, f"Contact: {'9' * 60}")).text

    assert text == f"{WIDEST}. Contact: {'9' * 60}. Reply STOP to end messages."


@pytest.mark.parametrize("kind", sorted(ANSWERS))
@pytest.mark.parametrize(
    ("name", "contact"),
    [
        pytest.param(WIDEST, "9" * 60, id="everything as long as it may be"),
        pytest.param("€" * 60, "€" * 60, id="every sign counting twice"),
        pytest.param("Café “Größe” — Søren’s", "Ring “Søren” — any time", id="typographic signs"),
    ],
)
def test_answer_is_one_plain_text_message(kind: str, name: str, contact: str) -> None:
    text = word_answer(kind, a_shop(name, f"Contact: {contact}")).text

    parts = count_parts(text)
    assert (parts.encoding, parts.parts) == (Encoding.GSM7, 1)
    assert text == clean_sms(text)
    assert text.startswith(clean_sms(name)[:20])


@pytest.mark.parametrize("kind", sorted(ANSWERS))
def test_answer_in_another_script_is_one_message_and_names_the_shop(kind: str) -> None:
    text = word_answer(kind, a_shop("修理屋さん", "Contact: 東京都千代田区")).text

    assert count_parts(text).parts == 1
    assert text.startswith("修理屋さん")


lines = st.text(
    st.characters(exclude_categories=("Cc", "Cs"), exclude_characters="#:\\"),
    min_size=1,
    max_size=60,
).map(lambda text: " ".join(f"x{text}".split())[:60].strip())


@settings(deadline=None, derandomize=True, max_examples=150)
@given(lines, lines, st.sampled_from(sorted(ANSWERS)))
def test_answer_is_one_part_whatever_the_shop_is_called(name: str, contact: str, kind: str) -> None:
    shop = read_shop(f"{SHOP.replace('The Repair Bench', name)}\nContact: {contact}\n").shop
    if shop is not None:
        assert count_parts(word_answer(kind, shop).text).parts == 1


def test_contact_line_that_would_not_fit_is_refused_with_its_place() -> None:
    reading = read_shop(f"{SHOP}Contact: {'9' * 61}\n")

    assert [str(problem).partition(": ")[0] for problem in reading.problems] == [
        "jobs/settings.txt line 7, column 10"
    ]
    assert "at most 60 characters" in str(reading.problems[0])


STOPS = ["STOP", "STOPALL", "STOP ALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE"]
OPT_OUTS = ["OPTOUT", "OPT OUT", "OPT-OUT"]
ORDERS = {
    **dict.fromkeys([*STOPS, *OPT_OUTS], Keyword.STOP),
    **dict.fromkeys(["START", "UNSTOP"], Keyword.START),
    **dict.fromkeys(["HELP", "INFO"], Keyword.HELP),
    "YES": Keyword.YES,
}
AROUND = st.text(st.sampled_from(" \n\t.!?,;:'\"“”’()[]*-_–—…\u200b\ufeff\U0001f6d1"), max_size=6)
HIDDEN = st.sampled_from(["", "\u200b", "\u2060", "\u00ad", "\ufeff"])


@for_each("word", list(ORDERS))
def test_order_is_the_whole_message(word: str) -> None:
    assert read_keyword(word) is ORDERS[word]


@settings(derandomize=True, max_examples=300)
@given(st.sampled_from(list(ORDERS)), AROUND, AROUND, HIDDEN, st.integers(0, 2**12))
def test_order_stands_in_any_case_and_between_any_signs(
    word: str, before: str, after: str, hidden: str, capitals: int
) -> None:
    cased = (
        letter if capitals >> place & 1 else letter.lower() for place, letter in enumerate(word)
    )
    assert read_keyword(before + hidden.join(cased) + after) is ORDERS[word]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("\u0405\u0422\u041e\u0420", id="in letters that only look so"),
        pytest.param("ST0P", id="with a digit for a letter"),
        pytest.param("5top", id="with another"),
        pytest.param("$top", id="with a sign for a letter"),
        pytest.param("S T O P", id="spelt out"),
        pytest.param("s.t.o.p.", id="with dots"),
        pytest.param("stop stop STOP!!", id="said three times"),
        pytest.param("\uff33\uff34\uff2f\uff30", id="in wide letters"),
    ],
)
def test_stop_in_disguise_is_stop(text: str) -> None:
    assert read_keyword(text) is Keyword.STOP


@for_each(
    "text",
    [
        *("please stop texting me", "stop it", "Stop this now", "Please stop.", "stop please"),
        *("dont text me", "Don’t text me!", "do not contact this number", "never message me again"),
        *("wrong number", "Sorry, you have the wrong number", "who is this", "Who's this?"),
        *("Who are you", "remove me", "take me off your list", "delete my number please"),
        *("unsubscribe me", "I want to opt out", "no more texts", "cancel these messages"),
        *("can you please stop sending these", "why won't you stop texting me", "stop my updates"),
        *("leave me alone", "I never signed up for this", "didn't ask for this", "not interested"),
        *("stopp", "sotp", "Unsubcribe", "STOP 12345", "ok stop", "quit texting me"),
        *("don't send me any more", "I said stop texting", "STOP\nSent from my phone"),
    ],
)
def test_what_comes_near_a_stop_goes_to_a_person(text: str) -> None:
    assert read_keyword(text) is Keyword.NEAR_STOP


@for_each(
    "text",
    [
        *("can I stop by at 5?", "I'll stop by tomorrow", "Stop by at noon ok?", "stop in later?"),
        *("please stop by the window", "it won't stop squeaking", "the brakes don't stop"),
        *("the bus stop", "don't stop sending updates", "I can't stop smiling", "non-stop noise"),
        *("cancel the repair", "when does it end", "the end", "quit smoking", "help me", "yes pls"),
        *("when can you start", "more info please", "who will collect it?", "is it the wrong one?"),
        *("you don't text me back", "don't send it yet", "remove the old battery", "shop", "spot"),
        *("Thanks!", "", "   ", "???", "\U0001f600", "3nd", "ok", "It stopped working again"),
        "Is this about the bike? I can call to end the order",
    ],
)
def test_anything_else_is_no_order(text: str) -> None:
    assert read_keyword(text) is Keyword.OTHER


WORDS = st.lists(
    st.sampled_from(
        [
            "stop",
            "can",
            "i",
            "by",
            "at",
            "five",
            "please",
            "the",
            "bike",
            "yes",
            "end",
            "help",
            "start",
            "no",
            "ready",
        ]
    ),
    min_size=2,
    max_size=8,
)


@settings(derandomize=True, max_examples=300)
@given(WORDS)
def test_sentence_is_never_an_order(words: list[str]) -> None:
    if len(set(words)) > 1:
        assert read_keyword(" ".join(words)) in (Keyword.NEAR_STOP, Keyword.OTHER)


@pytest.mark.parametrize("between", [" " * 5000, "\u200b" * 5000, "\n" * 2000])
def test_message_is_read_to_its_end_before_it_is_an_order(between: str) -> None:
    assert read_keyword(f"stop{between} by at five?") is Keyword.OTHER


@settings(derandomize=True)
@given(st.text(max_size=200))
def test_any_message_has_an_answer(text: str) -> None:
    assert read_keyword(text) in Keyword
