"""Take the pictures of the pages that the documents show.

python -m tests.browser.take_pictures docs/images
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright
from tests.browser.live_servers import serve
from tests.browser.sample_shop import furnish
from tests.entrypoints.web.pages.houses import open_house
from tests.services.browser import FLAGS
from tools.find_chromium import find_chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser

DESK, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
PICTURES = {
    "today": ("/", DESK, "light"),
    "jobs": ("/jobs", DESK, "light"),
    "job": ("/jobs/J-2038", DESK, "light"),
    "messages": ("/messages", DESK, "light"),
    "message": ("/messages/jobs~2FJ-2047~2Fmove-2?edit=yes", DESK, "light"),
    "next": ("/next", DESK, "light"),
    "workflows": ("/workflows", DESK, "light"),
    "workflow": ("/workflows/4", DESK, "light"),
    "run": ("/runs/4-20261113T1615Z", DESK, "light"),
    "today-phone": ("/", PHONE, "dark"),
    "messages-phone": ("/messages", PHONE, "light"),
    "job-phone": ("/jobs/J-2038", PHONE, "light"),
}


def take_pictures(folder: Path, names: list[str]) -> None:
    with (
        tempfile.TemporaryDirectory() as place,
        open_house(Path(place), name="The Repair Bench", admin="maria@example.com") as house,
    ):
        link = house.make_link(furnish(house))
        with serve(house.app) as address, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
            first = browser.new_context()
            page = first.new_page()
            page.goto(address + link)
            page.click("text=Come in")
            for name in names or PICTURES:
                take_picture(browser, first.storage_state(), address, folder, name)
            browser.close()


def take_picture(browser: Browser, state: object, address: str, folder: Path, name: str) -> None:
    path, size, scheme = PICTURES[name]
    context = browser.new_context(storage_state=state, viewport=size, color_scheme=scheme)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(address + path)
    page.screenshot(path=folder / f"{name}.png", full_page=False)
    context.close()


if __name__ == "__main__":
    take_pictures(Path(sys.argv[1]), sys.argv[2:])
