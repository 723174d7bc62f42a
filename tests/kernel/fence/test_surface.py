"""What no text of a model may hold, whatever it says."""

from __future__ import annotations

import pytest
from tests.loops import for_each

from belfry.kernel.fence.surface import check_surface, straighten


def list_rules(text: str, letters: str = "") -> list[str]:
    reasons = check_surface(straighten(text), slots=("news", "your_item"), letters=letters)
    return [reason.rule for reason in reasons]


@pytest.mark.parametrize(
    "text",
    [
        "Hi, {news}",
        "We\u2019re glad \u2014 {your_item} & all! Really?\r\nYes: it's so; fine-ish.",
        "Gr\u00fc\u00dfe, {news}",
    ],
)
def test_plain_text_with_known_slots_passes(text: str) -> None:
    assert list_rules(text, "\u00fc\u00df") == []


@for_each(
    "text, rules",
    [
        ("ready in 2 days", ["digits"]),
        ("ready in \u0662 days", ["digits"]),
        ("\u00bd done", ["digits"]),
        ("re\u0430dy", ["letters"]),
        ("rea\u200bdy", ["letters"]),
        ("\u202eevil", ["letters"]),
        ("caf\u00e9", ["letters"]),
        ("thanks \U0001f389", ["letters"]),
        ("**bold**", ["letters"]),
        ("_soft_", ["letters"]),
        ("# Title", ["letters"]),
        ("<b>", ["letters"]),
        ("a (b)", ["letters"]),
        ('"Hi"', ["letters"]),
        ("well...", ["letters"]),
        ("now!!!", ["letters"]),
        ("a -- b", ["letters"]),
        ("see shop.example", ["links"]),
        ("mailto:me", ["links"]),
        ("me@shop", ["letters", "links"]),
        ("http://x", ["letters"]),
        ("{nws}", ["slots"]),
        ("{ news }", ["slots"]),
        ("{news", ["slots"]),
        ("news}", ["slots"]),
        ("{{news}}", ["slots", "slots"]),
        ("{News}", ["slots"]),
    ],
)
def test_what_is_no_plain_text_is_named_by_its_rule(text: str, rules: list[str]) -> None:
    broken_rules = list_rules(text)
    assert set(broken_rules) == set(rules), broken_rules


def test_a_reason_names_the_sign() -> None:
    (reason,) = check_surface("re\u0430dy", slots=())
    assert reason.words == "\u0430"
    assert "cyrillic small letter a" in reason.says
