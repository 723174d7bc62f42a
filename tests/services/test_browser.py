"""Whether the browser shows pages with and without scripts, and tells what goes wrong there."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page
from tests.services.browser import find_strangers, open_page

PAGE = "<p id=bell>silent</p><script>document.getElementById('bell').textContent = 'rung'</script>"


def test_browser_page_runs_the_scripts_of_a_page(browser_page: Page) -> None:
    browser_page.set_content(PAGE)
    assert browser_page.inner_text("#bell") == "rung"


def test_plain_page_runs_no_scripts(plain_page: Page) -> None:
    plain_page.set_content(PAGE)
    assert plain_page.inner_text("#bell") == "silent"


def test_page_that_throws_fails_its_test(browser: Browser) -> None:
    with (
        pytest.raises(AssertionError, match="the page threw: cracked"),
        open_page(browser, scripts=True) as page,
    ):
        page.set_content("<script>throw new Error('cracked')</script>")


def test_page_that_asks_another_machine_fails_its_test(browser: Browser) -> None:
    with (
        pytest.raises(
            AssertionError, match="asked another machine: http://elsewhere.invalid/a.png"
        ),
        open_page(browser, scripts=False) as page,
    ):
        page.set_content("<img src='http://elsewhere.invalid/a.png'>")


@pytest.mark.parametrize(
    "url",
    [
        pytest.param("http://127.0.0.1:8787/workflows", id="a page of our own server is ours"),
        pytest.param("data:image/png;base64,AAAA", id="a picture inside the page is ours"),
    ],
)
def test_find_strangers_lets_pass(url: str) -> None:
    assert find_strangers(url) == []
