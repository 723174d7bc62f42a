"""Words with look-alike characters are read as they look."""

from __future__ import annotations

import pytest

from belfry.kernel.texts import read_letters


@pytest.mark.parametrize(
    "text, letters",
    [
        pytest.param("STOP", "stop", id="in capitals"),
        pytest.param("\u0405\u0422\u041e\u0420", "stop", id="in Cyrillic"),
        pytest.param("\u03a3\u03a4\u039f\u03a1", "otop", id="in Greek, which has no s like ours"),
        pytest.param("st\u200bo\u2060p\ufeff", "stop", id="with hidden signs"),
        pytest.param("\uff33\uff34\uff2f\uff30", "stop", id="in wide letters"),
        pytest.param("\U0001d412\U0001d413\U0001d40e\U0001d40f", "stop", id="in bold letters"),
        pytest.param("Sto\u0301p\u0336", "stop", id="with marks"),
        pytest.param("stop, 5\u20ac?", "stop, 5\u20ac?", id="other signs stay"),
        pytest.param("\u0434\u0430", "\u0434a", id="a letter like no other stays"),
    ],
)
def test_letters_are_read_as_they_look(text: str, letters: str) -> None:
    assert read_letters(text) == letters
