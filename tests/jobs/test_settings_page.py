"""Whether the page of a shop's settings says what the settings are."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools.write_settings_page import write_page

from belfry.jobs.settings.shop import SETTINGS, read_shop
from belfry.kernel.rulebook import Setting

PAGE = Path(__file__).parents[2] / "docs" / "jobs-settings.md"
BASE = {
    "Shop": "The Repair Bench",
    "Stages": "received, diagnosing, in progress, awaiting parts (side), ready, collected",
    "Typical time": "diagnosing half a day; in progress 2 days",
}


def test_the_page_of_settings_lists_what_there_is() -> None:
    page = PAGE.read_text(encoding="utf-8")

    assert page == write_page(page, SETTINGS)


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_every_example_of_the_page_can_be_read(setting: Setting) -> None:
    said = {**BASE, setting.name.replace("<stage>", "in progress"): setting.example}
    if setting.name == "Stages":
        del said["Typical time"]

    reading = read_shop("\n".join(f"{name}: {sentence}" for name, sentence in said.items()))

    assert reading.problems == ()
