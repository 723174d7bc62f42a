"""What people come to do here, done in a real browser, with scripts and without."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Page, expect
from tests.browser.live_shops import Shop

from belfry.accounts.users import Role
from belfry.kernel.errors import Permanent
from belfry.scheduler.kinds import FunctionKind

PASSWORD = "three bolts and a nut"


def test_owner_comes_in_and_gets_a_workflow_going(shop: Shop, page: Page) -> None:
    link = shop.app.services.accounts.invite_owner(name="Maria").token
    page.goto(f"{shop.address}/welcome/{link}")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_label("Your e-mail address").fill("maria@example.com")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("The same once more").fill(PASSWORD)
    page.get_by_role("button", name="Set password").click()
    expect(page.get_by_role("status")).to_have_text(
        "Your password is set. Other browsers are signed out."
    )

    page.get_by_role("link", name="Make the first one").click()
    page.get_by_label("Name").fill("Stock mail")
    page.get_by_label("Inputs").fill('{"message": "Count the bolts"}')
    page.get_by_label("Schedule").fill("0 9 * * 1-5")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("Monday to Friday at 09:00", exact=True)).to_be_visible()
    expect(page.get_by_text("tomorrow 09:00 UTC", exact=True)).to_be_visible()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Stock mail")

    page.get_by_role("button", name="Run now").click()
    expect(page.locator(".lead .badge")).to_have_text("queued")
    shop.app.work()
    page.reload()
    expect(page.locator(".lead .badge")).to_have_text("succeeded")
    expect(page.locator("pre")).to_have_text("Count the bolts")

    page.get_by_role("link", name="Workflows").first.click()
    page.locator("summary", has_text="Pause").click()
    page.get_by_label("Why?").fill("Stocktaking")
    page.get_by_role("button", name="Pause it").click()
    expect(page.get_by_text("“Stocktaking”")).to_be_visible()
    page.get_by_role("button", name="Resume").click()
    expect(page.get_by_text("“Stocktaking”")).to_have_count(0)

    page.locator("summary", has_text="Maria").click()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_label("E-mail address").fill("maria@example.com")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Monday 16 November")


def test_mistake_is_shown_where_it_was_made_and_can_be_mended(shop: Shop, page: Page) -> None:
    workflow = shop.app.add("Stock mail")
    shop.let_in(page, shop.app.take_in("Max", Role.MANAGER))
    shop.open(page, f"/workflows/{workflow.id}")
    page.get_by_role("link", name="Edit").click()
    schedule = page.get_by_label("Schedule")
    schedule.fill("0 25 * * *")
    page.get_by_label("Name").fill("Ink mail")
    page.get_by_role("button", name="Save").click()

    expect(page.locator("#cron_schedule-error")).to_have_text("Hour: found '25'; allowed: 0-23, *")
    expect(schedule).to_have_attribute("aria-invalid", "true")
    expect(schedule).to_have_value("0 25 * * *")
    expect(page.get_by_label("Name")).to_have_value("Ink mail")

    schedule.fill("0 5 * * *")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ink mail")
    expect(page.locator(".head .lead")).to_contain_text("Every day at 05:00")


def test_two_people_edit_at_once_and_nothing_is_lost(shop: Shop, page: Page) -> None:
    workflow = shop.app.add("Stock mail")
    shop.let_in(page, shop.app.take_in("Max", Role.MANAGER))
    shop.open(page, f"/workflows/{workflow.id}/edit")
    page.get_by_label("Name").fill("Ink mail")
    olive = shop.app.take_in("Olive")
    shop.app.services.change_workflow.edit(workflow.id, {"attempts": 9}, by=olive.subject)
    page.get_by_role("button", name="Save").click()

    expect(page.get_by_role("alert")).to_contain_text("Olive changed it")
    expect(page.get_by_label("Name")).to_have_value("Ink mail")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ink mail")


def test_parked_run_is_replayed_from_today(shop: Shop, page: Page) -> None:
    paper: list[str] = []

    def print_list(inputs: Mapping[str, Any], context: object) -> str:
        if not paper:
            raise Permanent("the printer is out of paper")
        return f"printed on {paper.pop()}"

    shop.app.kinds["printer"] = FunctionKind(print_list)
    workflow = shop.app.add("Courier list", kind="printer", inputs={})
    shop.app.services.change_runs.start(workflow.id, by="belfry")
    shop.app.work()
    shop.let_in(page, shop.app.take_in("Max", Role.MANAGER))
    shop.open(page, "/")
    expect(page.get_by_text("One thing needs your attention.")).to_be_visible()

    paper.append("a fresh sheet")
    page.get_by_role("button", name="Replay").click()
    expect(page.get_by_role("status")).to_have_text("Queued once more.")
    shop.app.work()
    page.reload()
    expect(page.get_by_text("All is well.")).to_be_visible()
    page.get_by_role("link", name="Courier list").first.click()
    page.get_by_role("link", name="today 12:00").click()
    expect(page.locator("#output + pre")).to_have_text("printed on a fresh sheet")


def test_new_colleague_is_taken_in_and_may_only_look(shop: Shop, page: Page) -> None:
    shop.app.add("Stock mail")
    shop.let_in(page, shop.app.take_in("Olive", Role.OWNER))
    shop.open(page, "/people")
    page.get_by_label("Name").fill("Priya")
    page.get_by_label("E-mail address").fill("priya@example.com")
    page.get_by_role("button", name="Add, and get their link").click()
    link = page.locator("#secret").inner_text()
    page.locator("summary", has_text="Olive").click()
    page.get_by_role("button", name="Sign out").click()

    page.goto(link)
    expect(page.get_by_role("heading", level=1)).to_have_text("Hello, Priya")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="Not now").click()
    page.get_by_role("link", name="Workflows").click()
    expect(page.get_by_role("link", name="Stock mail")).to_be_visible()
    expect(page.get_by_role("button", name="Run")).to_have_count(0)
    expect(page.get_by_role("link", name="People")).to_have_count(0)


def test_key_is_made_shown_once_and_revoked(shop: Shop, page: Page) -> None:
    shop.let_in(page, shop.app.take_in("Olive", Role.OWNER))
    shop.open(page, "/keys")
    page.get_by_label("Name").fill("Till")
    page.get_by_role("button", name="Make the key").click()
    key = page.locator("#secret").inner_text()
    assert shop.app.services.accounts.keys.authenticate(key).name == "Till"
    page.get_by_role("link", name="I have it").click()
    expect(page.locator("body")).not_to_contain_text(key)

    page.locator("summary", has_text="Revoke").click()
    page.get_by_role("button", name="Revoke it").click()
    expect(page.locator("td .badge")).to_have_text("revoked")
