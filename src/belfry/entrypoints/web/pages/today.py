"""What somebody should know today: what needs them, what rings next, who is at work."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter, Response

from belfry.cron.builtins import BUILTINS
from belfry.cron.workers import DEAD_AFTER
from belfry.entrypoints.web.pages.page_route import PageRoute
from belfry.entrypoints.web.pages.visits import Looker, Runner, Visit
from belfry.entrypoints.web.pages.wants import find_wants
from belfry.entrypoints.web.pages.who import WhoIsWho

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belfry.cron.bells import Bell
    from belfry.cron.runs import Run
    from belfry.cron.workflows import Workflow

router = APIRouter(route_class=PageRoute)

NEXT_SHOWN, LATEST_SHOWN = 10, 6
MOST_WORKFLOWS = 1000
OWN_KINDS = frozenset(builtin.name for builtin in BUILTINS)


@router.get("/")
def show_today(visit: Looker) -> Response:
    ports = visit.services.ports
    workflows = ports.workflows.list(team_id=None, limit=MOST_WORKFLOWS)
    return visit.show(
        "today.html",
        wants=find_wants(visit),
        who=WhoIsWho(visit.services),
        workflows={workflow.id: workflow for workflow in workflows},
        has_workflows=any(workflow.kind not in OWN_KINDS for workflow in workflows),
        upcoming=_list_upcoming(visit, workflows),
        latest=_list_latest(visit, workflows),
        workers=ports.lookout.list_workers(),
        heard_after=visit.now - DEAD_AFTER,
    )


@router.post("/notices/put-away")
def put_away_notice(visit: Runner) -> Response:
    visit.services.put_away_notice(visit.form.get("notice", ""), by=visit.by)
    return visit.go("/", "put-away")


def _list_upcoming(visit: Visit, workflows: Sequence[Workflow]) -> Sequence[Bell]:
    """Belfry's own workflows ring every minute: people want to see theirs."""
    own = {workflow.id for workflow in workflows if workflow.kind in OWN_KINDS}
    bells = visit.services.ports.bells.list_next(limit=NEXT_SHOWN + len(own))
    return [bell for bell in bells if bell.workflow_id not in own][:NEXT_SHOWN]


def _list_latest(visit: Visit, workflows: Sequence[Workflow]) -> Sequence[Run]:
    theirs = [workflow.id for workflow in workflows if workflow.kind not in OWN_KINDS]
    latest = visit.services.ports.runs.find_latest(theirs).values()
    by_time = sorted(latest, key=lambda run: (run.finished_at or run.due_at, run.id), reverse=True)
    return by_time[:LATEST_SHOWN]
