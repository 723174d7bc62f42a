"""What somebody should know today: what needs them, what goes out, who is at work."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter, Response

from belfry.cron.builtins import BUILTINS
from belfry.cron.workers import DEAD_AFTER
from belfry.desk.roles import Act, may
from belfry.entrypoints.web.pages.own_day import find_own_day
from belfry.entrypoints.web.pages.page_route import PageRoute
from belfry.entrypoints.web.pages.run_page import RunName
from belfry.entrypoints.web.pages.today_post import find_post
from belfry.entrypoints.web.pages.visits import Looker, Runner, Visit
from belfry.entrypoints.web.pages.wants import find_wants
from belfry.entrypoints.web.pages.who import WhoIsWho
from belfry.jobs.waits import say_wait

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belfry.cron.bells import Bell
    from belfry.cron.workflows import NamedWorkflow

router = APIRouter(route_class=PageRoute)

NEXT_SHOWN = 4
MOST_WORKFLOWS = 1000
OWN_KINDS = frozenset(builtin.name for builtin in BUILTINS)


@router.get("/")
def show_today(visit: Looker) -> Response:
    """Whoever decides sees what there is to decide, everybody else what is theirs."""
    workers = visit.services.ports.lookout.list_workers()
    if not may(visit.user.role, Act.ANSWER):
        return visit.show("today_own.html", own=find_own_day(visit), workers=workers)
    post = find_post(visit)
    workflows = visit.services.ports.workflows.list_names(limit=MOST_WORKFLOWS)
    names = {workflow.id: workflow.name for workflow in workflows}
    wants = find_wants(visit, post.wanting)
    return visit.show(
        "today.html",
        wants=wants,
        is_bare=not wants.total and _is_bare(visit),
        post=post,
        who=WhoIsWho(visit.services, names),
        say_wait=say_wait,
        workflows=names,
        has_workflows=any(workflow.kind not in OWN_KINDS for workflow in workflows),
        upcoming=_list_upcoming(visit, workflows),
        workers=workers,
        heard_after=visit.now - DEAD_AFTER,
    )


@router.post("/notices/put-away")
def put_away_notice(visit: Runner) -> Response:
    visit.services.put_away_notice(visit.form.get("notice", ""), by=visit.by)
    return visit.go("/", "put-away")


@router.post("/runs/{run_id}/put-away")
def put_away_run(visit: Runner, run_id: RunName) -> Response:
    visit.services.put_away_run(run_id, by=visit.by)
    return visit.go("/", "put-away")


def _is_bare(visit: Visit) -> bool:
    """Whether no room has begun: whoever is new here is told how to."""
    ports = visit.services.ports
    has_begun = ports.lineup.list_stages() or ports.controls.count()
    return not (has_begun or ports.messages.list_newest(limit=1))


def _list_upcoming(visit: Visit, workflows: Sequence[NamedWorkflow]) -> Sequence[Bell]:
    """Belfry's own workflows ring every minute: people want to see theirs."""
    own = {workflow.id for workflow in workflows if workflow.kind in OWN_KINDS}
    bells = visit.services.ports.bells.list_next(limit=NEXT_SHOWN + len(own))
    return [bell for bell in bells if bell.workflow_id not in own][:NEXT_SHOWN]
