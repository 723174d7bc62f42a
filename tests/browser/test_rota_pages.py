"""What people do about the rota in a real browser: at the grid, a shift, their own page, a link."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.live_servers import serve
from tests.browser.live_shops import Shop
from tests.browser.sample_team import furnish
from tests.browser.test_looks import (
    OPEN_ALL,
    find_barriers_by_day_and_night,
    find_wide,
    measure_widths,
)
from tests.entrypoints.web.pages.apps import open_app
from tests.entrypoints.web.pages.cafes import PAGE, PUBLIC, WEEK, Cafe
from tests.services.shaped_databases import settle_in

from belfry.accounts.users import Role
from belfry.rota.requests.requests import SwapKind

GAP = f"{PAGE}/shifts/sat-event"
PAGES = (
    *("/", "/rota", f"{PAGE}/print", GAP, f"{PAGE}/shifts/tue-lunch", "/rota/2026-12-07"),
    *(f"{GAP}/preview?who=Ana+Diaz&draft=1", "/rota/requests", "/rota/mine", "/rota/open"),
    "/rota/time-off",
)


@pytest.fixture
def cafe(tmp_path: Path) -> Iterator[tuple[Cafe, Shop]]:
    """A restaurant of fifteen whose coming week is drafted."""
    with (
        open_app(settle_in(tmp_path), public_url=PUBLIC, admin="owner@example.com") as app,
        serve(app.app) as address,
    ):
        cafe = Cafe(app)
        furnish(cafe)
        cafe.draft()
        cafe.deliver()
        yield cafe, Shop(app, address)


def ask_for_things(cafe: Cafe) -> None:
    """The week is published, and people ask for what they need."""
    room = cafe.app.services.rota
    room.publishing.approve(cafe.head.starts_on, by="Maria Lopez", anyway=True)
    own = [shift_id for shift_id, line in cafe.lines().items() if "Ana Diaz" in line.people]
    for kind, shift in zip((SwapKind.COVER, SwapKind.DROP), own, strict=False):
        room.requests.request_swap(
            WEEK, shift, "Ana Diaz", kind, by="Ana Diaz", note="My sister's wedding"
        )
    room.requests.update()
    cafe.deliver()


def test_no_page_has_a_barrier_or_is_wider_than_the_screen(
    cafe: tuple[Cafe, Shop], browser_page: Page
) -> None:
    """On a desk; the demo's are seen on a phone."""
    team, shop = cafe
    browser_page.set_viewport_size({"width": 1280, "height": 900})
    shop.let_in(browser_page, team.user("Maria Lopez", Role.MANAGER))
    barriers = {"draft": look_at(shop, browser_page, PAGE)}
    ask_for_things(team)
    for path in PAGES:
        browser_page.set_viewport_size({"width": 1280, "height": 900})
        barriers[path] = look_at(shop, browser_page, path)
    assert {path: wrong for path, wrong in barriers.items() if wrong} == {}


def look_at(shop: Shop, page: Page, path: str) -> list[str]:
    """What is wrong with the page, with everything on it opened."""
    shop.open(page, path)
    page.evaluate(OPEN_ALL)
    barriers = find_barriers_by_day_and_night(page)
    wide = measure_widths(page, path)
    return barriers + [f"{place}: {by} px too wide" for place, by in wide.items() if by]


def test_pages_at_links_have_no_barrier_on_a_phone_and_fit_every_screen(
    cafe: tuple[Cafe, Shop], browser_page: Page
) -> None:
    team, shop = cafe
    draft = team.link("maria@example.com")
    browser_page.set_viewport_size({"width": 390, "height": 844})
    barriers = {"draft": look_at(shop, browser_page, draft)}
    ask_for_things(team)
    links = {
        "published": draft,
        "week": team.link("ana@example.com", "Your shifts"),
        "drop": team.link("maria@example.com", "drop"),
        "time off": team.link("maria@example.com", "time off"),
        "ask": next(
            team.link(outgoing.to) for outgoing in team.email.sent if "Can you" in outgoing.subject
        ),
    }
    for name, link in links.items():
        browser_page.set_viewport_size({"width": 390, "height": 844})
        barriers[name] = look_at(shop, browser_page, link)
    assert {name: wrong for name, wrong in barriers.items() if wrong} == {}


