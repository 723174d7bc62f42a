"""What a shop does every day with its board and its messages, in a real browser."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from tests.browser.live_shops import Shop
from tests.entrypoints.web.pages.benches import Bench

from belfry.accounts.users import Role
from belfry.jobs.customers.replies import Inbound
from belfry.kernel.errors import Unknown

# No script asks how wide the screen is, and no style asks for scripts.
PLACES = {
    "on a desk, with scripts": ("browser_page", (1280, 800)),
    "on a phone, without scripts": ("plain_page", (390, 844)),
}


@pytest.fixture
def bench(shop: Shop) -> Bench:
    return Bench(shop.app)


@pytest.fixture(params=PLACES)
def manager_page(request: pytest.FixtureRequest, shop: Shop) -> Page:
    """Max is signed in, on a desk or on a phone."""
    name, (width, height) = PLACES[request.param]
    page: Page = request.getfixturevalue(name)
    page.set_viewport_size({"width": width, "height": height})
    shop.let_in(page, shop.app.take_in("Max", Role.MANAGER))
    return page


def test_move_on_the_board_is_told_and_stands_in_the_postbox(
    shop: Shop, bench: Bench, manager_page: Page
) -> None:
    page = manager_page
    shop.open(page, "/jobs")
    expect(page.get_by_role("heading", name="No job board yet")).to_be_visible()
    bench.open()
    page.reload()
    expect(page.get_by_role("link", name="J-2042", exact=True)).to_be_visible()

    bench.write({"J-2042": "in progress"})
    bench.look()
    page.get_by_role("link", name="J-2042", exact=True).click()
    expect(page.get_by_text("It counts today 12:02 (in 2 min)")).to_be_visible()
    expect(page.get_by_role("button", name="Send the message about J-2042 now")).to_be_visible()

    shop.app.clock.advance(timedelta(minutes=3))
    bench.look()
    page.reload()
    expect(page.locator(".head .lead")).to_contain_text("ready expected by Wednesday afternoon")
    page.get_by_role("link", name="Messages").click()
    expect(page.locator(".bubble")).to_have_text(bench.latest().text)
    page.get_by_role("link", name="Update to Maya Lind").click()
    expect(page.locator(".head .lead .badge")).to_have_text("sent")


def test_message_that_asks_first_is_worded_anew_and_let_go(
    shop: Shop, bench: Bench, manager_page: Page
) -> None:
    page = manager_page
    bench.open("Ask me first: yes")
    bench.move({"J-2042": "diagnosing"})
    shop.open(page, "/")
    page.get_by_role("link", name="Change the words to Maya Lind").click()
    page.get_by_label("The words").fill("Maya, we are looking into your phone.")
    page.get_by_role("button", name="Approve").click()
    expect(page.get_by_role("status")).to_have_text(
        "Approved. It leaves as soon as quiet hours and days off allow."
    )
    bench.post()
    page.reload()
    expect(page.locator(".bubble")).to_have_text("Maya, we are looking into your phone.")
    expect(page.locator(".head .lead .badge")).to_have_text("sent")
    (outgoing,) = bench.channel("sms").sent
    assert outgoing.text == "Maya, we are looking into your phone."


def test_one_press_approves_and_a_second_answer_is_told_what_happened(
    shop: Shop, bench: Bench, manager_page: Page
) -> None:
    page = manager_page
    bench.open("Ask me first: yes")
    bench.move({"J-2042": "diagnosing"})
    shop.open(page, "/next")
    olive = shop.app.take_in("Olive", Role.OWNER)
    answer = shop.app.services.messaging.answer
    answer.approve("jobs/J-2042/move-2", by=olive.subject)
    page.get_by_role("button", name="Approve").click()
    expect(page.get_by_role("alert")).to_contain_text(
        "Olive has answered already: the message is queued."
    )
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("status")).to_have_text("Stopped. It will not be sent.")


def test_uncertain_message_is_resent_from_today(
    shop: Shop, bench: Bench, manager_page: Page
) -> None:
    page = manager_page
    bench.channel("sms").answer_with(Unknown("the line broke"))
    bench.open()
    bench.move({"J-2042": "diagnosing"})
    shop.open(page, "/")
    page.get_by_role("link", name="Update to").first.click()
    expect(page.get_by_role("region", name="History")).to_contain_text("Unconfirmed")
    shop.open(page, "/")
    page.get_by_role("button", name="Resend").click()
    expect(page.get_by_role("status")).to_contain_text("It goes out once more")
    expect(page.get_by_role("button", name="Resend")).to_have_count(0)
    bench.post()
    assert len(bench.channel("sms").sent) == 2


def test_slip_is_corrected_at_one_press(shop: Shop, bench: Bench, manager_page: Page) -> None:
    page = manager_page
    bench.open()
    bench.move({"J-2042": "ready"})
    bench.move({"J-2042": "in progress"})
    shop.open(page, "/")
    expect(
        page.get_by_text("The customer was told ready, the board says in progress.")
    ).to_be_visible()
    page.get_by_role("button", name="Send a correction").click()
    expect(page.get_by_role("status")).to_have_text(
        "The customer will be told that it was a mistake."
    )
    bench.post()
    shop.open(page, "/jobs/J-2042")
    expect(page.locator(".timeline .said").first).to_have_text(bench.latest().text)
    assert bench.latest().kind == "correction"


def test_jobs_that_vanished_at_once_are_closed_at_a_press(
    shop: Shop, bench: Bench, manager_page: Page
) -> None:
    page = manager_page
    bench.open()
    bench.stages.clear()
    bench.write({})
    bench.look()
    shop.open(page, "/")
    page.get_by_role("button", name="They are done: close them").click()
    expect(page.get_by_role("status")).to_have_text("Closed. Their customers hear nothing.")
    shop.open(page, "/jobs?show=closed")
    expect(page.get_by_role("link", name=re.compile("^J-"))).to_have_count(2)


def test_page_of_a_refused_answer_has_no_barrier(
    shop: Shop, bench: Bench, browser_page: Page
) -> None:
    bench.open("Ask me first: yes")
    bench.move({"J-2042": "diagnosing"})
    shop.let_in(browser_page, shop.app.take_in("Max", Role.MANAGER))
    shop.open(browser_page, "/messages/jobs~2FJ-2042~2Fmove-2?edit=yes")
    browser_page.get_by_label("The words").fill("x" * 1001)
    browser_page.get_by_role("button", name="Approve").click()
    expect(browser_page.locator("#words-error")).to_be_visible()
    violations = Axe().run(browser_page).response["violations"]
    assert [
        violation["id"]
        for violation in violations
        if violation["impact"] in ("serious", "critical")
    ] == []


def test_customer_who_asked_is_answered_in_the_conversation(shop: Shop, manager_page: Page) -> None:
    bench, page = Bench(shop.app, {"J-2042": "Maya Lind,+447700900123,text,iPhone"}), manager_page
    bench.open()
    question = Inbound(id="SM1", channel="sms", sender="+447700900123", text="is it ready?")
    shop.app.services.jobs.replies.take(question)
    shop.open(page, "/jobs/J-2042")

    page.get_by_label("Your message").fill("Yes, until six.")
    page.get_by_role("button", name="Send", exact=True).click()

    expect(page.get_by_text("Your message is on its way.")).to_be_visible()
    expect(page.locator(".conversation .ours")).to_contain_text("Max")
    expect(page.locator(".conversation .ours .bubble")).to_have_text("Yes, until six.")
    expect(page.get_by_label("Your message")).to_have_value("")
