"""Whether a customer's own page is theirs alone, and tells them all they want to know."""

from __future__ import annotations

import pytest
from tests.entrypoints.web.pages.apps import App, Visitor
from tests.entrypoints.web.pages.benches import Bench
from tests.entrypoints.web.pages.customers import add_photo, open_shop, page_of
from tests.entrypoints.web.pages.reading import read
from tests.entrypoints.web.pages.test_guards import dump

from belfry.entrypoints.web.assets import HEADERS
from belfry.entrypoints.web.pages.routes import PublicRoute
from belfry.kernel.errors import Permanent, Temporary

JPEG = b"\xff\xd8 a picture \xff\xd9"
OUTSIDE = {"X-Robots-Tag": "noindex, nofollow", "Referrer-Policy": "no-referrer"}


@pytest.fixture
def customer(app: App) -> Visitor:
    open_shop(app)
    return app.visitor()


def test_page_tells_where_the_job_is(app: App, customer: Visitor) -> None:
    answer = customer.get(page_of(app))
    text = read(answer.text).text
    assert answer.status_code == 200
    assert text.startswith(
        "The Repair Bench Job J-2042 Your iPhone screen repair "
        "Work on your iPhone screen repair is now in progress. Since today, noon "
        "We expect it to be ready to collect by Wednesday afternoon. Where it is "
        "Received, reached Diagnosing, reached In progress, where it is now Ready, to come "
        "Collected, to come What happened In progress today, noon Received today, noon"
    )
    assert "Open now, until 6pm. Monday to Friday 9am to 6pm" in text


def test_page_names_nobody_and_lists_no_way_in(app: App, customer: Visitor) -> None:
    answer = customer.get(page_of(app))
    for hidden in ("Maya", "Lind", "7700", "sign-in", "csrf", "Belfry"):
        assert hidden not in answer.text
    (link,) = read(answer.text).links
    assert (link.rpartition("/")[0], read(answer.text).actions) == ("/stop", [])


def test_customer_finds_where_messages_can_be_ended(app: App, customer: Visitor) -> None:
    (link,) = read(customer.get(page_of(app)).text).links
    assert customer.client.post(link).status_code == 200
    assert app.services.jobs.customers.show("J-2042").refusal != ""


def test_page_sets_no_cookie_and_leaves_no_trace(app: App, customer: Visitor) -> None:
    answer = customer.get(page_of(app))
    assert "set-cookie" not in answer.headers
    assert {name: answer.headers[name] for name in OUTSIDE} == OUTSIDE
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["content-security-policy"] == HEADERS["Content-Security-Policy"]
    assert '<meta name="robots" content="noindex, nofollow">' in answer.text


def test_page_is_the_same_for_somebody_signed_in(app: App, owner: Visitor) -> None:
    open_shop(app)
    assert owner.get(page_of(app)).text == app.visitor().get(page_of(app)).text


def test_picture_is_shown_and_kept_for_an_hour(app: App, customer: Visitor) -> None:
    add_photo(app, JPEG)
    page = page_of(app)
    text = customer.get(page).text
    assert f'<img src="{page}/photo/1" width="40" height="30" alt="Photo of your iPhone' in text

    answer = customer.get(f"{page}/photo/1")

    assert (answer.status_code, answer.content) == (200, JPEG)
    assert answer.headers["content-type"] == "image/jpeg"
    assert answer.headers["cache-control"] == "private, max-age=3600"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert {name: answer.headers[name] for name in OUTSIDE} == OUTSIDE
    assert "set-cookie" not in answer.headers


def test_link_that_was_replaced_and_one_that_never_was_look_alike(
    app: App, customer: Visitor
) -> None:
    old = page_of(app)
    add_photo(app, JPEG)
    app.services.jobs.customers.renew_page("J-2042", by="user/1")
    nowhere = ["/t/nobody", "/t/nobody/photo/1", "/t/" + "x" * 500, "/t/%00", "/t/~", "/stop/no"]
    nowhere += [f"{old}/photo/1", f"{page_of(app)}/photo/2", f"{page_of(app)}/photo/x"]
    gone = customer.get(old)
    assert gone.status_code == 404
    assert "This link does not work" in read(gone.text).text
    assert "J-2042" not in gone.text
    for path in nowhere:
        answer = customer.get(path)
        assert (answer.status_code, answer.text) == (404, gone.text), path
        assert {name: answer.headers[name] for name in OUTSIDE} == OUTSIDE


def test_words_of_the_board_are_shown_as_words(app: App) -> None:
    bench = Bench(app, {"J-2042": "Maya,maya@example.com,email,<script>alert(1)</script>"})
    bench.open()
    bench.move({"J-2042": "ready"})
    text = app.visitor().get(page_of(app)).text
    assert "<script" not in text
    assert "&lt;script&gt;" in text


def test_looking_changes_nothing(app: App, customer: Visitor) -> None:
    add_photo(app, JPEG)
    page = page_of(app)
    before = dump(app)
    for path in (page, f"{page}/photo/1"):
        for method in ("GET", "HEAD"):
            assert customer.client.request(method, path).status_code == 200
        for method in ("POST", "PUT", "DELETE"):
            assert customer.client.request(method, path).status_code == 405
    assert dump(app) == before


@pytest.mark.parametrize(
    ("error", "status"),
    [(Temporary("locked at /var/db"), 503), (Permanent("secret 4711"), 500)],
    ids=["the records are busy", "a fault of ours"],
)
def test_what_goes_wrong_is_told_calmly_and_without_details(
    app: App, error: Exception, status: int
) -> None:
    def fail() -> None:
        raise error

    app.app.router.add_api_route("/outside", fail, route_class_override=PublicRoute)
    answer = app.visitor().get("/outside")
    assert answer.status_code == status
    assert ("retry-after" in answer.headers) is (status == 503)
    assert "One moment, please" in read(answer.text).text
    for hidden in ("/var/db", "4711", "Today"):
        assert hidden not in answer.text
    assert {name: answer.headers[name] for name in OUTSIDE} == OUTSIDE
