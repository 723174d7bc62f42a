"""Whether a visitor of the demo can move its clock on every page, and sees what came of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from fastapi import FastAPI
from tests.entrypoints.demo.moved_shops import START, Shop, open_shop
from tests.entrypoints.web.pages.apps import App, Visitor
from tests.entrypoints.web.pages.reading import Found, read

from belfry.accounts.users import Role, User
from belfry.entrypoints.web.app import create_app
from belfry.entrypoints.web.pages.rendering import part_links
from belfry.jobs.jobs import TrackingPage, page_path

HOUR = timedelta(hours=1)
BACK = "/messages?show=sent"


@dataclass(frozen=True)
class Demo:
    shop: Shop
    app: FastAPI
    owner: User

    def visitor(self, user: User | None = None) -> Visitor:
        return App(self.shop.services, self.shop.machine, self.app).visitor(user)

    def press(self, visitor: Visitor, step: str, page: str = BACK) -> Found:
        """Presses a button of the bar on that page, and looks where it leads."""
        typed = read(visitor.get(page).text).typed
        form = {name: typed[name] for name in ("csrf", "back", "moves")}
        answer = visitor.post("/demo/clock", {**form, "step": step})
        assert answer.status_code == 303
        return read(visitor.get(answer.headers["location"]).text)


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[Demo]:
    with open_shop(tmp_path / "shop") as shop:
        owner = shop.services.accounts.users.add(
            name="Rosa", email="rosa@example.com", role=Role.OWNER, by="terminal"
        )
        yield Demo(shop, create_app(shop.services, shop.mover()), owner)


@pytest.fixture
def visitor(demo: Demo) -> Visitor:
    return demo.visitor(demo.owner)


@pytest.mark.parametrize("page", ["/", BACK, "/controls", "/rota", "/me", "/demo/post"])
def test_every_page_shows_the_clock_and_leads_back_to_itself(visitor: Visitor, page: str) -> None:
    parsed = read(visitor.get(page).text)
    assert "Demo clock Wed 18 Nov 12:00 +1 hour Next morning +1 week" in parsed.text
    assert parsed.typed["back"] == page


def test_clock_cannot_be_moved_without_signing_in(demo: Demo) -> None:
    page = read(demo.visitor().get("/sign-in").text)
    assert "Demo clock" not in page.text
    answer = demo.visitor().post("/demo/clock", {"step": "hour"})
    assert answer.headers["location"].startswith("/sign-in")
    assert demo.shop.clock.now() == START


def test_clock_of_a_real_app_cannot_be_moved(app: App, owner: Visitor) -> None:
    assert "Demo clock" not in owner.get("/").text
    assert owner.get("/demo/post").status_code == 404
    assert owner.submit("/me", "/demo/clock", {"step": "hour"}).status_code == 404


@pytest.mark.parametrize(
    "step, hours",
    [
        pytest.param("hour", 1, id="an hour"),
        pytest.param("morning", 21, id="to nine in the morning"),
    ],
)
def test_press_moves_the_clock(demo: Demo, visitor: Visitor, step: str, hours: int) -> None:
    demo.press(visitor, step)
    assert demo.shop.clock.now() == START + hours * HOUR


def test_news_is_shown_where_the_button_was_pressed_with_links(
    demo: Demo, visitor: Visitor
) -> None:
    parsed = demo.press(visitor, "morning")
    news = "From Wed 18 Nov 12:00 to Thu 19 Nov 09:00: 8 messages went out, "
    assert f"{news}4 jobs moved on." in parsed.text
    assert {"/messages?show=sent", "/jobs"} <= set(parsed.links)
    assert parsed.typed["back"] == BACK


def test_waiting_message_is_listed_until_it_is_sent(demo: Demo, visitor: Visitor) -> None:
    for _ in range(10):
        late = demo.press(visitor, "hour")
    morning = demo.press(visitor, "morning")
    assert "to Wed 18 Nov 22:00: 1 waits for a better hour, 1 job moved on." in late.text
    assert "to Thu 19 Nov 09:00: 4 messages went out, 1 job moved on." in morning.text


def test_hour_in_which_nothing_happens_is_shown_as_such(demo: Demo, visitor: Visitor) -> None:
    demo.press(visitor, "hour")
    parsed = demo.press(visitor, "hour")
    assert "to Wed 18 Nov 14:00: nothing visible happened." in parsed.text


def test_news_is_shown_only_once(demo: Demo, visitor: Visitor) -> None:
    demo.press(visitor, "hour")
    assert "From Wed" not in read(visitor.get(BACK).text).text


def test_form_sent_twice_moves_the_clock_once(demo: Demo, visitor: Visitor) -> None:
    typed = read(visitor.get(BACK).text).typed
    form = {name: typed[name] for name in ("csrf", "back", "moves")} | {"step": "hour"}
    first, again = (visitor.post("/demo/clock", form) for _ in range(2))
    assert first.headers["location"] == again.headers["location"] == f"{BACK}&done=clock-moved"
    assert demo.shop.clock.now() == START + HOUR


@pytest.mark.parametrize("moves", ["", "x", "-1", "9" * 40, "²"])
def test_malformed_count_of_moves_is_ignored(demo: Demo, visitor: Visitor, moves: str) -> None:
    answer = visitor.submit("/me", "/demo/clock", {"step": "hour", "moves": moves})
    assert answer.status_code == 303
    assert demo.shop.clock.now() == START + HOUR


def test_unknown_step_is_refused(demo: Demo, visitor: Visitor) -> None:
    answer = visitor.submit("/me", "/demo/clock", {"step": "year"})
    assert answer.status_code == 422
    assert "one of: hour, morning, week" in answer.text
    assert demo.shop.clock.now() == START


def test_customer_sees_the_clock_on_their_page_and_cannot_move_it(
    demo: Demo, visitor: Visitor
) -> None:
    demo.press(visitor, "hour")
    services = demo.shop.services
    services.jobs.customers.renew_page("J-1041", by=demo.owner.subject)
    page = services.ports.store.find(TrackingPage, "J-1041")
    assert page is not None
    parsed = read(demo.visitor().get(page_path(page.token)).text)
    assert "Demo clock Wed 18 Nov 13:00" in parsed.text
    assert parsed.actions == []


def test_post_shows_what_arrived_on_phones_and_in_mailboxes(demo: Demo, visitor: Visitor) -> None:
    for _ in range(3):
        demo.press(visitor, "hour")
    page = read(visitor.get("/demo/post").text)
    phones, _, mails = page.text.partition("In mailboxes")
    assert "Maya Lind, +447700900123 today 14:18 Good news: your phone screen is ready" in phones
    assert "To Farah Aziz farah@example.com Subject" in mails
    assert "We are now diagnosing your desk lamp." in mails


def test_post_without_any_says_how_some_comes(visitor: Visitor) -> None:
    page = read(visitor.get("/demo/post").text)
    assert "Nothing has arrived yet Move the clock to the next morning" in page.text


def test_links_to_customers_pages_lead_on_and_no_others() -> None:
    page = "http://127.0.0.1:8787/t/Ab-1_c"
    text = f"See {page} or <b>http://127.0.0.1:8787/me</b> or http://example.com/t/x. {page}"
    assert part_links(text) == [
        "See ",
        page,
        " or <b>http://127.0.0.1:8787/me</b> or http://example.com/t/x. ",
        page,
        "",
    ]
