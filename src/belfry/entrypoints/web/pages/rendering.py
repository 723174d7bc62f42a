"""Renders pages from their templates, with the headers that say what a browser may do with them."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from datetime import date
from html import unescape
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import segno
from fastapi import Request, Response
from fastapi.responses import HTMLResponse
from jinja2 import Environment, Template
from markupsafe import Markup

from belfry.accounts.users import Act, may
from belfry.bootstrap import Services
from belfry.controls.chains.chains import render_chain
from belfry.entrypoints.demo.clock import STEPS, list_news
from belfry.entrypoints.web import answer_pages
from belfry.entrypoints.web.answer_pages import find_refusal_status, make_frame
from belfry.entrypoints.web.assets import HEADERS, read_static_files
from belfry.entrypoints.web.pages.addresses import find_document, find_place, render_name
from belfry.entrypoints.web.pages.messages.message_views import name_doer
from belfry.entrypoints.web.times import (
    render_duration,
    render_near_day,
    render_schedule,
    render_span,
    render_utc,
)
from belfry.entrypoints.web.words import WORDS, SubjectNames, find_action
from belfry.jobs.board.stage_times import say_wait
from belfry.jobs.jobs import page_path
from belfry.jobs.updates.eta import is_passed
from belfry.kernel.channels import CHANNELS
from belfry.kernel.errors import BelfryError, NotFound
from belfry.rota.publishing.own_shifts import render_week
from belfry.workspace.samples import SampleRows
from belfry.workspace.tables import MOST_CACHED

if TYPE_CHECKING:
    from belfry.entrypoints.demo.clock import Mover
    from belfry.entrypoints.web.pages.visits import Visit


def answer_static(request: Request, name: str) -> Response:
    file = read_static_files().get(name)
    if file is None:
        raise NotFound(f"there is no file {name}")
    headers = dict(file.list_headers(request.query_params.get("v")))
    if f'"{file.digest}"' in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(file.content, media_type=file.kind, headers=headers)


# `done` in the address of the page that is shown after the clock was moved.
MOVED = "clock-moved"
# The demo's customer pages are on this machine.
_LINK = re.compile(r"(http://127\.0\.0\.1:\d+/t/[\w-]+)")


def find_demo_bar(request: Request, visit: Visit | None) -> dict[str, Any] | None:
    """The demo's clock: its steps, how often it was moved, and the last move if that was just now.

    None outside the demo; without a session there are no steps.
    """
    mover: Mover | None = request.app.state.demo
    if mover is None:
        return None
    latest = mover.latest
    is_new = bool(visit and latest and request.query_params.get("done") == MOVED)
    return {
        "steps": STEPS if visit else {},
        "number": latest.number if latest else 0,
        "back": visit.here if visit and request.method == "GET" else "/",
        "moved": latest if is_new else None,
        "news": list_news(visit.services, latest) if is_new and visit and latest else (),
    }


def part_links(text: str) -> list[str]:
    """The text split at links to customers' pages, with the links at the odd places."""
    return _LINK.split(text)


# The block of a template that an open page fetches anew.
CONTENT = "content"


def draw_qr(link: str) -> str:
    """The link as a square that phones can read, drawn for light paper whatever the theme."""
    drawn = segno.make(link, error="m", micro=False)
    return drawn.svg_inline(
        omitsize=True, border=4, dark="#000", light="#fff", svgclass="qr", lineclass=None
    )


FILTERS: dict[str, Callable[..., Any]] = {
    "action": find_action,
    "chain": render_chain,
    "channel": lambda name: CHANNELS[name].label if name in CHANNELS else name,
    "document": find_document,
    "duration": render_duration,
    "glimpse": lambda text: " ".join(text.split()),
    "named_doer": name_doer,
    "part": render_name,
    "parted": part_links,
    "place": find_place,
    "pretty": lambda value: json.dumps(value, indent=2, ensure_ascii=False),
    "qr": draw_qr,
    "schedule": render_schedule,
    "shift_path": lambda line: f"/rota/{line.week}/shifts/{render_name(line.shift_id)}",
    "span": render_span,
    "tracking_path": page_path,
    "unnamed": lambda text, name: text.removeprefix(f"{name} "),
    "utc": render_utc,
    "week": lambda day: render_week(date.fromisoformat(str(day))),
}


