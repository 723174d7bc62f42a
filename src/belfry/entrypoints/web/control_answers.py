"""Answers to reminders, at the link that was in them, without the web framework.

Opening a link changes nothing: mail scanners follow every link.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol

from belfry.controls.answers.add_evidence import MOST_BYTES
from belfry.controls.answers.answer_links import Answering
from belfry.controls.repeats.cycles import MOST_DAYS
from belfry.entrypoints.web.answer_pages import Page
from belfry.entrypoints.web.forms import Form, Parts
from belfry.kernel.errors import BelfryError, Conflict, InputError

if TYPE_CHECKING:
    from belfry.bootstrap.controls import ControlsRoom

MB = 1024 * 1024


class ControlServices(Protocol):
    """The controls, in the web app or in a function of AWS."""

    @property
    def controls(self) -> ControlsRoom: ...


def show_link(
    services: ControlServices,
    token: str,
    *,
    confirmation: str = "",
    error: BelfryError | None = None,
    most_bytes: int = MOST_BYTES,
) -> Page:
    """`confirmation` is what was just done, `error` why something was not."""
    opened = services.controls.answer_by_link.look(token)
    if not isinstance(opened, Answering):
        return Page("answer_over.html", {"over": opened}, status=409 if error else 200)
    shown = services.controls.show(opened.control.id)
    (description,) = services.controls.search.describe([shown.control], shown.today)
    context = {
        "token": token,
        "link": opened,
        "shown": shown,
        "description": description,
        "confirmation": confirmation,
        "most_days": MOST_DAYS,
        "most_mb": most_bytes // MB,
    }
    return Page("answer.html", context, error=error)


Act = Callable[[ControlServices, str, Form], Page]


def _mark_done(services: ControlServices, token: str, form: Form) -> Page:
    done_on, opened_by = form.read_day("done_on"), form.read_count("opened_by")
    answer = services.controls.answer_by_link
    control = answer.done(token, done_on=done_on, note=form["note"], opened_by=opened_by)
    return Page("answered.html", {"control": control})


def _snooze(services: ControlServices, token: str, form: Form) -> Page:
    days = form.get_count("days", "a number of days")
    services.controls.answer_by_link.snooze(token, days=days)
    return show_link(services, token, confirmation="You are left in peace for a while.")


ACTS: Mapping[str, Act] = {"done": _mark_done, "snooze": _snooze}
"""By the last part of the address."""


def answer_link(services: ControlServices, token: str, name: str, form: Form) -> Page:
    """Do what the form asks for; a refusal is shown on the link's page."""
    try:
        return ACTS[name](services, token, form)
    except (Conflict, InputError) as error:
        return show_link(services, token, error=error)


def attach(
    services: ControlServices, token: str, parts: Parts, *, most_bytes: int = MOST_BYTES
) -> Page:
    """Keep the note and the file of a form as evidence; a refusal is shown on the link's page."""
    confirmation, refused = "", None
    try:
        services.controls.answer_by_link.attach(
            token, note=parts.fields["note"], content=parts.content, file_name=parts.name
        )
        confirmation = "Thank you. It is kept."
    except (Conflict, InputError) as error:
        refused = error
    return show_link(
        services, token, confirmation=confirmation, error=refused, most_bytes=most_bytes
    )
