"""What a customer and their thing are called in a message."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belfry.jobs.updates.language import load_language
from belfry.jobs.updates.names import find_first_name, name_item, shorten_item
from belfry.kernel.texts import make_harmless

ENGLISH = load_language("en")


@pytest.mark.parametrize(
    "name, greeted",
    [
        ("Maya Lindqvist", "Maya"),
        ("Maya", "Maya"),
        ("MAYA LINDQVIST", "Maya"),
        ("maya", "Maya"),
        ("Lindqvist, Maya", "Maya"),
        ("Jean-Pierre Dupont", "Jean-Pierre"),
        ("d'arcy", "D'Arcy"),
        ("McKay Smith", "McKay"),
        ("Zoë\nKeller", "Zoë"),
        ("May", "May"),
        ("Dr. Patel", "Dr. Patel"),
        ("Dr Asha Patel", "Dr Patel"),
        ("J. Smith", "J. Smith"),
        ("山田 太郎", "山田 太郎"),
        ("", None),
        ("J", None),
        ("Mr", None),
        ("n/a", None),
        ("unknown", None),
        ("Acme Bikes Ltd", None),
        ("The Friday Workshop", None),
        ("Mr & Mrs Smith", None),
        ("maya@example.com", None),
        ("07700 900123", None),
        ("x" * 39, None),
        ("van der Berg", None),
        ("Van", None),
        ("De Luca", None),
        ("Ben Okri", "Ben"),
    ],
)
def test_people_are_greeted_by_what_looks_like_their_name(name: str, greeted: str | None) -> None:
    assert find_first_name(name) == greeted


@pytest.mark.parametrize(
    "item, named",
    [
        ("bike", "your bike"),
        ("iPhone 13, cracked screen", "your iPhone 13 (cracked screen)"),
        ("Suit, navy, hem", "your Suit (navy, hem)"),
        ("iPhone (13), scratched", "your iPhone (13), scratched"),
        ("my bike", "your bike"),
        ("The clock.", "your clock"),
        ("a", "your a"),
        ("  ", "your job"),
        ("", "your job"),
        ("-", "your job"),
        ("\u202eevil\x07\r\nline", "your evil line"),
        ("w" * 200, f"your {'w' * 77}..."),
    ],
)
def test_a_thing_is_named_as_the_customers_own(item: str, named: str) -> None:
    assert name_item(shorten_item(item, ENGLISH), ENGLISH) == named


@settings(derandomize=True)
@given(st.text(max_size=80), st.integers(4, 60))
def test_harmless_text_is_one_short_line_and_stays_as_it_is(text: str, most: int) -> None:
    harmless = make_harmless(text, most=most)
    assert len(harmless) <= most
    assert harmless.splitlines() in ([], [harmless])
    assert "\x00" not in harmless
    assert make_harmless(harmless, most=most) == harmless


def test_emoji_and_scripts_that_join_letters_are_left_whole() -> None:
    assert make_harmless("👩\u200d🔧 می\u200cخواهم", most=40) == "👩\u200d🔧 می\u200cخواهم"
