"""The customers' pages behind a Function URL: where a job is, its photos, and no more messages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

from belfry.entrypoints.awslambda.environment import Opened, open_room
from belfry.entrypoints.awslambda.urls import STATIC, Answer, Asked, Routes, answer_url, render
from belfry.kernel.errors import InputError, NotFound

if TYPE_CHECKING:
    from belfry.bootstrap.aws_functions import Functions

FUNCTIONS = Opened(partial(open_room, "jobs"))
BY_LINK = "the customer, by their link"
MOST_FIELDS = 20


def handler(event: Mapping[str, Any], context: object) -> dict[str, Any]:
    return answer_url(event, ROUTES, FUNCTIONS)


def _show_tracking(asked: Asked, functions: Opened[Functions], token: str) -> Answer:
    from belfry.jobs.jobs import photo_path

    shown = functions().jobs.show_tracking(token)
    pictures = [(photo, photo_path(token, photo.number)) for photo in shown.photos]
    return render("tracking.html", shown.shop, shown=shown, pictures=pictures)


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
    return render("stop.html", name, labels=labels, consent=consent, is_done=is_done)


ROUTES: Routes = {
    re.compile(r"/t/([\w-]{1,64})"): {"GET": _show_tracking},
    re.compile(r"/t/([\w-]{1,64})/photo/([1-9][0-9]{0,5})"): {"GET": _show_photo},
    re.compile(r"/stop/([\w-]{1,64})"): {"GET": _show_stop, "POST": _stop},
    **STATIC,
}
