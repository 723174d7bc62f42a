"""A number that is shown in several places is the same in all of them."""

from __future__ import annotations

import re
from collections import Counter
from datetime import datetime, time, timedelta
from typing import TYPE_CHECKING, Any, cast

from starlette.requests import Request

from belfry.accounts.sessions import Session
from belfry.controls.chains.moves import Move
from belfry.controls.show_board import Wanted
from belfry.entrypoints.cli.messages import upcoming
from belfry.entrypoints.web.forms import Form
from belfry.entrypoints.web.pages.action_items import find_action_items
from belfry.entrypoints.web.pages.figures import measure_days
from belfry.entrypoints.web.pages.rota.rota_requests import find_open_shifts
from belfry.entrypoints.web.pages.rota.rota_week import find_today
from belfry.entrypoints.web.pages.scheduler.workflows import list_rows
from belfry.entrypoints.web.pages.today import find_post
from belfry.entrypoints.web.pages.upcoming import list_settling
from belfry.entrypoints.web.pages.visits import Visit
from belfry.messaging.messages import WRONG
from belfry.messaging.search_messages import MessageSearch

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from belfry.accounts.users import User
    from belfry.bootstrap import Services
    from belfry.entrypoints.web.pages.action_items import ActionItems
    from belfry.entrypoints.web.pages.today import Post

MOST = 1000
WEEK = timedelta(weeks=1)
_WENT_OUT = re.compile(r"(\d+) went out")
Places = dict[str, object]


def find_unequal_numbers(services: Services, user: User) -> Iterator[str]:
    """What differs between two places, as `user` sees them."""
    shown = Shown(services, user)
    counts = (_count_messages, _count_controls, _count_jobs, _count_rota, _count_workflows)
    for count in (*counts, _list_next):
        for what, places in count(shown).items():
            if any(number != next(iter(places.values())) for number in places.values()):
                yield f"{what}: " + ", ".join(f"{place} {n}" for place, n in places.items())


class Shown:
    """The pages of a user as they are now."""

    def __init__(self, services: Services, user: User) -> None:
        now = services.ports.clock.now()
        request = Request({"type": "http", "method": "GET", "path": "/", "headers": []})
        session = Session(
            digest="", user_id=user.id, era=0, csrf="", created_at=now, seen_at=now, expires_at=now
        )
        self.services, self.now = services, now
        self.visit = Visit(request, services, session, user, Form())
        self.post: Post = find_post(self.visit)
        self.today: ActionItems = find_action_items(
            self.visit, self.post.undecided, self.post.wanting
        )


def _count_messages(shown: Shown) -> Mapping[str, Places]:
    messages, zone = shown.services.ports.messages, shown.visit.zone
    midnight = datetime.combine(shown.now.astimezone(zone).date(), time(0), zone)
    figure = _WENT_OUT.search(measure_days(shown.visit)[0].words)
    search = shown.services.messaging.search(MessageSearch(states=WRONG), limit=MOST)
    listed = {message.id for message in search.messages}
    undecided = [message for message in shown.post.undecided if not message.is_waiting]
    rooms = shown.today.rooms.values()
    return {
        "messages sent today": {
            "Today": shown.post.sent,
            "Figures": int(figure[1]) if figure else 0,
            "the list": len(messages.list_sent(since=midnight, limit=MOST)),
        },
        "messages that need a decision": {
            "Today by area": sum(room.messages for room in rooms),
            "Today in all": len(shown.post.undecided),
        },
        "messages that went wrong": {
            "Today": len(undecided),
            "of them in the list": sum(message.id in listed for message in undecided),
        },
    }


def _count_controls(shown: Shown) -> Mapping[str, Places]:
    room, items = shown.services.controls, shown.today.controls
    board = {lane.name: lane.count for lane in room.show_board(Wanted(), per_lane=0).lanes}
    tiles = room.list_controls.count()
    lines = Counter(line.decision.move for line in room.list_controls(limit=MOST).lines)
    today = Counter(view.decision.move for view in items.late.lines)
    return {
        "overdue controls": {
            "board": board["overdue"],
            "list": tiles.overdue,
            "command": lines[Move.OVERDUE],
            "Today, with those snoozed": today[Move.OVERDUE] + items.snoozed,
        },
        "escalated controls": {
            "board": board["escalated"],
            "list": tiles.escalated,
            "command": lines[Move.ESCALATE],
            "Today": today[Move.ESCALATE],
        },
        "open controls": {
            "list": tiles.on_track + tiles.due_now + tiles.overdue + tiles.escalated,
            "command": lines.total(),
        },
    }


