"""The first day of a team that has just been made with empty tables: from nothing to a message."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.live_servers import serve
from tests.browser.live_shops import Shop
from tests.entrypoints.web.pages.apps import open_app
from tests.services.shaped_databases import settle_in

from belfry.entrypoints.cli.serve import invite
from belfry.entrypoints.cli.team.example import Wanted, render_team
from belfry.entrypoints.worker.prepare import prepare

ADMIN = "boss@example.com"
STAFF = {"name": ("Ann", "Cy"), "role": ("bench", "counter"), "hours_target": ("16", "20")}
SHIFTS = {
    "day": ("Mon", "Wed"),
    "start": ("09:00", "9am"),
    "end": ("17:00", "5pm"),
    "role": ("bench", "counter"),
}


@pytest.fixture
def new_shop(tmp_path: Path) -> Iterator[Shop]:
    """What `belfry init` makes without samples, and `belfry serve` opens."""
    wanted = Wanted("Corner Repairs", "Europe/London", "GB", ADMIN, is_empty=True)
    for name, text in render_team(wanted).items():
        path = settle_in(tmp_path) / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    with open_app(tmp_path, admin=ADMIN) as app, serve(app.app) as address:
        prepare(app.services)
        yield Shop(app, address)


def write_rows(shop: Shop, page: Page, table: str, rows: Mapping[str, Sequence[str]]) -> None:
    shop.open(page, f"/docs/rota/{table}")
    for column, cells in rows.items():
        for number, cell in enumerate(cells, 1):
            page.get_by_label(f"{column}, new row {number}", exact=True).fill(cell)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("Saved.")


def test_owner_begins_in_every_room(new_shop: Shop, page: Page) -> None:
    page.goto(invite(new_shop.app.services, new_shop.address))
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="Not now").click()
    page.get_by_role("link", name="Add the first job").click()
    page.get_by_label("Customer").fill("Ann Lee")
    page.get_by_label("Item").fill("toaster")
    page.get_by_label("Phone or e-mail").fill("ann@example.com")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("button", name="Move to diagnosing").click()
    move = page.get_by_role("region", name="Moved to diagnosing")
    expect(move).to_contain_text("Then Ann Lee, by e-mail, gets:")
    expect(move).to_contain_text("We are now diagnosing your toaster.")
    new_shop.app.work_until(new_shop.app.clock.now() + timedelta(minutes=8))
    new_shop.open(page, "/messages")
    expect(page.locator("main")).to_contain_text("We are now diagnosing your toaster.")

    new_shop.open(page, "/controls/board")
    page.get_by_role("button", name="Start with the pack safety").click()
    expect(page.locator(".slip", has_text="Fire alarm test")).to_be_visible()

    write_rows(new_shop, page, "staff.csv", STAFF)
    write_rows(new_shop, page, "template.csv", SHIFTS)
    new_shop.open(page, "/rota/2026-11-23")
    page.get_by_role("button", name="Copy the standing week and draft it").click()
    expect(page.get_by_role("heading", name="Draft 1 is waiting for your approval")).to_be_visible()
    expect(page.locator("main .lead")).to_have_text("Next week: 2 of 2 places filled.")
