"""What a visitor of the demo does there, from the first link to the last message."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.browser.demo_shops import NOW, enter, find_person, open_copy
from tests.browser.live_shops import Shop
from tests.browser.test_job_board import DROP, card, lane
from tests.entrypoints.demo.lived_shops import live_in
from tests.entrypoints.web.pages.apps import PASSWORD
from tests.pictures import make_picture
from tests.services.browser import open_page

from belfry.entrypoints.cli.serve import invite

DESK, PHONE = (1280, 800), (390, 844)
PLACES = {
    "on a desk, with scripts": ("browser_page", DESK),
    "on a phone, without scripts": ("plain_page", PHONE),
}
MORE_PLACES = {**PLACES, "on a phone, with scripts": ("browser_page", PHONE)}
DRAFT = "Draft 1 of 23 to 29 November"
WEEK = "/rota/2026-11-23"
# A guitar amp that is being repaired: its customer gets text messages.
AMP, NUMBER = "J-2256", "+447700900356"
# An alarm radio whose customer has texted STOP.
RADIO = "J-2257"


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lived") / "shop"
    with live_in(folder, NOW):
        return folder


@pytest.fixture
def demo(lived: Path, tmp_path: Path) -> Iterator[Shop]:
    with open_copy(lived, tmp_path / "shop") as shop:
        yield shop


@pytest.fixture
def page(request: pytest.FixtureRequest) -> Page:
    """The test's own place, or each of the two that differ most."""
    name, (width, height) = MORE_PLACES[request.param]
    page: Page = request.getfixturevalue(name)
    page.set_viewport_size({"width": width, "height": height})
    return page


in_two_places = pytest.mark.parametrize("page", PLACES, indirect=True)
in_all_places = pytest.mark.parametrize("page", MORE_PLACES, indirect=True)


def move_clock(page: Page, step: str) -> Locator:
    """Press the step; what the bar then tells."""
    bar = page.get_by_label("Demo clock")
    bar.get_by_role("button", name=step).click()
    status = bar.get_by_role("status")
    expect(status).to_contain_text("From ")
    return status


def see_post(page: Page) -> None:
    page.get_by_label("Demo clock").get_by_role("link", name="What arrived").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("What arrived")


def mail(page: Page, subject: str) -> Locator:
    return page.locator(".arrived", has_text=subject)


def take_picture(folder: Path) -> Path:
    picture = folder / "bench.jpg"
    picture.write_bytes(make_picture(size=(640, 480)))
    return picture


@in_all_places
def test_visitor_comes_in_approves_the_draft_and_people_are_told(demo: Shop, page: Page) -> None:
    page.goto(invite(demo.app.services, demo.address))
    page.get_by_role("button", name="Sign in").click()
    demo.open(page, "/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Thursday 19 November")
    page.get_by_role("link", name=f"Look at {DRAFT[0].lower()}{DRAFT[1:]}").click()
    page.get_by_role("button", name="Approve and notify everyone").click()
    expect(page.get_by_role("heading", name="Published")).to_be_visible()
    expect(move_clock(page, "+1 hour")).to_contain_text("messages went out")
    see_post(page)
    (outgoing,) = (
        mail(page, "Your shifts from 23 to 29 November").filter(has_text="Leo Frost").all()
    )
    expect(outgoing).to_contain_text("Tuesday 24 November 09:00-17:00 (bench, 8 h)")
    demo.open(page, "/")
    expect(page.get_by_role("link", name=DRAFT)).to_have_count(0)


@in_two_places
def test_shift_is_given_against_a_rule_and_the_audit_log_says_so(demo: Shop, page: Page) -> None:
    enter(demo, page, "Tom Hale", WEEK)
    page.locator(".flags").get_by_role("link", name="Thursday 18:30–21:00, bench").click()
    expect(page.get_by_role("heading", name="Why it is open")).to_be_visible()
    page.get_by_role("checkbox", name="Leo Frost").check()
    page.get_by_role("button", name="See what that would change").click()
    expect(page.get_by_role("heading", name="2 rules are against it")).to_be_visible()
    expect(page.locator("main .alert")).to_contain_text("Leo Frost lacks soldering.")
    page.get_by_role("checkbox", name="Do it anyway").check()
    page.get_by_role("button", name="Save anyway").click()
    expect(page.get_by_role("status")).to_contain_text("Saved as a new draft.")
    demo.open(page, WEEK)
    expect(page.get_by_role("heading", name="Draft 2 is waiting for your approval")).to_be_visible()
    page.get_by_role("button", name="Approve and notify everyone").click()
    expect(page.get_by_role("heading", name="Published")).to_be_visible()
    demo.open(page, "/audit")
    reason = re.compile("Although .* against it: .*skills, Leo Frost, thu-class")
    expect(page.get_by_text(reason)).to_have_count(1)


