"""What would go out in the days to come, to whom, when and why, if nothing changed."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from belfry.entrypoints.cli.answers import answer, show_moment
from belfry.entrypoints.cli.message_shapes import shape_message, tell_leaving
from belfry.entrypoints.cli.opening import find_team_zone, open_team
from belfry.entrypoints.cli.options import Json, Team

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime, tzinfo

    from belfry.bootstrap import Services
    from belfry.jobs.updates.sweep_jobs import Chase
    from belfry.messaging.preview_messages import Preview
    from belfry.rota.reports.send_digest import DigestPlan

MOST = 1000


def upcoming(
    days: Annotated[int, typer.Option("--days", min=1, max=365, help="How far ahead.")] = 7,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Show what would go out, to whom and when. Nothing is sent.

    For example: belfry upcoming --days 2
    """
    with open_team(team) as services:
        now = services.ports.clock.now()
        until = now + timedelta(days=days)
        previews = [one for one in services.messaging.preview(limit=MOST) if _is_due(one, until)]
        chases = _foresee(services, timedelta(days=days))
        digest = foresee_digest(services, until)
        zone = find_team_zone(services)
    data = {
        "at": now,
        "until": until,
        "messages": [shape_message(one.message, one) for one in previews],
        "chases": [_shape_chase(chase) for chase in chases],
        "digest": shape_digest(digest),
    }
    lines = [*_tell(previews, zone), *_tell_chases(chases, zone), *tell_digest(digest, zone)]
    quiet = f"Nothing is to go out in the next {days} days."
    answer(data, "\n".join(lines) or quiet, as_json=as_json)


def _is_due(preview: Preview, until: datetime) -> bool:
    return preview.at is None or preview.at <= until


def _foresee(services: Services, within: timedelta) -> list[Chase]:
    """None for a team that has no jobs to chase."""
    from belfry.jobs.settings.read_shop import SETTINGS

    if not services.ports.folder.exists(SETTINGS):
        return []
    return services.jobs.foresee_chases(within=within, limit=MOST)


def _tell(previews: list[Preview], zone: tzinfo) -> Iterator[str]:
    for preview in previews:
        why = f" ({preview.why})" if preview.why else ""
        yield f"{preview.message.id}: {tell_leaving(preview, zone)}{why}"
        if rendered := preview.rendered:
            yield f"  to {rendered.to_name or rendered.to}, by {rendered.channel}:"
            yield from (f"  | {line}" for line in rendered.text.splitlines())


def _tell_chases(chases: list[Chase], zone: tzinfo) -> Iterator[str]:
    for chase in chases:
        job = chase.job
        who = job.customer or "the customer"
        when = show_moment(chase.at, zone)
        yield f"{job.id} ({job.stage}): {who} gets a holding note at the first sweep after {when},"
        yield "  if nothing moves."


def _shape_chase(chase: Chase) -> dict[str, Any]:
    job = chase.job
    return {
        "job": job.id,
        "customer": job.customer,
        "channel": job.channel,
        "stage": job.stage,
        "after": chase.at,
    }


DIGEST = "digest"


class ForeseenDigest(NamedTuple):
    at: datetime
    plan: DigestPlan


def foresee_digest(services: Services, until: datetime) -> ForeseenDigest | None:
    """None if it does not ring by then, or nobody would hear anything."""
    from belfry.scheduler.ensure_builtins import TEAM
    from belfry.scheduler.firing.schedules import find_next

    workflow = services.ports.workflows.find_by_name(TEAM, DIGEST)
    at = find_next(workflow, services.ports.clock.now()) if workflow else None
    if at is None or at > until:
        return None
    plan = services.rota.reports.send_digest.plan(at)
    return ForeseenDigest(at, plan) if plan.reminders or plan.for_deciders else None


def tell_digest(found: ForeseenDigest | None, zone: tzinfo) -> Iterator[str]:
    if found is None:
        return
    plan, when = found.plan, show_moment(found.at, zone)
    what = "open shifts of" if plan.is_published else "nothing is published yet of"
    for wanted, said in (
        (plan.reminders, "reminder of their shifts in"),
        (plan.for_deciders, what),
    ):
        if wanted:
            names = ", ".join(one.person for one in wanted)
            yield f"{when}, to {names}: {said} the week of {plan.monday}."


def shape_digest(found: ForeseenDigest | None) -> dict[str, Any] | None:
    if found is None:
        return None
    plan = found.plan
    return {
        "at": found.at,
        "week": plan.monday,
        "is_published": plan.is_published,
        "reminded": [one.person for one in plan.reminders],
        "told": [one.person for one in plan.for_deciders],
    }
