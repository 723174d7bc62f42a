"""Where somebody answers a message about the rota: at the link that was in it, without signing in.

Looking changes nothing: mail scanners follow every link. Only a press of a button does, and the
link itself is the proof of who presses it.
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Request, Response

from belfry.entrypoints.web.pages.controls.control_page import read_day
from belfry.entrypoints.web.pages.jobs.tracking import Token
from belfry.entrypoints.web.pages.rota.rota_requests import (
    find_lines,
    list_own,
    pair_lines,
    read_days_off,
    read_kind,
)
from belfry.entrypoints.web.pages.rota.rota_week import list_objections
from belfry.entrypoints.web.pages.routes import PublicRoute, render_public
from belfry.entrypoints.web.pages.visits import AppServices, Typed
from belfry.entrypoints.web.pages.words import SubjectNames
from belfry.kernel.errors import Conflict, InputError, NotAllowed, NotFound
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

if TYPE_CHECKING:
    from collections.abc import Callable

    from belfry.bootstrap import Services
    from belfry.bootstrap.rota import RotaRoom
    from belfry.kernel.errors import BelfryError
    from belfry.rota.drafts.drafted_weeks import DraftLine

router = APIRouter(route_class=PublicRoute)


@router.get("/rota/answer/{token}")
def show_answering(request: Request, services: AppServices, token: Token) -> Response:
    return show_link(request, services, token)


@router.post("/rota/answer/{token}/approve")
def approve(request: Request, services: AppServices, token: Token, form: Typed) -> Response:
    """A draft, or time off."""

    def act(link: RotaLink, rota: RotaRoom) -> str:
        if link.kind is LinkKind.DRAFT:
            anyway = form.get("anyway") == "yes"
            monday = date.fromisoformat(link.about)
            rota.publishing.approve(monday, link.number, by=link.person, anyway=anyway)
            return "Approved. Everyone is told their own shifts as soon as quiet hours allow."
        rota.requests.answer_time_off.approve(
            link.about,
            by=link.person,
            person=form.get("person", ""),
            first_on=read_day(form, "first_on"),
            last_on=read_day(form, "last_on"),
            why=form.get("why", ""),
        )
        return "Approved. They are told."

    return _answer(request, services, token, act, LinkKind.DRAFT, LinkKind.TIME_OFF)


@router.post("/rota/answer/{token}/agree")
def agree(request: Request, services: AppServices, token: Token, form: Typed) -> Response:
    def act(link: RotaLink, rota: RotaRoom) -> str:
        anyway = form.get("anyway") == "yes"
        answer = rota.requests.answer_swap
        done = answer.agree(link.about, by=link.person, round_=link.number, anyway=anyway)
        who = "they" if done.swap.kind is SwapKind.TAKE else "both"
        return f"Agreed. The week is published anew, and {who} are told."

    return _answer(request, services, token, act, LinkKind.SWAP)


@router.post("/rota/answer/{token}/decline")
def decline(request: Request, services: AppServices, token: Token, form: Typed) -> Response:
    """A swap, or time off."""

    def act(link: RotaLink, rota: RotaRoom) -> str:
        why = form.get("why", "")
        if link.kind is LinkKind.SWAP:
            answer = rota.requests.answer_swap
            answer.decline(link.about, by=link.person, why=why, round_=link.number)
        else:
            rota.requests.answer_time_off.decline(link.about, by=link.person, why=why)
        return "Declined. They are told."

    return _answer(request, services, token, act, LinkKind.SWAP, LinkKind.TIME_OFF)


@router.post("/rota/answer/{token}/give")
def give(request: Request, services: AppServices, token: Token, form: Typed) -> Response:
    """A swap for which nobody is left to ask: to somebody, or to nobody."""

    def act(link: RotaLink, rota: RotaRoom) -> str:
        name, answer = form.get("name", "").strip(), rota.requests.answer_swap
        if name:
            answer.give(link.about, name, by=link.person, anyway=form.get("anyway") == "yes")
            return "Given. The week is published anew, and both are told."
        answer.leave_open(link.about, by=link.person)
        return "They are let off, and the shift is open."

    return _answer(request, services, token, act, LinkKind.SWAP)


@router.post("/rota/answer/{token}/free")
def free(request: Request, services: AppServices, token: Token, form: Typed) -> Response:
    def act(link: RotaLink, rota: RotaRoom) -> str:
        week, _, shift_id = link.about.partition("/")
        instead = form.get("instead", "")
        rota.requests.answer_clash.free(week, shift_id, by=link.person, instead=instead)
        return "Freed. The next draft fills it."

    return _answer(request, services, token, act, LinkKind.CLASH)


@router.post("/rota/answer/{token}/hold")
def hold(request: Request, services: AppServices, token: Token) -> Response:
    def act(link: RotaLink, rota: RotaRoom) -> str:
        week, _, shift_id = link.about.partition("/")
        rota.requests.answer_clash.hold(week, shift_id, by=link.person)
        return "Held. No draft fills it before you do."

    return _answer(request, services, token, act, LinkKind.CLASH)


@router.post("/rota/answer/{token}/ask")
def answer_ask(request: Request, services: AppServices, token: Token, form: Typed) -> Response:
    """Yes, no, or after all not."""

    def act(link: RotaLink, rota: RotaRoom) -> str:
        said = form.get("answer", "")
        if said == "back":
            withdraw = rota.requests.withdraw_swap
            withdraw.take_back(link.about, person=link.person, by=link.person)
            return "Withdrawn. The next person is asked."
        if said not in ("yes", "no"):
            raise InputError("expected yes or no", field="answer")
        rota.requests.answer_ask(
            link.about,
            person=link.person,
            is_yes=said == "yes",
            by=link.person,
            round_=link.number,
        )
        return "Thank you. It is yours once a manager agrees." if said == "yes" else "Noted."

    return _answer(request, services, token, act, LinkKind.ASK)


@router.post("/rota/answer/{token}/swap")
def request_swap(request: Request, services: AppServices, token: Token, form: Typed) -> Response:
    def act(link: RotaLink, rota: RotaRoom) -> str:
        rota.requests.request_swap(
            form.get("week", link.about),
            form.get("shift", ""),
            link.person,
            read_kind(form.get("kind", "")),
            by=link.person,
            note=form.get("note", ""),
        )
        return "Asked for. The shift stays yours until you hear otherwise."

    return _answer(request, services, token, act, LinkKind.WEEK)


@router.post("/rota/answer/{token}/withdraw")
def withdraw(request: Request, services: AppServices, token: Token, form: Typed) -> Response:
    """What they asked for themselves."""

    def act(link: RotaLink, rota: RotaRoom) -> str:
        swap = services.ports.store.find(Swap, form.get("swap", ""))
        if swap is None or swap.person != link.person:
            raise NotFound("you asked for no such thing")
        rota.requests.withdraw_swap(swap.id, by=link.person)
        return "Withdrawn. The shift stays yours."

    return _answer(request, services, token, act, LinkKind.WEEK)


@router.post("/rota/answer/{token}/time-off")
def ask_time_off(request: Request, services: AppServices, token: Token, form: Typed) -> Response:
    def act(link: RotaLink, rota: RotaRoom) -> str:
        first_on, last_on = read_days_off(form)
        reason = form.get("reason", "")
        ask = rota.requests.ask_time_off
        ask(link.person, first_on, last_on, by=link.person, reason=reason)
        return "Asked. A manager decides, and you are told."

    return _answer(request, services, token, act, LinkKind.WEEK)


def _answer(
    request: Request,
    services: Services,
    token: str,
    act: Callable[[RotaLink, RotaRoom], str],
    *kinds: LinkKind,
) -> Response:
    """What cannot be done is told on the link's own page."""
    try:
        said = act(services.rota.pages.open_link(token, *kinds), services.rota)
    except (Conflict, InputError, NotAllowed) as error:
        return show_link(request, services, token, error=error)
    except NotFound as error:
        services.rota.pages.open_link(token, *kinds)
        return show_link(request, services, token, error=error)
    return show_link(request, services, token, said=said)


