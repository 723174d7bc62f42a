"""Which texts and values every store can keep."""

from __future__ import annotations

from typing import Any

import pytest

from belfry.kernel.errors import InputError
from belfry.kernel.texts import check_json, clean_text


def test_white_space_is_tidied() -> None:
    assert clean_text("  a \n\t b ", field="name", most=10) == "a b"


@pytest.mark.parametrize(
    "text",
    ["", "x" * 11, "a\x00b", "bell \x07", "half \udc80", None, 5, b"bytes"],
    ids=repr,
)
def test_text_that_cannot_be_kept_is_refused_by_its_field(text: Any) -> None:
    with pytest.raises(InputError) as refused:
        clean_text(text, field="name", least=1, most=10)

    assert refused.value.field == "name"


@pytest.mark.parametrize(
    "value",
    [float("nan"), float("inf"), {"a": "\x00"}, {"half \ud800": 1}, object(), "x" * 100],
    ids=["NaN", "infinity", "NUL", "half a character", "an object", "too much"],
)
def test_json_that_cannot_be_kept_is_refused(value: Any) -> None:
    with pytest.raises(InputError):
        check_json(value, field="inputs", most=50)


def test_a_written_out_backslash_is_no_nul() -> None:
    check_json({"a": "\\\\u0001 and C:\\users"}, field="inputs", most=50)
