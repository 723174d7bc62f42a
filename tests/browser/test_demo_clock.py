"""Whether a visitor of the demo can move its clock, and sees what the morning brings."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.live_servers import serve
from tests.browser.live_shops import Shop
from tests.browser.test_looks import find_barriers_by_day_and_night, find_wide
from tests.entrypoints.demo.moved_shops import START, open_shop
from tests.entrypoints.web.pages.apps import App

from belfry.accounts.users import Role
from belfry.entrypoints.web.app import create_app

EVENING = START + timedelta(hours=10)


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[Shop]:
    """A shop in the evening: a message to a customer waits for the morning."""
    with open_shop(tmp_path / "shop") as shop:
        mover = shop.mover()
        mover.move_to(EVENING)
        app = App(shop.services, shop.machine, create_app(shop.services, mover))
        with serve(app.app) as address:
            yield Shop(app, address)


def test_held_message_goes_out_when_the_clock_is_moved_over_the_night(
    demo: Shop, page: Page
) -> None:
    demo.let_in(page, demo.app.take_in("Rosa", Role.OWNER))
    demo.open(page, "/messages/jobs~2FJ-1042~2Fmove-3")
    expect(page.locator("main")).to_contain_text("held")
    page.get_by_role("button", name="Next morning").click()
    bar = page.get_by_label("Demo clock")
    expect(bar.get_by_role("status")).to_contain_text("From Wed 18 Nov 22:00 to Thu 19 Nov 09:00")
    expect(bar.get_by_role("status")).to_contain_text("4 messages went out")
    expect(page.locator("main")).to_contain_text("Sent today 09:00")
    page.get_by_role("link", name="What arrived").click()
    expect(page.locator("main")).to_contain_text("your kettle is ready to collect")


def test_clock_and_post_keep_nobody_out_and_fit_a_phone(demo: Shop, browser_page: Page) -> None:
    demo.let_in(browser_page, demo.app.take_in("Rosa", Role.OWNER))
    demo.open(browser_page, "/demo/post")
    browser_page.get_by_role("button", name="+1 hour").click()
    expect(browser_page.get_by_label("Demo clock").get_by_role("status")).to_be_visible()
    assert find_barriers_by_day_and_night(browser_page) == []
    assert find_wide(demo, browser_page, ["/demo/post"]) == {}