Page = tuple[str, dict[str, Any]]


def show_link(
    request: Request,
    services: Services,
    token: str,
    *,
    said: str = "",
    error: BelfryError | None = None,
) -> Response:
    """`said` is what was just done, `error` why something was not."""
    try:
        link = services.rota.pages.open_link(token)
    except Conflict as too_old:
        return render_public(
            request, "answer_over.html", status=409 if error else 200, over={"why": str(too_old)}
        )
    template, told = _describe(services, link)
    return render_public(
        request,
        template,
        status=_find_status(error),
        place=f"/rota/answer/{token}",
        link=link,
        said=said,
        refusal=str(error or ""),
        subjects=SubjectNames(services),
        **told,
    )


def _find_status(error: BelfryError | None) -> int:
    match error:
        case None:
            return 200
        case InputError():
            return 422
        case NotAllowed():
            return 403
        case _:
            return 404 if isinstance(error, NotFound) else 409


def _describe(services: Services, link: RotaLink) -> Page:
    match link.kind:
        case LinkKind.DRAFT:
            return "rota_answer_draft.html", _describe_draft(services, link)
        case LinkKind.TIME_OFF:
            return "rota_answer_time_off.html", _describe_time_off(services, link)
        case LinkKind.CLASH:
            return "rota_answer_clash.html", _describe_clash(services, link)
        case LinkKind.SWAP:
            return "rota_answer_swap.html", _describe_swap(services, link)
        case LinkKind.ASK:
            return "rota_answer_ask.html", _describe_swap(services, link)
        case LinkKind.WEEK:
            return "rota_answer_week.html", _describe_week(services, link)


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
    shifts: tuple[DraftLine, ...] = ()
    if asked.person and asked.first_on and asked.last_on:
        find = services.rota.pages.find_lines
        shifts = find(asked.person, asked.first_on, asked.last_on)
    return {"asked": asked, "shifts": shifts}


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
        "standing": describe_swap(swap, services.rota.requests.answer_swap.name_doer),
    }


def _describe_week(services: Services, link: RotaLink) -> dict[str, Any]:
    own = list_own(services, link.person)
    mine = pair_lines(find_lines(services, link.person), own.swaps, link.person)
    return {
        "week": render_week(date.fromisoformat(link.about)),
        "this": [one for one in mine if one.line.week == link.about],
        "others": [one for one in mine if one.line.week != link.about],
        "time_off": own.time_off,
    }


def _say_shift(services: Services, week: str, shift_id: str) -> str:
    find, zone = services.rota.pages.find_shift, services.rota.drafts.gather.zone
    shift = find.known(week, shift_id) or find.planned(week, shift_id)
    return render_with_hours(shift, zone) if shift else f"{shift_id} of the week of {week}"
