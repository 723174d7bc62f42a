"""How long a web answer asks us to wait."""

from __future__ import annotations

from datetime import timedelta

import pytest

from belfry.kernel.http_headers import find_retry_after

NOW = "Mon, 16 Nov 2026 10:00:00 GMT"


@pytest.mark.parametrize(
    "headers, wait",
    [
        pytest.param({}, None, id="it does not say"),
        pytest.param({"retry-after": "0"}, timedelta(), id="at once"),
        pytest.param({"retry-after": "90"}, timedelta(seconds=90), id="in seconds"),
        pytest.param({"retry-after": "999999999"}, timedelta(days=1), id="a day at most"),
        pytest.param({"retry-after": "-5"}, None, id="a time in the past"),
        pytest.param({"retry-after": "soon"}, None, id="no time at all"),
        pytest.param(
            {"retry-after": "Mon, 16 Nov 2026 10:02:00 GMT", "date": NOW},
            timedelta(minutes=2),
            id="until a moment, by their own clock",
        ),
        pytest.param(
            {"retry-after": "Mon, 16 Nov 2026 09:00:00 GMT", "date": NOW},
            timedelta(),
            id="until a moment that has passed",
        ),
        pytest.param(
            {"retry-after": "Mon, 16 Nov 2026 10:02:00 GMT"}, None, id="no clock to measure by"
        ),
    ],
)
def test_wait_is_read_from_the_headers(headers: dict[str, str], wait: timedelta | None) -> None:
    assert find_retry_after(headers) == wait
