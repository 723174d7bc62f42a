"""What people reach of controls at a Function URL: links in reminders, their calendar, and Slack.

A GET changes nothing: mail scanners follow every link. What people choose in Slack is recorded here
or by the rota's function, and done when the bus hands it back.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from belfry.entrypoints.awslambda.environment import Opened, open_room
from belfry.entrypoints.awslambda.urls import (
    SLACK,
    STATIC,
    Answer,
    Asked,
    Routes,
    answer_calendar,
    answer_url,
    render_answer,
)

if TYPE_CHECKING:
    from belfry.bootstrap.aws_functions import Functions
    from belfry.entrypoints.web.answer_pages import Page

FUNCTIONS = Opened(partial(open_room, "controls"))
# Lambda takes 6 MB in all, and a file is a third longer there than it is.
MOST_BYTES = 4 * 1024 * 1024


def handler(event: Mapping[str, Any], context: object) -> dict[str, Any]:
    """A request, or from the bus an answer that was recorded or news of a control."""
    from belfry.bootstrap.aws_home import find_bus_row

    if row := find_bus_row(event):
        FUNCTIONS().hear(row)
        return {}
    return answer_url(event, ROUTES, FUNCTIONS)


def _show(asked: Asked, functions: Opened[Functions], token: str) -> Answer:
    from belfry.entrypoints.web.control_answers import show_link

    return _render(asked, functions(), show_link(functions(), token, most_bytes=MOST_BYTES))


def _act(asked: Asked, functions: Opened[Functions], token: str, name: str) -> Answer:
    from belfry.entrypoints.web.control_answers import answer_link
    from belfry.entrypoints.web.forms import parse_form

    page = answer_link(functions(), token, name, parse_form(asked.body))
    return _render(asked, functions(), page)


def _attach(asked: Asked, functions: Opened[Functions], token: str) -> Answer:
    from belfry.entrypoints.web.control_answers import attach
    from belfry.entrypoints.web.forms import parse_parts

    parts = parse_parts(asked.body, asked.headers.get("content-type", ""))
    return _render(asked, functions(), attach(functions(), token, parts, most_bytes=MOST_BYTES))


def _render(asked: Asked, functions: Functions, page: Page) -> Answer:
    from belfry.entrypoints.web.words import SubjectNames

    names = SubjectNames(functions.ports.store, functions.controls.acts.name_doer)
    return render_answer(functions, names, asked.path, page)


def _show_feed(asked: Asked, functions: Opened[Functions], token: str) -> Answer:
    return answer_calendar(asked, functions().controls.feed.show(token))


ROUTES: Routes = {
    re.compile(r"/answer/([\w-]{1,64})"): {"GET": _show},
    re.compile(r"/answer/([\w-]{1,64})/attach"): {"POST": _attach},
    re.compile(r"/answer/([\w-]{1,64})/(done|snooze)"): {"POST": _act},
    re.compile(r"/feeds/([\w-]{1,64})\.ics"): {"GET": _show_feed},
    **SLACK,
    **STATIC,
}
