"""How a page is put together from its template, and what a browser may do with it."""

from __future__ import annotations

import hashlib
import json
from datetime import date
from functools import lru_cache
from html import unescape
from http import HTTPStatus
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from belfry.accounts.users import Act, may
from belfry.controls.chains.chains import render_chain
from belfry.entrypoints.web.pages import words
from belfry.entrypoints.web.pages.addresses import find_document, find_place, render_name
from belfry.entrypoints.web.pages.day_words import say_day_here, say_days_off
from belfry.entrypoints.web.pages.demo.demo_bar import find_demo_bar, part_links
from belfry.entrypoints.web.pages.messages.letters import name_doer
from belfry.entrypoints.web.pages.moments import TimeWords, render_duration, render_span, render_utc
from belfry.entrypoints.web.pages.static_files import find_address
from belfry.kernel.cron import Cron, CronExpression, Once, Rate, find_zone, parse_cron
from belfry.kernel.cron.wall_times import (
    EVERY_WEEKDAY,
    LAST_DAY,
    LAST_WORKDAY,
    last_weekday,
    nth_weekday,
)
from belfry.kernel.errors import InputError
from belfry.rota.publishing.own_shifts import render_week
from belfry.rota.shift_words import render_days, render_hours, render_weekday

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from fastapi import Request

    from belfry.bootstrap import Services

_WEEK = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
_MONTHS = (
    *("", "January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_NTH = ("", "first", "second", "third", "fourth", "fifth")
_EVERY_DAY = (1 << 32) - 2
_EVERY_MONTH = (1 << 13) - 2
_MOST_TIMES, _MOST_DAYS = 4, 4


@lru_cache(maxsize=1024)
def render_schedule(text: str | None) -> str:
    """One sentence without its full stop; empty where the expression must speak for itself."""
    if text is None:
        return "Only when somebody asks"
    try:
        said = _say(parse_cron(text))
    except InputError:
        return ""
    return said[:1].upper() + said[1:]


def _say(expression: CronExpression) -> str:
    match expression:
        case Rate(minutes=minutes):
            return f"every {minutes} minutes, counted from when it was set"
        case Once(day=day, clock=clock):
            return f"once, on {day.day} {_MONTHS[day.month]} {day.year} at {clock:%H:%M}"
        case Cron():
            return _say_cron(expression)


def _say_cron(cron: Cron) -> str:
    clock, days = _say_clock(cron), _say_days(cron)
    if not clock or days is None or cron.years is not None:
        return ""
    if clock.startswith("at "):
        return f"{days or 'every day'} {clock}"
    return f"{clock}, {days}" if days else clock


def _say_clock(cron: Cron) -> str:
    minutes, hours = _bits(cron.minutes), _bits(cron.hours)
    if len(minutes) * len(hours) <= _MOST_TIMES:
        return "at " + _join([f"{hour:02}:{minute:02}" for hour, minute in product(hours, minutes)])
    if len(minutes) == 1:
        return _say_hours(hours, minutes[0])
    step = _find_step(minutes, 60)
    if not step or not _is_row(hours):
        return ""
    said = "every minute" if step == 1 else f"every {step} minutes"
    if len(hours) == 24:
        return said
    return f"{said} from {hours[0]:02}:00 to {hours[-1]:02}:{minutes[-1]:02}"


def _say_hours(hours: list[int], minute: int) -> str:
    past = f" at {minute} past" if minute else ""
    step = _find_step(hours, 24)
    if step:
        return f"every hour{past or ' on the hour'}" if step == 1 else f"every {step} hours{past}"
    if not _is_row(hours):
        return ""
    return f"every hour from {hours[0]:02}:{minute:02} to {hours[-1]:02}:{minute:02}"


def _say_days(cron: Cron) -> str | None:
    """The days and months; empty for every day, None where words fail."""
    months = "" if cron.months == _EVERY_MONTH else _join([_MONTHS[m] for m in _bits(cron.months)])
    any_day, any_weekday = cron.days == _EVERY_DAY, cron.weekdays == EVERY_WEEKDAY
    if any_day and any_weekday and cron.needs_both:
        return f"every day in {months}" if months else ""
    dates, weekdays = _say_dates(cron.days, months), _say_weekdays(cron.weekdays, months)
    if any_day and cron.needs_both:
        return weekdays
    if any_weekday and cron.needs_both:
        return dates
    both = dates and weekdays and not cron.needs_both
    return f"{dates} and {weekdays}" if both else None


def _say_dates(days: int, months: str) -> str | None:
    said = [_ordinal(day) for day in _bits(days & _EVERY_DAY)]
    said += ["last day"] if days & LAST_DAY else []
    said += ["last workday"] if days & LAST_WORKDAY else []
    if len(said) > _MOST_DAYS:
        return None
    return f"on the {_join(said)} of {months or 'the month'}"


def _say_weekdays(weekdays: int, months: str) -> str | None:
    within = f" in {months}" if months else ""
    if weekdays <= EVERY_WEEKDAY:
        days = sorted((day - 1) % 7 for day in _bits(weekdays))
        names = [_WEEK[(day + 1) % 7] for day in days]
        is_row = len(days) > 2 and _is_row(days)
        said = f"{names[0]} to {names[-1]}" if is_row else f"every {_join(names)}"
        return said + within
    special = [
        *((nth_weekday(day, nth), _NTH[nth], day) for nth in range(1, 6) for day in range(7)),
        *((last_weekday(day), "last", day) for day in range(7)),
    ]
    names = [f"{which} {_WEEK[day]}" for bit, which, day in special if weekdays & bit]
    if weekdays & EVERY_WEEKDAY or len(names) > _MOST_DAYS:
        return None
    return f"on the {_join(names)} of {months or 'the month'}"


def _bits(mask: int) -> list[int]:
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]


def _find_step(values: list[int], size: int) -> int | None:
    """The step of values that go round the whole clock evenly, from 0 on."""
    step, rest = divmod(size, len(values))
    return step if not rest and values == list(range(0, size, step)) else None


def _is_row(values: list[int]) -> bool:
    return len(values) > 1 and values == list(range(values[0], values[-1] + 1))


def _ordinal(day: int) -> str:
    ending = "th" if 10 < day < 14 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
    return f"{day}{ending}"


def _join(words: list[str]) -> str:
    return " and ".join([*([", ".join(words[:-1])] if len(words) > 1 else []), words[-1]])


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
    "week": lambda day: render_week(date.fromisoformat(str(day))),
    "weekday": lambda day, letters=9: render_weekday(day)[:letters],
}


def make_environment() -> Environment:
    """Everything is escaped, and a name the template misspells is an error."""
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=False,
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


# The fields that take sentences; any other is a choice, or stands in its form again.
SENTENCES = ("note", "reason", "because", "why", "words")


def find_lost(form: Mapping[str, str], page: str) -> dict[str, str]:
    """By field, the sentences of the form that the page, which answers it, does not hold."""
    shown = _even_out(unescape(page))
    typed = {name: form[name].strip() for name in SENTENCES if name in form}
    return {name: text for name, text in typed.items() if _even_out(text) not in shown}


def _even_out(text: str) -> str:
    """A browser sends other line ends than it shows."""
    return text.replace("\r\n", "\n")
