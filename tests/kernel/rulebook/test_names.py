"""Which names are the same to a person, and which one was probably meant."""

from __future__ import annotations

import pytest

from belfry.kernel.rulebook.reading import find_nearest, fold_kindly
from belfry.kernel.texts import fold_name


@pytest.mark.parametrize(
    "first, other",
    [
        ("Quiet hours", "QUIET  HOURS"),
        ("Quiet hours", "quiet-hours"),
        ("Quiet hours", "quiet_hours"),
        ("Quiet hours", "Quiet hour"),
        ("Quiet hours", "**Quiet hours**"),
        ("Quiet hours", "“Quiet hours”"),
        ("Quiet hours", "Ｑｕｉｅｔ　hours"),
        ("Quiet hours", "Quiet\u200b hours"),
    ],
)
def test_names_of_settings_are_matched_kindly(first: str, other: str) -> None:
    assert fold_kindly(first) == fold_kindly(other)


@pytest.mark.parametrize("first, other", [("pass", "pas"), ("gas", "ga"), ("hours", "our")])
def test_only_an_s_that_makes_a_plural_is_passed_over(first: str, other: str) -> None:
    assert fold_kindly(first) != fold_kindly(other)


def test_names_of_items_keep_their_number() -> None:
    assert fold_name("Awaiting-Parts") == "awaiting parts" != fold_name("awaiting part")


@pytest.mark.parametrize(
    "written, nearest",
    [
        pytest.param("Quiet huors", "Quiet hours", id="letters changed round"),
        pytest.param("quit hours", "Quiet hours", id="a letter missing"),
        pytest.param("Bufer", "Buffer", id="another letter missing"),
        pytest.param("Elephants", None, id="nothing near"),
        pytest.param("", None, id="nothing said"),
        pytest.param("x" * 100_000, None, id="far too much said"),
    ],
)
def test_nearest_gives_the_name_that_was_probably_meant(written: str, nearest: str | None) -> None:
    assert find_nearest(written, ["Shop", "Buffer", "Quiet hours"]) == nearest
