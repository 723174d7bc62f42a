"""What people do about a control in a real browser: at its page, on Today, at a reminder's link."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.live_servers import serve
from tests.browser.live_shops import Shop
from tests.browser.test_looks import (
    LONG,
    OPEN_ALL,
    find_barriers_by_day_and_night,
    find_wide,
    measure_widths,
)
from tests.entrypoints.web.pages.apps import open_app
from tests.entrypoints.web.pages.offices import DRILL, PUBLIC, ROWS, Office
from tests.entrypoints.web.pages.test_control_evidence import PDF
from tests.pictures import make_picture
from tests.services.shaped_databases import settle_in

from belfry.accounts.users import Role
from belfry.controls.controls import control_id
from belfry.controls.packs.load_pack import get_pack
from belfry.entrypoints.web.pages.addresses import render_name

PAGES = (
    *("/", "/controls", "/controls?show=overdue", "/controls?q=zebra"),
    *("/controls/board", "/controls/board?by=area", "/controls/year", "/controls/year?month=11"),
    *(DRILL, "/controls/extinguishers", "/controls/check~20the~20ledger"),
)
LISTS = ("/controls", "/controls/board", "/controls/year", "/controls/year?month=11")
DESK, PHONE = (1280, 800), (390, 844)


@pytest.fixture
def office(tmp_path: Path) -> Iterator[tuple[Office, Shop]]:
    """A team whose people have been reminded this morning."""
    with open_app(settle_in(tmp_path), public_url=PUBLIC) as app, serve(app.app) as address:
        office = Office(app)
        office.open(*ROWS, "Odd,Safety,every blue moon,Maria,,,,")
        office.remind()
        yield office, Shop(app, address)


def furnish(office: Office) -> None:
    add = office.app.services.controls.evidence.add
    add("Fire drill", by="Maria Lopez", content=make_picture(), note="all out")
    add("Fire drill", by="Maria Lopez", content=PDF, file_name="sheet.pdf")


def test_no_page_has_a_barrier_or_is_wider_than_the_screen(
    office: tuple[Office, Shop], browser_page: Page
) -> None:
    """On a desk, and where a reminder's link leads to on a phone; the demo's are seen on one."""
    team, shop = office
    furnish(team)
    shop.let_in(browser_page, shop.app.take_in("Olive", Role.OWNER))
    links = (team.link(), team.link("Extinguishers"), "/answer/nobody")
    screens = [(DESK, path) for path in PAGES] + [(PHONE, path) for path in links]
    for (width, height), path in screens:
        browser_page.set_viewport_size({"width": width, "height": height})
        shop.open(browser_page, path)
        browser_page.evaluate(OPEN_ALL)
        assert find_barriers_by_day_and_night(browser_page) == [], path
        assert not any(measure_widths(browser_page, path).values()), path


def test_long_words_do_not_push_a_page_wide(
    office: tuple[Office, Shop], browser_page: Page
) -> None:
    team, shop = office
    team.open(f"{LONG},{LONG[:60]},monthly,{LONG},{LONG},2026-11-02,,{LONG}")
    evidence = shop.app.services.controls.evidence
    evidence.add(LONG, by=LONG, content=PDF, file_name=f"{LONG}.pdf", note=LONG)
    shop.let_in(browser_page, shop.app.take_in("Olive", Role.OWNER))
    page = f"/controls/{render_name(control_id(LONG))}"
    assert find_wide(shop, browser_page, ["/", *LISTS, page]) == {}


def test_manager_attaches_a_file_and_marks_the_control_as_done(
    office: tuple[Office, Shop], page: Page, tmp_path: Path
) -> None:
    team, shop = office
    shop.let_in(page, shop.app.take_in("Max", Role.MANAGER))
    sheet = tmp_path / "sheet.jpg"
    sheet.write_bytes(make_picture(size=(640, 480)))
    shop.open(page, "/controls")
    page.get_by_role("link", name="Fire drill", exact=True).click()
    page.get_by_text("Attach a note or a file").click()
    page.get_by_label("Choose a picture or a PDF").set_input_files(sheet)
    page.get_by_role("button", name="Attach").click()
    expect(page.get_by_role("status")).to_have_text("Kept as evidence.")
    picture = page.get_by_role("img", name="Evidence 1: sheet.jpg")
    picture.scroll_into_view_if_needed()
    expect(picture).to_have_js_property("naturalWidth", 640)
    page.get_by_label("Note (optional)").fill("all out")
    page.get_by_role("button", name="Mark as done").click()
    expect(page.get_by_role("status")).to_contain_text("Done.")
    expect(page.locator(".timeline")).to_contain_text("Done on 16 November 2026 by Max")
    page.get_by_role("button", name="Undo: done for Thu 19 Nov").click()
    expect(page.get_by_role("status")).to_contain_text("Taken back.")
    assert team.control().last_done_on is None


def test_manager_gives_proof_on_the_board_and_the_card_leaves_it(
    office: tuple[Office, Shop], page: Page, tmp_path: Path
) -> None:
    team, shop = office
    shop.let_in(page, shop.app.take_in("Max", Role.MANAGER))
    sheet = tmp_path / "sheet.jpg"
    sheet.write_bytes(make_picture(size=(640, 480)))
    shop.open(page, "/controls/board?q=drill")
    card = page.locator(".slip", has_text="Fire drill")
    card.get_by_label("More: Fire drill").click()
    card.get_by_label("Done, with proof: a note").fill("all out")
    card.get_by_label("Picture or PDF").set_input_files(sheet)
    card.get_by_role("button", name="Keep it, and mark as done").click()
    expect(page.get_by_role("status")).to_contain_text("Done.")
    expect(card).to_have_count(0)
    assert page.url.startswith(f"{shop.address}/controls/board?q=drill")
    assert str(team.control().last_done_on) == "2026-11-16"


def test_manager_snoozes_and_skips_on_the_board(office: tuple[Office, Shop], page: Page) -> None:
    team, shop = office
    shop.let_in(page, shop.app.take_in("Max", Role.MANAGER))
    shop.open(page, "/controls/board")
    card = page.locator(".slip", has_text="Fire drill")
    card.get_by_label("More: Fire drill").click()
    card.get_by_role("button", name="Snooze it").click()
    expect(page.get_by_role("status")).to_contain_text("Snoozed.")
    expect(card).to_contain_text("snoozed until Thu 19 Nov")
    card = page.locator(".slip", has_text="Extinguishers")
    card.get_by_label("More: Extinguishers").click()
    card.get_by_label("Skip it this time: why?").fill("replaced last week")
    card.get_by_role("button", name="Skip it").click()
    expect(page.get_by_role("status")).to_contain_text("Skipped this time.")
    expect(card).to_have_count(0)


def test_year_fits_on_one_sheet_of_landscape_paper(
    office: tuple[Office, Shop], browser_page: Page
) -> None:
    _, shop = office
    shop.let_in(browser_page, shop.app.take_in("Olive", Role.OWNER))
    shop.open(browser_page, "/controls/year")
    sheet = browser_page.pdf(prefer_css_page_size=True)
    assert re.findall(rb"/Count (\d+)", sheet) == [b"1"]
    (box,) = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", sheet)
    assert float(box[0]) > float(box[1])


def test_manager_starts_from_a_pack(shop: Shop, page: Page) -> None:
    shop.let_in(page, shop.app.take_in("Max", Role.MANAGER))
    shop.open(page, "/controls/board")
    page.get_by_label("Look through the pack safety").click()
    page.get_by_role("button", name="Start with the pack safety").click()
    expect(page.get_by_role("status")).to_contain_text("Added to the list.")
    assert shop.app.services.ports.controls.count() == len(get_pack("safety").rows)


def test_manager_answers_from_today(office: tuple[Office, Shop], page: Page) -> None:
    team, shop = office
    shop.let_in(page, shop.app.take_in("Max", Role.MANAGER))
    shop.open(page, "/")
    page.get_by_label("More: Restore a backup").click()
    page.get_by_role("button", name="Snooze it").locator("visible=true").click()
    expect(page.get_by_role("status")).to_contain_text("Snoozed.")
    page.get_by_role("button", name="Done: Extinguishers").click()
    expect(page.get_by_role("status")).to_contain_text("Done.")
    expect(page.get_by_role("link", name="Extinguishers")).to_have_count(0)
    assert team.control("Extinguishers").done_by == "user/1"


def test_owner_answers_from_a_phone_without_signing_in(
    office: tuple[Office, Shop], page: Page, tmp_path: Path
) -> None:
    team, shop = office
    page.set_viewport_size({"width": 390, "height": 844})
    sheet = tmp_path / "sheet.pdf"
    sheet.write_bytes(PDF)
    shop.open(page, team.link())
    page.get_by_label("Choose a picture or a PDF").set_input_files(sheet)
    page.get_by_role("button", name="Attach").click()
    expect(page.get_by_role("status")).to_have_text("Thank you. It is kept.")
    page.get_by_label("No reminders for").select_option("2")
    page.get_by_role("button", name="Snooze").click()
    expect(page.get_by_text("Snoozed until Wed 18 Nov.")).to_be_visible()
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_role("heading", name="Thank you")).to_be_visible()
    shop.open(page, team.link())
    expect(page.get_by_text("already done by Maria Lopez")).to_be_visible()
    assert page.context.cookies() == []


def test_document_is_saved_and_not_opened(
    office: tuple[Office, Shop], browser_page: Page, tmp_path: Path
) -> None:
    team, shop = office
    furnish(team)
    shop.let_in(browser_page, shop.app.take_in("Stan"))
    shop.open(browser_page, DRILL)
    with browser_page.expect_download() as saved:
        browser_page.get_by_role("link", name="Save sheet.pdf").click()
    saved.value.save_as(tmp_path / "saved.pdf")
    assert saved.value.suggested_filename == "sheet.pdf"
    assert (tmp_path / "saved.pdf").read_bytes() == PDF
