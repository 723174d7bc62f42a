"""The pages are accessible: on a phone, with a screen reader, in dark mode."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page
from tests.browser.found_pages import find_pages
from tests.browser.live_shops import PAGES, Shop
from tests.entrypoints.web.pages.benches import MAYA, Bench
from tests.entrypoints.web.pages.styles import MOST_BYTES, weigh
from tests.entrypoints.web.pages.test_guards import PAGES as ROUTES

from belfry.accounts.users import Role, User
from belfry.jobs.settings.read_shop import SETTINGS_DOC

SIZES = {
    "a desk": (1280, 800),
    "a tablet": (820, 1180),
    "a phone": (390, 844),
    "a small phone": (320, 568),
}
WIDEST = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
OPEN_ALL = "for (const part of document.querySelectorAll('main details')) part.open = true"
# Each menu opened in turn: how far the farthest of their panels lies beyond either edge.
FARTHEST = """() => Math.max(0, ...Array.from(document.querySelectorAll("details.menu"), menu => {
  menu.open = true;
  const box = menu.querySelector(".panel").getBoundingClientRect();
  menu.open = false;
  return Math.ceil(Math.max(-box.left, box.right - document.documentElement.clientWidth));
}))"""
# All interactive elements, numbered; those in a closed menu are left out.
NUMBERED = """() => Array.from(document.querySelectorAll(
  "a[href], button, input, select, textarea, summary, [tabindex='0']"))
  .filter(one => one.checkVisibility() && !one.disabled && !one.readOnly && !one.ariaHidden)
  .filter(one => one.type !== "radio" || one.checked)
  .map((one, number) => { one.dataset.number = number; return one.outerHTML.slice(0, 120); })"""
# Where the keyboard is, and whether one can see that.
HELD = """() => {
  const here = document.activeElement, look = getComputedStyle(here);
  const isSeen = look.outlineStyle !== "none";
  return [here.dataset.number ?? null, isSeen, here === document.body];
}"""
# Reached by a form or a link of one's own: looked at with the stories of each.
ELSEWHERE = {"/welcome", "/jobs/{name}/card", "/rota/{monday}/shifts/{name}/preview"}
BUSY = ("/", "/jobs", "/jobs?at=in%20progress", "/controls/board", "/rota")
WIDE_BOARDS = ("/jobs", "/rota", "/controls/board", "/controls/year", "/workflows/timeline")
TEXTS = ("/", "/messages", "/docs")
# The left and right edge of what is in the header and in the page.
EDGES = """() => ["header .bar", "main"].map(where => {
  const box = document.querySelector(where), look = getComputedStyle(box);
  const { left, right } = box.getBoundingClientRect();
  return [left + parseFloat(look.paddingLeft), right - parseFloat(look.paddingRight)];
})"""
# Buttons, tabs and menus that are lower than a finger needs.
LOW = """() => Array.from(document.querySelectorAll(
  "button, .button, summary, .views a, .picker a, header a"))
  .filter(target => target.checkVisibility() && target.getBoundingClientRect().height < 43.9)
  .map(target => target.outerHTML.slice(0, 80))"""
LONG = "Bundesausbildungsförderungsgesetzesänderungsverordnung" * 2
PLAIN_LONG = LONG[:100].replace("ö", "o").replace("ä", "a")


def find_barriers(page: Page, *rules: str) -> list[str]:
    """What axe finds fault with, each with its place; by all its rules or by these."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    chosen = {"runOnly": list(rules)} if rules else {}
    options = {"resultTypes": ["violations"], **chosen}
    violations = page.evaluate("async options => (await axe.run(options)).violations", options)
    return [f"{rule['id']}: {node['html']}" for rule in violations for node in rule["nodes"]]


def find_barriers_by_day_and_night(page: Page) -> list[str]:
    """In the dark only the colours are others."""
    page.emulate_media(color_scheme="light")
    by_day = find_barriers(page)
    page.emulate_media(color_scheme="dark")
    return by_day + [f"in the dark, {barrier}" for barrier in find_barriers(page, "color-contrast")]