@in_all_places
def test_job_moves_and_the_message_appears_after_settling(
    demo: Shop, page: Page, request: pytest.FixtureRequest
) -> None:
    enter(demo, page, "Ines Caro", "/jobs?at=in progress")
    if "desk" in request.node.name:
        card(page, AMP).drag_to(lane(page, "Ready").get_by_role("heading", level=2))
    else:
        page.get_by_label(f"Move {AMP} to ready").click()
    expect(lane(page, "Ready")).to_contain_text(AMP)
    expect(card(page, AMP)).to_contain_text("It counts today 19:12 (in 2 min).")
    expect(card(page, AMP)).to_contain_text("Then Sam Sutton, by text message, gets:")
    expect(card(page, AMP)).to_contain_text("your guitar amp is ready to collect")
    expect(move_clock(page, "+1 hour")).to_contain_text("1 message went out")
    demo.open(page, "/jobs?at=ready")
    expect(lane(page, "Ready")).to_contain_text("Update, today 19:1")
    see_post(page)
    phone = page.get_by_role("article", name=f"Phone {NUMBER}")
    expect(phone.locator(".bubble").last).to_contain_text("your guitar amp is ready to collect")


@in_two_places
def test_customer_who_said_stop_is_promised_nothing_and_told_nothing(
    demo: Shop, page: Page
) -> None:
    enter(demo, page, "Priya Nair", "/jobs?at=diagnosing")
    page.get_by_label(f"Move {RADIO} to in progress").click()
    expect(card(page, RADIO)).to_contain_text("the customer wants no messages")
    expect(move_clock(page, "+1 hour")).to_have_text(
        "From Thu 19 Nov 19:10 to Thu 19 Nov 20:10: 1 job moved on."
    )
    demo.open(page, f"/jobs/{RADIO}")
    expect(page.locator(".timeline li").first).to_contain_text("Not sent: the customer wants no")


@in_all_places
def test_message_of_the_evening_is_held_and_leaves_in_the_morning(demo: Shop, page: Page) -> None:
    enter(demo, page, "Rosa Marsh", f"/jobs/{AMP}")
    move_clock(page, "+1 hour")
    page.get_by_role("button", name="Move to ready").click()
    expect(page.locator("main .notice").first).to_contain_text("tomorrow 09:00")
    status = move_clock(page, "Next morning")
    expect(status).to_contain_text("From Thu 19 Nov 20:10 to Fri 20 Nov 09:00")
    expect(page.locator(".timeline .said").first).to_contain_text("ready to collect")
    expect(page.locator(".timeline li").first).to_contain_text("today 09:00")
    see_post(page)
    phone = page.get_by_role("article", name=f"Phone {NUMBER}")
    expect(phone.locator(".when").last).to_have_text("today 09:00")


@in_two_places
def test_week_brings_drafts_reminders_and_chases(demo: Shop, page: Page) -> None:
    enter(demo, page, "Rosa Marsh", "/")
    status = move_clock(page, "+1 week")
    expect(status).to_contain_text("From Thu 19 Nov 19:10 to Thu 26 Nov 19:10")
    for news in ("messages went out", "quiet jobs were chased", "controls came due", "1 draft was"):
        expect(status).to_contain_text(news)
    expect(page.get_by_role("heading", level=1)).to_have_text("Thursday 26 November")
    new = "Draft 1 of 30 November to 6 December"
    expect(page.get_by_role("link", name=new, exact=True)).to_be_visible()
    demo.open(page, "/controls/bike~20stand~20bolts")
    reminder = page.locator(".timeline li", has_text="Reminder 3 days before").first
    expect(reminder).to_contain_text("Fri 20 Nov 08:00")


@in_two_places
def test_photo_is_put_to_a_job_and_its_customer_sees_it(
    demo: Shop, page: Page, tmp_path: Path, request: pytest.FixtureRequest, browser: Browser
) -> None:
    enter(demo, page, "Ines Caro", f"/jobs/{AMP}")
    photos = page.get_by_role("region", name="Photos")
    if "desk" in request.node.name:
        photos.evaluate(DROP, b64encode(make_picture(size=(640, 480))).decode())
    else:
        photos.get_by_text("Add a photo").click()
        page.get_by_label("Choose a picture").set_input_files(take_picture(tmp_path))
        photos.get_by_role("button", name="Add").click()
    expect(page.get_by_role("status")).to_have_text("The photo is added.")
    link = page.get_by_role("link", name="See the page").get_attribute("href")
    demo.open(page, "/jobs?at=in progress")
    expect(card(page, AMP).locator("img")).to_have_js_property("naturalWidth", 200)
    with open_page(browser, scripts="desk" in request.node.name) as external_scheduler:
        demo.open(external_scheduler, str(link))
        expect(external_scheduler.get_by_role("heading", level=1)).to_have_text("Your guitar amp")
        expect(external_scheduler.locator("[aria-current=step]")).to_contain_text("In progress")
        picture = external_scheduler.get_by_role(
            "img", name="Photo of your guitar amp: in progress"
        )
        expect(picture).to_have_js_property("naturalWidth", 640)


