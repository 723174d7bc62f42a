"""Whether documents are edited in a browser as one would wish, and an edit outlives its session."""

from __future__ import annotations

from playwright.sync_api import FilePayload, Page, expect
from tests.adapters.excel.workbooks import Rows, make_workbook
from tests.browser.live_shops import Shop
from tests.browser.test_looks import WIDEST, find_barriers
from tests.entrypoints.web.pages.apps import PASSWORD
from tests.entrypoints.web.pages.benches import Bench

from belfry.accounts.users import Role

SHOP = "/docs/jobs/settings.txt"


def test_reading_follows_the_text_and_leads_to_the_line(shop: Shop, browser_page: Page) -> None:
    page = browser_page
    Bench(shop.app).open()
    shop.let_in(page, shop.app.take_in("Max", Role.MANAGER))
    shop.open(page, SHOP)
    text = page.get_by_role("textbox", name="The text")
    text.fill(text.input_value().replace("Buffer: 20%", "Bufer: 30%"))
    reading = page.locator("#reading")
    expect(reading.locator("#line-10 .error")).to_contain_text("Did you mean Buffer?")
    assert find_barriers(page) == []
    reading.get_by_role("link", name="Line 10", exact=True).click()
    assert page.evaluate("getSelection().toString()") == "Bufer: 30%"
    page.keyboard.type("Buffer: 30%")
    expect(reading).to_contain_text("30% is added before a time is promised.")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_have_text("Saved. It counts from now on.")
    assert shop.app.services.jobs.read_shop().shop.buffer * 10 == 3


def test_rules_with_an_error_show_the_line(shop: Shop, page: Page) -> None:
    Bench(shop.app).open()
    shop.let_in(page, shop.app.take_in("Max", Role.MANAGER))
    shop.open(page, SHOP)
    text = page.get_by_role("textbox", name="The text")
    text.fill(text.input_value() + "Bufer: 30%\n")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("Not saved: 1 line cannot be read")
    expect(page.locator("#line-18 .error")).to_contain_text("Did you mean Buffer?")
    assert text.input_value().endswith("Bufer: 30%\n")


def test_workbook_is_uploaded_looked_at_and_saved(shop: Shop, browser_page: Page) -> None:
    page = browser_page
    Bench(shop.app).open()
    shop.let_in(page, shop.app.take_in("Max", Role.MANAGER))
    shop.open(page, "/docs/jobs/board.csv")
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("link", name="Upload a file").click()
    assert find_barriers(page) == []
    rows: Rows = [
        ["Job ID", "Customer", "Contact", "Channel", "Item", "Stage", "Shelf"],
        ["J-2042", "Maya", "maya@example.com", "email", "kettle", "ready", 3],
        ["J-2050", "Sam", "sam@example.com", "email", "lamp", "redy", 4],
    ]
    file = FilePayload(name="jobs.xlsx", mimeType="", buffer=make_workbook({"Jobs": rows}))
    page.get_by_label("The file").set_input_files(file)
    page.get_by_role("button", name="Look at the file").click()
    expect(page.get_by_text("jobs.xlsx, tab Jobs, F3 (Stage)")).to_be_visible()
    assert find_barriers(page) == []
    assert page.evaluate(WIDEST) == 0
    page.get_by_role("button", name="Replace the table").click()
    expect(page.get_by_role("status")).to_contain_text("The uploaded table counts")
    board = shop.app.services.ports.folder.read("jobs/board.csv").content
    assert b"J-2050,Sam,sam@example.com,email,lamp,redy,4" in board


def test_link_on_today_lands_on_the_cell_to_mend(shop: Shop, page: Page) -> None:
    cells = "Maya Lind,maya@example.com,email,kettle"
    bench = Bench(shop.app, rows={f"J-{number}": cells for number in range(90)})
    bench.open()
    bench.write({"J-80": "redy"})
    bench.look()
    shop.let_in(page, shop.app.take_in("Max", Role.MANAGER))
    shop.open(page, "/")
    page.get_by_role("link", name="jobs/board.csv, line 82, column F (stage)").click()
    cell = page.get_by_label("stage, row 81", exact=True)
    expect(cell).to_have_value("redy")
    expect(cell).to_be_in_viewport()
    expect(page.locator("td.here")).to_have_count(1)
    expect(page.locator("td.here").get_by_role("textbox")).to_have_value("redy")


def test_edit_outlives_its_session(shop: Shop, page: Page) -> None:
    Bench(shop.app).open()
    manager = shop.app.take_in("Max", Role.MANAGER, password=PASSWORD)
    shop.let_in(page, manager)
    shop.open(page, SHOP)
    text = page.get_by_role("textbox", name="The text")
    text.fill(text.input_value().replace("Buffer: 20%", "Buffer: 30%"))
    shop.app.services.accounts.sessions.end_all(manager.id, by="terminal")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("You were signed out.")).to_be_visible()
    page.get_by_label("E-mail address").fill("max@example.com")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="You were signed out")).to_be_visible()
    page.get_by_role("button", name="Send it now").click()
    expect(page.get_by_role("status")).to_have_text("Saved. It counts from now on.")
    assert shop.app.services.jobs.read_shop().shop.buffer * 10 == 3


def test_table_is_filled_in_on_a_phone(shop: Shop, browser_page: Page) -> None:
    page = browser_page
    page.set_viewport_size({"width": 390, "height": 844})
    people = shop.app.services.settings.folder / "people.csv"
    people.write_text("name,email,phone,role\nMaria Lopez,maria@example.com,,manager\n")
    shop.let_in(page, shop.app.take_in("Olive", Role.OWNER))
    shop.open(page, "/docs/people.csv")
    page.get_by_label("role, new row 1").fill("boss")
    page.get_by_label("name, new row 1").fill("Tom")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".error")).to_contain_text("Expected owner, manager, staff")
    assert page.evaluate(WIDEST) == 0
    assert find_barriers(page) == []
    page.get_by_label("role, new row 1").fill("staff")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("status")).to_be_visible()
    assert people.read_text().splitlines()[-1] == "Tom,,,staff"
