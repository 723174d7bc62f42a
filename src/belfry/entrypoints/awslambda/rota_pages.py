"""What people reach of the rota at a Function URL: links in messages, shift feeds, and Slack.

A GET changes nothing: mail scanners follow every link. What people choose in Slack is recorded,
whichever room's message it is about, and done by that room's function when the bus hands it back.
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
from belfry.kernel.errors import NotFound

if TYPE_CHECKING:
    from belfry.bootstrap.aws_functions import Functions
    from belfry.entrypoints.web.answer_pages import Page

FUNCTIONS = Opened(partial(open_room, "rota"))


def handler(event: Mapping[str, Any], context: object) -> dict[str, Any]:
    """A request, or from the bus an answer that was recorded."""
    from belfry.bootstrap.aws_home import find_bus_row

    if row := find_bus_row(event):
        FUNCTIONS().hear(row)
        return {}
    return answer_url(event, ROUTES, FUNCTIONS)


def _show(asked: Asked, functions: Opened[Functions], token: str) -> Answer:
    from belfry.entrypoints.web.rota_answers import show_link

    return _render(asked, functions(), show_link(functions(), token))


def _act(asked: Asked, functions: Opened[Functions], token: str, name: str) -> Answer:
    from belfry.entrypoints.web.forms import parse_form
    from belfry.entrypoints.web.rota_answers import ACTS, answer_link

    if name not in ACTS:
        raise NotFound("there is nothing at this address")
    page = answer_link(functions(), token, name, parse_form(asked.body))
    return _render(asked, functions(), page)


def _render(asked: Asked, functions: Functions, page: Page) -> Answer:
    from belfry.entrypoints.web.words import SubjectNames

    names = SubjectNames(functions.ports.store, functions.rota.requests.answer_swap.name_doer)
    return render_answer(functions, names, asked.path, page)


def _show_feed(asked: Asked, functions: Opened[Functions], token: str) -> Answer:
    return answer_calendar(asked, functions().rota.reports.show_feed(token))


ROUTES: Routes = {
    re.compile(r"/rota/answer/([\w-]{1,64})"): {"GET": _show},
    re.compile(r"/rota/answer/([\w-]{1,64})/([a-z-]{1,20})"): {"POST": _act},
    re.compile(r"/feeds/rota/([\w-]{1,64})\.ics"): {"GET": _show_feed},
    **SLACK,
    **STATIC,
}
