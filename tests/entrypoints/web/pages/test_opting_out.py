"""Whether messages end at a press and never by a look, and begin again the same way."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.entrypoints.web.pages.apps import App, Visitor, open_app
from tests.entrypoints.web.pages.customers import PUBLIC, contact_of, open_shop, page_of, stop_of
from tests.entrypoints.web.pages.reading import read
from tests.entrypoints.web.pages.test_guards import dump

from belfry.kernel.urls import split_links

ONE_CLICK = "List-Unsubscribe=One-Click"
BY = "the customer, by their link"


@pytest.fixture
def customer(app: App) -> Visitor:
    open_shop(app)
    return app.visitor()


def test_link_opens_a_page_that_says_what_the_button_does(app: App, customer: Visitor) -> None:
    answer = customer.get(stop_of(app))
    page = read(answer.text)
    assert answer.status_code == 200
    assert page.text.startswith("The Repair Bench Stop messages? Press the button, and The Repair")
    assert page.text.endswith("Stop messages Nothing changes until you press it.")
    assert (page.actions, page.typed, page.links) == ([""], {}, [])
    assert "set-cookie" not in answer.headers
    assert contact_of(app).consent == ""


def test_button_ends_the_messages_and_offers_them_again(app: App, customer: Visitor) -> None:
    answer = customer.post(stop_of(app))
    assert answer.status_code == 200
    assert "Done: no more messages" in read(answer.text).text
    assert read(answer.text).typed == {"again": "yes"}
    contact = contact_of(app)
    assert (contact.consent, contact.said_by) == ("no", BY)
    assert "You get no messages" in read(customer.get(stop_of(app)).text).text

    answer = customer.post(stop_of(app), {"again": "yes"})
    assert answer.status_code == 200
    assert "Done: messages are on" in read(answer.text).text
    assert (contact_of(app).consent, contact_of(app).said_by) == ("yes", BY)


@pytest.mark.parametrize(
    ("content_type", "body"),
    [
        ("application/x-www-form-urlencoded", ONE_CLICK.encode()),
        (
            "multipart/form-data; boundary=x",
            b'--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\n'
            b"One-Click\r\n--x--\r\n",
        ),
        ("text/plain", b""),
        ("application/octet-stream", b"\0\xff&" * 300),
    ],
    ids=["a form", "a form in parts", "nothing at all", "nothing that can be read"],
)
def test_mail_program_ends_the_messages_with_one_post(
    app: App, content_type: str, body: bytes
) -> None:
    open_shop(app)
    headers = {"Content-Type": content_type, "Origin": "https://mail.example.org"}
    answer = app.visitor().client.post(stop_of(app), content=body, headers=headers)
    assert answer.status_code == 200
    assert "set-cookie" not in answer.headers
    assert contact_of(app).consent == "no"


def test_second_press_changes_nothing_and_says_the_same(app: App, customer: Visitor) -> None:
    first = customer.post(stop_of(app))
    before = dump(app)
    second = customer.post(stop_of(app), {"List-Unsubscribe": "One-Click"})
    assert (second.status_code, second.text) == (200, first.text)
    assert dump(app) == before


def test_nothing_more_is_sent_after_the_button(app: App, customer: Visitor) -> None:
    bench = open_shop(app)
    customer.post(stop_of(app))
    sent = len(bench.channel("sms").sent)
    bench.move({"J-2042": "ready"})
    assert len(bench.channel("sms").sent) == sent
    assert bench.latest().why == "the customer wants no messages"


def test_one_customers_button_is_not_anothers(app: App, customer: Visitor) -> None:
    bench = open_shop(app)
    bench.move({"J-2051": "in progress"})
    customer.post(stop_of(app))
    assert (contact_of(app).consent, contact_of(app, "J-2051").consent) == ("no", "")


def test_unknown_link_is_calm_whatever_is_sent(app: App, customer: Visitor) -> None:
    before = dump(app)
    pages = [customer.get("/stop/nobody"), customer.post("/stop/nobody", {"again": "yes"})]
    assert [answer.status_code for answer in pages] == [404, 404]
    assert {read(answer.text).text for answer in pages} == {read(customer.get("/t/no").text).text}
    assert dump(app) == before


def test_page_never_says_whose_address_it_is(app: App, customer: Visitor) -> None:
    for answer in (customer.get(stop_of(app)), customer.post(stop_of(app))):
        assert "Maya" not in answer.text
        assert "7700" not in answer.text
        assert (answer.headers["x-robots-tag"], answer.headers["referrer-policy"]) == (
            "noindex, nofollow",
            "no-referrer",
        )


@pytest.fixture
def public_app(tmp_path: Path) -> Iterator[App]:
    with open_app(tmp_path, public_url=PUBLIC) as app:
        yield app


def test_scanner_that_follows_every_link_changes_nothing(public_app: App) -> None:
    """Every address in a message and on the pages behind it, fetched again and again."""
    app = public_app
    bench = open_shop(app)
    bench.move({"J-2051": "in progress"})
    emails = [*bench.channel("sms").sent, *bench.channel("email").sent]
    links = [link for outgoing in emails for _, link in split_links(outgoing.text) if link]
    links += [outgoing.opt_out_url for outgoing in emails if outgoing.opt_out_url]
    assert f"{PUBLIC}{page_of(app)}" in links
    assert f"{PUBLIC}{stop_of(app, 'J-2051')}" in links

    before = dump(app)
    scanner, ahead, seen = app.visitor(), [link.removeprefix(PUBLIC) for link in links], set()
    ahead += [stop_of(app), page_of(app)]
    while ahead:
        path = ahead.pop()
        if path in seen:
            continue
        seen.add(path)
        for method in ("GET", "HEAD", "GET"):
            assert scanner.client.request(method, path).status_code == 200, path
        page = scanner.get(path).text
        ahead += re.findall(r'(?:href|src|action)="(/[^"]*)"', page)
    assert dump(app) == before
    assert [contact_of(app, job).consent for job in ("J-2042", "J-2051")] == ["", ""]
