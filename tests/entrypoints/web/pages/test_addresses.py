"""Whether a page is found whatever its job or message is called."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belfry.entrypoints.web.pages.addresses import (
    TAKEN,
    find_document,
    find_place,
    parse_name,
    render_name,
)
from belfry.kernel.errors import NotFound

NAMES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1)


@given(NAMES)
def test_name_comes_back_from_its_address(name: str) -> None:
    assert parse_name(render_name(name)) == name


@given(NAMES)
def test_address_holds_nothing_that_a_browser_takes_for_its_own(name: str) -> None:
    assert re.fullmatch("[A-Za-z0-9_~-]+", render_name(name))


@pytest.mark.parametrize("name", sorted(TAKEN))
def test_name_that_is_also_a_page_gets_another_address(name: str) -> None:
    assert render_name(name) != name
    assert parse_name(render_name(name)) == name
    with pytest.raises(NotFound):
        parse_name(name)


def test_plain_names_stay_readable() -> None:
    assert render_name("J-2042") == "J-2042"
    assert render_name("jobs/J-2042/move-2") == "jobs~2FJ-2042~2Fmove-2"


@pytest.mark.parametrize(
    "part",
    [
        pytest.param("~", id="a mark without its number"),
        pytest.param("~zz", id="a number that is none"),
        pytest.param("~41", id="a letter that needs no number"),
        pytest.param("~2f", id="a number in small letters"),
        pytest.param("~FF", id="half a character"),
        pytest.param("~00", id="a character no store can hold"),
        pytest.param("..", id="dots"),
        pytest.param("a b", id="a space"),
    ],
)
def test_address_that_was_never_written_leads_nowhere(part: str) -> None:
    with pytest.raises(NotFound):
        parse_name(part)


@pytest.mark.parametrize(
    ("subject", "place"),
    [
        ("workflow/3", "/workflows/3"),
        ("job/A/1", "/jobs/A~2F1"),
        ("message/jobs/A/move-1", "/messages/jobs~2FA~2Fmove-1"),
        ("user/1", ""),
    ],
)
def test_subject_of_the_trail_has_its_page(subject: str, place: str) -> None:
    assert find_place(subject) == place


@pytest.mark.parametrize(
    ("place", "address"),
    [
        (
            "jobs/board.csv, line 3, column F (stage)",
            "/docs/jobs/board.csv?line=3&column=F#here",
        ),
        ("jobs/board.csv, line 3", "/docs/jobs/board.csv?line=3#here"),
        (
            "jobs/board.csv, tab Board of team.xlsx, F3 (stage)",
            "/docs/jobs/board.csv?line=3&column=F#here",
        ),
        ("controls/rules.txt line 12, column 4", "/docs/controls/rules.txt?line=12#line-12"),
        ("rota/week-2026-11-23.csv", "/docs/rota/week-2026-11-23.csv"),
        ("people.csv", "/docs/people.csv"),
        ("the nightly backup", ""),
        ("../secrets.txt", ""),
        ("jobs/photos/J-1/ready.jpg", ""),
    ],
)
def test_trouble_leads_to_the_line_that_is_to_be_mended(place: str, address: str) -> None:
    assert find_document(place) == address
