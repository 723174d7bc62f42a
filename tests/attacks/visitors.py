"""Browsers of people who signed in by their links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import httpx
from tests.stories.processes import Process


@contextmanager
def sign_in(server: Process, link: str) -> Iterator[httpx.Client]:
    """A browser in which the person of a sign-in link is signed in."""
    with httpx.Client(base_url=server.address, timeout=60) as browser:
        path = urlsplit(link).path
        assert send_form(browser, path, path).status_code == 303
        yield browser


def send_form(browser: httpx.Client, page: str, path: str, **fields: str) -> httpx.Response:
    """What is answered to a form on a page."""
    csrf = re.search(r'name="csrf" value="([^"]+)"', browser.get(page).text)
    assert csrf, page
    return browser.post(path, data={"csrf": csrf[1], **fields})
