"""Whether what the server repeats of a letter is left out of what people are shown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belfry.adapters.smtp.replies import hide_echoes

LETTER = ("maria.lopez@home.example", "Your bike", "The door code is 4711.", "Thanks!", "Hi")


@pytest.mark.parametrize(
    "said, shown",
    [
        ("5.1.1 no such user", "5.1.1 no such user"),
        ("<Maria.Lopez@home.example>: unknown", "<…>: unknown"),
        ("home.example takes no mail", "home.example takes no mail"),
        ('spam: "The door code is 4711." Sorry', 'spam: "…." Sorry'),
        ("code is 4711", "…"),
        ("the code is wrong", "the code is wrong"),
        ("no thanks, hi", "no …, hi"),
        ("YOUR  BIKE your bike bike", "… bike"),
        ("", ""),
    ],
)
def test_words_of_the_letter_leave_a_gap(said: str, shown: str) -> None:
    assert hide_echoes(said, LETTER) == shown


@given(st.text(), st.text())
def test_server_that_repeats_a_whole_line_tells_nothing(before: str, after: str) -> None:
    secret = "the door code is 4711"
    assert secret not in hide_echoes(f"{before} {secret} {after}", [secret])


@given(st.text())
def test_what_repeats_nothing_is_shown_as_it_is(said: str) -> None:
    assert hide_echoes(said, []) == said
