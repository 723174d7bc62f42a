"""What those who decide answer to swaps, to time off, and to clashes with the pattern."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Path, Response

from belfry.entrypoints.web.pages.addresses import parse_name
from belfry.entrypoints.web.pages.controls.control_forms import read_count, read_day
from belfry.entrypoints.web.pages.rota.rota_requests import render_requests
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.visits import Answerer, Visit
from belfry.kernel.errors import Conflict, InputError, NotFound
from belfry.rota.requests.requests import Clash, SwapKind

if TYPE_CHECKING:
    from collections.abc import Callable

router = APIRouter(route_class=PageRoute)

LONGEST_ID = 4000

Id = Annotated[str, Path(max_length=LONGEST_ID)]


@router.post("/rota/swaps/{number}/agree")
def agree(visit: Answerer, number: Id) -> Response:
    def act(swap: str) -> str:
        done = visit.services.rota.requests.answer_swap.agree(
            swap, by=visit.by, round_=_find_round(visit), anyway=_is_anyway(visit)
        )
        return "offer-agreed" if done.swap.kind is SwapKind.TAKE else "swap-agreed"

    return _answer(visit, number, act, "agree")


@router.post("/rota/swaps/{number}/decline")
def decline_swap(visit: Answerer, number: Id) -> Response:
    def act(swap: str) -> str:
        done = visit.services.rota.requests.answer_swap.decline(
            swap,
            by=visit.by,
            why=visit.form.get("why", ""),
            round_=_find_round(visit),
        )
        return "offer-declined" if done.swap.kind is SwapKind.TAKE else "swap-declined"

    return _answer(visit, number, act)


@router.post("/rota/swaps/{number}/give")
def give(visit: Answerer, number: Id) -> Response:
    def act(swap: str) -> str:
        name = visit.form.get("name", "")
        visit.services.rota.requests.answer_swap.give(
            swap, name, by=visit.by, anyway=_is_anyway(visit), round_=_find_round(visit)
        )
        return "swap-given"

    return _answer(visit, number, act, "give")


@router.post("/rota/swaps/{number}/ask")
def ask(visit: Answerer, number: Id) -> Response:
    def act(swap: str) -> str:
        name, is_urgent = visit.form.get("name", ""), visit.form.get("urgent") == "yes"
        visit.services.rota.requests.answer_swap.ask(
            swap, name, by=visit.by, is_urgent=is_urgent, round_=_find_round(visit)
        )
        return "swap-asked"

    return _answer(visit, number, act)


@router.post("/rota/swaps/{number}/ask-now")
def ask_now(visit: Answerer, number: Id) -> Response:
    def act(swap: str) -> str:
        visit.services.rota.requests.answer_swap.ask_now(
            swap, by=visit.by, round_=_find_round(visit)
        )
        return "swap-urgent"

    return _answer(visit, number, act)


@router.post("/rota/swaps/{number}/pass-over")
def pass_over(visit: Answerer, number: Id) -> Response:
    def act(swap: str) -> str:
        visit.services.rota.requests.answer_swap.pass_over(
            swap, by=visit.by, round_=_find_round(visit)
        )
        return "swap-passed"

    return _answer(visit, number, act)


@router.post("/rota/swaps/{number}/leave-open")
def leave_open(visit: Answerer, number: Id) -> Response:
    def act(swap: str) -> str:
        visit.services.rota.requests.answer_swap.leave_open(
            swap, by=visit.by, round_=_find_round(visit)
        )
        return "swap-opened"

    return _answer(visit, number, act)


@router.post("/rota/time-off/{number}/approve")
def approve_time_off(visit: Answerer, number: Id) -> Response:
    def act(request: str) -> str:
        visit.services.rota.requests.answer_time_off.approve(
            request,
            by=visit.by,
            person=visit.form.get("person", ""),
            first_on=read_day(visit.form, "first_on"),
            last_on=read_day(visit.form, "last_on"),
            why=visit.form.get("why", ""),
        )
        return "time-off-approved"

    return _answer(visit, number, act)


@router.post("/rota/time-off/{number}/decline")
def decline_time_off(visit: Answerer, number: Id) -> Response:
    def act(request: str) -> str:
        why = visit.form.get("why", "")
        visit.services.rota.requests.answer_time_off.decline(request, by=visit.by, why=why)
        return "time-off-declined"

    return _answer(visit, number, act)


@router.post("/rota/clashes/{number}/free")
def free(visit: Answerer, number: Id) -> Response:
    def act(key: str) -> str:
        clash, instead = get_clash(visit, key), visit.form.get("instead", "")
        answer = visit.services.rota.requests.answer_clash
        answer.free(clash.week, clash.shift_id, by=visit.by, instead=instead)
        return "clash-freed"

    return _answer(visit, number, act)


@router.post("/rota/clashes/{number}/hold")
def hold(visit: Answerer, number: Id) -> Response:
    def act(key: str) -> str:
        clash = get_clash(visit, key)
        answer = visit.services.rota.requests.answer_clash
        answer.hold(clash.week, clash.shift_id, by=visit.by)
        return "clash-held"

    return _answer(visit, number, act)


def get_clash(visit: Visit, key: str) -> Clash:
    found = visit.services.ports.store.find(Clash, key)
    if found is None:
        raise NotFound("there is no such clash")
    return found


def _find_round(visit: Visit) -> int | None:
    """How often the swap had been asked about when they looked; None if the form does not say."""
    return read_count(visit.form, "round")


def _is_anyway(visit: Visit) -> bool:
    return visit.form.get("anyway") == "yes"


def _answer(visit: Visit, number: str, do: Callable[[str], str], act: str = "") -> Response:
    """What cannot be done is told on the page of all requests."""
    about = parse_name(number)
    try:
        done = do(about)
    except (Conflict, InputError, NotFound) as error:
        return render_requests(visit, error, about=about, act=act)
    return visit.go("/rota/requests", done)
