"""Whether the page of the clock on EventBridge shows what the translator does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from belfry.kernel.eventbridge import translate

PAGE = (Path(__file__).parents[3] / "docs" / "cron.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| `([^`]+)` \| (.+?) \| (.*) \|$", PAGE, re.MULTILINE)
SHOWN = {unix: re.findall(r"`([^`]+)`", expressions) for unix, expressions, _ in ROWS}


def test_the_page_shows_examples() -> None:
    assert len(SHOWN) == 5


@pytest.mark.parametrize("unix", SHOWN)
def test_every_example_is_what_the_translator_gives(unix: str) -> None:
    translation = translate(unix)

    assert (SHOWN[unix], translation.is_exact) in [(list(translation.schedules), True), ([], False)]
