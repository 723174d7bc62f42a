"""What somebody sees at the link of a message about the rota: what it is about, and how it stands.

A question that is over says who was first.
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from belfry.entrypoints.web.pages.outside_route import show_outside
from belfry.entrypoints.web.pages.rota_own import find_lines, list_own, pair_lines
from belfry.entrypoints.web.pages.rota_week import list_objections
from belfry.entrypoints.web.pages.who import WhoIsWho
from belfry.kernel.errors import Conflict, InputError, NotAllowed, NotFound
from belfry.kernel.names import plain_name
from belfry.rota.drafted_weeks import RotaWeek
from belfry.rota.own_shift_words import say_week, say_with_hours
from belfry.rota.requests import Clash, Swap, SwapState, TimeOffRequest
from belfry.rota.rota_links import LinkKind
from belfry.rota.swap_moves import say_standing

if TYPE_CHECKING:
    from fastapi import Request, Response

    from belfry.bootstrap import Services
    from belfry.kernel.errors import BelfryError
    from belfry.rota.drafted_weeks import DraftLine
    from belfry.rota.rota_links import RotaLink

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
        return show_outside(
            request, "answer_over.html", status=409 if error else 200, over={"why": str(too_old)}
        )
    template, told = _describe(services, link)
    return show_outside(
        request,
        template,
        status=_find_status(error),
        place=f"/rota/answer/{token}",
        link=link,
        said=said,
        refusal=str(error or ""),
        who=WhoIsWho(services),
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
        "week": say_week(monday),
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
        "standing": say_standing(swap, services.rota.requests.answer_swap.name_doer),
    }


def _describe_week(services: Services, link: RotaLink) -> dict[str, Any]:
    own = list_own(services, link.person)
    mine = pair_lines(find_lines(services, link.person), own.swaps, link.person)
    return {
        "week": say_week(date.fromisoformat(link.about)),
        "this": [one for one in mine if one.line.week == link.about],
        "others": [one for one in mine if one.line.week != link.about],
        "time_off": own.time_off,
    }


def _say_shift(services: Services, week: str, shift_id: str) -> str:
    find, zone = services.rota.pages.find_shift, services.rota.drafts.gather.zone
    shift = find.known(week, shift_id) or find.planned(week, shift_id)
    return say_with_hours(shift, zone) if shift else f"{shift_id} of the week of {week}"
