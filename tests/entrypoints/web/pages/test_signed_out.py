"""A form survives the end of its session, and only its own user can send it."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from hashlib import sha256

import pytest
from httpx import Response
from tests.entrypoints.web.pages.apps import ADDRESS, PASSWORD, App, Visitor, open_app
from tests.entrypoints.web.pages.reading import read
from tests.entrypoints.web.pages.test_guards import POSTS, fill, furnish
from tests.loops import for_each

from belfry.accounts.sessions import IDLE
from belfry.accounts.users import Role, User
from belfry.entrypoints.web.pages.accounts.signed_out import POINTLESS, VALID_FOR

OWN = {"Origin": ADDRESS, "Referer": f"{ADDRESS}/workflows/new"}
NEW = "/workflows/new"
TYPED = {
    "name": 'Order <b>"ink"</b>',
    "kind": "log",
    "inputs": '{"message":\r\n "Order ink"}',
    "cron_schedule": "0 9 * * 1",
    "timezone": "Europe/London",
    "attempts": "3",
    **dict.fromkeys(("back_off", "time_limit", "grace"), "5 min"),
    "late_after": "1 day",
    "jitter": "0 s",
    "tell_after": "3",
    "queue": "default",
    "notify": "",
    "do": "save",
    "overlap": "skip",
    "catch_up": "latest",
}


@pytest.fixture
def olive(app: App) -> User:
    return app.take_in("Olive", Role.OWNER, password=PASSWORD)


def cut_off(app: App, user: User) -> tuple[Visitor, str]:
    """A browser whose session has just ended, and the word that stands in its open page."""
    visitor = app.visitor(user)
    csrf = visitor.find_csrf()
    app.clock.advance(IDLE)
    return visitor, csrf


def send(visitor: Visitor, csrf: str, typed: Mapping[str, str] = TYPED) -> Response:
    return visitor.post(NEW, {**typed, "csrf": csrf}, headers=OWN)


def sign_in(visitor: Visitor, page: Response, name: str = "olive", **more: str) -> Response:
    fields = read(page.text).typed
    form = {"email": f"{name}@example.com", "password": PASSWORD, **more}
    return visitor.post("/sign-in", {**fields, **form})


def test_form_of_a_session_that_is_over_is_sent_after_signing_in(app: App, olive: User) -> None:
    visitor, csrf = cut_off(app, olive)
    page = send(visitor, csrf)
    assert page.status_code == 403
    assert "You were signed out. Nothing is saved yet" in read(page.text).text

    again = sign_in(visitor, page)
    shown = read(again.text)
    assert again.status_code == 200
    assert 'Name Order <b>"ink"</b>' in shown.text
    assert NEW in shown.actions
    assert {name: shown.typed[name] for name in TYPED} == TYPED
    assert app.services.ports.workflows.list(team_id=None) == []

    assert visitor.post(NEW, shown.typed).headers["location"] == "/workflows/1?done=created"
    [made] = app.services.ports.workflows.list(team_id=None)
    assert (made.name, made.inputs) == ('Order <b>"ink"</b>', {"message": "Order ink"})


@pytest.mark.parametrize(
    "end",
    [
        pytest.param(lambda app, user: app.clock.advance(IDLE), id="nobody was there"),
        pytest.param(
            lambda app, user: app.services.accounts.set_password(user.id, PASSWORD, by="terminal"),
            id="there is a new password",
        ),
        pytest.param(
            lambda app, user: app.services.accounts.sessions.end_all(user.id, by="terminal"),
            id="they signed out everywhere",
        ),
    ],
)
def test_however_a_session_ends_its_forms_are_carried(
    app: App, olive: User, end: Callable[[App, User], object]
) -> None:
    visitor = app.visitor(olive)
    csrf = visitor.find_csrf()
    end(app, olive)
    again = sign_in(visitor, send(visitor, csrf))
    assert {name: read(again.text).typed[name] for name in TYPED} == TYPED


def test_wrong_password_keeps_what_is_carried(app: App, olive: User) -> None:
    visitor, csrf = cut_off(app, olive)
    page = send(visitor, csrf)
    refused = sign_in(visitor, page, password="wrong horse battery")
    assert refused.status_code == 403
    assert read(refused.text).typed["carried"] == read(page.text).typed["carried"]
    for _ in range(4):
        sign_in(visitor, page, password="wrong horse battery")
    waiting = sign_in(visitor, page)
    assert waiting.status_code == 429
    assert read(waiting.text).typed["carried"] == read(page.text).typed["carried"]


def test_somebody_who_signed_in_by_a_link_meanwhile_goes_on(app: App, olive: User) -> None:
    visitor, csrf = cut_off(app, olive)
    fields = read(send(visitor, csrf).text).typed
    assert "You are not signed in yet." in read(visitor.post("/again", fields).text).text
    link = app.make_link(olive)
    visitor.submit(link, link)
    shown = read(visitor.post("/again", fields).text)
    assert {name: shown.typed[name] for name in TYPED} == TYPED


def test_somebody_else_who_signs_in_there_neither_sees_nor_sends_it(app: App, olive: User) -> None:
    app.take_in("Max", Role.MANAGER, password=PASSWORD)
    visitor, csrf = cut_off(app, olive)
    answer = sign_in(visitor, send(visitor, csrf), "max")
    shown = read(answer.text)
    assert "It is not shown to you and was not sent." in shown.text
    assert "Order" not in answer.text
    assert NEW not in shown.actions
    assert visitor.get("/me").status_code == 200


def test_what_was_typed_long_ago_is_shown_and_not_sent(app: App, olive: User) -> None:
    visitor, csrf = cut_off(app, olive)
    page = send(visitor, csrf)
    app.clock.advance(VALID_FOR)
    shown = read(sign_in(visitor, page).text)
    assert 'Name Order <b>"ink"</b>' in shown.text
    assert NEW not in shown.actions


def test_carried_form_counts_in_its_own_browser_only(app: App, olive: User) -> None:
    visitor, csrf = cut_off(app, olive)
    carried = read(send(visitor, csrf).text).typed["carried"]
    other = app.visitor()
    answer = sign_in(other, other.get("/sign-in"), carried=carried)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda text: "A" + text[1:] if text[0] != "A" else "B" + text[1:], id="front"),
        pytest.param(lambda text: text[:-8] + "AAAAAAAA", id="end"),
        pytest.param(lambda text: "\u00e9!", id="other letters"),
    ],
)
def test_carried_form_that_was_changed_is_not_taken(
    app: App, olive: User, change: Callable[[str], str]
) -> None:
    visitor, csrf = cut_off(app, olive)
    page = send(visitor, csrf)
    changed = change(read(page.text).typed["carried"])
    assert sign_in(visitor, page, carried=changed).status_code == 303


@pytest.mark.parametrize(
    "headers",
    [
        pytest.param({}, id="a browser that does not say"),
        pytest.param({"Origin": "http://elsewhere.invalid"}, id="another site"),
        pytest.param({"Sec-Fetch-Site": "cross-site"}, id="another site without its name"),
    ],
)
def test_form_that_is_not_surely_ours_is_not_carried(
    app: App, olive: User, headers: dict[str, str]
) -> None:
    visitor, csrf = cut_off(app, olive)
    answer = visitor.post(NEW, {**TYPED, "csrf": csrf}, headers=headers)
    assert (answer.status_code, answer.headers["location"]) == (303, "/sign-in")


def test_passwords_are_not_carried(app: App, olive: User) -> None:
    visitor, csrf = cut_off(app, olive)
    form = {"csrf": csrf, "password": "a new secret word", "again": "a new secret word"}
    answer = visitor.post("/me/password", form, headers={"Origin": ADDRESS})
    assert (answer.status_code, answer.headers["location"]) == (303, "/sign-in")


def test_too_much_to_carry_is_said_and_can_be_sent_from_the_old_page(app: App, olive: User) -> None:
    visitor, csrf = cut_off(app, olive)
    noise = b"".join(sha256(bytes([n % 256, n // 256])).digest() for n in range(5_300))
    long = {**TYPED, "inputs": urlsafe_b64encode(noise).decode()}
    page = send(visitor, csrf, long)
    assert "too long to be carried along" in read(page.text).text
    assert "carried" not in read(page.text).typed
    sign_in(visitor, page)
    stale = send(visitor, csrf, long)
    assert stale.status_code == 403
    assert read(stale.text).typed["inputs"] == long["inputs"]


def test_page_of_an_earlier_sign_in_is_shown_to_be_sent_again(app: App, olive: User) -> None:
    visitor, csrf = cut_off(app, olive)
    sign_in(visitor, visitor.get("/sign-in"))
    stale = send(visitor, csrf)
    shown = read(stale.text)
    assert stale.status_code == 403
    assert "You signed in again meanwhile Nothing was sent yet." in shown.text
    assert visitor.post(NEW, shown.typed).headers["location"] == "/workflows/1?done=created"


def test_file_is_asked_for_again_and_the_words_beside_it_stay(app: App, olive: User) -> None:
    visitor, csrf = cut_off(app, olive)
    answer = visitor.client.post(
        "/jobs/J-2042/photos",
        data={"csrf": csrf, "note": "front glass"},
        files={"photo": ("a.jpg", b"picture", "image/jpeg")},
        headers=OWN,
    )
    shown = read(sign_in(visitor, answer).text)
    assert "Note front glass" in shown.text
    assert "A file cannot be carried along: please choose it again." in shown.text


def test_stranger_who_sends_a_file_is_simply_asked_to_sign_in(app: App) -> None:
    answer = app.visitor().client.post(
        "/jobs/J-2042/photos", files={"photo": ("a.jpg", b"picture", "image/jpeg")}, headers=OWN
    )
    assert answer.status_code == 403
    assert "Sign in" in read(answer.text).text


@pytest.fixture(scope="module")
def lived_in(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    with open_app(tmp_path_factory.mktemp("app")) as app:
        furnish(app)
        app.services.accounts.set_password(1, PASSWORD, by="terminal")
        yield app


@for_each("path", sorted(set(POSTS) - POINTLESS - {"/welcome", "/me/password"}))
def test_every_form_of_the_app_is_carried(lived_in: App, path: str) -> None:
    olive = lived_in.services.ports.users.find(1)
    assert olive is not None
    visitor = lived_in.visitor(olive)
    lived_in.services.accounts.sessions.end_all(1, by="terminal")
    typed = {"csrf": "old", "note": "a long story", "text": "two\r\nlines"}
    page = visitor.post(fill(path), typed, headers={"Origin": ADDRESS})
    assert page.status_code == 403
    shown = read(sign_in(visitor, page).text)
    assert fill(path) in shown.actions
    assert (shown.typed["note"], shown.typed["text"]) == ("a long story", "two\r\nlines")
    assert shown.typed["csrf"] != "old"


def test_going_out_when_one_is_out_already_is_not_carried(app: App, olive: User) -> None:
    visitor, csrf = cut_off(app, olive)
    answer = visitor.post("/sign-out", {"csrf": csrf}, headers=OWN)
    assert answer.headers["location"] == "/sign-in?next=%2Fworkflows%2Fnew"


def test_link_that_led_to_the_form_is_where_one_may_go_back_to(app: App, olive: User) -> None:
    visitor, csrf = cut_off(app, olive)
    again = sign_in(visitor, send(visitor, csrf))
    assert NEW in read(again.text).links
    app.clock.advance(timedelta(minutes=1))
    assert visitor.get(NEW).status_code == 200