def _count_jobs(shown: Shown) -> Mapping[str, Places]:
    jobs = shown.services.jobs
    board = jobs.show_board(per_lane=MOST)
    narrow = jobs.show_board(per_lane=1)
    cards = [card for lane in board.lanes for card in lane.cards]
    listed = jobs.list_jobs(is_open=True, limit=MOST).lines
    stuck = {job.id for job in jobs.sweep.find_stuck(limit=MOST)}
    views = shown.today.jobs.message_views
    elsewhere = {view.job.id for view in views if view.job}
    elsewhere |= {slip.job.id for slip in shown.today.jobs.slips}
    return {
        "open jobs": {
            "board": len(cards) + len(board.leaving) + len(board.missing),
            "list": len(listed),
        },
        "jobs in each stage": {
            "cards": {lane.stage: len(lane.cards) for lane in board.lanes},
            "counts": {lane.stage: lane.count for lane in narrow.lanes},
        },
        "jobs that stand still": {
            "board": {card.job.id for card in cards if card.is_still} - elsewhere,
            "sweep": stuck - elsewhere,
            "Today": {job.id for job in shown.today.jobs.stuck},
        },
    }


def _count_rota(shown: Shown) -> Mapping[str, Places]:
    rota, items = shown.services.rota, shown.today.rota
    requests, this = rota.requests.list(), find_today(shown.visit)
    heads = shown.services.ports.rotas.list_weeks(this, this + 4 * WEEK)
    weeks = [rota.drafts.show_week(head.starts_on) for head in heads]
    offered = {(swap.week, swap.shift_id) for swap in items.open.swaps}
    near = [line for line, *_ in find_open_shifts(shown.visit, "") if line.day < this + 2 * WEEK]
    return {
        "open requests": {
            "Today": [len(items.open.time_off), len(items.open.clashes)],
            "list": [len(requests.time_off), len(requests.clashes)],
        },
        "shifts that need cover": {
            "Today": len(items.needs_cover),
            "weeks": sum(len(week.needs_cover) for week in weeks),
        },
        "open shifts": {
            "Today": len(items.gaps) + items.more_gaps,
            "list": sum((line.week, line.shift_id) not in offered for line in near),
        },
    }


def _count_workflows(shown: Shown) -> Mapping[str, Places]:
    workflows = shown.services.ports.workflows.list(team_id=None, limit=MOST)
    rows = {row.workflow.id: row.health for row in list_rows(shown.visit, workflows) if row.health}
    today = {f.workflow_id: f.health.failures for f in shown.today.clock.failing if f.health}
    return {
        "failed attempts of workflows": {
            "Today": today,
            # Those dismissed rest on Today until they fail again.
            "list": {number: rows[number].failures for number in rows if number in today},
        }
    }


def _list_next(shown: Shown) -> Mapping[str, Places]:
    """The page and the command, and that no one who wants no messages is to get a note."""
    sweep = shown.services.jobs.sweep
    command = cast("dict[str, Any]", upcoming(shown.services).data)
    outlooks = list_settling(shown.visit, limit=MOST)
    waiting = shown.services.ports.messages.list_next(limit=MOST)
    chases = sweep.foresee(within=timedelta(days=7), limit=MOST)
    return {
        "settling moves": {
            "page": [outlook.job.id for outlook in outlooks],
            "command": [move["job"] for move in command["moves"]],
            "Today": [outlook.job.id for outlook in shown.post.settling],
        },
        "waiting messages": {
            "page": len(waiting),
            "command": len(command["messages"]),
        },
        "holding notes to come": {
            "page": [chase.job.id for chase in chases],
            "command": [chase["job"] for chase in command["chases"]],
            "to whom they may go": [c.job.id for c in chases if not sweep.find_refusal(c.job)],
        },
    }
