"""A message fits three texts, or one e-mail of a decent length."""

from __future__ import annotations

import pytest
from tests.jobs.fence.cases import rules

from belfry.jobs.fence.fit import count_parts


@pytest.mark.parametrize(
    "text, parts",
    [
        ("a" * 160, 1),
        ("a" * 161, 2),
        ("a" * 306, 2),
        ("a" * 307, 3),
        ("a" * 459, 3),
        ("a" * 460, 4),
        ("\u20ac" * 80, 1),
        ("\u20ac" * 81, 2),
        ("a" * 152 + "\u20ac" + "a" * 152, 3),
        ("\u2019" * 160, 1),
        ("\u2014" * 160, 1),
        ("\u044f" * 70, 1),
        ("\u044f" * 71, 2),
        ("\u044f" * 134, 2),
        ("\u044f" * 135, 3),
        ("\U0001f600" * 35, 1),
        ("\U0001f600" * 36, 2),
    ],
)
def test_parts_are_counted_as_carriers_count_them(text: str, parts: int) -> None:
    assert count_parts(text) == parts


def test_long_text_is_too_long_for_sms_and_fits_an_email() -> None:
    draft = "Your repair is in progress." + " We will let you know when it is ready." * 12
    assert rules(draft) == {"length"}
    assert rules(draft, channel="email") == set()
    assert rules(draft * 3, channel="email") == {"length"}
