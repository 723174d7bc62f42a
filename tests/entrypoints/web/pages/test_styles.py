"""Whether the style sheets speak only of what there is, and a first page is light."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.entrypoints.web.pages.apps import Visitor
from tests.entrypoints.web.pages.styles import MOST_BYTES, find_styled, find_used, weigh

from belfry.entrypoints.web import pages
from belfry.entrypoints.web.words import MOVES, STATES, STATUSES

HERE = Path(pages.__file__).parent
SHEETS = sorted((HERE / "static").glob("*.css"))
# Given by the programs: the tones of badges, the looks of the parts of a bar, and the square code.
TONES = {badge.tone for badges in (MOVES, STATES, STATUSES) for badge in badges.values()}
GIVEN = {*TONES, "outlined", "qr"}


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_sheet_speaks_of_no_class_that_no_page_has(sheet: Path) -> None:
    templates = [template.read_text() for template in (HERE / "templates").glob("*.html")]
    scripts = [script.read_text() for script in (HERE / "static").glob("*.js")]
    assert find_styled(sheet.read_text()) - find_used(templates, scripts) - GIVEN == set()


def test_class_that_nobody_has_is_found() -> None:
    styled = find_styled(
        "/* .old */ .card > .lost:hover, .kept { margin: .5rem; } .made { top: 0 }"
    )
    used = find_used(["<p class=\"card {{ 'kept' if x else '' }}\">"], ['add("made")'])
    assert styled - used == {"lost"}


def test_first_page_is_light_with_all_that_a_browser_fetches_for_it(owner: Visitor) -> None:
    assert 20_000 < weigh(owner, "/") <= MOST_BYTES
