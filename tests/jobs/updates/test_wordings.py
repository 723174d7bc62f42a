"""How a text with slots is taken apart, and what is left of it where values are missing."""

from __future__ import annotations

import pytest

from belfry.jobs.updates.language import load_language

ENGLISH = load_language("en")
VALUES = {
    "name": "Maya",
    "your_item": "your bike",
    "item": "bike",
    "news": "your bike is ready.",
    "eta": "Friday morning",
    "link": "https://s.example/t",
    "job": "J-1",
}


def fill(text: str, *, several: bool = False, without: str = "") -> str:
    values = {slot: value for slot, value in VALUES.items() if slot != without}
    return ENGLISH.compile(text).fill(values.get, several=several)


@pytest.mark.parametrize(
    "text, filled",
    [
        ("{your_item} is here.", "Your bike is here."),
        ("Hi {name}, {your_item} is here.", "Hi Maya, your bike is here."),
        ("Good news: {news} Thanks!", "Good news: your bike is ready. Thanks!"),
        ("Good news! {news}! Thanks!", "Good news! Your bike is ready. Thanks!"),
        ("{news}\n\nBest wishes", "Your bike is ready.\n\nBest wishes"),
        ("{item}: 50% done", "bike: 50% done"),
        ("See {link}", "See https://s.example/t"),
    ],
)
def test_slots_are_filled_and_sentences_open_with_a_capital(text: str, filled: str) -> None:
    assert fill(text) == filled


@pytest.mark.parametrize(
    "text, filled",
    [
        ("{your_item} is here.", "Your bike are here."),
        (
            "Now {your_item} has come, and your {item} is fine.",
            "Now your bike have come, and your bike are fine.",
        ),
        ("Work on {your_item} is on.", "Work on your bike is on."),
        ("The {it|them} of {your_item}: {it is|they are}.", "The them of your bike: they are."),
    ],
)
def test_verbs_agree_with_several_things(text: str, filled: str) -> None:
    assert fill(text, several=True) == filled


@pytest.mark.parametrize(
    "text, filled",
    [
        ("Hi {name}, {your_item} is here.", "Hello, your bike is here."),
        ("{name}, {your_item} is here.", "Hello, your bike is here."),
        ("Dear {full_name}, {your_item} is here.", "Hello, your bike is here."),
        ("Thanks, {name}! {your_item} is here.", "Thanks! Your bike is here."),
        ("Good news {name}: {news}", "Good news: your bike is ready."),
    ],
)
def test_a_customer_without_a_name_is_greeted_all_the_same(text: str, filled: str) -> None:
    assert fill(text, without="name") == filled


def test_a_sentence_falls_away_with_the_value_of_its_slot() -> None:
    text = "{your_item} is here. We expect it by {eta}. See {link}"
    assert fill(text, without="eta") == "Your bike is here. See https://s.example/t"
    assert fill(text, without="link") == "Your bike is here. We expect it by Friday morning."
    assert fill("Only by {eta}.", without="eta") == ""


def test_lasting_sentences_are_those_without_a_slot_that_may_be_empty() -> None:
    assert ENGLISH.compile("By {eta}. {link}").list_lasting() == []
    assert len(ENGLISH.compile("Hi {name}! By {eta}.").list_lasting()) == 1
