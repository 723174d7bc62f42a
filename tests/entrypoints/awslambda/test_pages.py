"""The customers' pages behind a Function URL: what they show, take and refuse."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import pytest
from tests.loops import for_each
from tests.pictures import make_picture
from tests.services.function_host import ZONE, Host, hosting, read_event
from tests.stories.benches import MAYA, SETTINGS

from belfry.adapters.aws.clients import connect_parameters
from belfry.entrypoints.awslambda.jobs import FUNCTIONS
from belfry.entrypoints.awslambda.pages import ROUTES, handler
from belfry.entrypoints.web.assets import PUBLIC_HEADERS, find_address, read_static_files
from belfry.messaging.contacts import Contact, contact_id

START = datetime(2026, 11, 17, 10, tzinfo=ZONE)
TICK = read_event("scheduler_default")


class Page(NamedTuple):
    status: int
    headers: dict[str, str]
    text: str


class Shop(NamedTuple):
    """`tracking` and `stop` are the paths of Maya's links."""

    host: Host
    tracking: str
    stop: str

    def ask(self, path: str, method: str = "GET", **more: Any) -> Page:
        event = read_event("url_request")
        event |= {"rawPath": path.partition("?")[0], "rawQueryString": path.partition("?")[2]}
        event["requestContext"]["http"]["method"] = method
        answer = self.host.call("jsnr-page", event | more)
        content = b64decode(answer["body"]) if answer["isBase64Encoded"] else b""
        return Page(answer["statusCode"], answer["headers"], content.decode(errors="replace"))

    @property
    def consent(self) -> str:
        store = self.host.functions("jsnr-page").ports.store
        contact = store.find(Contact, contact_id("+447700900123"))
        assert contact is not None
        return contact.consent


@pytest.fixture
def shop(moto_endpoint: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Shop]:
    with hosting(moto_endpoint, START, SETTINGS.read_text("utf-8"), monkeypatch) as host:
        host.put(MAYA, "received")
        host.call("jsnr-stage", TICK)
        host.put_photo("J-2042", "in-progress.jpg", make_picture())
        host.put(MAYA, "in progress")
        host.call("jsnr-stage", TICK)
        host.clock.advance(timedelta(minutes=3))
        host.deliver("jsnr-stage", TICK)
        shown = host.functions("jsnr-page").jobs.customers.show("J-2042")
        assert shown.page
        assert shown.contact
        yield Shop(host, f"/t/{shown.page.token}", f"/stop/{shown.contact.token}")


def test_page_shows_the_job_and_nothing_of_the_customer(shop: Shop) -> None:
    page = shop.ask(shop.tracking)
    assert page.status == 200
    assert "iPhone screen repair" in page.text
    assert f'src="{shop.tracking}/photo/1"' in page.text
    assert not [word for word in ("Maya", "7700", "900123") if word in page.text]
    assert page.headers == {**PUBLIC_HEADERS, "Content-Type": "text/html; charset=utf-8"}


def test_page_finds_its_styles_where_it_says(shop: Shop) -> None:
    for name in ("belfry.css", "public.css", "bell.svg"):
        assert find_address(name) in shop.ask(shop.tracking).text
        file = shop.ask(find_address(name))
        assert (file.status, file.headers["Content-Type"]) == (200, read_static_files()[name].kind)
        assert "immutable" in file.headers["Cache-Control"]
        assert shop.ask(f"/static/{name}").headers["Cache-Control"] == "no-cache"


def test_head_is_answered_without_the_page(shop: Shop) -> None:
    assert shop.ask(shop.tracking, "HEAD")._replace(headers={}) == Page(200, {}, "")


def test_messages_end_at_a_press_and_never_at_a_look(shop: Shop) -> None:
    assert shop.ask(shop.stop).status == 200
    assert shop.consent == ""
    one_click = read_event("url_unsubscribe")
    body = {"body": one_click["body"], "isBase64Encoded": True}
    assert shop.ask(shop.stop, "POST", **body).status == 200
    assert shop.consent == "no"
    again = b64encode(b"again=yes").decode()
    shop.ask(shop.stop, "POST", body=again, isBase64Encoded=True)
    assert shop.consent == "yes"
    for garbage in ("", "again=no", "a=1&" * 100, "%ff%00"):
        shop.ask(shop.stop, "POST", body="again=yes")
        shop.ask(shop.stop, "POST", body=garbage)
        assert shop.consent == "no"


def test_what_is_not_there_is_told_apart_from_nothing(shop: Shop) -> None:
    paths = ("/", "/t/unknown", "/stop/unknown", "/jobs", "/static/none.css", "/t/a/photo/0")
    gone = [shop.ask(path) for path in (*paths, f"{shop.tracking}/photo/9", "/t/" + "x" * 70)]
    assert {(page.status, page.text) for page in gone} == {(404, gone[0].text)}
    assert "This link does not work" in gone[0].text


def test_other_methods_are_refused(shop: Shop) -> None:
    for path, method, allowed in (
        (shop.tracking, "POST", "GET"),
        (shop.stop, "DELETE", "GET, POST"),
    ):
        page = shop.ask(path, method)
        assert (page.status, page.headers["Allow"]) == (405, allowed)


def test_page_of_a_function_that_cannot_open_asks_for_patience(shop: Shop) -> None:
    parameters = connect_parameters(region="eu-west-2")
    parameters.delete_parameter(Name="/ss/config/timezone")
    parameters.close()
    shop.host.stop("jsnr-page")
    event = read_event("url_request")
    event["rawPath"] = shop.tracking
    FUNCTIONS.use(None)
    answer = handler(event, None)
    assert answer["statusCode"] == 500
    assert b"One moment, please" in b64decode(answer["body"])


@for_each("path", ["/t/%2e%2e", "/t/<script>", "/stop/a/b", "//t/x", "/static/../pages.py"])
def test_odd_addresses_lead_nowhere(path: str) -> None:
    """Decided before anything is opened."""
    assert not [pattern for pattern in ROUTES if pattern.fullmatch(path)]
