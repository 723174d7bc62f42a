"""Whether the few lines of script make the pages pleasant, and never get in the way."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from tests.browser.live_shops import Shop

from belfry.accounts.users import Role


def test_page_of_a_run_shows_its_end_by_itself(shop: Shop, browser_page: Page) -> None:
    browser_page.clock.install()
    run = shop.app.services.change_runs.start(shop.app.add().id, by="belfry")
    shop.let_in(browser_page, shop.app.take_in("Stan"))
    shop.open(browser_page, f"/runs/{run.id}")
    expect(browser_page.locator(".lead .badge")).to_have_text("queued")
    shop.app.work()
    browser_page.clock.run_for(3_000)
    expect(browser_page.locator(".lead .badge")).to_have_text("succeeded")


def test_page_does_not_reload_under_the_hands_of_somebody_who_types(
    shop: Shop, browser_page: Page
) -> None:
    browser_page.clock.install()
    shop.app.add()
    shop.let_in(browser_page, shop.app.take_in("Max", Role.MANAGER))
    shop.open(browser_page, "/workflows")
    browser_page.locator("summary", has_text="Pause").click()
    browser_page.get_by_label("Why?").fill("Half a sent")
    browser_page.clock.run_for(120_000)
    expect(browser_page.get_by_label("Why?")).to_have_value("Half a sent")


def test_what_was_done_is_said_once(shop: Shop, browser_page: Page) -> None:
    workflow = shop.app.add()
    shop.let_in(browser_page, shop.app.take_in("Max", Role.MANAGER))
    shop.open(browser_page, f"/workflows/{workflow.id}?done=saved")
    expect(browser_page.get_by_role("status")).to_have_text("Saved.")
    expect(browser_page).to_have_url(re.compile(rf"/workflows/{workflow.id}$"))
    browser_page.reload()
    expect(browser_page.get_by_role("status")).to_have_count(0)


def test_menu_closes_when_one_looks_elsewhere(shop: Shop, browser_page: Page) -> None:
    shop.let_in(browser_page, shop.app.take_in("Stan"))
    menu, sign_out = browser_page.locator(".person summary"), browser_page.get_by_text("Sign out")
    menu.click()
    expect(sign_out).to_be_visible()
    browser_page.keyboard.press("Escape")
    expect(sign_out).not_to_be_visible()
    expect(menu).to_be_focused()
    menu.click()
    browser_page.get_by_role("heading", level=1).click()
    expect(sign_out).not_to_be_visible()


def test_key_is_copied_at_a_press(shop: Shop, browser_page: Page) -> None:
    browser_page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    shop.let_in(browser_page, shop.app.take_in("Olive", Role.OWNER))
    shop.open(browser_page, "/keys")
    browser_page.get_by_label("Name").fill("Till")
    browser_page.get_by_role("button", name="Make the key").click()
    browser_page.get_by_role("button", name="Copy").click()
    expect(browser_page.get_by_role("button", name="Copied")).to_be_visible()
    copied = browser_page.evaluate("navigator.clipboard.readText()")
    assert copied == browser_page.locator("#secret").inner_text()


def test_keyboard_reaches_the_content_at_once(shop: Shop, browser_page: Page) -> None:
    shop.let_in(browser_page, shop.app.take_in("Stan"))
    shop.open(browser_page, "/workflows")
    browser_page.keyboard.press("Tab")
    skip = browser_page.get_by_role("link", name="Skip to the content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    browser_page.keyboard.press("Enter")
    expect(browser_page.locator("main")).to_be_focused()


def test_saving_keeps_the_place_on_the_page(shop: Shop, browser_page: Page) -> None:
    for number in range(20):
        shop.app.add(name=f"Workflow {number:02}")
    shop.let_in(browser_page, shop.app.take_in("Max", Role.MANAGER))
    shop.open(browser_page, "/workflows")
    browser_page.evaluate("window.isTheSamePage = true")
    row = browser_page.locator("tr", has_text="Workflow 19")
    row.locator("summary", has_text="Pause").click()
    row.get_by_label("Why?").fill("Moving house")
    row.get_by_role("button", name="Pause it").click()
    expect(browser_page.get_by_role("status")).to_contain_text("Paused.")
    expect(browser_page.locator("tr", has_text="Workflow 19")).to_contain_text("Moving house")
    expect(browser_page).to_have_url(re.compile(r"/workflows$"))
    assert browser_page.evaluate("window.isTheSamePage") is True


def test_what_was_typed_stays_when_belfry_cannot_be_reached(shop: Shop, browser_page: Page) -> None:
    workflow = shop.app.add()
    shop.let_in(browser_page, shop.app.take_in("Max", Role.MANAGER))
    shop.open(browser_page, f"/workflows/{workflow.id}/edit")
    browser_page.get_by_label("Name", exact=True).fill("Half a thought")
    browser_page.context.set_offline(True)
    browser_page.get_by_role("button", name="Save").click()
    expect(browser_page.get_by_role("alert")).to_contain_text("Belfry cannot be reached.")
    expect(browser_page.get_by_label("Name", exact=True)).to_have_value("Half a thought")
    browser_page.context.set_offline(False)
    browser_page.get_by_role("button", name="Save").click()
    expect(browser_page.get_by_role("heading", level=1)).to_contain_text("Half a thought")
