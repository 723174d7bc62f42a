"""Where an ETA comes from, in words."""

from __future__ import annotations

from belfry.jobs.jobs import Job
from belfry.jobs.settings.shop import Shop
from belfry.jobs.settings.shop_words import say_stretch
from belfry.jobs.updates.eta import find_eta
from belfry.kernel.hours.calendar import Calendar
from belfry.kernel.rulebook.readers import render_percent


def explain_eta(job: Job, shop: Shop, calendar: Calendar) -> str:
    """How the time was found; what is missing, where there is none. Nothing for a job that ended.

    A time stays as it was told: the settings may say something else by now.
    """
    stage = shop.stages.find(job.stage)
    if stage is None or not job.is_open:
        return ""
    typical = shop.typical.get(stage.name)
    if not job.eta_by:
        return _explain_none(stage.name, is_side=stage.is_side)
    found = find_eta(
        entered_at=job.entered_at, typical=typical, buffer=shop.buffer, calendar=calendar
    )
    if typical is None or found is None or (found.text, found.by) != (job.eta, job.eta_by):
        return "as the settings were when the job came here"
    buffer = f" + {render_percent(shop.buffer)} to be safe" if shop.buffer else ""
    usual = f"{stage.name} usually takes {say_stretch(typical)}{buffer}"
    return f"{usual}; counted in opening hours, and rounded later"


def _explain_none(stage: str, *, is_side: bool) -> str:
    if is_side:
        return f"no time is told while a job is in {stage}: it stands beside the line"
    return f"no time is told: the settings name no typical time for {stage}"
