"""Users sign in by password or link, and not otherwise."""

from __future__ import annotations

from datetime import timedelta
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import pytest
from httpx import Response
from tests.entrypoints.web.pages.apps import PASSWORD, App, Visitor, find_csrf, open_app
from tests.entrypoints.web.pages.reading import read

from belfry.accounts.users import Role, User
from belfry.entrypoints.web.pages.visits import pick_local_path


@pytest.fixture
def olive(app: App) -> User:
    return app.take_in("Olive", Role.OWNER, password=PASSWORD)


def sign_in(visitor: Visitor, password: str = PASSWORD, wanted: str = "/") -> Response:
    form = {"email": "Olive@Example.com ", "password": password, "next": wanted}
    return visitor.submit("/sign-in", "/sign-in", form)


def cookie_of(answer: Response, name: str) -> dict[str, str]:
    cookies: SimpleCookie = SimpleCookie()
    for header in answer.headers.get_list("set-cookie"):
        cookies.load(header)
    return {key: str(value) for key, value in cookies[name].items() if value}


def test_stranger_is_sent_to_sign_in_and_back_to_the_page_they_wanted(
    app: App, olive: User
) -> None:
    visitor = app.visitor()

    sent = visitor.get("/workflows?q=stock&done=saved")
    assert (sent.status_code, sent.headers["location"]) == (
        303,
        "/sign-in?next=%2Fworkflows%3Fq%3Dstock",
    )
    assert read(visitor.get(sent.headers["location"]).text).typed["next"] == "/workflows?q=stock"
    assert sign_in(visitor, wanted="/workflows?q=stock").headers["location"] == "/workflows?q=stock"
    assert visitor.get("/workflows").status_code == 200


def test_stranger_at_the_front_door_is_simply_asked_to_sign_in(app: App) -> None:
    assert app.visitor().get("/").headers["location"] == "/sign-in"


def test_wrong_password_is_told_at_the_form_and_what_was_typed_stays(app: App, olive: User) -> None:
    answer = sign_in(app.visitor(), "wrong horse battery")
    page = read(answer.text)
    assert answer.status_code == 403
    assert "The e-mail address or the password is wrong." in page.text
    assert page.typed["email"] == "Olive@Example.com "
    assert page.typed["password"] == ""


def test_sixth_wrong_password_must_wait_and_is_told_how_long(app: App, olive: User) -> None:
    visitor = app.visitor()
    for _ in range(5):
        sign_in(visitor, "wrong horse battery")
        app.clock.advance(timedelta(minutes=1))

    answer = sign_in(visitor)

    assert (answer.status_code, answer.headers["retry-after"]) == (429, "600")
    assert "Try again in 10 minutes." in read(answer.text).text


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("//elsewhere.invalid", id="another host"),
        pytest.param("https://elsewhere.invalid/", id="a whole address"),
        pytest.param("/\\elsewhere.invalid", id="a backslash that browsers read as a slash"),
        pytest.param("/\t/elsewhere.invalid", id="a tab that browsers leave out"),
        pytest.param("\n//elsewhere.invalid", id="a line break before another host"),
        pytest.param("javascript:alert(1)", id="a script"),
        pytest.param("workflows", id="a path that depends on where one is"),
        pytest.param("/ünder", id="letters beyond ASCII"),
        pytest.param("", id="nothing"),
    ],
)
def test_place_that_is_not_ours_is_never_gone_to(app: App, olive: User, text: str) -> None:
    assert pick_local_path(text, "/") == "/"
    assert sign_in(app.visitor(), wanted=text).headers["location"] == "/"


def test_session_cookie_is_out_of_reach_for_scripts_and_other_sites(app: App, olive: User) -> None:
    cookie = cookie_of(sign_in(app.visitor()), "belfry_session")
    wanted = {"httponly": "True", "max-age": "2592000", "path": "/", "samesite": "lax"}
    assert cookie == wanted


@pytest.mark.parametrize(
    "settings, address",
    [
        pytest.param({}, "https://testserver", id="the pages are reached by https"),
        pytest.param(
            {"public_url": "https://shop.example"}, "http://testserver", id="a door in front is"
        ),
    ],
)
def test_cookies_are_bound_to_the_host_and_to_https(
    tmp_path: Path, settings: dict[str, Any], address: str
) -> None:
    with open_app(tmp_path, **settings) as app:
        olive = app.take_in("Olive", Role.OWNER, password=PASSWORD)
        visitor = app.visitor()
        page = visitor.get(f"{address}/sign-in")
        assert cookie_of(page, "__Host-belfry_form")["secure"] == "True"
        form = {
            "csrf": find_csrf(page.text),
            "email": olive.email or "",
            "password": PASSWORD,
        }
        word = page.headers["set-cookie"].partition(";")[0]
        answer = visitor.post(f"{address}/sign-in", form, headers={"Cookie": word})
        assert cookie_of(answer, "__Host-belfry_session") == {
            "httponly": "True",
            "max-age": "2592000",
            "path": "/",
            "samesite": "lax",
            "secure": "True",
        }


