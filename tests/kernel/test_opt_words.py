"""A whole message can be an order; a sentence never is."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belfry.jobs.customers.reply_meanings import Keyword, read_keyword

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


@pytest.mark.parametrize("word", list(ORDERS))
def test_order_is_the_whole_message(word: str) -> None:
    assert read_keyword(word) is ORDERS[word]


@settings(derandomize=True, max_examples=300)
@given(st.sampled_from(list(ORDERS)), AROUND, AROUND, HIDDEN, st.integers(0, 2**12))
def test_order_stands_in_any_case_and_between_any_signs(
    word: str, before: str, after: str, hidden: str, capitals: int
) -> None:
    cased = (one if capitals >> place & 1 else one.lower() for place, one in enumerate(word))
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


@pytest.mark.parametrize(
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


@pytest.mark.parametrize(
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
