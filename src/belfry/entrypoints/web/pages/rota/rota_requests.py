"""What people asked of the rota: what waits for a decision, and what was decided."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Path, Response

from belfry.accounts.users import Act, may
from belfry.entrypoints.web.pages.addresses import parse_name
from belfry.entrypoints.web.pages.controls.control_page import read_count, read_day
from belfry.entrypoints.web.pages.rota.rota_grid import list_open
from belfry.entrypoints.web.pages.rota.rota_week import find_status, find_today
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.visits import Answerer, Looker, Visit
from belfry.entrypoints.web.pages.words import SubjectNames
from belfry.kernel.errors import Conflict, InputError, NotFound
from belfry.kernel.texts import plain_name
from belfry.rota.publishing.own_shifts import render_own_shift
from belfry.rota.requests.requests import Clash, SwapKind, SwapState
from belfry.rota.requests.rota_links import feed_path
from belfry.rota.rules.blocks import list_blocks, render_blocks

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import date

    from belfry.bootstrap import Services
    from belfry.entrypoints.web.pages.visits import Form
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
        shifts=name_shifts(visit.services, own.swaps),
        feed=f"{visit.services.settings.public_url or ''}{feed_path(feed.token)}" if feed else "",
        is_public=bool(visit.services.settings.public_url),
    )


def name_shifts(services: Services, swaps: Sequence[Swap]) -> dict[str, str]:
    """When the shift of each swap is, by the swap's id."""
    zone = services.rota.drafts.gather.zone
    find = services.rota.pages.find_shift.known
    wanted = {(swap.week, swap.shift_id) for swap in swaps}
    found = {key: shift for key in wanted if (shift := find(*key))}
    return {
        swap.id: render_own_shift(found[swap.week, swap.shift_id], zone)
        if (swap.week, swap.shift_id) in found
        else f"{swap.shift_id} of the week of {swap.week}"
        for swap in swaps
    }


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

    return _answer_own(visit, act)


@router.post("/rota/mine/swaps/{number}/withdraw")
def withdraw(visit: Looker, number: Id) -> Response:
    def act(person: str) -> str:
        over = visit.services.rota.requests.withdraw_swap(parse_name(number), by=visit.by)
        return "offer-back" if over.kind is SwapKind.TAKE else "swap-withdrawn"

    return _answer_own(visit, act)


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

    return _answer_own(visit, act)


@router.post("/rota/mine/swaps/{number}/take-back")
def take_back(visit: Looker, number: Id) -> Response:
    def act(person: str) -> str:
        withdraw_swap = visit.services.rota.requests.withdraw_swap
        back = withdraw_swap.take_back(parse_name(number), person=person, by=visit.by)
        return "offer-back" if back.kind is SwapKind.TAKE else "ask-back"

    return _answer_own(visit, act)


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

    return _answer_own(visit, act)


def read_kind(said: str) -> SwapKind:
    if said not in KINDS:
        raise InputError("expected cover or drop", field="kind")
    return KINDS[said]


def get_self(visit: Visit) -> str:
    person = visit.services.rota.pages.find_member(visit.by)
    if not person:
        raise NotFound("you are not on the staff list, so no shifts are yours")
    return person


def _answer_own(visit: Visit, do: Callable[[str], str]) -> Response:
    """What cannot be done is told on the page of their own shifts."""
    try:
        done = do(get_self(visit))
    except (Conflict, InputError, NotFound) as error:
        return render_mine(visit, error)
    return visit.go("/rota/mine", done)


@router.get("/rota/requests")
def list_requests(visit: Answerer) -> Response:
    return render_requests(visit)


def render_requests(
    visit: Visit, error: BelfryError | None = None, *, about: str = "", act: str = ""
) -> Response:
    """`error` is why what somebody asked for, `act` upon `about`, was not done."""
    room = visit.services.rota
    found, past = room.requests.list(), room.pages.list_past()
    swaps = [*found.swaps, *(one.swap for one in past if one.swap)]
    return visit.show(
        "rota_requests.html",
        status=find_status(error),
        refusal=str(error or ""),
        found=found,
        past=past,
        shifts=name_shifts(visit.services, swaps),
        may_overrule=_list_overruled(found.swaps, about, act),
        staff=room.pages.find_member.list_all(),
        typed=visit.form,
        about=about,
        subjects=SubjectNames(visit.services),
    )


def _list_overruled(swaps: Sequence[Swap], about: str, act: str) -> set[str]:
    """A swap to which a manager said yes, and only the rules did not."""
    return {
        swap.id
        for swap in swaps
        if act in ("agree", "give") and swap.id == about and swap.state is not SwapState.ASKING
    }


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


@router.get("/rota/time-off")
def show_time_off(visit: Looker) -> Response:
    return _render(visit)


@router.post("/rota/time-off")
def ask_time_off(visit: Looker) -> Response:
    """For themselves; those who decide may ask for somebody else."""
    try:
        first_on, last_on = read_days_off(visit.form)
        visit.services.rota.requests.ask_time_off(
            _find_person(visit),
            first_on,
            last_on,
            by=visit.by,
            reason=visit.form.get("reason", ""),
        )
    except (Conflict, InputError, NotFound) as error:
        return _render(visit, error)
    return visit.go("/rota/time-off", "time-off-asked")


@router.post("/rota/time-off/{number}/withdraw")
def withdraw_time_off(visit: Looker, number: Id) -> Response:
    try:
        visit.services.rota.requests.withdraw_time_off(parse_name(number), by=visit.by)
    except (Conflict, NotFound) as error:
        return _render(visit, error)
    return visit.go("/rota/time-off", "time-off-withdrawn")


def read_days_off(form: Form) -> tuple[date, date]:
    """One day if only the first is named."""
    first_on = read_day(form, "first_on")
    if first_on is None:
        raise InputError("expected the first day", field="first_on")
    return first_on, read_day(form, "last_on") or first_on


def _find_person(visit: Visit) -> str:
    said = visit.form.get("person", "").strip()
    return said if said and may(visit.user.role, Act.ANSWER) else get_self(visit)


def _render(visit: Visit, error: BelfryError | None = None) -> Response:
    pages = visit.services.rota.pages
    person = pages.find_member(visit.by)
    own = visit.services.rota.requests.list.list_own(person) if person else None
    is_deciding = may(visit.user.role, Act.ANSWER)
    return visit.show(
        "rota_time_off.html",
        status=find_status(error),
        refusal=str(error or ""),
        person=person,
        time_off=own.time_off if own else (),
        staff=pages.find_member.list_all() if is_deciding else (),
        typed=visit.form,
        subjects=SubjectNames(visit.services),
    )
