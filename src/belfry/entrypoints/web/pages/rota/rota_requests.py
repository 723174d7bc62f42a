"""What people ask of the rota: their own shifts, open shifts, swaps, time off and clashes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from fastapi import APIRouter, Response

from belfry.accounts.users import Act, may
from belfry.bootstrap import Services
from belfry.entrypoints.web.pages.addresses import Name
from belfry.entrypoints.web.pages.rota.rota_week import find_today
from belfry.entrypoints.web.pages.routes import PageRoute, tell_on
from belfry.entrypoints.web.pages.visits import Answerer, Looker, Visit
from belfry.entrypoints.web.rota_answers import (
    AHEAD,
    list_own_needs,
    pair_shifts,
    read_chain,
    read_days_off,
    read_kind,
    read_time_off,
)
from belfry.kernel.errors import BelfryError, NotFound
from belfry.kernel.texts import plain_name
from belfry.rota.drafts.drafted_weeks import DraftLine
from belfry.rota.publishing.own_shifts import own_shift, render_own_shift
from belfry.rota.publishing.publish_week import PublishedWeek
from belfry.rota.requests.requests import Clash, Swap, SwapKind, SwapState, feed_path
from belfry.rota.rules.blocks import list_blocks, render_blocks

router = APIRouter(route_class=PageRoute)


def name_shifts(
    services: Services, swaps: Sequence[Swap], weeks: Iterable[PublishedWeek] = ()
) -> dict[str, str]:
    """When the shift of each swap is, by the swap's id; `weeks` are those known already."""
    zone, find = services.rota.drafts.gather.zone, services.rota.pages.find_shift.known
    lines = {(line.week, line.shift_id): line for week in weeks for line in week.lines.values()}
    keys = {(swap.week, swap.shift_id) for swap in swaps}
    shifts = {key: own_shift(lines[key]) if key in lines else find(*key) for key in keys}
    names = {key: render_own_shift(shift, zone) for key, shift in shifts.items() if shift}
    return {
        swap.id: names.get(
            (swap.week, swap.shift_id), f"{swap.shift_id} of the week of {swap.week}"
        )
        for swap in swaps
    }


def render_mine(visit: Visit, error: BelfryError | None = None, **_place: object) -> Response:
    rota = visit.services.rota
    person = rota.pages.find_member(visit.by)
    own = rota.requests.list.list_own(person)
    feed = rota.reports.share_feed.find(person) if person else None
    return visit.show(
        "rota_mine.html",
        error=error,
        person=person,
        lines=pair_shifts(visit.services, person, own.swaps),
        asked=[
            swap for swap in own.swaps if person and plain_name(swap.asked) == plain_name(person)
        ],
        time_off=own.time_off,
        needs_cover=list_own_needs(visit.services, person),
        shifts=name_shifts(visit.services, own.swaps),
        feed=feed_path(feed.token) if feed else "",
    )


def get_self(visit: Visit) -> str:
    person = visit.services.rota.pages.find_member(visit.by)
    if not person:
        raise NotFound("you are not on the staff list, so no shifts are yours")
    return person


@router.get("/rota/mine")
def show_mine(visit: Looker) -> Response:
    return render_mine(visit)


@router.post("/rota/mine/swap")
@tell_on(render_mine, NotFound)
def request_swap(visit: Looker) -> Response:
    form, person = visit.form, get_self(visit)
    kind, ask = read_kind(form), visit.services.rota.requests.request_swap
    ask(form["week"], form["shift"], person, kind, by=visit.by, note=form["note"])
    return visit.go("/rota/mine", f"{kind}-asked")


@router.post("/rota/mine/swaps/{name}/withdraw")
@tell_on(render_mine, NotFound)
def withdraw(visit: Looker, name: Name) -> Response:
    get_self(visit)
    over = visit.services.rota.requests.withdraw_swap(name, by=visit.by)
    return visit.go("/rota/mine", "offer-back" if over.kind is SwapKind.TAKE else "swap-withdrawn")


@router.post("/rota/mine/swaps/{name}/answer")
@tell_on(render_mine, NotFound)
def answer_ask(visit: Looker, name: Name) -> Response:
    is_yes, person = visit.form.is_yes("answer"), get_self(visit)
    answer = visit.services.rota.requests.answer_ask
    answer(name, person=person, is_yes=is_yes, **_by_round(visit))
    return visit.go("/rota/mine", "ask-yes" if is_yes else "ask-no")


@router.post("/rota/mine/swaps/{name}/take-back")
@tell_on(render_mine, NotFound)
def take_back(visit: Looker, name: Name) -> Response:
    withdraw_swap = visit.services.rota.requests.withdraw_swap
    back = withdraw_swap.take_back(name, person=get_self(visit), by=visit.by)
    return visit.go("/rota/mine", "offer-back" if back.kind is SwapKind.TAKE else "ask-back")


