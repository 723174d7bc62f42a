"""Pages at the links in messages, for people without an account: rendered without the framework."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, NamedTuple

from belfry.entrypoints.web import assets
from belfry.entrypoints.web.statuses import find_status
from belfry.entrypoints.web.times import TimeWords, render_day_here, render_days_away
from belfry.entrypoints.web.words import WORDS
from belfry.kernel.cron import find_zone
from belfry.kernel.errors import BelfryError, InputError
from belfry.rota.shift_words import render_days, render_hours, render_weekday

if TYPE_CHECKING:
    from jinja2 import Environment

    from belfry.entrypoints.web.words import SubjectNames
    from belfry.settings import Settings


class Page(NamedTuple):
    """`error` is why what was asked for was not done; it decides the status."""

    template: str
    context: Mapping[str, Any]
    status: int = HTTPStatus.OK
    error: BelfryError | None = None


FILTERS: dict[str, Callable[..., Any]] = {
    "day": render_day_here,
    "days_off": render_days_away,
    "days": lambda span: render_days(*span),
    "hours": render_hours,
    "weekday": lambda day, letters=9: render_weekday(day)[:letters],
}


def make_environment() -> Environment:
    environment = assets.make_environment()
    environment.globals |= {"words": WORDS}
    environment.filters |= FILTERS
    return environment


def find_refusal_status(error: BelfryError) -> int:
    """What is no fault of the program, but of the settings or of the board, is a conflict."""
    status = find_status(error)
    return 409 if status in (412, 500) else status


def make_frame(
    settings: Settings,
    now: datetime,
    names: SubjectNames,
    error: BelfryError | None = None,
    zone: str = "",
) -> dict[str, Any]:
    """What every page may show; `zone` is the reader's, if known."""
    times = TimeWords(now, find_zone(zone or settings.timezone))
    return {
        "team": settings.name,
        "times": times,
        "this_year": times.year,
        "subjects": names,
        "refusal": str(error or ""),
        "errors": {error.field or "": str(error)} if isinstance(error, InputError) else {},
    }
