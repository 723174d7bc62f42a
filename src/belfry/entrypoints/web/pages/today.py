"""Today: what needs a decision, what goes out, and who is at work."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from functools import partial
from typing import Any

from fastapi import APIRouter, Response

from belfry.accounts.users import Act, may
from belfry.controls.find_controls import ControlView
from belfry.entrypoints.web.pages.action_items import find_action_items, list_asked
from belfry.entrypoints.web.pages.figures import count_days, count_in
from belfry.entrypoints.web.pages.messages.message_views import MessageView, view_messages
from belfry.entrypoints.web.pages.rota.rota_requests import name_shifts
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.scheduler.workflows import RunName
from belfry.entrypoints.web.pages.upcoming import list_settling
from belfry.entrypoints.web.pages.visits import Answerer, Looker, Runner, Visit
from belfry.entrypoints.web.words import SubjectNames
from belfry.jobs.board.settle_moves import Outlook
from belfry.kernel.texts import plain_name
from belfry.messaging.messages import HANDED_OVER, Message
from belfry.messaging.search_messages import READ
from belfry.scheduler.runs import DEAD_AFTER
from belfry.scheduler.triggers import Trigger
from belfry.scheduler.workflows import INTERNAL_KINDS, NamedWorkflow

router = APIRouter(route_class=PageRoute)

NEXT_SHOWN = 4
MOST_WORKFLOWS = 1000


@router.get("/")
def show_today(visit: Looker) -> Response:
    """Those who decide see what there is to decide, the others what is theirs."""
    workers = visit.services.ports.monitor.list_workers()
    if not may(visit.user.role, Act.ANSWER):
        return visit.show("today_staff.html", workers=workers, **_find_own_day(visit))
    post = find_post(visit)
    workflows = visit.services.ports.workflows.list_names(limit=MOST_WORKFLOWS)
    names = {workflow.id: workflow.name for workflow in workflows}
    action_items = find_action_items(visit, post.undecided, post.wanting)
    total = action_items.total
    return visit.show(
        "today.html",
        action_items=action_items,
        total=total,
        most=MOST,
        is_bare=not total and _is_bare(visit),
        post=post,
        subjects=SubjectNames(visit.services.ports.store, visit.services.accounts.name_doer, names),
        workflows=names,
        has_workflows=any(workflow.kind not in INTERNAL_KINDS for workflow in workflows),
        upcoming=_list_upcoming(visit, workflows),
        workers=workers,
        heard_after=visit.now - DEAD_AFTER,
    )


@router.post("/notices/put-away")
def dismiss_notice(visit: Runner) -> Response:
    visit.services.dismiss_notice(visit.form["notice"], by=visit.by)
    return visit.go("/", "put-away")


@router.post("/mails/dismiss")
def dismiss_mail(visit: Answerer) -> Response:
    visit.services.mail_in.take.dismiss(visit.form["mail"], by=visit.by)
    return visit.go("/", "put-away")


@router.post("/runs/{run_id}/put-away")
def dismiss_run(visit: Runner, run_id: RunName) -> Response:
    visit.services.change_runs.dismiss(run_id, by=visit.by)
    return visit.go("/", "put-away")


def _is_bare(visit: Visit) -> bool:
    """Whether nothing was set up yet: then the page says how to begin."""
    ports = visit.services.ports
    has_begun = ports.open_jobs.list_stages() or ports.controls.count()
    return not (has_begun or ports.messages.list_newest(limit=1))


def _list_upcoming(visit: Visit, workflows: Sequence[NamedWorkflow]) -> Sequence[Trigger]:
    """Without Belfry's own workflows, which run every minute."""
    own = {workflow.id for workflow in workflows if workflow.kind in INTERNAL_KINDS}
    triggers = visit.services.ports.triggers.list_next(limit=NEXT_SHOWN + len(own))
    return [trigger for trigger in triggers if trigger.workflow_id not in own][:NEXT_SHOWN]


MOST, AHEAD, LATEST = 8, 8, 5


@dataclass(frozen=True, slots=True)
class Post:
    """`undecided` went wrong or wait for approval, of which `wanting` are shown; `ahead` leave by
    themselves; `latest` left today.

    `settling` are the moves that have yet to count. `sent` is how many left today.
    """

    undecided: Sequence[Message]
    wanting: Sequence[MessageView]
    settling: Sequence[Outlook]
    ahead: Sequence[MessageView]
    latest: Sequence[MessageView]
    sent: int
    more_wrong: int
    more_asking: int


def find_post(visit: Visit) -> Post:
    messaging = visit.services.messaging
    undecided = messaging.list_undecided(limit=READ)
    wanting = [*undecided.wrong[:MOST], *undecided.asking[:MOST]]
    waiting = visit.services.ports.messages.list_next(limit=AHEAD)
    ahead = [message for message in waiting if message.due_at is not None]
    today = visit.now.astimezone(visit.zone).date()
    midnight = datetime.combine(today, time(0), visit.zone)
    latest = visit.services.ports.messages.list_sent(since=midnight, limit=LATEST)
    messages = {message.id: message for message in (*wanting, *ahead, *latest)}
    views = view_messages(visit.services, list(messages.values()))
    shown = dict(zip(messages, views, strict=True))
    return Post(
        undecided=[*undecided.wrong, *undecided.asking],
        wanting=[shown[message.id] for message in wanting],
        settling=list_settling(visit, limit=AHEAD),
        ahead=[shown[message.id] for message in ahead],
        latest=[shown[message.id] for message in latest],
        sent=count_in(count_days(visit, [today])[0], HANDED_OVER),
        more_wrong=len(undecided.wrong[MOST:]),
        more_asking=len(undecided.asking[MOST:]),
    )


MOST_LOOKED_AT = 40
SIX_DAYS = timedelta(days=6)


def _find_own_day(visit: Visit) -> dict[str, Any]:
    """Their shifts of the next seven days, their late controls, and the swaps they are asked about.

    `person` is their name on the staff list, empty if they are not on it.
    """
    rota = visit.services.rota
    person = rota.pages.find_member(visit.by)
    asked = list_asked(visit, visit.services.ports.requests.list_open_swaps())
    today = visit.now.astimezone(rota.drafts.gather.zone).date()
    find = partial(rota.pages.find_lines, with_begun=True)
    return {
        "person": person,
        "asked": asked,
        "shifts": name_shifts(visit.services, asked),
        "lines": find(person, today, today + SIX_DAYS) if person else (),
        "controls": _list_controls(visit),
    }


def _list_controls(visit: Visit) -> list[ControlView]:
    late = visit.services.controls.search.list_pressing(limit=MOST_LOOKED_AT)
    if not late.lines:
        return []
    name = plain_name(visit.services.rota.requests.find_deciders.find_name(visit.by))
    return [view for view in late.lines if plain_name(view.owner) == name]
