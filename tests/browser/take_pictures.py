"""Take the pictures of the pages that the documents show: the demo's shop, on one fixed morning.

python -m tests.browser.take_pictures docs/images
"""

from __future__ import annotations

import sys
import tempfile
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image, ImageChops
from playwright.sync_api import expect, sync_playwright
from tests.browser.demo_days import open_demo
from tests.browser.live_servers import serve
from tests.browser.live_shops import Shop
from tests.services.browser import FLAGS
from tools.find_chromium import find_chromium

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from playwright.sync_api import Browser, Page, ViewportSize

DESK: ViewportSize = {"width": 1280, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
# No eye sees less; and a browser does not draw every rounded corner twice in the same way.
UNSEEN = 24
SEEN = """() => Array.from(document.images).every(image => image.complete
  || !image.offsetParent || image.getBoundingClientRect().top > innerHeight)"""


def stay(page: Page) -> None:
    """The page as it opens."""


def look_why(page: Page) -> None:
    page.locator('.shift:has([title^="Fair swap"])').first.click()
    expect(page.get_by_role("heading", name="Why not the others")).to_be_visible()


def look_at_uncertain(page: Page) -> None:
    page.locator(".post h2 a").first.click()
    expect(page.get_by_role("heading", name="History")).to_be_visible()


def mistype(page: Page) -> None:
    text = page.locator("main textarea")
    text.fill(text.input_value().replace("Max hours:", "Max ours:"))
    page.get_by_role("button", name="Check").click()
    expect(page.locator("main")).to_contain_text("Did you mean")
    page.evaluate("scrollTo(0, 0)")


def look_at_cards(page: Page) -> None:
    page.locator(".picker").evaluate("picker => picker.scrollIntoView()")


@dataclass(frozen=True)
class Picture:
    path: str
    size: ViewportSize
    scheme: str = "light"
    prepare: Callable[[Page], None] = stay


PICTURES = {
    "today": Picture("/", DESK),
    "today-phone": Picture("/", PHONE, "dark"),
    "jobs": Picture("/jobs", DESK),
    "jobs-phone": Picture("/jobs?at=in%20progress", PHONE, prepare=look_at_cards),
    "job": Picture("/jobs/J-2247", DESK),
    "messages": Picture("/messages", DESK),
    "message": Picture("/messages?show=wrong", DESK, prepare=look_at_uncertain),
    "rota": Picture("/rota", DESK),
    "rota-why": Picture("/rota", DESK, prepare=look_why),
    "controls": Picture("/controls/board", DESK),
    "controls-year": Picture("/controls/year", DESK),
    "documents": Picture("/docs/rota/rules.txt", DESK, prepare=mistype),
    "timeline": Picture("/workflows/timeline", DESK),
    "figures": Picture("/figures", DESK),
    "post": Picture("/demo/post", DESK),
}


def take_pictures(folder: Path, names: Sequence[str]) -> None:
    with (
        tempfile.TemporaryDirectory() as place,
        open_demo(Path(place) / "team") as app,
        serve(app.app) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        page = browser.new_page()
        Shop(app, address).let_in_owner(page)
        state = page.context.storage_state()
        for name in names or PICTURES:
            taken = take_picture(browser, state, address, PICTURES[name])
            keep(folder / f"{name}.png", shrink(taken))
        browser.close()


def take_picture(browser: Browser, state: object, address: str, picture: Picture) -> bytes:
    context = browser.new_context(
        storage_state=state,  # type: ignore[arg-type]
        viewport=picture.size,
        color_scheme=picture.scheme,  # type: ignore[arg-type]
        locale="en-GB",
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(address + picture.path)
    picture.prepare(page)
    page.wait_for_function(SEEN)
    taken = page.screenshot(animations="disabled", caret="hide")
    context.close()
    return taken


def shrink(taken: bytes) -> bytes:
    """The same picture in fewer bytes."""
    small = BytesIO()
    Image.open(BytesIO(taken)).convert("RGB").save(small, "PNG", optimize=True)
    return small.getvalue()


def keep(path: Path, taken: bytes) -> None:
    """A picture that looks as it did before stays as it is, to the byte."""
    if not path.exists() or not looks_same(path.read_bytes(), taken):
        path.write_bytes(taken)


def looks_same(before: bytes, after: bytes) -> bool:
    first, second = (Image.open(BytesIO(content)).convert("RGB") for content in (before, after))
    if first.size != second.size:
        return False
    extremes = ImageChops.difference(first, second).getextrema()
    return max(most for _, most in extremes) <= UNSEEN  # type: ignore[misc]


if __name__ == "__main__":
    take_pictures(Path(sys.argv[1]), sys.argv[2:])
