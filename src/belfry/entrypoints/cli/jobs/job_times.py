"""What happened to one job, by when the next stage may be expected, and how the shop works."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from belfry.entrypoints.cli.answers import Rows, answer, show_moment, warn
from belfry.entrypoints.cli.jobs.jobs import JobId, shape_problems
from belfry.entrypoints.cli.opening import find_team_zone, open_team
from belfry.entrypoints.cli.options import At, Json, Team
from belfry.kernel.errors import InputError

if TYPE_CHECKING:
    from datetime import datetime

    from belfry.jobs.jobs import Job
    from belfry.jobs.settings.read_shop import ShopNow
    from belfry.jobs.settings.stages import Stage, Stages
    from belfry.jobs.updates.eta import Eta


def timeline(job_id: JobId, team: Team = None, as_json: Json = False) -> None:
    """Show everything that happened to one job.

    For example: belfry jobs timeline J-2042
    """
    with open_team(team) as services:
        shown = services.jobs.show_job(job_id)
        zone = find_team_zone(services)
    rows = [(show_moment(one.at, zone), one.what, one.detail) for one in shown.timeline]
    data = {
        "job": _shape_job(shown.job),
        "timeline": [
            {"at": one.at, "what": one.what, "detail": one.detail} for one in shown.timeline
        ],
        "messages": [message.id for message in shown.messages],
    }
    answer(data, Rows(("when", "what", "more"), rows, "Nothing yet."), as_json=as_json)


def eta(
    stage: Annotated[
        str, typer.Option("--stage", metavar="STAGE", help="The stage the job enters.")
    ],
    at: At = None,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Show by when a job that enters a stage may be expected in the next.

    For example: belfry jobs eta --stage "in progress"
    """
    with open_team(team, at=at) as services:
        shop_now = services.jobs.read_shop()
        now = services.ports.clock.now()
    _warn_of(shop_now)
    entered = find_stage(shop_now.shop.stages, stage)
    found = _foresee(shop_now, entered, now)
    data = {"eta": found.text if found else None, "by": found.by if found else None}
    answer(data, _tell_eta(shop_now, entered, found), as_json=as_json)


def settings(team: Team = None, as_json: Json = False) -> None:
    """Show how the settings of the jobs were understood.

    For example: belfry jobs settings
    """
    from belfry.jobs.settings.shop import write_shop_reading

    with open_team(team) as services:
        shop_now = services.jobs.read_shop()
    lines = write_shop_reading(shop_now.shop)
    mistakes = [f"mistake: {place}: {text}" for place, text in shop_now.problems]
    if mistakes:
        mistakes.append("Until that is mended, what was understood before goes on.")
    data = {"settings": lines, "problems": shape_problems(shop_now.problems)}
    answer(data, "\n".join([*lines, *mistakes]), as_json=as_json)
    if shop_now.problems:
        raise typer.Exit(1)


def find_stage(stages: Stages, text: str) -> Stage:
    """The stage of that name; InputError names the nearest."""
    if found := stages.find(text):
        return found
    names = ", ".join(stage.name for stage in stages)
    near = stages.nearest(text)
    hint = f"; did you mean {near}?" if near else ""
    raise InputError(f"{text!r} is not a stage; expected {names}{hint}", field="--stage")


def _foresee(shop_now: ShopNow, stage: Stage, at: datetime) -> Eta | None:
    from belfry.jobs.updates.eta import find_eta

    shop = shop_now.shop
    if shop.stages.next_main(stage) is None:
        return None
    return find_eta(
        entered_at=at,
        typical=shop.typical.get(stage.name),
        buffer=shop.buffer,
        calendar=shop_now.calendar,
    )


def _tell_eta(shop_now: ShopNow, stage: Stage, found: Eta | None) -> str:
    following = shop_now.shop.stages.next_main(stage)
    if following is None:
        return f"No time is promised in {stage.name}: no stage follows it on the main line."
    if found is None:
        return f"No time is promised in {stage.name}: the settings name no typical time for it."
    until = show_moment(found.by, shop_now.calendar.zone)
    return f"{following.name} by {found.text} (that is, until {until})"


def _warn_of(shop_now: ShopNow) -> None:
    for place, text in shop_now.problems:
        warn(f"{place}: {text}; the last settings without a mistake are used")


def _shape_job(job: Job) -> dict[str, Any]:
    return {
        "id": job.id,
        "customer": job.customer,
        "contact": job.contact,
        "channel": job.channel,
        "item": job.item,
        "consent": job.consent or None,
        "stage": job.stage,
        "entered_at": job.entered_at,
        "eta": job.eta or None,
        "eta_by": job.eta_by,
        "pending": job.pending or None,
        "slip": job.slip or None,
        "is_open": job.is_open,
        "chased_at": job.chased_at,
        "closed_at": job.closed_at,
    }
