"""A team with all rooms at home aws, whose people sit at browsers before `belfry-web`."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.entrypoints.web.pages.apps import PASSWORD, find_csrf
from tests.entrypoints.web.pages.found_forms import list_forms
from tests.pictures import make_picture
from tests.services.function_host import Host, hosting, read_event
from tests.stories.benches import london
from tests.stories.control_shops import set_parameters

import belfry.entrypoints.simulation as simulation
from belfry.accounts.users import Role
from belfry.bootstrap import Services

TEAM = Path(simulation.__file__).parent / "team_files"
START = london("2026-11-19T14:00")
FIRE = read_event("scheduler_default")
NAME = "belfry-web"
HOST = "abcdefghij.lambda-url.eu-west-2.on.aws"
URL = f"https://{HOST}"
EMAIL = "maria@example.com"
SESSION = "__Host-belfry_session"


def write_event(request: httpx.Request) -> dict[str, Any]:
    """A request as a Function URL hands it over: cookies apart, and every body in base64."""
    event = read_event("url_form")
    headers = dict(request.headers)
    cookies = headers.pop("cookie", "")
    path = request.url.raw_path.decode().partition("?")[0]
    event["requestContext"]["http"] |= {"method": request.method, "path": path}
    body = request.read()
    return {
        **event,
        "rawPath": path,
        "rawQueryString": request.url.query.decode(),
        "headers": {"x-forwarded-proto": "https", "x-forwarded-port": "443", **headers},
        "cookies": cookies.split("; ") if cookies else [],
        "body": b64encode(body).decode(),
        "isBase64Encoded": bool(body),
    }


def read_answer(answer: dict[str, Any]) -> httpx.Response:
    """What the Function URL makes of the function's answer."""
    body = answer["body"]
    content = b64decode(body) if answer.get("isBase64Encoded") else body.encode()
    headers = [*answer["headers"].items()]
    headers += [("set-cookie", cookie) for cookie in answer.get("cookies", ())]
    return httpx.Response(answer["statusCode"], headers=headers, content=content)


class FunctionUrl(httpx.BaseTransport):
    def __init__(self, call: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
        self._call = call

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        return read_answer(self._call(write_event(request)))


def open_browser(call: Callable[[dict[str, Any]], dict[str, Any]]) -> httpx.Client:
    """A browser whose requests the function is called with."""
    return httpx.Client(transport=FunctionUrl(call), base_url=URL)


@dataclass
class WebTeam:
    host: Host

    @property
    def services(self) -> Services:
        opened: Any = self.host.functions(NAME)
        services: Services = opened.services
        return services

    def open_browser(self) -> httpx.Client:
        return open_browser(lambda event: self.host.call(NAME, event))

    def sign_in(self) -> httpx.Client:
        """Maria's browser, after she has signed in."""
        accounts = self.services.accounts
        owner = accounts.users.add(name="Maria", email=EMAIL, role=Role.OWNER, by="terminal")
        accounts.set_password(owner.id, PASSWORD, by="terminal")
        browser = self.open_browser()
        form = {"email": EMAIL, "password": PASSWORD, "next": "/"}
        answer = submit(browser, "/sign-in", "/sign-in", form)
        assert (answer.status_code, answer.headers["location"]) == (303, "/")
        return browser


def submit(
    browser: httpx.Client, page: str, path: str, form: dict[str, str], origin: str = URL
) -> httpx.Response:
    """Fill in a form of the page, and send it."""
    csrf = find_csrf(browser.get(page).text)
    return browser.post(path, data={"csrf": csrf, **form}, headers={"origin": origin})


def press(browser: httpx.Client, page: str, path: str, **typed: str) -> httpx.Response:
    """Send the form of the page that goes there, with what stands in it and what is typed."""
    forms = list_forms(browser.get(page).text, page)
    [form, *_] = [form for form in forms if form.path == path and form.method == "post"]
    fields = {**form.fields, **dict(form.presses[:1]), **typed}
    files = {"chosen": ("a.jpg", make_picture())} if form.has_file else None
    answer = browser.post(path, data=fields, files=files, headers={"origin": URL})
    assert answer.status_code < 400, (path, answer.text)
    return answer


@contextmanager
def opening_team(endpoint: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[WebTeam]:
    """On a Thursday afternoon: jobs, controls and a draft are there."""
    rooms = ("jobs", "controls", "rota", "web")
    with hosting(endpoint, START, "", monkeypatch, rooms=rooms) as host:
        set_parameters(**{"aws/web_url": URL})
        for path in sorted(TEAM.rglob("*.*")):
            host.write(path.relative_to(TEAM).as_posix(), path.read_bytes())
        for name in ("jsnr-stage", "ct-scheduler", "drafter"):
            host.deliver(name, FIRE)
        yield WebTeam(host)