def test_grid_is_for_desks_and_the_list_of_days_for_phones(
    cafe: tuple[Cafe, Shop], browser_page: Page
) -> None:
    team, shop = cafe
    shop.let_in(browser_page, team.user("Maria Lopez", Role.MANAGER))
    browser_page.set_viewport_size({"width": 1280, "height": 900})
    shop.open(browser_page, PAGE)
    grid, days = browser_page.locator("table.rota"), browser_page.locator(".bydays")
    expect(grid).to_be_visible()
    expect(days).to_be_hidden()
    browser_page.set_viewport_size({"width": 390, "height": 844})
    expect(grid).to_be_hidden()
    expect(days).to_be_visible()
    assert find_wide(shop, browser_page, [PAGE]) == {}


def test_manager_changes_a_shift_against_a_rule_and_approves(
    cafe: tuple[Cafe, Shop], page: Page
) -> None:
    team, shop = cafe
    shop.let_in(page, team.user("Maria Lopez", Role.MANAGER))
    shop.open(page, PAGE)
    page.get_by_role("link", name="Saturday 16:00–00:00, waiter").click()
    page.get_by_text("people whom a rule is against").click()
    page.get_by_role("checkbox", name="Hugo Lind").check()
    page.get_by_role("button", name="See what that would change").click()
    expect(page.get_by_text("Hugo Lind gains Saturday 16:00-00:00.")).to_be_visible()
    page.get_by_role("checkbox", name="Do it anyway").check()
    page.get_by_role("button", name="Save anyway").click()
    expect(page.get_by_role("status")).to_contain_text("Saved as a new draft.")
    assert team.lines()["sat-event"].people == ("Hugo Lind",)
    shop.open(page, PAGE)
    page.get_by_role("button", name="Approve and notify everyone").click()
    expect(page.get_by_role("heading", name="Published")).to_be_visible()
    assert team.head.published == 2


def test_rules_that_a_choice_would_break_are_said_at_once(
    cafe: tuple[Cafe, Shop], browser_page: Page
) -> None:
    team, shop = cafe
    shop.let_in(browser_page, team.user("Maria Lopez", Role.MANAGER))
    shop.open(browser_page, GAP)
    verdict = browser_page.locator(".verdict")
    browser_page.locator(".choice:not(.barred) input").first.check()
    expect(verdict).to_be_hidden()
    browser_page.get_by_text("people whom a rule is against").click()
    browser_page.get_by_role("checkbox", name="Hugo Lind").check()
    expect(verdict).to_contain_text("Hugo Lind does not have the role waiter.")
    expect(verdict).to_contain_text("That is 2 people, and 1 needed.")
    browser_page.get_by_role("checkbox", name="Hugo Lind").uncheck()
    expect(verdict).to_be_hidden()


def test_person_asks_for_cover_at_the_link_of_their_week(
    cafe: tuple[Cafe, Shop], page: Page
) -> None:
    team, shop = cafe
    team.app.services.rota.publishing.approve(team.head.starts_on, by="Maria Lopez", anyway=True)
    team.deliver()
    shop.open(page, team.link("ana@example.com", "Your shifts"))
    page.get_by_text("I can't make it").first.click()
    page.get_by_label("Note").first.fill("My sister's wedding")
    page.get_by_role("button", name="Find cover").first.click()
    expect(page.get_by_role("status")).to_contain_text("The shift stays yours")
    (swap,) = team.app.services.rota.requests.list().swaps
    assert (swap.person, swap.note) == ("Ana Diaz", "My sister's wedding")
