"""What everybody may do about shifts: ask for cover, answer a question, offer to take an open one.

Whose shifts they are is who is signed in, never what a form says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter, Response

from belfry.entrypoints.web.pages.addresses import parse_name
from belfry.entrypoints.web.pages.controls.control_forms import read_count
from belfry.entrypoints.web.pages.rota.rota_own import render_mine, render_open
from belfry.entrypoints.web.pages.rota.rota_request_acts import Id
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.visits import Looker, Visit
from belfry.kernel.errors import Conflict, InputError, NotFound
from belfry.rota.requests.requests import SwapKind

if TYPE_CHECKING:
    from collections.abc import Callable

router = APIRouter(route_class=PageRoute)

KINDS = {kind.value: kind for kind in (SwapKind.COVER, SwapKind.DROP)}


@router.post("/rota/mine/swap")
def request_swap(visit: Looker) -> Response:
    def act(person: str) -> str:
        kind = read_kind(visit.form.get("kind", ""))
        visit.services.rota.requests.request_swap(
            visit.form.get("week", ""),
            visit.form.get("shift", ""),
            person,
            kind,
            by=visit.by,
            note=visit.form.get("note", ""),
        )
        return f"{kind}-asked"

    return _answer(visit, act)


@router.post("/rota/mine/swaps/{number}/withdraw")
def withdraw(visit: Looker, number: Id) -> Response:
    def act(person: str) -> str:
        over = visit.services.rota.requests.withdraw_swap(parse_name(number), by=visit.by)
        return "offer-back" if over.kind is SwapKind.TAKE else "swap-withdrawn"

    return _answer(visit, act)


@router.post("/rota/mine/swaps/{number}/answer")
def answer_ask(visit: Looker, number: Id) -> Response:
    def act(person: str) -> str:
        is_yes = visit.form.get("answer") == "yes"
        visit.services.rota.requests.answer_ask(
            parse_name(number),
            person=person,
            is_yes=is_yes,
            by=visit.by,
            round_=read_count(visit.form, "round"),
        )
        return "ask-yes" if is_yes else "ask-no"

    return _answer(visit, act)


@router.post("/rota/mine/swaps/{number}/take-back")
def take_back(visit: Looker, number: Id) -> Response:
    def act(person: str) -> str:
        withdraw_swap = visit.services.rota.requests.withdraw_swap
        back = withdraw_swap.take_back(parse_name(number), person=person, by=visit.by)
        return "offer-back" if back.kind is SwapKind.TAKE else "ask-back"

    return _answer(visit, act)


@router.post("/rota/open/take")
def offer_to_take(visit: Looker) -> Response:
    """What cannot be done is told on the page of the open shifts."""
    week, shift = visit.form.get("week", ""), visit.form.get("shift", "")
    try:
        visit.services.rota.requests.offer_to_take(week, shift, get_self(visit), by=visit.by)
    except (Conflict, InputError, NotFound) as error:
        return render_open(visit, error)
    return visit.go("/rota/open", "offer-made")


@router.post("/rota/mine/feed")
def change_feed(visit: Looker) -> Response:
    def act(person: str) -> str:
        share, what = visit.services.rota.reports.share_feed, visit.form.get("what", "")
        if what == "end":
            share.end(person, by=visit.by)
            return "feed-ended"
        share(person, by=visit.by, is_new=what == "new")
        return "feed-renewed" if what == "new" else "feed-shared"

    return _answer(visit, act)


def read_kind(said: str) -> SwapKind:
    if said not in KINDS:
        raise InputError("expected cover or drop", field="kind")
    return KINDS[said]


def get_self(visit: Visit) -> str:
    person = visit.services.rota.pages.find_member(visit.by)
    if not person:
        raise NotFound("you are not on the staff list, so no shifts are yours")
    return person


def _answer(visit: Visit, do: Callable[[str], str]) -> Response:
    """What cannot be done is told on the page of their own shifts."""
    try:
        done = do(get_self(visit))
    except (Conflict, InputError, NotFound) as error:
        return render_mine(visit, error)
    return visit.go("/rota/mine", done)
