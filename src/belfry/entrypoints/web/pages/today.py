"""What somebody should know today: what needs them, what goes out, who is at work."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import TYPE_CHECKING

from fastapi import APIRouter, Response

from belfry.accounts.users import Act, may
from belfry.entrypoints.web.pages.action_items import find_action_items, list_asked
from belfry.entrypoints.web.pages.messages.message_views import view_messages
from belfry.entrypoints.web.pages.rota.rota_requests import name_shifts
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.scheduler.workflows import OWN_KINDS, RunName
from belfry.entrypoints.web.pages.visits import Looker, Runner, Visit
from belfry.entrypoints.web.pages.words import SubjectNames
from belfry.jobs.board.stage_times import say_wait
from belfry.kernel.cron import find_zone
from belfry.kernel.texts import plain_name
from belfry.scheduler.runs import DEAD_AFTER

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from belfry.controls.find_controls import ControlView
    from belfry.entrypoints.web.pages.messages.message_views import MessageView
    from belfry.messaging.messages import Message
    from belfry.rota.drafts.drafted_weeks import DraftLine
    from belfry.rota.requests.requests import Swap
    from belfry.scheduler.triggers import Trigger
    from belfry.scheduler.workflows import NamedWorkflow

router = APIRouter(route_class=PageRoute)

NEXT_SHOWN = 4
MOST_WORKFLOWS = 1000


@router.get("/")
def show_today(visit: Looker) -> Response:
    """Whoever decides sees what there is to decide, everybody else what is theirs."""
    workers = visit.services.ports.monitor.list_workers()
    if not may(visit.user.role, Act.ANSWER):
        return visit.show("today_staff.html", own=find_own_day(visit), workers=workers)
    post = find_post(visit)
    workflows = visit.services.ports.workflows.list_names(limit=MOST_WORKFLOWS)
    names = {workflow.id: workflow.name for workflow in workflows}
    action_items = find_action_items(visit, post.wanting)
    return visit.show(
        "today.html",
        action_items=action_items,
        is_bare=not action_items.total and _is_bare(visit),
        post=post,
        subjects=SubjectNames(visit.services, names),
        say_wait=say_wait,
        workflows=names,
        has_workflows=any(workflow.kind not in OWN_KINDS for workflow in workflows),
        upcoming=_list_upcoming(visit, workflows),
        workers=workers,
        heard_after=visit.now - DEAD_AFTER,
    )


@router.post("/notices/put-away")
def dismiss_notice(visit: Runner) -> Response:
    visit.services.dismiss_notice(visit.form["notice"], by=visit.by)
    return visit.go("/", "put-away")


@router.post("/runs/{run_id}/put-away")
def dismiss_run(visit: Runner, run_id: RunName) -> Response:
    visit.services.dismiss_run(run_id, by=visit.by)
    return visit.go("/", "put-away")


def _is_bare(visit: Visit) -> bool:
    """Whether no room has begun: whoever is new here is told how to."""
    ports = visit.services.ports
    has_begun = ports.open_jobs.list_stages() or ports.controls.count()
    return not (has_begun or ports.messages.list_newest(limit=1))


def _list_upcoming(visit: Visit, workflows: Sequence[NamedWorkflow]) -> Sequence[Trigger]:
    """Belfry's own workflows ring every minute: people want to see theirs."""
    own = {workflow.id for workflow in workflows if workflow.kind in OWN_KINDS}
    triggers = visit.services.ports.triggers.list_next(limit=NEXT_SHOWN + len(own))
    return [trigger for trigger in triggers if trigger.workflow_id not in own][:NEXT_SHOWN]


MOST, AHEAD, LATEST = 8, 8, 5


@dataclass(frozen=True, slots=True)
class Post:
    """`wanting` went wrong or wait for a yes; `ahead` leave by themselves; `latest` left today.

    `has_more_wrong` and `has_more_asking` if there are others like those in `wanting`.
    `sent` is how many left today, of which `is_all` tells whether there may be more.
    """

    wanting: Sequence[MessageView]
    ahead: Sequence[MessageView]
    latest: Sequence[MessageView]
    sent: int
    is_all: bool
    has_more_wrong: bool
    has_more_asking: bool


def find_post(visit: Visit) -> Post:
    """All of them are looked up together, however few or many there are."""
    messaging = visit.services.messaging
    undecided = messaging.list_undecided(limit=MOST + 1)
    wanting = [*undecided.wrong[:MOST], *undecided.asking[:MOST]]
    waiting = visit.services.ports.messages.list_next(limit=AHEAD)
    ahead = [message for message in waiting if message.due_at is not None]
    sent = messaging.list_sent(since=find_midnight(visit), limit=LATEST)
    shown = _show_all(visit, [*wanting, *ahead, *sent.latest])
    return Post(
        wanting=[shown[message.id] for message in wanting],
        ahead=[shown[message.id] for message in ahead],
        latest=[shown[message.id] for message in sent.latest],
        sent=sent.count,
        is_all=sent.is_all,
        has_more_wrong=len(undecided.wrong) > MOST,
        has_more_asking=len(undecided.asking) > MOST,
    )


def find_midnight(visit: Visit) -> datetime:
    """When the reader's day began."""
    zone = find_zone(visit.user.timezone or visit.services.settings.timezone)
    return datetime.combine(visit.now.astimezone(zone).date(), time(0), zone)


def _show_all(visit: Visit, messages: Sequence[Message]) -> dict[str, MessageView]:
    each = {message.id: message for message in messages}
    return {one.message.id: one for one in view_messages(visit.services, list(each.values()))}


MOST_LOOKED_AT = 40
SIX_DAYS = timedelta(days=6)


@dataclass(frozen=True, slots=True)
class OwnDay:
    """`lines` are their shifts of the next seven days, `controls` theirs that are late.

    `person` is their name on the staff list, empty if they are not on it.
    """

    person: str
    asked: Sequence[Swap]
    shifts: Mapping[str, str]
    lines: Sequence[DraftLine]
    controls: Sequence[ControlView]

    @property
    def total(self) -> int:
        return len(self.asked) + len(self.controls)


def find_own_day(visit: Visit) -> OwnDay:
    rota = visit.services.rota
    person = rota.pages.find_member(visit.by)
    asked = list_asked(visit, visit.services.ports.requests.list_open_swaps())
    today = visit.now.astimezone(rota.drafts.gather.zone).date()
    return OwnDay(
        person=person,
        asked=asked,
        shifts=name_shifts(visit.services, asked),
        lines=_find_lines(visit, person, today) if person else (),
        controls=_list_controls(visit),
    )


def _find_lines(visit: Visit, person: str, today: date) -> Sequence[DraftLine]:
    find = visit.services.rota.pages.find_lines
    return find(person, today, today + SIX_DAYS, with_begun=True)


def _list_controls(visit: Visit) -> list[ControlView]:
    found = visit.services.controls.search.list_pressing(limit=MOST_LOOKED_AT)
    if not found.lines:
        return []
    name = plain_name(visit.services.rota.requests.find_deciders.find_name(visit.by))
    return [one for one in found.lines if plain_name(one.owner) == name]
