"""The shop's settings as they count now."""

from __future__ import annotations

from datetime import date

import pytest
from tests.jobs.shops import SETTINGS, SHOP, Bench

from belfry.workspace.read_docs import NeverRead


def test_the_shop_is_read_with_its_calendar(bench: Bench) -> None:
    now = bench.house.services.jobs.read_shop()

    assert (now.shop.name, now.text, now.problems) == ("The Repair Bench", SHOP, ())
    assert now.calendar.zone.key == "Europe/London"
    assert now.calendar.get_day(date(2026, 11, 16)).spans
    assert not now.calendar.get_day(date(2026, 12, 25)).spans


def test_a_mistake_leaves_the_last_whole_reading(bench: Bench) -> None:
    read_shop = bench.house.services.jobs.read_shop
    before = read_shop()
    bench.write(SETTINGS, SHOP.replace("4 hours", "four ages"))

    now = read_shop()

    assert (now.shop, now.text) == (before.shop, SHOP)
    ((place, text),) = now.problems
    assert place == "jobs/settings.txt line 5, column 86"
    assert text == 'found "ages", expected minutes, hours, days or weeks'


def test_settings_that_were_never_whole_are_refused_with_their_problems(bench: Bench) -> None:
    bench.write(SETTINGS, "Shop: The Repair Bench\n")

    with pytest.raises(NeverRead) as caught:
        bench.house.services.jobs.read_shop()

    ((place, _),) = caught.value.problems
    assert place.startswith("jobs/settings.txt line ")