def make_environment() -> Environment:
    environment = answer_pages.make_environment()
    environment.globals |= {"Act": Act}
    environment.globals |= {"say_wait": say_wait, "is_passed": is_passed, "near": render_near_day}
    environment.filters |= FILTERS
    return environment


ENVIRONMENT = make_environment()
CSRF_FIELD = Markup('<input type="hidden" name="csrf" value="{}">')


def render(
    request: Request,
    template: str,
    *,
    status: int = 200,
    error: BelfryError | None = None,
    **context: object,
) -> HTMLResponse:
    """The page, with the frame for the person who is signed in.

    `error` is why what was asked for on this page was not done.
    """
    visit = getattr(request.state, "visit", None)
    status = find_refusal_status(error) if error else status
    shown = _make_frame(request, visit, error) | context
    shown["csrf_field"] = CSRF_FIELD.format(shown["csrf"])
    shown["parts"] = ENVIRONMENT.get_template("parts.html").make_module(shown)
    page = ENVIRONMENT.get_template(template)
    # An error is sent whole: an open page keeps its content meanwhile.
    asks_part = status == HTTPStatus.OK and request.headers.get("x-fragment") == CONTENT
    if asks_part and CONTENT in page.blocks:
        return _render_content(request, page, shown)
    text = page.render(shown)
    if visit and status >= HTTPStatus.BAD_REQUEST and (lost := find_lost(visit.form, text)):
        text = page.render(shown | {"lost": lost})
    return HTMLResponse(text, status_code=status, headers=HEADERS)


def _make_frame(request: Request, visit: Visit | None, error: BelfryError | None) -> dict[str, Any]:
    services: Services = request.app.state.services
    zone, names = (
        visit.user.timezone if visit else "",
        SubjectNames(services.ports.store, services.accounts.name_doer),
    )
    demo, path = find_demo_bar(request, visit), request.scope["path"]
    return {
        **make_frame(services.settings, services.ports.clock.now(), names, error, zone),
        "public_url": services.settings.public_url or "",
        "team_zone": services.settings.timezone,
        "is_at_aws": services.settings.home == "aws",
        "most_mb": request.app.state.most_file_bytes // 1024 // 1024,
        "path": path,
        "visit": visit,
        "csrf": visit.session.csrf if visit else "",
        "may": lambda act: visit is not None and may(visit.user.role, act),
        "done": WORDS.DONE.get(request.query_params.get("done", "")),
        "demo": demo,
        "samples": find_samples(services, path) if visit and not demo else (),
        "lost": {},
    }


# The lists that tell of samples in their table; other pages do not read it.
SAMPLED = {
    "/jobs": "jobs/board.csv",
    "/controls": "controls/tasks.csv",
    "/controls/board": "controls/tasks.csv",
    "/rota": "rota/staff.csv",
    "/people": "people.csv",
}


def find_samples(services: Services, path: str) -> list[SampleRows]:
    """The samples that a page tells of: those of its own table, or all on Today.

    A long table is left to `belfry doctor`: reading it would take longer than the page.
    """
    wanted = SAMPLED.values() if path == "/" else (SAMPLED.get(path),)
    find = services.docs.find_samples
    tables = [find.find(kind, most=MOST_CACHED) for kind in find.kinds if kind.name in wanted]
    return [rows for rows in tables if rows.lines]


def _render_content(
    request: Request, page: Template, context: Mapping[str, object]
) -> HTMLResponse:
    """Only the content block, for a page that is open already; 304 if it has that."""
    text = "".join(page.blocks[CONTENT](page.new_context(dict(context))))
    tag = f'"{hashlib.sha256(text.encode()).hexdigest()[:16]}"'
    headers = HEADERS | {"ETag": tag}
    if request.headers.get("if-none-match") == tag:
        return HTMLResponse(status_code=304, headers=headers)
    return HTMLResponse(text, headers=headers)


# Free-text fields; any other field is a choice, or is filled in again with its form.
SENTENCES = ("note", "reason", "because", "why", "words")


def find_lost(form: Mapping[str, str], page: str) -> dict[str, str]:
    """The free texts of the form, by field, that the page answering it does not show."""
    shown = _even_out(unescape(page))
    typed = {name: form[name].strip() for name in SENTENCES if name in form}
    return {name: text for name, text in typed.items() if _even_out(text) not in shown}


def _even_out(text: str) -> str:
    """A browser sends other line ends than it shows."""
    return text.replace("\r\n", "\n")
