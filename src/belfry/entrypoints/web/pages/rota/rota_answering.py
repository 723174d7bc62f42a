"""Answering a message about the rota at the link that was in it, without signing in.

A GET changes nothing: mail scanners follow every link.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

from fastapi import APIRouter, Request, Response

from belfry.bootstrap import Services
from belfry.entrypoints.web.forms import Form
from belfry.entrypoints.web.pages.jobs.tracking import Token
from belfry.entrypoints.web.pages.rota.rota_requests import (
    list_own_needs,
    pair_shifts,
    read_chain,
    read_days_off,
    read_kind,
    read_time_off,
)
from belfry.entrypoints.web.pages.rota.rota_week import list_objections
from belfry.entrypoints.web.pages.routes import PublicRoute, render_public
from belfry.entrypoints.web.pages.visits import AppServices, Typed
from belfry.kernel.errors import BelfryError, Conflict, InputError, NotAllowed, NotFound
from belfry.kernel.texts import plain_name
from belfry.rota.drafts.drafted_weeks import RotaWeek
from belfry.rota.publishing.own_shifts import render_week, render_with_hours
from belfry.rota.requests.requests import (
    Clash,
    LinkKind,
    RotaLink,
    Swap,
    SwapKind,
    SwapState,
    TimeOffRequest,
)
from belfry.rota.requests.swap_moves import describe_swap

router = APIRouter(route_class=PublicRoute)

Act = Callable[[RotaLink, "Services", Form], str]


def answer_link(*kinds: LinkKind) -> Callable[[Act], Callable[..., Response]]:
    """Make an endpoint of an act, which says what it did; refusals are told on the link's page."""

    def decorate(act: Act) -> Callable[..., Response]:
        def endpoint(
            request: Request, services: AppServices, token: Token, form: Typed
        ) -> Response:
            confirmation = ""
            refused: BelfryError | None = None
            try:
                confirmation = act(services.rota.pages.open_link(token, *kinds), services, form)
            except (Conflict, InputError, NotAllowed) as error:
                refused = error
            except NotFound as error:
                services.rota.pages.open_link(token, *kinds)
                refused = error
            return show_link(request, services, token, confirmation=confirmation, error=refused)

        return endpoint

    return decorate


@router.get("/rota/answer/{token}")
def show_answering(request: Request, services: AppServices, token: Token) -> Response:
    return show_link(request, services, token)


@router.post("/rota/answer/{token}/approve")
@answer_link(LinkKind.DRAFT, LinkKind.TIME_OFF)
def approve(link: RotaLink, services: Services, form: Form) -> str:
    if link.kind is LinkKind.DRAFT:
        monday, anyway = date.fromisoformat(link.about), form.is_yes("anyway")
        services.rota.publishing.approve(monday, link.number, by=link.person, anyway=anyway)
        return "Approved. Everyone is told their own shifts as soon as quiet hours allow."
    answer = services.rota.requests.answer_time_off
    answer.approve(link.about, by=link.person, **read_time_off(form))
    return "Approved. They are told."


@router.post("/rota/answer/{token}/agree")
@answer_link(LinkKind.SWAP)
def agree(link: RotaLink, services: Services, form: Form) -> str:
    answer, anyway = services.rota.requests.answer_swap, form.is_yes("anyway")
    done = answer.agree(link.about, by=link.person, round_=link.number, anyway=anyway)
    recipients = "they" if done.swap.kind is SwapKind.TAKE else "both"
    return f"Agreed. The week is published again, and {recipients} are notified."


@router.post("/rota/answer/{token}/decline")
@answer_link(LinkKind.SWAP, LinkKind.TIME_OFF)
def decline(link: RotaLink, services: Services, form: Form) -> str:
    why, requests = form["why"], services.rota.requests
    if link.kind is LinkKind.SWAP:
        requests.answer_swap.decline(link.about, by=link.person, why=why, round_=link.number)
    else:
        requests.answer_time_off.decline(link.about, by=link.person, why=why)
    return "Declined. They are told."