def test_no_page_has_a_barrier_on_a_desk_is_too_wide_or_alarms_the_browser(
    sample_shop: Shop, browser_page: Page
) -> None:
    """The browser is alarmed by a picture, style or script that our own rules keep out."""
    alarms: list[str] = []
    browser_page.on("console", lambda message: alarms.append(message.text))
    sample_shop.open(browser_page, "/sign-in")
    barriers = {"/sign-in": find_barriers_by_day_and_night(browser_page)}
    wide = measure_widths(browser_page, "/sign-in")
    sample_shop.let_in_owner(browser_page)
    for path in PAGES:
        browser_page.set_viewport_size({"width": 1280, "height": 800})
        sample_shop.open(browser_page, path)
        barriers[path] = find_barriers_by_day_and_night(browser_page)
        wide |= measure_widths(browser_page, path)
    assert {path: violations for path, violations in barriers.items() if violations} == {}
    assert {place: by for place, by in wide.items() if by} == {}
    # Only the page that is not there is one.
    assert [text for text in alarms if "404" not in text] == []
    assert len(alarms) == 1


def test_every_page_of_the_demo_is_looked_at(demo_shop: Shop) -> None:
    routes = {route for route, *_ in find_pages(demo_shop.app.visitor(find_owner(demo_shop)))}
    assert set(ROUTES) - routes == ELSEWHERE


def test_no_page_of_the_demo_is_heavy(demo_shop: Shop) -> None:
    visitor = demo_shop.app.visitor(find_owner(demo_shop))
    weights = {path: weigh(visitor, path) for path in find_pages(visitor).values()}
    heavy = {path for path, weight in weights.items() if weight > MOST_BYTES}
    # A whole table to be typed in has a field for every cell.
    assert {path for path in heavy if ".csv" not in path} == set()


def test_no_page_of_the_demo_has_a_barrier_on_a_phone_or_is_too_wide(
    demo_shop: Shop, browser_page: Page
) -> None:
    owner = find_owner(demo_shop)
    demo_shop.let_in(browser_page, owner)
    barriers: dict[str, list[str]] = {}
    wide: dict[str, int] = {}
    for path in find_pages(demo_shop.app.visitor(owner)).values():
        demo_shop.open(browser_page, path)
        wide |= measure_widths(browser_page, path)
        browser_page.set_viewport_size({"width": 390, "height": 844})
        browser_page.evaluate(OPEN_ALL)
        barriers[path] = find_barriers_by_day_and_night(browser_page)
    assert {path: violations for path, violations in barriers.items() if violations} == {}
    assert {place: by for place, by in wide.items() if by} == {}


def test_no_menu_opens_beyond_the_screen(demo_shop: Shop, browser_page: Page) -> None:
    """Each menu of the busiest pages, on the smallest screen and on a phone."""
    demo_shop.let_in(browser_page, find_owner(demo_shop))
    wide = {}
    for path in BUSY:
        for name in ("a small phone", "a phone"):
            width, height = SIZES[name]
            browser_page.set_viewport_size({"width": width, "height": height})
            demo_shop.open(browser_page, path)
            wide[f"{path} on {name}"] = browser_page.evaluate(FARTHEST)
    assert {place: by for place, by in wide.items() if by} == {}


def test_boards_and_their_header_fill_a_wide_screen(demo_shop: Shop, browser_page: Page) -> None:
    """A text keeps lines that can be read, with the header above it."""
    browser_page.set_viewport_size({"width": 1920, "height": 1080})
    demo_shop.let_in(browser_page, find_owner(demo_shop))
    edges = {}
    for path in (*WIDE_BOARDS, *TEXTS):
        demo_shop.open(browser_page, path)
        edges[path] = browser_page.evaluate(EDGES)
    assert edges == {
        **dict.fromkeys(WIDE_BOARDS, [[20, 1900]] * 2),
        **dict.fromkeys(TEXTS, [[356, 1564]] * 2),
    }


