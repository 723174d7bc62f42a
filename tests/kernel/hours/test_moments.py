"""A moment is understood in the forms that people and programs write."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belfry.kernel.errors import InputError
from belfry.kernel.hours.moments import parse_moment

NINE = datetime(2026, 11, 18, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    "text",
    [
        "2026-11-18T09:00:00Z",
        "2026-11-18T09:00Z",
        "2026-11-18 09:00Z",
        "2026-11-18 09:00 Z",
        "2026-11-18 10:00+01:00",
        "2026-11-18 10:00 +0100",
        "2026-11-18 09:00 UTC",
        "2026-11-18 09:00 Europe/London",
        "20261118T0900Z",
        "20261118T090000Z",
        "20261118 1000+01",
        " 2026-11-18t09:00:00.000z ",
    ],
)
def test_moment_is_understood_in_every_usual_form(text: str) -> None:
    assert parse_moment(text) == NINE


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-11-18 09:00", "with its zone"),
        ("20261118T0900", "with its zone"),
        ("2026-11-18", "in ISO 8601"),
        ("tomorrow", "in ISO 8601"),
        ("18.11.2026 09:00Z", "in ISO 8601"),
        ("2026-W47-3T09:00Z", "in ISO 8601"),
        ("2026-02-30 09:00Z", "in the calendar"),
        ("2026-11-18 09:00+99:00", "in the calendar"),
        ("2026-11-18 09:00 Europe/Lundon", "is not a known zone"),
        ("2126-11-18 09:00Z", "from 1970 to 2099"),
    ],
)
def test_what_is_no_moment_is_refused_with_what_is_expected(text: str, expected: str) -> None:
    with pytest.raises(InputError, match=expected):
        parse_moment(text)


MOMENTS = st.datetimes(
    min_value=datetime.fromisoformat("1971-01-01"),
    max_value=datetime.fromisoformat("2099-01-01"),
    timezones=st.integers(-14 * 60, 14 * 60).map(lambda m: timezone(timedelta(minutes=m))),
)
FORMS = st.sampled_from(["%Y-%m-%dT%H:%M:%S%z", "%Y-%m-%d %H:%M:%S %z", "%Y%m%dT%H%M%S%z"])


@given(MOMENTS, FORMS)
def test_every_form_gives_the_moment_that_was_written(moment: datetime, form: str) -> None:
    assert parse_moment(moment.strftime(form)) == moment.replace(microsecond=0)


@given(st.text())
def test_any_other_text_is_refused_and_nothing_worse(text: str) -> None:
    with suppress(InputError):
        assert parse_moment(text).tzinfo is UTC
