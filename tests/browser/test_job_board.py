"""Whether jobs are moved with the mouse, the keyboard and the thumb, and photos dropped on them."""

from __future__ import annotations

from base64 import b64encode
from datetime import timedelta

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.live_shops import Shop
from tests.entrypoints.web.pages.benches import Bench
from tests.pictures import make_picture

from belfry.accounts.users import Role

DROP = """(zone, picture) => {
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
  const held = new DataTransfer();
  held.items.add(new File([bytes], "kettle.jpg", { type: "image/jpeg" }));
  for (const name of ["dragover", "drop"]) {
    const given = { dataTransfer: held, bubbles: true, cancelable: true };
    zone.dispatchEvent(new DragEvent(name, given));
  }
}"""


@pytest.fixture
def bench(shop: Shop) -> Bench:
    bench = Bench(shop.app)
    bench.open()
    return bench


def lane(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name, exact=True)


def card(page: Page, job_id: str) -> Locator:
    return page.get_by_role("article").filter(has_text=job_id)


def come_in(shop: Shop, page: Page, path: str = "/jobs") -> None:
    shop.let_in(page, shop.app.take_in("Stan", Role.STAFF))
    shop.open(page, path)


def test_card_is_dragged_and_the_message_appears_after_settling(
    shop: Shop, bench: Bench, browser_page: Page
) -> None:
    browser_page.clock.install()
    come_in(shop, browser_page)
    card(browser_page, "J-2042").drag_to(lane(browser_page, "Ready"))
    expect(browser_page.get_by_role("status")).to_contain_text("Moved.")
    expect(lane(browser_page, "Ready")).to_contain_text("J-2042")
    expect(card(browser_page, "J-2042")).to_contain_text("It counts today 12:02")
    assert "iPhone screen repair,ready\n" in (bench.folder / "board.csv").read_text()
    shop.app.clock.advance(timedelta(minutes=2))
    bench.look()
    browser_page.clock.run_for(20_000)
    expect(lane(browser_page, "Ready")).to_contain_text("sent")
    expect(lane(browser_page, "Ready")).to_contain_text("Update, today 12:02")


def test_card_dropped_where_it_was_changes_nothing(
    shop: Shop, bench: Bench, browser_page: Page
) -> None:
    come_in(shop, browser_page)
    before = (bench.folder / "board.csv").read_text()
    card(browser_page, "J-2042").drag_to(card(browser_page, "J-2051"))
    expect(browser_page.locator(".dragging, .over")).to_have_count(0)
    assert (bench.folder / "board.csv").read_text() == before


def test_job_is_moved_by_keys_alone_and_put_back(shop: Shop, bench: Bench, page: Page) -> None:
    come_in(shop, page)
    page.get_by_label("Move J-2042 to another stage").press("Enter")
    card(page, "J-2042").get_by_role("button", name="In progress").press("Enter")
    expect(lane(page, "In progress")).to_contain_text("From received to in progress")
    page.get_by_label("Undo: put J-2042 back to received").press("Enter")
    expect(page.get_by_role("status")).to_have_text("Put back. Nobody is told.")
    expect(lane(page, "Received")).to_contain_text("J-2042")
    expect(card(page, "J-2042")).not_to_contain_text("settling")


def test_phone_shows_the_stage_that_is_picked(shop: Shop, bench: Bench, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    come_in(shop, page)
    expect(lane(page, "Received")).to_be_visible()
    expect(lane(page, "Ready")).not_to_be_visible()
    page.get_by_role("navigation", name="Stages").get_by_role("link", name="Ready").click()
    expect(lane(page, "Ready")).to_be_visible()
    expect(lane(page, "Received")).not_to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.get_by_role("navigation", name="Stages").get_by_role("link", name="Received").click()
    page.get_by_label("Move J-2042 to diagnosing").click()
    expect(lane(page, "Diagnosing")).to_be_visible()
    expect(card(page, "J-2042")).to_contain_text("settling")
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_photo_is_dropped_onto_the_job(shop: Shop, bench: Bench, browser_page: Page) -> None:
    come_in(shop, browser_page, "/jobs/J-2042")
    photos = browser_page.get_by_role("region", name="Photos")
    photos.evaluate(DROP, b64encode(make_picture()).decode())
    expect(browser_page.get_by_role("status")).to_have_text("The photo is added.")
    expect(browser_page.get_by_alt_text("Photo 1: received")).to_be_visible()


def test_job_is_taken_in_and_a_mistake_is_told_at_its_field(
    shop: Shop, bench: Bench, page: Page
) -> None:
    come_in(shop, page, "/jobs/new")
    expect(page.get_by_label("Job", exact=True)).to_have_value("J-2052")
    page.get_by_label("Customer").fill("Ann Lee")
    page.get_by_label("Phone or e-mail").fill("ann@")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator("#contact-error")).to_contain_text("Expected an e-mail address")
    expect(page.get_by_label("Customer")).to_have_value("Ann Lee")
    page.get_by_label("Phone or e-mail").fill("ann@example.com")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("J-2052")
