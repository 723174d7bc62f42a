"""Which zone names are known, and the errors for those that are not."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.loops import for_each

from belfry.kernel.cron import find_zone
from belfry.kernel.errors import InputError


@pytest.mark.parametrize(
    "name",
    ["UTC", "Etc/UTC", "Europe/London", "America/Argentina/Buenos_Aires", "Etc/GMT+5", "EST5EDT"],
)
def test_known_name_gives_that_zone(name: str) -> None:
    assert find_zone(name).key == name


@pytest.mark.parametrize(
    "name, suggestion",
    [
        ("Europe/Lodnon", "Europe/London"),
        ("europe/london", "Europe/London"),
        ("Europe/London ", "Europe/London"),
        ("London", "Europe/London"),
        ("New York", "America/New_York"),
        ("America/NewYork", "America/New_York"),
        ("utc", "UTC"),
    ],
)
def test_near_miss_is_refused_with_the_nearest_name(name: str, suggestion: str) -> None:
    with pytest.raises(InputError, match=f"did you mean {suggestion}\\?") as caught:
        find_zone(name)
    assert caught.value.field == "timezone"


@for_each(
    "name",
    [
        pytest.param("", id="nothing"),
        pytest.param(".", id="a dot"),
        pytest.param("../x", id="a way out"),
        pytest.param("Europe/../Europe/London", id="a way round"),
        pytest.param("/etc/localtime", id="an absolute path"),
        pytest.param("America", id="a folder"),
        pytest.param("localtime", id="whatever this machine has"),
        pytest.param("Factory", id="the zone of no place"),
        pytest.param("posixrules", id="rules without a place"),
        pytest.param("posix/Europe/London", id="a second copy"),
        pytest.param("right/Europe/London", id="one with leap seconds"),
        pytest.param("tzdata.zi", id="a file that is no zone"),
        pytest.param("leapseconds", id="a text file"),
        pytest.param("Europe\\London", id="a backslash"),
        pytest.param("UTC\0", id="a null byte"),
        pytest.param("UTC\n", id="a line end"),
        pytest.param("x" * 5000, id="5000 letters"),
        pytest.param("Europe/Lond\u00f6n", id="a letter beyond ASCII"),
    ],
)
def test_odd_name_is_refused(name: str) -> None:
    with pytest.raises(InputError, match="not a known zone") as caught:
        find_zone(name)
    assert caught.value.field == "timezone"
    assert len(str(caught.value)) < 250


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.text(max_size=20) | st.text("./ABCeuropUTC\0", max_size=12))
def test_any_text_is_a_zone_of_that_name_or_refused(name: str) -> None:
    try:
        zone = find_zone(name)
    except InputError:
        return
    assert zone.key == name
