"""By when a customer may expect the next stage of a job, said as a person would say it.

The moment is counted in opening days and hours, with the shop's buffer, and then rounded later to
the end of a morning or an afternoon. A morning ends at 12:00, or at closing where the shop closes
before that; an afternoon ends when the shop closes for the day. What lands at 12:00 sharp is told
for the afternoon, unless the shop has none that day. So `by` is never before the moment counted.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from fractions import Fraction

from belfry.jobs.jobs import Job
from belfry.jobs.settings.shop import Shop
from belfry.jobs.settings.shop_lines import say_stretch
from belfry.kernel.cron.fires import fix_moment
from belfry.kernel.hours.calendar import Calendar, Landing, Stretch
from belfry.kernel.hours.weekdays import DAY_NAMES, MONTH_NAMES
from belfry.kernel.rulebook.readers import render_percent

_NOON = time(12)
# From here on a weekday alone could be taken for one that comes sooner.
_DAYS_WITHOUT_DATE = 7


@dataclass(frozen=True, slots=True)
class Eta:
    """What is told ("Thursday afternoon"), and the moment at which it stops being true."""

    text: str
    by: datetime


def find_eta(
    *, entered_at: datetime, typical: Stretch | None, buffer: Fraction, calendar: Calendar
) -> Eta | None:
    """The ETA of a job that entered a stage; None without a typical time or any opening to come."""
    if typical is None:
        return None
    plain = calendar.find_landing(entered_at, typical)
    buffered = calendar.find_landing(entered_at, typical.multiply(1 + buffer))
    if plain is None or buffered is None:
        return None
    # Part of a long day may reach beyond a whole short one; a buffer never makes a promise earlier.
    return _round_later(max(plain, buffered), calendar.find_day_of(entered_at), calendar)


def is_passed(by: datetime, now: datetime) -> bool:
    return now >= by


def _round_later(landing: Landing, entered_on: date, calendar: Calendar) -> Eta:
    noon = fix_moment(datetime.combine(landing.on, _NOON, UTC), calendar.zone)
    closing = calendar.find_closing(landing.on) or landing.at
    is_morning = landing.at < noon or closing <= noon
    name = DAY_NAMES[landing.on.weekday()]
    part = "morning" if is_morning else "afternoon"
    by = min(noon, closing) if is_morning else closing
    if (landing.on - entered_on).days < _DAYS_WITHOUT_DATE:
        return Eta(f"{name} {part}", by)
    month = MONTH_NAMES[landing.on.month - 1]
    return Eta(f"{name} {landing.on.day} {month}, {part}", by)


def explain_eta(job: Job, shop: Shop, calendar: Calendar) -> str:
    """How the time was found; what is missing, where there is none. Nothing for a job that ended.

    A time stays as it was told: the settings may say something else by now.
    """
    stage = shop.stages.find(job.stage)
    if stage is None or not job.is_open:
        return ""
    typical = shop.typical.get(stage.name)
    if not job.eta_by:
        if stage.is_side:
            return f"no time is told while a job is in {stage.name}: it stands beside the line"
        return f"no time is told: the settings name no typical time for {stage.name}"
    computed = find_eta(
        entered_at=job.entered_at, typical=typical, buffer=shop.buffer, calendar=calendar
    )
    if typical is None or computed is None or (computed.text, computed.by) != (job.eta, job.eta_by):
        return "as the settings were when the job came here"
    buffer = f" + {render_percent(shop.buffer)} to be safe" if shop.buffer else ""
    usual = f"{stage.name} usually takes {say_stretch(typical)}{buffer}"
    return f"{usual}; counted in opening hours, and rounded later"
