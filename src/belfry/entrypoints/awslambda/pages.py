"""The customers' pages behind a Function URL: where a job is, its photos, and no more messages.

The same templates and use cases as those of the web app, without its framework. An address holds a
secret: it is neither logged nor passed on.
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
from belfry.entrypoints.awslambda.jobs import FUNCTIONS
from belfry.kernel.errors import BelfryError, InputError, NotFound, Temporary

if TYPE_CHECKING:
    from jinja2 import Environment

    from belfry.bootstrap.aws_functions import Functions

log = logging.getLogger(__name__)

BY_LINK = "the customer, by their link"
MOST_FIELDS = 20
BUSY = {"Retry-After": "2"}


class Answer(NamedTuple):
    status: int
    content: str | bytes
    kind: str = "text/html; charset=utf-8"
    headers: Mapping[str, str] = {}


class Asked(NamedTuple):
    """A request; `query` and `body` as they came."""

    method: str
    path: str
    query: str
    body: bytes


def handler(event: Mapping[str, Any], context: object) -> dict[str, Any]:
    """A request in the form of a Function URL: its payload is of version 2.0."""
    from belfry.entrypoints.web.assets import PUBLIC_HEADERS

    asked = _read(event)
    answer = _answer(asked, FUNCTIONS)
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
    return Asked(http["method"], event["rawPath"], event.get("rawQueryString", ""), content)


def _answer(asked: Asked, functions: Opened[Functions]) -> Answer:
    try:
        return _route(asked, functions)
    except NotFound:
        return _render("public_gone.html", _find_name(functions), status=404)
    except InputError as error:
        shop = _find_name(functions)
        return _render("public_refused.html", shop, status=422, detail=str(error))
    except Temporary as error:
        log.warning("page.busy", extra={"error": str(error)})
        page = _render("public_busy.html", _find_name(functions), status=503)
        return page._replace(headers=BUSY)
    except BelfryError:
        log.exception("page.failed")
        return _render("public_busy.html", _find_name(functions), status=500)


def _find_name(functions: Opened[Functions]) -> str:
    try:
        return functions().settings.name
    except BelfryError:  # the settings cannot be read
        return ""


def _route(asked: Asked, functions: Opened[Functions]) -> Answer:
    method = "GET" if asked.method == "HEAD" else asked.method
    for pattern, methods in ROUTES.items():
        if match := pattern.fullmatch(asked.path):
            if method not in methods:
                allowed = {"Allow": ", ".join(methods)}
                page = _render("public_gone.html", _find_name(functions), status=405)
                return page._replace(headers=allowed)
            return methods[method](asked, functions, *match.groups())
    raise NotFound("there is nothing at this address")


def _show_tracking(asked: Asked, functions: Opened[Functions], token: str) -> Answer:
    from belfry.jobs.jobs import photo_path

    shown = functions().jobs.show_tracking(token)
    pictures = [(photo, photo_path(token, photo.number)) for photo in shown.photos]
    return _render("tracking.html", shown.shop, shown=shown, pictures=pictures)


def _show_photo(asked: Asked, functions: Opened[Functions], token: str, number: str) -> Answer:
    from belfry.entrypoints.web.assets import PHOTO_HEADERS

    content = functions().jobs.show_tracking.get_photo(token, int(number))
    return Answer(200, content, "image/jpeg", PHOTO_HEADERS)


def _show_stop(asked: Asked, functions: Opened[Functions], token: str) -> Answer:
    contact = functions().jobs.customers.change_consent.find(token)
    return _render_stop(functions(), contact.consent, is_done=False)


def _stop(asked: Asked, functions: Opened[Functions], token: str) -> Answer:
    """Anything but a clear word to go on is a wish to end the messages."""
    from belfry.messaging.contacts import NO, YES

    try:
        form = parse_qs(asked.body.decode("ascii", "replace"), max_num_fields=MOST_FIELDS)
    except ValueError:  # more fields than any form of ours
        form = {}
    wish = YES if form.get("again", [""])[-1] == "yes" else NO
    functions().jobs.customers.change_consent.by_link(token, wish, by=BY_LINK)
    return _render_stop(functions(), wish, is_done=True)


def _render_stop(functions: Functions, consent: str, *, is_done: bool) -> Answer:
    from belfry.jobs.updates.language import ENGLISH, load_language

    try:
        shop = functions.jobs.read_shop().shop
        name, labels = shop.name, shop.language.words["stop page"]
    except (InputError, NotFound):
        name, labels = functions.settings.name, load_language(ENGLISH).words["stop page"]
    return _render("stop.html", name, labels=labels, consent=consent, is_done=is_done)


def _show_static(asked: Asked, functions: Opened[Functions], name: str) -> Answer:
    from belfry.entrypoints.web.assets import read_static_files

    file = read_static_files().get(name)
    if file is None:
        raise NotFound(f"there is no file {name}")
    version = parse_qs(asked.query).get("v", [""])[-1]
    return Answer(200, file.content, file.kind, file.list_headers(version))


Route = Callable[..., Answer]
ROUTES: Mapping[re.Pattern[str], Mapping[str, Route]] = {
    re.compile(r"/t/([\w-]{1,64})"): {"GET": _show_tracking},
    re.compile(r"/t/([\w-]{1,64})/photo/([1-9][0-9]{0,5})"): {"GET": _show_photo},
    re.compile(r"/stop/([\w-]{1,64})"): {"GET": _show_stop, "POST": _stop},
    re.compile(r"/static/([\w.-]{1,64})"): {"GET": _show_static},
}


def _render(template: str, shop: str, *, status: int = 200, **context: object) -> Answer:
    page = _open_templates().get_template(template)
    return Answer(status, page.render(shop=shop, path="", demo=None, **context))


@cache
def _open_templates() -> Environment:
    from belfry.entrypoints.web.assets import make_environment

    return make_environment()
