"""Who would hear of the coming week at the next digest, if nothing changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from belfry.entrypoints.cli.answers import show_moment

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime, tzinfo

    from belfry.bootstrap import Services
    from belfry.rota.plan_digest import DigestPlan

DIGEST = "digest"


class ForeseenDigest(NamedTuple):
    at: datetime
    plan: DigestPlan


def foresee_digest(services: Services, until: datetime) -> ForeseenDigest | None:
    """None if it does not ring by then, or nobody would hear anything."""
    from belfry.cron.ensure_builtins import TEAM
    from belfry.cron.schedules import find_next

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
