"""How a page is put together from its template, and what a browser may do with it."""

from __future__ import annotations

import hashlib
import json
from datetime import date
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fastapi.responses import HTMLResponse
from jinja2 import FileSystemLoader, StrictUndefined

from belfry.controls.chains import render_chain
from belfry.desk.roles import Act, may
from belfry.entrypoints.web.pages import words
from belfry.entrypoints.web.pages.addresses import find_document, find_place, render_name
from belfry.entrypoints.web.pages.day_words import say_day_here, say_days_off
from belfry.entrypoints.web.pages.demo_bar import find_demo_bar, part_links
from belfry.entrypoints.web.pages.letters import name_doer
from belfry.entrypoints.web.pages.lost_words import find_lost
from belfry.entrypoints.web.pages.moments import TimeWords, render_duration, render_span, render_utc
from belfry.entrypoints.web.pages.quick_templates import Inclusion, QuickEnvironment
from belfry.entrypoints.web.pages.schedule_words import render_schedule
from belfry.entrypoints.web.pages.static_files import find_address
from belfry.kernel.cadence import find_zone
from belfry.rota.own_shift_words import say_week
from belfry.rota.shift_words import render_days, render_hours, render_weekday

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from fastapi import Request
    from jinja2 import Environment, Template

    from belfry.bootstrap import Services

# The block of a template that is fetched anew while its page is open.
CONTENT = "content"

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; "
    "base-uri 'none'",
    "Cache-Control": "no-store",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}

FILTERS: dict[str, Callable[..., Any]] = {
    "chain": render_chain,
    "day": say_day_here,
    "days_off": say_days_off,
    "document": find_document,
    "duration": render_duration,
    "days": lambda span: render_days(*span),
    "glimpse": lambda text: " ".join(text.split()),
    "hours": render_hours,
    "named_doer": name_doer,
    "part": render_name,
    "parted": part_links,
    "place": find_place,
    "pretty": lambda value: json.dumps(value, indent=2, ensure_ascii=False),
    "schedule": render_schedule,
    "sentence": lambda text: text[:1].upper() + text[1:],
    "span": render_span,
    "stopped": lambda text: text if text.endswith((".", "!", "?")) else f"{text}.",
    "unnamed": lambda text, name: text.removeprefix(f"{name} "),
    "utc": render_utc,
    "week": lambda day: say_week(date.fromisoformat(str(day))),
    "weekday": lambda day, letters=9: render_weekday(day)[:letters],
}


def make_environment() -> Environment:
    """Everything is escaped, and a name the template misspells is an error."""
    environment = QuickEnvironment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=[Inclusion],
    )
    environment.globals |= {"static": find_address, "words": words, "Act": Act}
    environment.filters |= FILTERS
    return environment


ENVIRONMENT = make_environment()


def render(
    request: Request, template: str, *, status: int = 200, **context: object
) -> HTMLResponse:
    """The page, as whoever is signed in may see it."""
    services: Services = request.app.state.services
    visit = getattr(request.state, "visit", None)
    zone = (visit.user.timezone if visit else "") or services.settings.timezone
    times = TimeWords(services.ports.clock.now(), find_zone(zone))
    frame: dict[str, Any] = {
        "team": services.settings.name,
        "team_zone": services.settings.timezone,
        "times": times,
        "this_year": times.year,
        "path": request.url.path,
        "visit": visit,
        "csrf": visit.session.csrf if visit else "",
        "may": lambda act: visit is not None and may(visit.user.role, act),
        "done": words.DONE.get(request.query_params.get("done", "")),
        "demo": find_demo_bar(request, visit),
        "lost": {},
    }
    shown = frame | context
    shown["parts"] = ENVIRONMENT.get_template("parts.html").make_module(shown)
    page = ENVIRONMENT.get_template(template)
    # What went wrong is told whole, with its status: an open page keeps what it shows meanwhile.
    asks_part = status == HTTPStatus.OK and request.headers.get("x-fragment") == CONTENT
    if asks_part and CONTENT in page.blocks:
        return _render_content(request, page, shown)
    text = page.render(shown)
    if visit and status >= HTTPStatus.BAD_REQUEST and (lost := find_lost(visit.form, text)):
        text = page.render(shown | {"lost": lost})
    return HTMLResponse(text, status_code=status, headers=HEADERS)


def _render_content(
    request: Request, page: Template, context: Mapping[str, object]
) -> HTMLResponse:
    """Only what goes on, for a page that is open already; nothing if it has seen it so."""
    text = "".join(page.blocks[CONTENT](page.new_context(dict(context))))
    tag = f'"{hashlib.sha256(text.encode()).hexdigest()[:16]}"'
    headers = HEADERS | {"ETag": tag}
    if request.headers.get("if-none-match") == tag:
        return HTMLResponse(status_code=304, headers=headers)
    return HTMLResponse(text, headers=headers)