@in_two_places
def test_control_is_done_with_evidence_and_leaves_the_board(
    demo: Shop, page: Page, tmp_path: Path
) -> None:
    enter(demo, page, "Tom Hale", "/controls/board")
    slip = page.locator(".slip", has_text="Back-up restore test")
    expect(slip.get_by_role("button", name="Done today")).to_have_count(0)
    slip.get_by_label("Done with proof").click()
    slip.get_by_label("a note", exact=False).first.fill("takings.csv of Monday")
    slip.get_by_label("Picture or PDF").set_input_files(take_picture(tmp_path))
    slip.get_by_role("button", name="Keep it, and mark as done").click()
    expect(page.get_by_role("status")).to_contain_text("Done.")
    expect(slip).to_have_count(0)
    demo.open(page, "/controls/back-up~20restore~20test")
    expect(page.locator(".timeline")).to_contain_text("Done on 19 November 2026 by Tom Hale")
    expect(page.get_by_role("region", name="Evidence")).to_contain_text("takings.csv of Monday")


@in_two_places
def test_rules_are_mended_saved_kept_and_obeyed(demo: Shop, page: Page) -> None:
    enter(demo, page, "Rosa Marsh", "/docs/rota/rules.txt")
    text = page.get_by_role("textbox", name="The text")
    text.fill(text.input_value().replace("Max hours: 40", "Max ours: 30"))
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("Not saved: 1 line cannot be read")
    expect(page.locator("#line-11 .error")).to_contain_text("Did you mean Max hours?")
    text.fill(text.input_value().replace("Max ours", "Max hours"))
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("status")).to_have_text("Saved. It counts from now on.")
    page.get_by_role("link", name="Earlier versions").click()
    expect(page.get_by_role("table", name="Lines that changed")).to_contain_text("Max hours: 30")
    expect(page.locator("main")).to_contain_text("Rosa Marsh")
    demo.open(page, WEEK)
    expect(page.locator("main .alert")).to_contain_text("Leo Frost")


@in_two_places
def test_two_managers_write_in_one_document_and_both_are_kept(
    demo: Shop, page: Page, browser: Browser, request: pytest.FixtureRequest
) -> None:
    enter(demo, page, "Tom Hale", "/docs/jobs/settings.txt")
    mine = page.get_by_role("textbox", name="The text")
    mine.fill(mine.input_value().replace("Buffer: 20%", "Buffer: 30%"))
    with open_page(browser, scripts="desk" in request.node.name) as other:
        enter(demo, other, "Priya Nair", "/docs/jobs/settings.txt")
        theirs = other.get_by_role("textbox", name="The text")
        theirs.fill(theirs.input_value().replace("Quiet hours: 8pm", "Quiet hours: 7pm"))
        other.get_by_role("button", name="Save", exact=True).click()
        expect(other.get_by_role("status")).to_have_text("Saved. It counts from now on.")
    page.get_by_role("button", name="Save", exact=True).click()
    crossed = page.get_by_role("alert")
    expect(crossed).to_contain_text("Priya Nair changed this document while you were editing it")
    expect(crossed).to_contain_text("Quiet hours: 7pm")
    page.get_by_role("button", name="Keep both changes").click()
    expect(page.get_by_role("status")).to_have_text("Saved. It counts from now on.")
    for line in ("Buffer: 30%", "Quiet hours: 7pm"):
        assert line in mine.input_value()


@in_two_places
def test_job_typed_in_outlives_the_session(demo: Shop, page: Page) -> None:
    desk, hana = demo.app.services.accounts, find_person(demo, "Hana Sato")
    desk.set_password(hana.id, PASSWORD, by="terminal")
    enter(demo, page, "Hana Sato", "/jobs/new")
    page.get_by_label("Customer").fill("Ann Lee")
    page.get_by_label("Item").fill("toaster")
    page.get_by_label("Phone or e-mail").fill("ann@example.com")
    desk.sessions.end_all(hana.id, by="terminal")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_text("You were signed out.")).to_be_visible()
    page.get_by_label("E-mail address").fill("hana@example.com")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator("main")).to_contain_text("toaster")
    page.get_by_role("button", name="Send it now").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("J-2261: toaster")
