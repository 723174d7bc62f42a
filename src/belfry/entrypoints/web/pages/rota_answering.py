"""Where somebody answers a message about the rota: at the link that was in it, without signing in.

Looking changes nothing: mail scanners follow every link. Only a press of a button does, and the
link itself is the proof of who presses it.
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from fastapi import APIRouter, Request, Response

from belfry.entrypoints.web.pages.control_forms import read_day
from belfry.entrypoints.web.pages.forms import Typed
from belfry.entrypoints.web.pages.outside_route import OutsideRoute
from belfry.entrypoints.web.pages.rota_answer_pages import show_link
from belfry.entrypoints.web.pages.rota_own_acts import read_kind
from belfry.entrypoints.web.pages.rota_time_off import read_days_off
from belfry.entrypoints.web.pages.tracking import Token
from belfry.entrypoints.web.pages.visits import House
from belfry.kernel.errors import Conflict, InputError, NotAllowed, NotFound
from belfry.rota.requests import Swap, SwapKind
from belfry.rota.rota_links import LinkKind, RotaLink

if TYPE_CHECKING:
    from collections.abc import Callable

    from belfry.bootstrap import Services
    from belfry.bootstrap.rota import RotaRoom

router = APIRouter(route_class=OutsideRoute)


@router.get("/rota/answer/{token}")
def show_answering(request: Request, services: House, token: Token) -> Response:
    return show_link(request, services, token)


@router.post("/rota/answer/{token}/approve")
def approve(request: Request, services: House, token: Token, form: Typed) -> Response:
    """A draft, or time off."""

    def act(link: RotaLink, rota: RotaRoom) -> str:
        if link.kind is LinkKind.DRAFT:
            anyway = form.get("anyway") == "yes"
            monday = date.fromisoformat(link.about)
            rota.publishing.approve(monday, link.number, by=link.person, anyway=anyway)
            return "Approved. Everybody is told their own shifts at the next decent hour."
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
def agree(request: Request, services: House, token: Token, form: Typed) -> Response:
    def act(link: RotaLink, rota: RotaRoom) -> str:
        anyway = form.get("anyway") == "yes"
        answer = rota.requests.answer_swap
        done = answer.agree(link.about, by=link.person, round_=link.number, anyway=anyway)
        who = "they" if done.swap.kind is SwapKind.TAKE else "both"
        return f"Agreed. The week is published anew, and {who} are told."

    return _answer(request, services, token, act, LinkKind.SWAP)


@router.post("/rota/answer/{token}/decline")
def decline(request: Request, services: House, token: Token, form: Typed) -> Response:
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
def give(request: Request, services: House, token: Token, form: Typed) -> Response:
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
def free(request: Request, services: House, token: Token, form: Typed) -> Response:
    def act(link: RotaLink, rota: RotaRoom) -> str:
        week, _, shift_id = link.about.partition("/")
        instead = form.get("instead", "")
        rota.requests.answer_clash.free(week, shift_id, by=link.person, instead=instead)
        return "Freed. The next draft gives it to somebody."

    return _answer(request, services, token, act, LinkKind.CLASH)


@router.post("/rota/answer/{token}/hold")
def hold(request: Request, services: House, token: Token) -> Response:
    def act(link: RotaLink, rota: RotaRoom) -> str:
        week, _, shift_id = link.about.partition("/")
        rota.requests.answer_clash.hold(week, shift_id, by=link.person)
        return "Held. No draft puts anybody there before you do."

    return _answer(request, services, token, act, LinkKind.CLASH)


@router.post("/rota/answer/{token}/ask")
def answer_ask(request: Request, services: House, token: Token, form: Typed) -> Response:
    """Yes, no, or after all not."""

    def act(link: RotaLink, rota: RotaRoom) -> str:
        said = form.get("answer", "")
        if said == "back":
            withdraw = rota.requests.withdraw_swap
            withdraw.take_back(link.about, person=link.person, by=link.person)
            return "Taken back. Somebody else is asked."
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
def request_swap(request: Request, services: House, token: Token, form: Typed) -> Response:
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
def withdraw(request: Request, services: House, token: Token, form: Typed) -> Response:
    """What they asked for themselves."""

    def act(link: RotaLink, rota: RotaRoom) -> str:
        swap = services.ports.store.find(Swap, form.get("swap", ""))
        if swap is None or swap.person != link.person:
            raise NotFound("you asked for no such thing")
        rota.requests.withdraw_swap(swap.id, by=link.person)
        return "Taken back. The shift stays yours."

    return _answer(request, services, token, act, LinkKind.WEEK)


@router.post("/rota/answer/{token}/time-off")
def ask_time_off(request: Request, services: House, token: Token, form: Typed) -> Response:
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
