"""Requests to a Function URL, answered with pages and without a web framework.

The templates are those of the web app. An address may hold a secret: it is neither logged nor
passed on.
"""

from __future__ import annotations

import logging
import re
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import parse_qs

from belfry.entrypoints.awslambda.environment import Opened
from belfry.kernel.errors import BelfryError, InputError, NotFound, Temporary

if TYPE_CHECKING:
    from jinja2 import Environment

    from belfry.bootstrap.aws_functions import Functions
    from belfry.entrypoints.web.answer_pages import Page
    from belfry.entrypoints.web.words import SubjectNames

log = logging.getLogger(__name__)

BUSY = {"Retry-After": "2"}


class Answer(NamedTuple):
    status: int
    content: str | bytes
    kind: str = "text/html; charset=utf-8"
    headers: Mapping[str, str] = {}


class Asked(NamedTuple):
    """A request; `query` and `body` as they came, the names of `headers` in small letters."""

    method: str
    path: str
    query: str
    body: bytes
    headers: Mapping[str, str]


Route = Callable[..., Answer]
Routes = Mapping[re.Pattern[str], Mapping[str, Route]]
"""By path and method; a route takes the request, the functions, and the groups of the path."""


def answer_url(
    event: Mapping[str, Any], routes: Routes, functions: Opened[Functions]
) -> dict[str, Any]:
    """A request in the form of a Function URL: its payload is of version 2.0."""
    from belfry.entrypoints.web.assets import PUBLIC_HEADERS

    asked = _read(event)
    answer = _answer(asked, routes, functions)
    content = answer.content.encode() if isinstance(answer.content, str) else answer.content
    return {
        "statusCode": answer.status,
        "headers": {**PUBLIC_HEADERS, **answer.headers, "Content-Type": answer.kind},
        "body": "" if asked.method == "HEAD" else b64encode(content).decode(),
        "isBase64Encoded": asked.method != "HEAD",
    }


def _read(event: Mapping[str, Any]) -> Asked:
    http = event["requestContext"]["http"]
    body = event.get("body") or ""
    content = b64decode(body) if event.get("isBase64Encoded") else body.encode()
    query, headers = event.get("rawQueryString", ""), event.get("headers", {})
    return Asked(http["method"], event["rawPath"], query, content, headers)


def _answer(asked: Asked, routes: Routes, functions: Opened[Functions]) -> Answer:
    try:
        return _route(asked, routes, functions)
    except NotFound:
        return render("public_gone.html", _find_name(functions), status=404)
    except InputError as error:
        shop = _find_name(functions)
        return render("public_refused.html", shop, status=422, detail=str(error))
    except Temporary as error:
        log.warning("page.busy", extra={"error": str(error)})
        page = render("public_busy.html", _find_name(functions), status=503)
        return page._replace(headers=BUSY)
    except BelfryError:
        log.exception("page.failed")
        return render("public_busy.html", _find_name(functions), status=500)


def _find_name(functions: Opened[Functions]) -> str:
    try:
        return functions().settings.name
    except BelfryError:  # the settings cannot be read
        return ""


def _route(asked: Asked, routes: Routes, functions: Opened[Functions]) -> Answer:
    method = "GET" if asked.method == "HEAD" else asked.method
    for pattern, methods in routes.items():
        if match := pattern.fullmatch(asked.path):
            if method not in methods:
                allowed = {"Allow": ", ".join(methods)}
                page = render("public_gone.html", _find_name(functions), status=405)
                return page._replace(headers=allowed)
            return methods[method](asked, functions, *match.groups())
    raise NotFound("there is nothing at this address")


def show_static(asked: Asked, functions: Opened[Functions], name: str) -> Answer:
    from belfry.entrypoints.web.assets import read_static_files

    file = read_static_files().get(name)
    if file is None:
        raise NotFound(f"there is no file {name}")
    version = parse_qs(asked.query).get("v", [""])[-1]
    return Answer(200, file.content, file.kind, file.list_headers(version))


def answer_calendar(asked: Asked, content: bytes) -> Answer:
    """Calendars revalidate each time, and get the content only if it changed."""
    from belfry.ports.files import digest_content

    tag = f'"{digest_content(content)[:32]}"'
    headers = {"Cache-Control": "private, no-cache", "ETag": tag}
    if tag in asked.headers.get("if-none-match", ""):
        return Answer(304, b"", "text/calendar", headers)
    return Answer(200, content, "text/calendar; charset=utf-8", headers)


def take_choice(asked: Asked, functions: Opened[Functions]) -> Answer:
    """What a person pressed or sent in Slack, which signs it."""
    from belfry.entrypoints.slack.interactivity import JSON, handle

    reply = handle(functions().slack, asked.headers, asked.body)
    return Answer(reply.status, reply.body, JSON)


SLACK: Routes = {re.compile(r"/slack/interactivity"): {"POST": take_choice}}
STATIC: Routes = {re.compile(r"/static/([\w.-]{1,64})"): {"GET": show_static}}


def render(template: str, shop: str, *, status: int = 200, **context: object) -> Answer:
    page = _open_templates().get_template(template)
    return Answer(status, page.render(shop=shop, path="", demo=None, **context))


def render_answer(functions: Functions, names: SubjectNames, path: str, page: Page) -> Answer:
    """A page at the link of a message, which may be the answer to its form."""
    from belfry.entrypoints.web.answer_pages import find_refusal_status, make_frame

    frame = make_frame(functions.settings, functions.ports.clock.now(), names, page.error)
    status = find_refusal_status(page.error) if page.error else page.status
    template = _open_answer_templates().get_template(page.template)
    return Answer(status, template.render(**frame, path=path, demo=None, **page.context))


@cache
def _open_answer_templates() -> Environment:
    from belfry.entrypoints.web.answer_pages import make_environment

    return make_environment()


@cache
def _open_templates() -> Environment:
    from belfry.entrypoints.web.assets import make_environment

    return make_environment()