@pytest.mark.parametrize("path", ["/sign-in", "/welcome/no-such-link"])
def test_form_of_a_stranger_without_our_word_is_refused(app: App, olive: User, path: str) -> None:
    visitor = app.visitor()
    form = {"email": olive.email or "", "password": PASSWORD}
    assert visitor.post(path, form).status_code == 403
    assert visitor.post(path, {**form, "csrf": ""}).status_code == 403
    csrf = find_csrf(app.visitor().get("/sign-in").text)
    assert visitor.post(path, {**form, "csrf": csrf}).status_code == 403


@pytest.mark.parametrize(
    "headers, status",
    [
        pytest.param({"Origin": "http://testserver"}, 303, id="our own page"),
        pytest.param({"Origin": "http://shop.example"}, 303, id="our public address"),
        pytest.param({"Sec-Fetch-Site": "same-origin"}, 303, id="a browser that says it is ours"),
        pytest.param({"Origin": "http://elsewhere.invalid"}, 403, id="another site"),
        pytest.param({"Origin": "http://testserver:81"}, 403, id="another port"),
        pytest.param({"Origin": "null"}, 403, id="a page without an address"),
        pytest.param({"Sec-Fetch-Site": "cross-site"}, 403, id="a browser that says it is not"),
        pytest.param({"Sec-Fetch-Site": "same-site"}, 403, id="a sister site"),
    ],
)
def test_form_is_taken_only_from_our_own_pages(
    tmp_path: Path, headers: dict[str, str], status: int
) -> None:
    with open_app(tmp_path, public_url="http://shop.example") as app:
        olive = app.take_in("Olive", Role.OWNER, password=PASSWORD)
        form = {"email": olive.email or "", "password": PASSWORD}
        answer = app.visitor().submit("/sign-in", "/sign-in", form, headers=headers)
        assert answer.status_code == status


def test_link_that_is_looked_at_still_works_and_works_once(app: App) -> None:
    stan = app.take_in("Stan")
    path = app.make_link(stan)
    scanner, visitor = app.visitor(), app.visitor()

    for _ in range(3):
        assert "Hello, Stan" in read(scanner.get(path).text).text
    came_in = visitor.submit(path, path)
    assert (came_in.status_code, came_in.headers["location"]) == (303, "/welcome")
    assert "Choose a password" in read(visitor.get("/welcome").text).text

    again = app.visitor().get(path)
    assert again.status_code == 403
    assert "This link was used already: ask for a new one." in read(again.text).text
    assert read(again.text).actions == []


def test_link_used_by_two_at_once_lets_only_one_in(app: App) -> None:
    path = app.make_link(app.take_in("Stan"))
    first, second = app.visitor(), app.visitor()
    words = [find_csrf(visitor.get(path).text) for visitor in (first, second)]
    answers = [
        visitor.post(path, {"csrf": word}).status_code
        for visitor, word in zip((first, second), words, strict=True)
    ]
    assert answers == [303, 403]


def test_first_password_is_set_and_lets_them_in(app: App) -> None:
    stan = app.take_in("Stan")
    visitor = app.visitor(stan)
    form = {"password": PASSWORD, "again": PASSWORD}

    answer = visitor.submit("/welcome", "/welcome", form)

    assert answer.headers["location"] == "/?done=password"
    fresh = app.visitor()
    came_in = {"email": "stan@example.com", "password": PASSWORD}
    assert fresh.submit("/sign-in", "/sign-in", came_in).headers["location"] == "/"


def test_owner_without_an_address_is_asked_for_one_with_their_password(app: App) -> None:
    token = app.services.accounts.invite_owner(name="Olive").token
    visitor = app.visitor()
    visitor.submit(f"/welcome/{token}", f"/welcome/{token}")
    form = {"email": "olive@example.com", "password": PASSWORD, "again": PASSWORD}

    assert visitor.submit("/welcome", "/welcome", form).headers["location"] == "/?done=password"
    assert sign_in(app.visitor()).headers["location"] == "/"


def test_signing_out_ends_the_session_and_forgets_the_cookie(app: App, owner: Visitor) -> None:
    token = owner.client.cookies["belfry_session"]

    answer = owner.submit("/", "/sign-out")

    assert answer.headers["location"] == "/sign-in?done=signed-out"
    assert cookie_of(answer, "belfry_session")["max-age"] == "0"
    stolen = app.visitor()
    stolen.client.cookies.set("belfry_session", token, domain="testserver.local")
    assert stolen.get("/").headers["location"] == "/sign-in"
