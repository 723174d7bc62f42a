"""What a customer does with the links they were given, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.live_servers import serve
from tests.browser.live_shops import Shop
from tests.browser.test_looks import LONG, WIDEST, find_barriers_by_day_and_night, measure_widths
from tests.entrypoints.web.pages.apps import open_app
from tests.entrypoints.web.pages.benches import Bench
from tests.entrypoints.web.pages.customers import (
    PUBLIC,
    add_photo,
    contact_of,
    open_shop,
    page_of,
    stop_of,
)
from tests.pictures import make_picture

from belfry.accounts.users import Role

SIZES = {"a desk": (1280, 800), "a phone": (390, 844)}


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    """A shop that people outside can reach, with a job on its way and a picture of it."""
    folder: Path = tmp_path_factory.mktemp("shop")
    with open_app(folder, public_url=PUBLIC) as app, serve(app.app) as address:
        bench = open_shop(app)
        bench.move({"J-2051": "awaiting parts"})
        add_photo(app, make_picture(size=(640, 480)))
        yield Shop(app, address)


def list_pages(shop: Shop) -> list[str]:
    side = page_of(shop.app, "J-2051")
    return [page_of(shop.app), side, stop_of(shop.app), "/t/nobody", "/stop/nobody"]


@pytest.mark.parametrize("size", SIZES)
def test_no_page_has_a_barrier_or_is_wider_than_the_screen(
    shop: Shop, browser_page: Page, size: str
) -> None:
    width, height = SIZES[size]
    for path in list_pages(shop):
        browser_page.set_viewport_size({"width": width, "height": height})
        shop.open(browser_page, path)
        assert find_barriers_by_day_and_night(browser_page) == [], path
        assert not any(measure_widths(browser_page, path).values()), path


def test_customer_sees_line_and_picture_without_a_cookie(shop: Shop, page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    shop.open(page, page_of(shop.app))
    expect(page.locator("[aria-current=step]")).to_contain_text("In progress")
    for stage in ("Received", "Diagnosing", "In progress", "Ready", "Collected"):
        expect(page.locator(".line li", has_text=stage)).to_be_visible()
    picture = page.get_by_role("img", name="Photo of your iPhone screen repair: in progress")
    picture.scroll_into_view_if_needed()
    expect(picture).to_be_visible()
    drawn = picture.evaluate("one => [one.naturalWidth, one.clientWidth]")
    frame = page.locator("figure").evaluate("one => one.clientWidth")
    assert drawn == [640, frame]
    assert page.context.cookies() == []


def test_customer_ends_the_messages_and_wants_them_again(shop: Shop, page: Page) -> None:
    shop.open(page, stop_of(shop.app))
    shop.app.services.jobs.customers.set_consent("J-2042", "", by="user/1")
    page.reload()
    page.get_by_role("button", name="Stop messages").click()
    expect(page.get_by_role("heading", name="Done: no more messages")).to_be_visible()
    assert contact_of(shop.app).consent == "no"
    page.get_by_role("button", name="Send me messages again").click()
    expect(page.get_by_role("heading", name="Done: messages are on")).to_be_visible()
    assert contact_of(shop.app).consent == "yes"
    assert page.context.cookies() == []


def test_card_prints_as_a_card_alone(shop: Shop, browser_page: Page) -> None:
    page = browser_page
    shop.let_in(page, shop.app.take_in("Olive", Role.OWNER))
    shop.open(page, "/jobs/J-2042/card")
    expect(page.get_by_role("button", name="Print")).to_be_visible()
    page.emulate_media(media="print")
    for hidden in ("header", "footer", ".crumbs", "button"):
        for element in page.locator(hidden).all():
            expect(element).to_be_hidden()
    expect(page.get_by_role("img", name="The link, as a square to scan")).to_be_visible()


def test_shop_makes_a_new_link_and_notes_an_answer(
    shop: Shop, page: Page, request: pytest.FixtureRequest
) -> None:
    shop.let_in(page, shop.app.take_in(request.node.name[-30:], Role.MANAGER))
    shop.open(page, "/jobs/J-2051")
    old = page_of(shop.app, "J-2051")
    page.get_by_role("button", name="New link").click()
    expect(page.get_by_role("status")).to_contain_text("has a new address")
    expect(page.locator("#link")).to_have_text(f"{PUBLIC}{page_of(shop.app, 'J-2051')}")
    assert page_of(shop.app, "J-2051") != old
    page.get_by_role("button", name="They say: No", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("gets no messages")
    assert contact_of(shop.app, "J-2051").consent == "no"


def test_long_words_do_not_push_a_page_wide(tmp_path: Path, browser_page: Page) -> None:
    browser_page.set_viewport_size({"width": 360, "height": 640})
    with open_app(tmp_path, public_url=PUBLIC) as app, serve(app.app) as address:
        bench = Bench(app, {"J-2042": f"{LONG},maya@example.com,email,{LONG}"})
        bench.open()
        bench.move({"J-2042": "in progress"})
        place = Shop(app, address)
        place.open(browser_page, page_of(app))
        assert browser_page.evaluate(WIDEST) == 0
        place.let_in(browser_page, app.take_in("Olive", Role.OWNER))
        for path in ("/jobs/J-2042", "/jobs/J-2042/card"):
            place.open(browser_page, path)
            assert browser_page.evaluate(WIDEST) == 0, path
