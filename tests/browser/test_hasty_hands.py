"""Whether a double click counts once, with scripts and without, and an open page keeps its own."""

from __future__ import annotations

from playwright.sync_api import Page, Route, expect
from tests.browser.live_shops import Shop

from belfry.accounts.users import Role


def test_double_click_runs_a_workflow_once(shop: Shop, page: Page) -> None:
    workflow = shop.app.add("Order ink")
    shop.let_in(page, shop.app.take_in("Max", Role.MANAGER))
    shop.open(page, f"/workflows/{workflow.id}")
    page.get_by_role("button", name="Run now").dblclick()
    expect(page.get_by_text("Asked by")).to_be_visible()
    waiting = shop.app.services.ports.runs.list_waiting(now=shop.app.clock.now(), limit=9)
    assert [run.id for run in waiting] == ["1-m1"]


def test_double_click_makes_one_key_and_shows_it(shop: Shop, page: Page) -> None:
    shop.let_in(page, shop.app.take_in("Olive", Role.OWNER))
    shop.open(page, "/keys")
    page.get_by_label("Name").fill("Till")
    page.locator("form[action='/keys'] button").dblclick()
    expect(page.get_by_role("heading", name="A new key: Till")).to_be_visible()
    [key] = shop.app.services.ports.keys.list(team_id=None)
    assert key.hint.rstrip("…") in page.locator("pre, code").first.inner_text()


def test_page_that_looks_again_keeps_its_content_while_the_records_are_busy(
    shop: Shop, browser_page: Page
) -> None:
    shop.app.add("Order ink")
    shop.let_in(browser_page, shop.app.take_in("Stan"))
    shop.open(browser_page, "/workflows")

    def put_off(route: Route) -> None:
        route.fulfill(status=503, content_type="text/html", body="<h1>One moment, please</h1>")

    browser_page.route("**/workflows", put_off)
    browser_page.evaluate("lookAgain()")
    expect(browser_page.get_by_role("heading", level=1)).to_have_text("Workflows")
    expect(browser_page.get_by_role("link", name="Order ink")).to_be_visible()
    browser_page.unroute("**/workflows")
    shop.app.add("Order paper")
    browser_page.evaluate("lookAgain()")
    expect(browser_page.get_by_role("link", name="Order paper")).to_be_visible()