def test_fingers_can_press_whatever_a_phone_shows(demo_shop: Shop, browser_page: Page) -> None:
    browser_page.set_viewport_size({"width": 390, "height": 844})
    demo_shop.let_in(browser_page, find_owner(demo_shop))
    low = {}
    for path in (*WIDE_BOARDS, *TEXTS):
        demo_shop.open(browser_page, path)
        low[path] = browser_page.evaluate(LOW)
    assert {path: targets for path, targets in low.items() if targets} == {}


def test_keyboard_reaches_everything_and_shows_where_it_is(
    demo_shop: Shop, browser_page: Page
) -> None:
    demo_shop.let_in(browser_page, find_owner(demo_shop))
    missed: dict[str, list[str]] = {}
    unseen: dict[str, list[str]] = {}
    for path in (*BUSY, f"/docs/{SETTINGS_DOC}", "/people", "/workflows/new"):
        demo_shop.open(browser_page, path)
        controls = browser_page.evaluate(NUMBERED)
        held = dict(walk_through(browser_page))
        missed[path] = [what for at, what in enumerate(controls) if str(at) not in held]
        unseen[path] = [controls[int(at)] for at, is_seen in held.items() if not is_seen]
    assert {path: what for path, what in missed.items() if what} == {}
    assert {path: what for path, what in unseen.items() if what} == {}


def walk_through(page: Page) -> Iterator[tuple[str, bool]]:
    """Everything that Tab comes to, once round the page, and whether one sees it there."""
    while True:
        page.keyboard.press("Tab")
        number, is_seen, is_round = page.evaluate(HELD)
        if is_round:
            return
        if number is not None:
            yield number, is_seen


def find_owner(shop: Shop) -> User:
    return shop.app.services.ports.users.list_owners()[0]


def test_form_with_mistakes_and_open_menus_have_no_barrier(shop: Shop, browser_page: Page) -> None:
    shop.app.add()
    shop.let_in(browser_page, shop.app.take_in("Olive", Role.OWNER))
    shop.open(browser_page, "/workflows/new")
    browser_page.get_by_label("Schedule").fill("never")
    browser_page.get_by_role("button", name="Save").click()
    browser_page.locator("main summary").click()
    assert find_barriers(browser_page) == []
    shop.open(browser_page, "/workflows")
    browser_page.locator("main summary").click()
    assert find_barriers(browser_page) == []


def find_wide(shop: Shop, page: Page, paths: Iterable[str]) -> dict[str, int]:
    """The pages on which one would have to scroll sideways, with the screen, and how far."""
    wide: dict[str, int] = {}
    for path in paths:
        shop.open(page, path)
        wide |= measure_widths(page, path)
    return {place: by for place, by in wide.items() if by}


def measure_widths(page: Page, path: str) -> dict[str, int]:
    """By how much the open page is wider than each screen."""
    wide = {}
    for name, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        wide[f"{path} on {name}"] = page.evaluate(WIDEST)
    return wide


def furnish_long_board(shop: Shop) -> None:
    """A job with one long word for everything, told of; and one whose message waits."""
    name = PLAIN_LONG
    bench = Bench(shop.app, {name: f"{LONG},{name[:50]}@example.com,email,{LONG}", **dict([MAYA])})
    bench.open("Ask me first: yes")
    bench.move({name: "diagnosing", "J-2042": LONG})


def test_long_words_do_not_push_a_page_wide(shop: Shop, browser_page: Page) -> None:
    name = PLAIN_LONG
    workflow = shop.app.add(name, kind="broken", inputs={"says": LONG * 5}, tell_after=1)
    run = shop.app.services.change_runs.start(workflow.id, by="belfry")
    shop.app.work()
    shop.app.services.change_workflow.pause(workflow.id, note=LONG, by="belfry")
    shop.let_in(browser_page, shop.app.take_in(name[:60], Role.OWNER))
    furnish_long_board(shop)
    paths = ["/", "/workflows", "/workflows/1", f"/runs/{run.id}", "/people", "/audit"]
    paths += ["/jobs", f"/jobs/{name}", "/messages", f"/messages/jobs~2F{name}~2Fmove-2", "/next"]
    assert find_wide(shop, browser_page, paths) == {}