@router.post("/rota/mine/feed")
@tell_on(render_mine, NotFound)
def change_feed(visit: Looker) -> Response:
    share, what = visit.services.rota.reports.share_feed, visit.form["what"]
    person, is_new = get_self(visit), what == "new"
    if what == "end":
        share.end(person, by=visit.by)
        return visit.go("/rota/mine", "feed-ended")
    share(person, by=visit.by, is_new=is_new)
    return visit.go("/rota/mine", "feed-renewed" if is_new else "feed-shared")


def render_open(visit: Visit, error: BelfryError | None = None) -> Response:
    person = visit.services.rota.pages.find_member(visit.by)
    return visit.show(
        "rota_open.html", error=error, person=person, lines=find_open_shifts(visit, person)
    )


def find_open_shifts(visit: Visit, person: str) -> list[tuple[DraftLine, str, Swap | None]]:
    """The coming open shifts, each with why this person may not take it, and their offer."""
    monday, requests = find_today(visit), visit.services.rota.requests
    heads = visit.services.ports.rotas.list_weeks(monday, monday + AHEAD)
    weeks = [
        requests.open_published(head.id)
        for head in heads
        if head.published and not head.archived_at
    ]
    own = requests.list.list_own(person).swaps if person else ()
    offers = {(swap.week, swap.shift_id): swap for swap in own if swap.kind is SwapKind.TAKE}
    return [
        (line, _find_against(week, line, person), offers.get((line.week, line.shift_id)))
        for week in weeks
        for line in week.lines.values()
        if line.is_open and line.starts_at > visit.now
    ]


def _find_against(week: PublishedWeek, line: DraftLine, person: str) -> str:
    member = week.placed.members.get(person)
    if member is None:
        return "is not on the staff list"
    if person in line.people:
        return "has this shift already"
    return render_blocks(list_blocks(week.placed, member, week.placed.shifts[line.shift_id]))


@router.get("/rota/open")
def list_open_shifts(visit: Looker) -> Response:
    return render_open(visit)


@router.post("/rota/open/take")
@tell_on(render_open, NotFound)
def offer_to_take(visit: Looker) -> Response:
    offer, person = visit.services.rota.requests.offer_to_take, get_self(visit)
    offer(visit.form["week"], visit.form["shift"], person, by=visit.by)
    return visit.go("/rota/open", "offer-made")


def render_requests(
    visit: Visit, name: str = "", error: BelfryError | None = None, *, may_overrule: bool = False
) -> Response:
    """`name` is the request that was not decided; `may_overrule` if only rules spoke against it."""
    room = visit.services.rota
    requests, past = room.requests.list(), room.pages.list_past()
    swaps = [*requests.swaps, *(decided.swap for decided in past if decided.swap)]
    overruled = {
        swap.id
        for swap in requests.swaps
        if may_overrule and swap.id == name and swap.state is not SwapState.ASKING
    }
    return visit.show(
        "rota_requests.html",
        error=error,
        requests=requests,
        past=past,
        shifts=name_shifts(visit.services, swaps),
        may_overrule=overruled,
        chains={swap.id: room.requests.list_chains(swap) for swap in requests.swaps},
        staff=room.pages.find_member.list_all(),
        typed=visit.form,
        about=name,
    )


def _go_to_requests(visit: Visit, done: str) -> Response:
    return visit.go("/rota/requests", done)


def _by_round(visit: Visit) -> dict[str, Any]:
    """Who answers, and how often the swap had been asked about on the page they saw."""
    return {"by": visit.by, "round_": visit.form.read_count("round")}


@router.get("/rota/requests")
def list_requests(visit: Answerer) -> Response:
    return render_requests(visit)


@router.post("/rota/swaps/{name}/agree")
@tell_on(partial(render_requests, may_overrule=True), NotFound)
def agree(visit: Answerer, name: Name) -> Response:
    answer, anyway = visit.services.rota.requests.answer_swap, visit.form.is_yes("anyway")
    done = answer.agree(name, **_by_round(visit), anyway=anyway)
    is_offer = done.swap.kind is SwapKind.TAKE
    return _go_to_requests(visit, "offer-agreed" if is_offer else "swap-agreed")


@router.post("/rota/swaps/{name}/decline")
@tell_on(render_requests, NotFound)
def decline_swap(visit: Answerer, name: Name) -> Response:
    answer = visit.services.rota.requests.answer_swap
    done = answer.decline(name, **_by_round(visit), why=visit.form["why"])
    is_offer = done.swap.kind is SwapKind.TAKE
    return _go_to_requests(visit, "offer-declined" if is_offer else "swap-declined")


@router.post("/rota/swaps/{name}/give")
@tell_on(partial(render_requests, may_overrule=True), NotFound)
def give(visit: Answerer, name: Name) -> Response:
    answer, anyway = visit.services.rota.requests.answer_swap, visit.form.is_yes("anyway")
    answer.give(name, visit.form["name"], **_by_round(visit), anyway=anyway)
    return _go_to_requests(visit, "swap-given")


