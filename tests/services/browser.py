"""A browser for the tests that look at pages as people do.

A page that throws, or that asks for anything from another machine, fails its test. The browser
lives no longer than a module's tests: while Playwright runs, its thread has an event loop of its
own, which other tests would trip over.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from tools.find_chromium import find_chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

# Milliseconds after which a page has failed to do what is expected: a busy machine takes long.
PATIENCE = 120_000
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    path = find_chromium()
    if path is None:
        pytest.fail("no Chromium here: run `make test`, or name one in CHROMIUM_PATH")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def browser_page(browser: Browser) -> Iterator[Page]:
    """A page in a browser as most people have it."""
    with open_page(browser, scripts=True) as page:
        yield page


@pytest.fixture
def plain_page(browser: Browser) -> Iterator[Page]:
    """A page in a browser that runs no JavaScript."""
    with open_page(browser, scripts=False) as page:
        yield page


@contextmanager
def open_page(browser: Browser, *, scripts: bool) -> Iterator[Page]:
    """A page without cookies or history, and at its end a look at what went wrong on it."""
    data_problems: list[str] = []
    context = browser.new_context(java_script_enabled=scripts)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.on("pageerror", lambda error: data_problems.append(f"the page threw: {error}"))
    context.on("request", lambda request: data_problems.extend(find_strangers(request.url)))
    yield page
    context.close()
    assert data_problems == []


def find_strangers(url: str) -> list[str]:
    """A trouble, if the address is neither on this machine nor inside the page itself."""
    address = urlsplit(url)
    is_ours = address.scheme in ("data", "blob", "about") or address.hostname == "127.0.0.1"
    return [] if is_ours else [f"the page asked another machine: {url}"]
