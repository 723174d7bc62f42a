"""Whether what people, programs and web addresses say is shown as text, whatever it says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect
from tests.browser.live_servers import serve
from tests.browser.live_shops import Shop
from tests.entrypoints.web.pages.apps import App, open_app
from tests.entrypoints.web.pages.benches import Bench
from tests.entrypoints.web.pages.offices import Office

from belfry.accounts.keys import Service
from belfry.accounts.users import Role
from belfry.entrypoints.web.pages.addresses import render_name
from belfry.kernel.errors import Permanent
from belfry.scheduler.kinds import FunctionKind

EVIL = "<script>top.hit=1</script>\"'><img src=x onerror=top.hit=1>{{7*7}}&amp;"


def say_evil(inputs: Mapping[str, Any], context: object) -> str:
    return EVIL


def fail_evil(inputs: Mapping[str, Any], context: object) -> str:
    raise Permanent(EVIL)


def furnish_board(app: App) -> None:
    """Jobs that are called so, a message that waits, one that failed so, and a stage that is none.

    Spreadsheets keep a cell with quotes and commas between quotes, and each quote twice.
    """
    cell = '"' + EVIL.replace('"', '""') + '"'
    rows = dict.fromkeys((cell, "J-2", "J-3", "J-4"), f"{cell},tom@example.com,email,{cell}")
    bench = Bench(app, rows)
    bench.open()
    bench.channel("email").answer_with(Permanent(EVIL))
    bench.move({"J-2": "diagnosing"})
    bench.move({cell: "ready"})
    bench.app.clock.advance(timedelta(hours=9))
    bench.move({"J-3": "ready", "J-4": cell})


def furnish_list(app: App) -> None:
    """Controls that are called so, and one that repeats so."""
    cell = '"' + EVIL.replace('"', '""') + '"'
    rows = (f"{cell},{cell},monthly,{cell},{cell},2026-11-19,,{cell}", f"Odd,,{cell},,,,,")
    Office(app).open(*rows)


@pytest.fixture
def evil_shop(tmp_path: Path) -> Iterator[Shop]:
    """An app in which everything that can be named is named in bad faith."""
    with open_app(tmp_path, name=EVIL) as app, serve(app.app) as address:
        app.kinds.update(says=FunctionKind(say_evil), fails=FunctionKind(fail_evil))
        owner = app.services.accounts.users.add(name=EVIL, email=None, role=Role.OWNER, by=EVIL)
        for number, kind in enumerate(("says", "fails"), start=1):
            workflow = app.add(f"{number}{EVIL}", kind=kind, inputs={EVIL: EVIL}, tell_after=1)
            app.services.change_runs.start(workflow.id, by=owner.subject, inputs={EVIL: EVIL})
        app.work()
        app.services.change_workflow.pause(1, note=EVIL, by=owner.subject)
        app.services.change_workflow.edit(2, {"name": f"3{EVIL}"}, by=owner.subject)
        app.services.accounts.keys.create(service=Service.API, name=EVIL, team_id=1, by=EVIL)
        app.services.keep_worker.sign_on(EVIL)
        furnish_board(app)
        furnish_list(app)
        yield Shop(app, address)


EVIL_PART = render_name(EVIL)
PAGES = {
    "/": 14,
    "/jobs": 7,
    "/jobs?as=list": 11,
    f"/jobs/{EVIL_PART}/edit": 3,
    f"/jobs?q={quote(EVIL)}": 6,
    f"/jobs?stage={quote(EVIL)}&show={quote(EVIL)}&after={quote(EVIL)}": 3,
    f"/jobs/{EVIL_PART}": 6,
    "/messages": 16,
    f"/messages?show={quote(EVIL)}&before={quote(EVIL)}": 16,
    "/messages/jobs~2FJ-2~2Fmove-2": 8,
    "/messages/jobs~2FJ-3~2Fmove-2": 6,
    f"/messages/{render_name(f'jobs/{EVIL}/move-2')}": 8,
    "/next": 11,
    "/workflows": 4,
    f"/workflows?q={quote(EVIL)}": 5,
    f"/workflows?show={quote(EVIL)}&after={quote(EVIL)}&done={quote(EVIL)}": 4,
    "/workflows/1": 4,
    "/workflows/1/edit": 3,
    "/workflows/2": 4,
    f"/workflows/1?before={quote(EVIL)}": 4,
    "/runs/1-m1": 4,
    "/runs/2-m2": 4,
    "/workflows/timeline": 5,
    "/controls": 5,
    "/controls/board": 8,
    f"/controls/board?q={quote(EVIL)}": 8,
    "/controls/year": 7,
    f"/controls/{render_name(EVIL.casefold())}": 9,
    "/figures": 2,
    "/docs": 2,
    "/docs/jobs/settings.txt": 2,
    f"/docs/jobs/settings.txt?line={quote(EVIL)}": 2,
    "/docs/jobs/board.csv": 2,
    "/docs/controls/tasks.csv": 2,
    "/docs/jobs/board.csv/versions": 2,
    "/keys": 3,
    "/people": 4,
    "/audit": 4,
    f"/audit?who={quote(EVIL)}&did={quote(EVIL)}&name={quote(EVIL)}": 2,
    "/me": 2,
    f"/sign-in?next={quote(EVIL)}": 1,
    f"/{quote(EVIL)}": 1,
}


def test_evil_words_are_only_words_on_every_page(evil_shop: Shop, browser_page: Page) -> None:
    evil_shop.let_in_owner(browser_page)
    for path, least in PAGES.items():
        evil_shop.open(browser_page, path)
        seen = browser_page.evaluate(
            """() => ({
                hit: window.top.hit,
                strangers: document.querySelectorAll("body script, img").length,
                words: document.body.textContent,
            })"""
        )
        assert (seen.get("hit"), seen["strangers"]) == (None, 0), path
        assert seen["words"].count(EVIL) >= least, path


def test_evil_words_typed_into_a_form_stay_as_they_were_typed(
    evil_shop: Shop, browser_page: Page
) -> None:
    evil_shop.let_in_owner(browser_page)
    evil_shop.open(browser_page, "/workflows/new")
    for label in ("Name", "Inputs", "Schedule", "Time zone"):
        browser_page.get_by_label(label, exact=True).fill(EVIL)
    browser_page.get_by_role("button", name="Save").click()
    for label in ("Name", "Inputs", "Schedule", "Time zone"):
        expect(browser_page.get_by_label(label, exact=True)).to_have_value(EVIL)
    assert browser_page.evaluate("window.top.hit") is None


def test_output_of_a_run_keeps_its_shape(shop: Shop, browser_page: Page) -> None:
    shape = "\n  two spaces\n\ttab\n</pre><b>bold</b>"
    shop.app.kinds["shape"] = FunctionKind(lambda inputs, context: shape)
    run = shop.app.services.change_runs.start(shop.app.add(kind="shape").id, by="belfry")
    shop.app.work()
    shop.let_in(browser_page, shop.app.take_in("Stan"))
    shop.open(browser_page, f"/runs/{run.id}")
    assert browser_page.locator("pre").text_content() == shape