@router.post("/rota/answer/{token}/give")
@answer_link(LinkKind.SWAP)
def give(link: RotaLink, services: Services, form: Form) -> str:
    """For a swap with no one left to ask: to a person, or left open."""
    name, answer = form["name"].strip(), services.rota.requests.answer_swap
    if name:
        answer.give(link.about, name, by=link.person, anyway=form.is_yes("anyway"))
        return "Given. The week is published again, and both are notified."
    answer.leave_open(link.about, by=link.person)
    return "They are let off, and the shift is open."


@router.post("/rota/answer/{token}/move")
@answer_link(LinkKind.SWAP)
def move(link: RotaLink, services: Services, form: Form) -> str:
    """For a swap with no one left to ask: two people move."""
    answer = services.rota.requests.answer_swap
    answer.move(link.about, by=link.person, round_=link.number, **read_chain(form))
    return "Moved. The week is published again, and all concerned are notified."


@router.post("/rota/answer/{token}/free")
@answer_link(LinkKind.CLASH)
def free(link: RotaLink, services: Services, form: Form) -> str:
    week, _, shift_id = link.about.partition("/")
    answer = services.rota.requests.answer_clash
    answer.free(week, shift_id, by=link.person, instead=form["instead"])
    return "Freed. The next draft fills it."


@router.post("/rota/answer/{token}/hold")
@answer_link(LinkKind.CLASH)
def hold(link: RotaLink, services: Services, form: Form) -> str:
    week, _, shift_id = link.about.partition("/")
    services.rota.requests.answer_clash.hold(week, shift_id, by=link.person)
    return "Held. No draft fills it before you do."


@router.post("/rota/answer/{token}/ask")
@answer_link(LinkKind.ASK)
def answer_ask(link: RotaLink, services: Services, form: Form) -> str:
    """Yes or no, or back to withdraw a yes."""
    requests, person, is_yes = services.rota.requests, link.person, form.is_yes("answer")
    if form["answer"] == "back":
        requests.withdraw_swap.take_back(link.about, person=person, by=person)
        return "Withdrawn. The next person is asked."
    if not is_yes and form["answer"] != "no":
        raise InputError("expected yes or no", field="answer")
    requests.answer_ask(link.about, person=person, is_yes=is_yes, by=person, round_=link.number)
    return "Thank you. It is yours once a manager agrees." if is_yes else "Noted."


@router.post("/rota/answer/{token}/swap")
@answer_link(LinkKind.WEEK)
def request_swap(link: RotaLink, services: Services, form: Form) -> str:
    week, kind, person = form.get("week", link.about), read_kind(form), link.person
    ask = services.rota.requests.request_swap
    ask(week, form["shift"], person, kind, by=person, note=form["note"])
    return "Asked for. The shift stays yours until you hear otherwise."


@router.post("/rota/answer/{token}/withdraw")
@answer_link(LinkKind.WEEK)
def withdraw(link: RotaLink, services: Services, form: Form) -> str:
    swap = services.ports.store.find(Swap, form["swap"])
    if swap is None or swap.person != link.person:
        raise NotFound("you asked for no such thing")
    services.rota.requests.withdraw_swap(swap.id, by=link.person)
    return "Withdrawn. The shift stays yours."


@router.post("/rota/answer/{token}/time-off")
@answer_link(LinkKind.WEEK)
def ask_time_off(link: RotaLink, services: Services, form: Form) -> str:
    ask = services.rota.requests.ask_time_off
    ask(link.person, *read_days_off(form), by=link.person, reason=form["reason"])
    return "Asked. A manager decides, and you are told."