@router.post("/rota/swaps/{name}/move")
@tell_on(render_requests, NotFound)
def move(visit: Answerer, name: Name) -> Response:
    answer = visit.services.rota.requests.answer_swap
    answer.move(name, **_by_round(visit), **read_chain(visit.form))
    return _go_to_requests(visit, "swap-moved")


@router.post("/rota/swaps/{name}/ask")
@tell_on(render_requests, NotFound)
def ask(visit: Answerer, name: Name) -> Response:
    answer, is_urgent = visit.services.rota.requests.answer_swap, visit.form.is_yes("urgent")
    answer.ask(name, visit.form["name"], **_by_round(visit), is_urgent=is_urgent)
    return _go_to_requests(visit, "swap-asked")


@router.post("/rota/swaps/{name}/ask-now")
@tell_on(render_requests, NotFound)
def ask_now(visit: Answerer, name: Name) -> Response:
    visit.services.rota.requests.answer_swap.ask_now(name, **_by_round(visit))
    return _go_to_requests(visit, "swap-urgent")


@router.post("/rota/swaps/{name}/pass-over")
@tell_on(render_requests, NotFound)
def pass_over(visit: Answerer, name: Name) -> Response:
    visit.services.rota.requests.answer_swap.pass_over(name, **_by_round(visit))
    return _go_to_requests(visit, "swap-passed")


@router.post("/rota/swaps/{name}/leave-open")
@tell_on(render_requests, NotFound)
def leave_open(visit: Answerer, name: Name) -> Response:
    visit.services.rota.requests.answer_swap.leave_open(name, **_by_round(visit))
    return _go_to_requests(visit, "swap-opened")


@router.post("/rota/time-off/{name}/approve")
@tell_on(render_requests, NotFound)
def approve_time_off(visit: Answerer, name: Name) -> Response:
    answer = visit.services.rota.requests.answer_time_off
    answer.approve(name, by=visit.by, **read_time_off(visit.form))
    return _go_to_requests(visit, "time-off-approved")


@router.post("/rota/time-off/{name}/decline")
@tell_on(render_requests, NotFound)
def decline_time_off(visit: Answerer, name: Name) -> Response:
    answer = visit.services.rota.requests.answer_time_off
    answer.decline(name, by=visit.by, why=visit.form["why"])
    return _go_to_requests(visit, "time-off-declined")


@router.post("/rota/clashes/{name}/free")
@tell_on(render_requests, NotFound)
def free(visit: Answerer, name: Name) -> Response:
    clash, answer = _get_clash(visit, name), visit.services.rota.requests.answer_clash
    answer.free(clash.week, clash.shift_id, by=visit.by, instead=visit.form["instead"])
    return _go_to_requests(visit, "clash-freed")


@router.post("/rota/clashes/{name}/hold")
@tell_on(render_requests, NotFound)
def hold(visit: Answerer, name: Name) -> Response:
    clash = _get_clash(visit, name)
    visit.services.rota.requests.answer_clash.hold(clash.week, clash.shift_id, by=visit.by)
    return _go_to_requests(visit, "clash-held")


def _get_clash(visit: Visit, key: str) -> Clash:
    clash = visit.services.ports.store.find(Clash, key)
    if clash is None:
        raise NotFound("there is no such clash")
    return clash


def render_time_off(visit: Visit, error: BelfryError | None = None, **_place: object) -> Response:
    rota = visit.services.rota
    person = rota.pages.find_member(visit.by)
    is_deciding = may(visit.user.role, Act.ANSWER)
    return visit.show(
        "rota_time_off.html",
        error=error,
        person=person,
        time_off=rota.requests.list.list_own(person).time_off if person else (),
        staff=rota.pages.find_member.list_all() if is_deciding else (),
        typed=visit.form,
    )


@router.get("/rota/time-off")
def show_time_off(visit: Looker) -> Response:
    return render_time_off(visit)


@router.post("/rota/time-off")
@tell_on(render_time_off, NotFound)
def ask_time_off(visit: Looker) -> Response:
    """For themselves; those who decide may ask for another person."""
    days, named = read_days_off(visit.form), visit.form["person"].strip()
    person = named if named and may(visit.user.role, Act.ANSWER) else get_self(visit)
    ask = visit.services.rota.requests.ask_time_off
    ask(person, *days, by=visit.by, reason=visit.form["reason"])
    return visit.go("/rota/time-off", "time-off-asked")


@router.post("/rota/time-off/{name}/withdraw")
@tell_on(render_time_off, NotFound)
def withdraw_time_off(visit: Looker, name: Name) -> Response:
    visit.services.rota.requests.withdraw_time_off(name, by=visit.by)
    return visit.go("/rota/time-off", "time-off-withdrawn")
