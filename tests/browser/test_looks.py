"""Whether the pages can be read and used by everybody: on a phone, by ear, in the dark."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page
from tests.browser.live_shops import PAGES, Shop
from tests.entrypoints.web.pages.benches import MAYA, Bench

from belfry.desk.roles import Role

SIZES = {
    "a desk": (1280, 800),
    "a tablet": (820, 1180),
    "a phone": (390, 844),
    "a small phone": (320, 568),
}
GRAVE = ("serious", "critical")
WIDEST = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
LONG = "Bundesausbildungsförderungsgesetzesänderungsverordnung" * 2
PLAIN_LONG = LONG[:100].replace("ö", "o").replace("ä", "a")


def find_barriers(page: Page, *rules: str) -> list[str]:
    """What axe says would keep somebody out, each with its place; by all its rules or by these."""
    chosen = {"runOnly": list(rules)} if rules else {}
    found = Axe().run(page, options={"resultTypes": ["violations"], **chosen})
    grave = [one for one in found.response["violations"] if one["impact"] in GRAVE]
    return [f"{one['id']}: {node['html']}" for one in grave for node in one["nodes"]]


def find_barriers_by_day_and_night(page: Page) -> list[str]:
    """In the dark only the colours are others."""
    page.emulate_media(color_scheme="light")
    by_day = find_barriers(page)
    page.emulate_media(color_scheme="dark")
    return by_day + [f"in the dark, {one}" for one in find_barriers(page, "color-contrast")]


@pytest.mark.parametrize("size", ["a desk", "a phone"])
def test_no_page_has_a_barrier(sample_shop: Shop, browser_page: Page, size: str) -> None:
    width, height = SIZES[size]
    browser_page.set_viewport_size({"width": width, "height": height})
    sample_shop.open(browser_page, "/sign-in")
    barriers = {"/sign-in": find_barriers_by_day_and_night(browser_page)}
    sample_shop.let_in_owner(browser_page)
    for path in PAGES:
        sample_shop.open(browser_page, path)
        barriers[path] = find_barriers_by_day_and_night(browser_page)
    assert {path: found for path, found in barriers.items() if found} == {}


def test_form_with_mistakes_and_open_menus_have_no_barrier(shop: Shop, browser_page: Page) -> None:
    shop.house.add()
    shop.let_in(browser_page, shop.house.take_in("Olive", Role.OWNER))
    shop.open(browser_page, "/workflows/new")
    browser_page.get_by_label("Schedule").fill("never")
    browser_page.get_by_role("button", name="Save").click()
    browser_page.locator("main summary").click()
    assert find_barriers(browser_page) == []
    shop.open(browser_page, "/workflows")
    browser_page.locator("main summary").click()
    assert find_barriers(browser_page) == []


def find_wide(shop: Shop, page: Page, paths: Iterable[str]) -> dict[str, int]:
    """The pages on which one would have to scroll sideways, with the screen, and how far."""
    wide = {}
    for path in paths:
        shop.open(page, path)
        for name, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            wide[f"{path} on {name}"] = page.evaluate(WIDEST)
    return {place: by for place, by in wide.items() if by}


def test_no_page_is_wider_than_the_screen(sample_shop: Shop, browser_page: Page) -> None:
    sample_shop.let_in_owner(browser_page)
    assert find_wide(sample_shop, browser_page, PAGES) == {}


def furnish_long_board(shop: Shop) -> None:
    """A job with one long word for everything, told of; and one whose message waits."""
    name = PLAIN_LONG
    bench = Bench(
        shop.house, {name: f"{LONG},{name[:50]}@example.com,email,{LONG}", **dict([MAYA])}
    )
    bench.open("Ask me first: yes")
    bench.move({name: "diagnosing", "J-2042": LONG})


def test_long_words_do_not_push_a_page_wide(shop: Shop, browser_page: Page) -> None:
    name = PLAIN_LONG
    workflow = shop.house.add(name, kind="broken", inputs={"says": LONG * 5}, tell_after=1)
    run = shop.house.services.start_run(workflow.id, by="belfry")
    shop.house.work()
    shop.house.services.change_workflow.pause(workflow.id, note=LONG, by="belfry")
    shop.let_in(browser_page, shop.house.take_in(name[:60], Role.OWNER))
    furnish_long_board(shop)
    paths = ["/", "/workflows", "/workflows/1", f"/runs/{run.id}", "/people", "/audit"]
    paths += ["/jobs", f"/jobs/{name}", "/messages", f"/messages/jobs~2F{name}~2Fmove-2", "/next"]
    assert find_wide(shop, browser_page, paths) == {}


def test_browser_has_nothing_to_complain_about(sample_shop: Shop, browser_page: Page) -> None:
    """No picture, style or script is kept out by our own rules, and none is missing."""
    complaints: list[str] = []
    browser_page.on("console", lambda said: complaints.append(said.text))
    sample_shop.let_in_owner(browser_page)
    for path in PAGES[:-1]:
        sample_shop.open(browser_page, path)
    assert complaints == []