def show_link(
    request: Request,
    services: Services,
    token: str,
    *,
    confirmation: str = "",
    error: BelfryError | None = None,
) -> Response:
    """`confirmation` is what was just done, `error` why something was not."""
    try:
        link = services.rota.pages.open_link(token)
    except Conflict as too_old:
        status = 409 if error else 200
        return render_public(request, "answer_over.html", status=status, over={"why": str(too_old)})
    template, describe = _PAGES[link.kind]
    return render_public(
        request,
        template,
        error=error,
        place=f"/rota/answer/{token}",
        link=link,
        confirmation=confirmation,
        **describe(services, link),
    )


def _describe_draft(services: Services, link: RotaLink) -> dict[str, Any]:
    monday = date.fromisoformat(link.about)
    head = services.ports.store.find(RotaWeek, link.about)
    is_waiting = bool(head and head.is_waiting and head.draft == link.number)
    view = services.rota.drafts.show_week(monday)
    return {
        "view": view,
        "is_waiting": is_waiting,
        "objections": list_objections(services, view) if is_waiting else (),
        "week": render_week(monday),
    }


def _describe_time_off(services: Services, link: RotaLink) -> dict[str, Any]:
    asked = services.ports.store.find(TimeOffRequest, link.about)
    if asked is None:
        raise NotFound("the request is gone")
    if not (asked.person and asked.first_on and asked.last_on):
        return {"asked": asked, "shifts": ()}
    find = services.rota.pages.find_lines
    return {"asked": asked, "shifts": find(asked.person, asked.first_on, asked.last_on)}


def _describe_clash(services: Services, link: RotaLink) -> dict[str, Any]:
    clash = services.ports.store.find(Clash, link.about)
    if clash is None:
        raise NotFound("the clash is gone")
    return {"clash": clash, "shift": _say_shift(services, clash.week, clash.shift_id)}


def _describe_swap(services: Services, link: RotaLink) -> dict[str, Any]:
    swap = services.ports.store.find(Swap, link.about)
    if swap is None:
        raise NotFound("the request is gone")
    is_theirs = plain_name(swap.asked) == plain_name(link.person)
    is_present = swap.round == link.number
    return {
        "swap": swap,
        "shift": _say_shift(services, swap.week, swap.shift_id),
        "is_present": is_present and swap.is_open,
        "is_asked": is_theirs and is_present and swap.state is SwapState.ASKING,
        "has_offered": is_theirs and is_present and swap.state is SwapState.OFFERED,
        "chains": services.rota.requests.list_chains(swap) if swap.is_open else (),
        "standing": describe_swap(swap, services.rota.requests.answer_swap.name_doer),
    }


def _describe_week(services: Services, link: RotaLink) -> dict[str, Any]:
    own = services.rota.requests.list.list_own(link.person)
    mine = pair_shifts(services, link.person, own.swaps)
    return {
        "week": render_week(date.fromisoformat(link.about)),
        "this": [pair for pair in mine if pair[0].week == link.about],
        "others": [pair for pair in mine if pair[0].week != link.about],
        "time_off": own.time_off,
        "needs_cover": list_own_needs(services, link.person),
    }


def _say_shift(services: Services, week: str, shift_id: str) -> str:
    find, zone = services.rota.pages.find_shift, services.rota.drafts.gather.zone
    shift = find.known(week, shift_id) or find.planned(week, shift_id)
    return render_with_hours(shift, zone) if shift else f"{shift_id} of the week of {week}"


_PAGES: dict[LinkKind, tuple[str, Callable[[Services, RotaLink], dict[str, Any]]]] = {
    LinkKind.DRAFT: ("rota_answer_draft.html", _describe_draft),
    LinkKind.TIME_OFF: ("rota_answer_time_off.html", _describe_time_off),
    LinkKind.CLASH: ("rota_answer_clash.html", _describe_clash),
    LinkKind.SWAP: ("rota_answer_swap.html", _describe_swap),
    LinkKind.ASK: ("rota_answer_ask.html", _describe_swap),
    LinkKind.WEEK: ("rota_answer_week.html", _describe_week),
}
