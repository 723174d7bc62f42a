"""How a sentence with a value for each of several names is read."""

from __future__ import annotations

import pytest

from belfry.kernel.hours.calendar import Stretch, parse_stretch
from belfry.kernel.hours.clock_times import ReadingError
from belfry.kernel.rulebook import UnknownWord, find_nearest, parse_per_name
from belfry.kernel.texts import fold_name

STAGES = ("diagnosing", "in progress", "in progress again", "2nd fitting", "ready")


class Stages:
    def find_name(self, text: str) -> str | None:
        return next((name for name in STAGES if fold_name(name) == fold_name(text)), None)

    def nearest(self, text: str) -> str | None:
        return find_nearest(text, STAGES)


def read(text: str) -> dict[str, Stretch]:
    return parse_per_name(text, Stages(), parse_stretch, noun="stage", example="in progress 2 days")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("diagnosing half a day; in progress 2 days", id="semicolons"),
        pytest.param("diagnosing half a day, in progress 2 days", id="commas"),
        pytest.param("diagnosing half a day and in progress 2 days", id="and"),
        pytest.param("diagnosing half a day, and in progress 2 days.", id="a comma and and"),
        pytest.param("diagnosing half a day in progress 2 days", id="nothing between"),
        pytest.param("diagnosing: half a day; in progress: 2 days", id="colons"),
        pytest.param("diagnosing = half a day; in progress - 2 days", id="signs"),
        pytest.param("Diagnosing half a day; IN-PROGRESS 2 days;", id="names spelled kindly"),
        pytest.param("; diagnosing half a day;; in progress 2 days", id="empty pieces"),
    ],
)
def test_pieces_may_be_parted_as_people_part_them(text: str) -> None:
    assert read(text) == {
        "diagnosing": parse_stretch("half a day"),
        "in progress": parse_stretch("2 days"),
    }


def test_the_longest_name_is_the_one_that_is_meant() -> None:
    assert read("in progress again 3 days") == {"in progress again": parse_stretch("3 days")}


def test_a_name_may_begin_with_a_number() -> None:
    assert read("ready 1 day; 2nd fitting 3 days") == {
        "ready": parse_stretch("1 day"),
        "2nd fitting": parse_stretch("3 days"),
    }


def test_a_comma_before_a_number_parts_nothing() -> None:
    assert read("ready 2 days, 4 hours") == {"ready": parse_stretch("2 days, 4 hours")}


@pytest.mark.parametrize(
    "text, column, refused, nearest",
    [
        pytest.param("diagnosing 1 day; redy 2 days", 18, "redy", "ready", id="a slip in a name"),
        pytest.param("in progres 2 days", 0, "in progres", "in progress", id="a slip in two words"),
        pytest.param("lunch an hour", 0, "lunch", None, id="a name nobody knows"),
        pytest.param("2 days", 0, "2 days", None, id="no name"),
        pytest.param("ready 1 day; ready 2 days", 13, "ready", None, id="one name twice"),
        pytest.param("diagnosing 1 day; ready", 23, "", None, id="a name and no more"),
        pytest.param("ready; diagnosing 1 day", 5, "", None, id="a name and a semicolon"),
    ],
)
def test_names_are_refused_where_they_stand(
    text: str, column: int, refused: str, nearest: str | None
) -> None:
    with pytest.raises(UnknownWord) as caught:
        read(text)
    assert (caught.value.column, caught.value.text) == (column, refused)
    assert caught.value.nearest == nearest


def test_what_follows_a_name_is_refused_where_it_stands() -> None:
    text = "diagnosing 1 day; ready 4 moons"
    with pytest.raises(ReadingError) as caught:
        read(text)
    assert (caught.value.column, caught.value.text) == (text.index("moons"), "moons")
