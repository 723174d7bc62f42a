"""A text is counted as those count who carry it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kernel.texting.slow_counter import BASIC, EXTENSION, count_slowly
from tests.loops import for_each

from belfry.kernel.sms import Encoding, Parts, count_parts

GSM, UCS = Encoding.GSM7, Encoding.UCS2
PLAIN = st.sampled_from(BASIC.replace("\x1b", ""))
TWICE = st.sampled_from("".join(EXTENSION))
FOREIGN = st.sampled_from("яж’—\U0001f600\U0001f6b2漢")


@for_each(
    "text, parts",
    [
        pytest.param("", Parts(GSM, 0, 1), id="nothing"),
        pytest.param("a" * 160, Parts(GSM, 160, 1), id="one full message"),
        pytest.param("a" * 161, Parts(GSM, 161, 2), id="one sign more"),
        pytest.param("a" * 306, Parts(GSM, 306, 2), id="two full messages"),
        pytest.param("a" * 307, Parts(GSM, 307, 3), id="two and one sign more"),
        pytest.param("€" * 80, Parts(GSM, 160, 1), id="signs that count twice"),
        pytest.param("€" * 81, Parts(GSM, 162, 2), id="one of them more"),
        pytest.param("\f" * 80, Parts(GSM, 160, 1), id="form feeds count twice"),
        pytest.param("a" * 152 + "€" + "a" * 152, Parts(GSM, 306, 3), id="no pair is split"),
        pytest.param("я" * 70, Parts(UCS, 70, 1), id="one full message of another script"),
        pytest.param("я" * 71, Parts(UCS, 71, 2), id="one of its signs more"),
        pytest.param("я" * 134, Parts(UCS, 134, 2), id="two full ones"),
        pytest.param("я" * 135, Parts(UCS, 135, 3), id="two and one sign more, there"),
        pytest.param("\U0001f600" * 35, Parts(UCS, 70, 1), id="pictures count twice"),
        pytest.param(
            "я" * 66 + "\U0001f600" + "я" * 66, Parts(UCS, 134, 3), id="no picture is split"
        ),
        pytest.param("a" * 70 + "’", Parts(UCS, 71, 2), id="one curly sign makes all of it dear"),
        pytest.param("\x1b", Parts(UCS, 1, 1), id="an escape of one's own is no plain sign"),
    ],
)
def test_parts_are_counted_as_carriers_count_them(text: str, parts: Parts) -> None:
    assert count_parts(text) == parts


@settings(derandomize=True, max_examples=300)
@given(
    st.text(PLAIN | TWICE, max_size=500)
    | st.text(TWICE, max_size=250)
    | st.text(PLAIN | TWICE | FOREIGN, max_size=400)
)
def test_parts_are_what_cutting_the_text_gives(text: str) -> None:
    counted = count_parts(text)

    assert (counted.encoding, counted.length, counted.parts) == count_slowly(text)


@settings(derandomize=True, max_examples=200)
@given(st.integers(140, 320), st.data())
def test_parts_are_right_wherever_a_pair_meets_the_end_of_a_message(
    length: int, data: st.DataObject
) -> None:
    signs = ["a"] * length
    for edge in (152, 153, 305, 306):
        if edge < length and data.draw(st.booleans()):
            signs[edge] = "{"
    text = "".join(signs)

    assert (count_parts(text).length, count_parts(text).parts) == count_slowly(text)[1:]


@settings(derandomize=True)
@given(st.text(PLAIN | TWICE | FOREIGN, max_size=300), PLAIN | TWICE | FOREIGN)
def test_parts_never_become_fewer_by_a_sign_more(text: str, sign: str) -> None:
    assert count_parts(text + sign).parts >= count_parts(text).parts
