"""How a reading error names the place and what was expected."""

from __future__ import annotations

import pytest

from belfry.kernel.errors import InputError
from belfry.kernel.hours.clock_times import ReadingError


@pytest.mark.parametrize(
    "text, message",
    [
        pytest.param("soon", "found 'soon'; expected a time", id="says what was found"),
        pytest.param("", "it ends too early; expected a time", id="says that the text has ended"),
        pytest.param("x" * 99, f"found {'x' * 40!r}; expected a time", id="keeps it short"),
    ],
)
def test_reading_error(text: str, message: str) -> None:
    error = ReadingError(column=3, text=text, expected="a time")

    assert str(error) == message
    assert (error.column, error.text, error.expected) == (3, text, "a time")
    assert isinstance(error, InputError)
