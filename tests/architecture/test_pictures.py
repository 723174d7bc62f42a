"""The documents show pictures that exist and are small, and every picture is shown."""

from __future__ import annotations

import re
from pathlib import Path

from tests.architecture.sources import ROOT
from tests.browser.take_pictures import PICTURES

IMAGES = ROOT / "docs" / "images"
SHOWN = re.compile(r"!\[[^\]]+\]\(([^)\s]+)\)")
MOST_BYTES = 2_500_000


def test_each_picture_is_shown_and_each_that_is_shown_is_there() -> None:
    documents = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    shown = {place for document in documents for place in find_pictures(document)}
    assert shown == set(IMAGES.iterdir())


def test_each_picture_can_be_taken_anew() -> None:
    assert {picture.stem for picture in IMAGES.iterdir()} == set(PICTURES)


def test_pictures_are_small() -> None:
    assert sum(picture.stat().st_size for picture in IMAGES.iterdir()) <= MOST_BYTES


def find_pictures(document: Path) -> list[Path]:
    return [(document.parent / place).resolve() for place in SHOWN.findall(document.read_text())]
