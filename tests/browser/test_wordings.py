"""Whether wordings are suggested, approved, edited and declined in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.live_servers import serve
from tests.browser.live_shops import Shop
from tests.browser.test_looks import find_barriers_by_day_and_night, measure_widths, walk_through
from tests.entrypoints.web.pages.apps import open_app
from tests.entrypoints.web.pages.benches import Bench
from tests.services.model_endpoint import ModelEndpoint
from tests.services.openai_endpoint import serving_openai
from tests.services.shaped_databases import settle_in

from belfry.accounts.users import Role
from belfry.jobs.updates.wordings import Kind

# No script asks how wide the screen is, and no style asks for scripts.
PLACES = {
    "on a desk, with scripts": ("browser_page", (1280, 800)),
    "on a phone, without scripts": ("plain_page", (390, 844)),
}
WORDINGS = (
    "Hi {name}, {your_item} is ready to collect.",
    "Good news: {your_item} is ready. You can see it here: {link}",
    "{your_item} is ready and waiting for you, {name}. You are welcome until {closing}.",
)
READY = "When a job comes to “ready”"
SMALL = """() => Array.from(document.querySelectorAll(".kind-of-message button, summary.button"))
  .filter(one => one.checkVisibility() && one.getBoundingClientRect().height < 44)
  .map(one => one.textContent)"""


@pytest.fixture
def model() -> Iterator[ModelEndpoint]:
    with serving_openai() as endpoint:
        endpoint.say_json({"wordings": WORDINGS})
        yield endpoint


@pytest.fixture
def shop(tmp_path: Path, model: ModelEndpoint) -> Iterator[Shop]:
    """A repair bench whose model suggests three wordings."""
    settings = {"provider": "openai", "name": "small", "url": f"{model.url}/v1"}
    folder = settle_in(tmp_path)
    with open_app(folder, model=settings) as app, serve(app.app) as address:
        Bench(app).open()
        yield Shop(app, address)


@pytest.fixture(params=PLACES)
def manager_page(request: pytest.FixtureRequest, shop: Shop) -> Page:
    """Max is signed in and looks at the wordings, on a desk or on a phone."""
    name, (width, height) = PLACES[request.param]
    page: Page = request.getfixturevalue(name)
    page.set_viewport_size({"width": width, "height": height})
    come_in(shop, page)
    return page


def come_in(shop: Shop, page: Page) -> None:
    shop.let_in(page, shop.app.take_in("Max", Role.MANAGER))
    shop.open(page, "/jobs/wordings")


def suggest(shop: Shop) -> None:
    shop.app.services.jobs.wordings.suggest([Kind("moved", "ready")], by="terminal")


def ready(page: Page) -> Locator:
    return page.get_by_role("region", name=READY)


def list_states(shop: Shop) -> dict[str, str]:
    kinds = shop.app.services.jobs.wordings.list_all()
    return {
        wording.wording.text: wording.wording.state for kind in kinds for wording in kind.wordings
    }


def test_wordings_are_suggested_and_one_is_approved(shop: Shop, manager_page: Page) -> None:
    page = manager_page
    ready(page).get_by_role("button", name="Suggest wordings").click()
    expect(page.get_by_role("status")).to_contain_text("The model was asked.")
    expect(ready(page).locator(".wording")).to_have_count(3)
    expect(ready(page).locator("mark").first).to_be_visible()
    ready(page).get_by_role("button", name=f"Approve: {WORDINGS[0][:20]}").click()
    expect(page.get_by_role("status")).to_contain_text("Approved.")
    expect(ready(page)).to_contain_text("by Max, today 12:00")
    assert list_states(shop)[WORDINGS[0]] == "approved"


def test_suggestion_is_edited_after_a_refusal(shop: Shop, manager_page: Page) -> None:
    page = manager_page
    suggest(shop)
    page.reload()
    wording = ready(page).locator(".wording").filter(has_text="ready to collect")
    wording.locator("summary").click()
    wording.get_by_label("The words").fill("{your_item} is ready at 5.")
    wording.get_by_role("button", name="Approve edited").click()
    refused = ready(page).locator("textarea[aria-invalid]")
    expect(refused).to_have_value("{your_item} is ready at 5.")
    expect(ready(page).locator(".error")).to_contain_text("5")
    refused.fill("{name}, {your_item} is ready.")
    ready(page).locator("details[open]").get_by_role("button", name="Approve edited").click()
    expect(page.get_by_role("status")).to_contain_text("Approved.")
    states = list_states(shop)
    assert states["{name}, {your_item} is ready."] == "approved"
    assert states[WORDINGS[0]] == "declined"


def test_suggestion_is_declined_by_keys_alone(shop: Shop, manager_page: Page) -> None:
    page = manager_page
    suggest(shop)
    page.reload()
    ready(page).get_by_role("button", name=f"Decline: {WORDINGS[1][:20]}").press("Enter")
    expect(page.get_by_role("status")).to_have_text("Declined. It is not used.")
    expect(ready(page).locator(".wording")).to_have_count(2)
    assert list_states(shop)[WORDINGS[1]] == "declined"


def test_today_leads_to_the_wordings(shop: Shop, manager_page: Page) -> None:
    page = manager_page
    suggest(shop)
    shop.open(page, "/")
    page.get_by_role("link", name="One kind of message has wordings").click()
    expect(ready(page).locator(".wording")).to_have_count(3)


def test_page_has_no_barrier_and_fits_every_screen(shop: Shop, browser_page: Page) -> None:
    suggest(shop)
    come_in(shop, browser_page)
    for summary in ready(browser_page).locator("summary").all():
        summary.click()
    assert find_barriers_by_day_and_night(browser_page) == []
    wide = measure_widths(browser_page, "/jobs/wordings")
    assert {place: by for place, by in wide.items() if by} == {}


def test_page_of_a_refusal_has_no_barrier(shop: Shop, browser_page: Page) -> None:
    come_in(shop, browser_page)
    ready(browser_page).get_by_text("Write your own").click()
    ready(browser_page).get_by_label("The words").fill("{your_item} is ready at 5.")
    ready(browser_page).get_by_role("button", name="Approve your own").click()
    expect(ready(browser_page).locator(".error")).to_be_visible()
    assert find_barriers_by_day_and_night(browser_page) == []


def test_everything_can_be_touched_and_reached_by_keys(shop: Shop, browser_page: Page) -> None:
    suggest(shop)
    browser_page.set_viewport_size({"width": 390, "height": 844})
    come_in(shop, browser_page)
    assert browser_page.evaluate(SMALL) == []
    browser_page.evaluate(
        "document.querySelectorAll('main button, main summary').forEach("
        "(one, number) => { one.dataset.number = number; })"
    )
    pressed = browser_page.locator("main [data-number]:visible").count()
    held = dict(walk_through(browser_page))
    assert (len(held), all(held.values())) == (pressed, True)
