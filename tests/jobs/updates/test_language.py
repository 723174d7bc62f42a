"""How languages say things: number, times, dates, and that every language is whole."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from belfry.jobs.settings.shop import read_shop
from belfry.jobs.updates.language import list_codes, load_language

ENGLISH = load_language("en")
SEVERAL = """
trousers; navy suit trousers; glasses; skis; two chairs; 2 chairs; 4 tyres; three oak stools;
children; jeans, too long; curtains (red); bike and trailer; jacket & waistcoat; table and chairs;
boots for hiking; shoes with new soles; both lamps; black and white photos; 2 x Samsung S21;
3x phone; curtains x2; phone x 2; some books; several clocks; his & hers watches; Rossignol skis;
NAVY TROUSERS
"""
SINGLE = """
bike; iPhone 13, cracked screen; pair of shoes; set of 4 tyres; glass; bus; Lexus; chassis; lens;
canvas; Mercedes; black and white photo; dress; Levi's jacket; 12345; велосипед; 1 chair; 911;
box of records; piano; brakes check; watch from Texas; a; as; hem on trousers; Toyota Yaris;
Canon EOS; gps; GPS; James; 1 x phone; phone x1; Fujifilm X100; CANON EOS; blue Lewis; tv with DVDS
"""


def split(text: str) -> list[str]:
    return [item.strip() for item in text.replace("\n", " ").split(";")]


def test_items_that_are_several_things_are_told_from_those_that_are_one() -> None:
    wrong = [item for item in split(SEVERAL) if not ENGLISH.is_several(item)]
    wrong += [item for item in split(SINGLE) if ENGLISH.is_several(item)]
    assert wrong == []


@pytest.mark.parametrize(
    "hour, minute, english, german",
    [
        (18, 0, "6pm", "18 Uhr"),
        (17, 30, "5.30pm", "17.30 Uhr"),
        (9, 5, "9.05am", "9.05 Uhr"),
        (12, 0, "noon", "12 Uhr"),
        (0, 0, "midnight", "Mitternacht"),
    ],
)
def test_times_are_written_as_the_language_does(
    hour: int, minute: int, english: str, german: str
) -> None:
    moment = datetime(2026, 11, 16, hour, minute, tzinfo=UTC)
    assert ENGLISH.say_clock(moment) == english
    assert load_language("de").say_clock(moment) == german


def test_an_eta_is_written_as_the_language_does() -> None:
    german = load_language("de")
    assert ENGLISH.say_eta("Thursday 26 November, morning") == "Thursday 26 November, morning"
    assert german.say_eta("Thursday afternoon") == "Donnerstagnachmittag"
    assert "26. November" in german.say_eta("Thursday 26 November, morning")
    assert german.say_eta("when it is done") == "when it is done"


@pytest.mark.parametrize("code", list_codes())
def test_every_language_has_every_text_of_the_english_one(code: str) -> None:
    language = load_language(code)
    optional = {"several", "several objects", "language"}
    missing = [
        f"[{section}] {key}"
        for section, texts in ENGLISH.words.items()
        if section not in optional
        for key in texts
        if key not in language.words.get(section, {}) and key not in {"halves", "words"}
    ]
    assert missing == []
    default = language.find_patterns("zzz", is_ready=False)
    assert set(default) >= {"now", "still", "told", "expected", "title"}


@pytest.mark.parametrize("code", list_codes())
def test_every_text_of_a_language_asks_for_slots_that_exist(code: str) -> None:
    english, language = ENGLISH.words, load_language(code).words
    strange = [
        f"[{section}] {key}"
        for section, texts in language.items()
        for key, text in texts.items()
        if section in english
        and key in english[section]
        and not _list_slots(text) <= _list_slots(english[section][key]) | ALWAYS
    ]
    assert strange == []


ALWAYS = {
    "item",
    "your_item",
    "name",
    "job",
    "shop",
    "stage",
    "day",
    "hour",
    "minute",
    "date",
    "now",
}


def _list_slots(text: str) -> set[str]:
    compiled = ENGLISH.compile(text)
    return set(compiled.slots) - {"half", "hour12"}


def test_the_settings_take_a_language_by_code_or_name_and_refuse_others() -> None:
    for typed in ("de", "DE", "Deutsch", "deutsch."):
        shop = read_shop(f"Shop: A\nStages: da, fertig, weg\nLanguage: {typed}").shop
        assert shop is not None
        assert shop.language_code == "de"
    (problem,) = read_shop("Shop: A\nStages: in, out\nLanguage: klingon").problems
    assert "one of de (Deutsch), en (English)" in str(problem)


def test_a_voice_that_says_du_is_answered_with_du() -> None:
    formal, informal = load_language("de", "freundlich"), load_language("de", "locker, per du")
    assert formal.get("thing", "your") == "Ihr Auftrag „{item}“"
    assert informal.get("thing", "your") == "Dein Auftrag „{item}“"


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
