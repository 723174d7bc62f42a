"""How a page is put together from its template, and what a browser may do with it."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from belfry.controls.chains import render_chain
from belfry.desk.roles import Act, may
from belfry.entrypoints.web.pages import words
from belfry.entrypoints.web.pages.addresses import find_place, render_name
from belfry.entrypoints.web.pages.day_words import say_day, say_days_off
from belfry.entrypoints.web.pages.letters import name_doer
from belfry.entrypoints.web.pages.moments import TimeWords, render_duration, render_span, render_utc
from belfry.entrypoints.web.pages.schedule_words import render_schedule
from belfry.entrypoints.web.pages.static_files import find_address
from belfry.kernel.cadence import find_zone
from belfry.rota.own_shift_words import say_week
from belfry.rota.shift_words import render_days, render_hours, render_weekday

if TYPE_CHECKING:
    from collections.abc import Callable

    from fastapi import Request

    from belfry.bootstrap import Services

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self'; "
    "img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    "Cache-Control": "no-store",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}

FILTERS: dict[str, Callable[..., str]] = {
    "chain": render_chain,
    "day": say_day,
    "days_off": say_days_off,
    "duration": render_duration,
    "days": lambda span: render_days(*span),
    "glimpse": lambda text: " ".join(text.split()),
    "hours": render_hours,
    "named_doer": name_doer,
    "part": render_name,
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
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
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
    times = TimeWords(services.ports.clock.now(), find_zone(services.settings.timezone))
    frame: dict[str, Any] = {
        "team": services.settings.name,
        "times": times,
        "path": request.url.path,
        "visit": visit,
        "csrf": visit.session.csrf if visit else "",
        "may": lambda act: visit is not None and may(visit.user.role, act),
        "done": words.DONE.get(request.query_params.get("done", "")),
    }
    text = ENVIRONMENT.get_template(template).render(frame | context)
    return HTMLResponse(text, status_code=status, headers=HEADERS)
