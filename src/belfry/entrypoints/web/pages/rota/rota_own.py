"""Somebody's own shifts, what they are asked, and what they asked; and the shifts that are open."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from fastapi import APIRouter, Response

from belfry.entrypoints.web.pages.rota.rota_grid import list_open
from belfry.entrypoints.web.pages.rota.rota_requests import name_shifts
from belfry.entrypoints.web.pages.rota.rota_week import find_status, find_today
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.visits import Looker, Visit
from belfry.kernel.texts import plain_name
from belfry.rota.requests.requests import SwapKind
from belfry.rota.requests.rota_links import feed_path
from belfry.rota.rules.blocks import list_blocks, render_blocks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belfry.bootstrap import Services
    from belfry.kernel.errors import BelfryError
    from belfry.rota.drafts.drafted_weeks import DraftLine
    from belfry.rota.publishing.publish_week import PublishedWeek
    from belfry.rota.requests.list_requests import OpenRequests
    from belfry.rota.requests.requests import Swap

router = APIRouter(route_class=PageRoute)

AHEAD = timedelta(weeks=6)


@dataclass(frozen=True, slots=True)
class OwnLine:
    """A shift of somebody's, and what they asked about it, if that is open."""

    line: DraftLine
    swap: Swap | None


@dataclass(frozen=True, slots=True)
class OpenLine:
    """A shift on which somebody is missing; `against` is why the reader may not take it.

    `offer` is theirs to take it, if they made one.
    """

    line: DraftLine
    against: str
    offer: Swap | None


@router.get("/rota/mine")
def show_mine(visit: Looker) -> Response:
    return render_mine(visit)


@router.get("/rota/open")
def list_open_shifts(visit: Looker) -> Response:
    return render_open(visit)


def render_open(visit: Visit, error: BelfryError | None = None) -> Response:
    """`error` is why somebody could not offer to take one of them."""
    person = visit.services.rota.pages.find_member(visit.by)
    return visit.show(
        "rota_open.html",
        status=find_status(error),
        refusal=str(error or ""),
        person=person,
        lines=find_open(visit, person),
    )


def render_mine(visit: Visit, error: BelfryError | None = None) -> Response:
    """`error` is why what somebody asked for here was not done."""
    person = visit.services.rota.pages.find_member(visit.by)
    own = list_own(visit.services, person)
    asked = [swap for swap in own.swaps if plain_name(swap.asked) == plain_name(person)]
    feed = visit.services.rota.reports.share_feed.find(person) if person else None
    return visit.show(
        "rota_mine.html",
        status=find_status(error),
        refusal=str(error or ""),
        person=person,
        lines=pair_lines(find_lines(visit.services, person), own.swaps, person),
        asked=asked if person else [],
        time_off=own.time_off,
        shifts=name_shifts(visit.services, list(own.swaps)),
        feed=f"{visit.services.settings.public_url or ''}{feed_path(feed.token)}" if feed else "",
        is_public=bool(visit.services.settings.public_url),
    )


def list_own(services: Services, person: str) -> OpenRequests:
    return services.rota.requests.list.list_own(person)


def find_lines(services: Services, person: str) -> Sequence[DraftLine]:
    """What they have from now on, in the weeks that are published."""
    if not person:
        return ()
    zone = services.rota.drafts.gather.zone
    today = services.ports.clock.now().astimezone(zone).date()
    return services.rota.pages.find_lines(person, today, today + AHEAD)


def pair_lines(lines: Sequence[DraftLine], swaps: Sequence[Swap], person: str) -> list[OwnLine]:
    mine = {
        (swap.week, swap.shift_id): swap
        for swap in swaps
        if plain_name(swap.person) == plain_name(person)
    }
    return [OwnLine(line, mine.get((line.week, line.shift_id))) for line in lines]


def find_open(visit: Visit, person: str) -> list[OpenLine]:
    """Of the weeks that people know, those that have not begun."""
    monday = find_today(visit)
    heads = visit.services.ports.rotas.list_weeks(monday, monday + AHEAD)
    known = [head.id for head in heads if head.published and not head.archived_at]
    opened = (visit.services.rota.requests.open_published(week) for week in known)
    offers = _list_offers(visit.services, person)
    return [
        OpenLine(line, _find_against(week, line, person), offers.get((line.week, line.shift_id)))
        for week in opened
        for line in list_open(week.lines.values())
        if line.starts_at > visit.now
    ]


def _list_offers(services: Services, person: str) -> dict[tuple[str, str], Swap]:
    """What they would take, by week and shift."""
    own = list_own(services, person).swaps if person else ()
    return {(one.week, one.shift_id): one for one in own if one.kind is SwapKind.TAKE}


def _find_against(week: PublishedWeek, line: DraftLine, person: str) -> str:
    member = week.placed.members.get(person)
    if member is None:
        return "is not on the staff list"
    if person in line.people:
        return "has this shift already"
    return render_blocks(list_blocks(week.placed, member, week.placed.shifts[line.shift_id]))
