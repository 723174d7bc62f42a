"""Answers to messages about the rota, at the link that was in them, without the web framework.

Opening a link changes nothing: mail scanners follow every link.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from belfry.entrypoints.web.answer_pages import Page
from belfry.entrypoints.web.forms import Form
from belfry.kernel.errors import BelfryError, Conflict, InputError, NotAllowed, NotFound
from belfry.kernel.texts import plain_name
from belfry.rota.drafts.drafted_weeks import DraftLine, RotaWeek
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
from belfry.rota.rules.weeks import find_this_monday

if TYPE_CHECKING:
    from belfry.bootstrap.ports import Ports
    from belfry.bootstrap.rota import RotaRoom
    from belfry.rota.drafts.show_week import WeekView
    from belfry.rota.rules.checker import Breach

AHEAD = timedelta(weeks=6)


class RotaServices(Protocol):
    """The rota and its ports, in the web app or in a function of AWS."""

    @property
    def ports(self) -> Ports: ...

    @property
    def rota(self) -> RotaRoom: ...


Act = Callable[[RotaLink, RotaServices, Form], str]


class Answering(NamedTuple):
    """An act, which says what it did, and the links that allow it."""

    kinds: tuple[LinkKind, ...]
    act: Act


ACTS: dict[str, Answering] = {}
"""By the last part of the address."""


def answering(name: str, *kinds: LinkKind) -> Callable[[Act], Act]:
    def register(act: Act) -> Act:
        ACTS[name] = Answering(kinds, act)
        return act

    return register


def answer_link(services: RotaServices, token: str, name: str, form: Form) -> Page:
    """Do what the form asks for; a refusal is shown on the link's page."""
    kinds, act = ACTS[name]
    confirmation = ""
    refused: BelfryError | None = None
    try:
        confirmation = act(services.rota.pages.open_link(token, *kinds), services, form)
    except (Conflict, InputError, NotAllowed) as error:
        refused = error
    except NotFound as error:
        services.rota.pages.open_link(token, *kinds)
        refused = error
    return show_link(services, token, confirmation=confirmation, error=refused)


def show_link(
    services: RotaServices,
    token: str,
    *,
    confirmation: str = "",
    error: BelfryError | None = None,
) -> Page:
    """`confirmation` is what was just done, `error` why something was not."""
    try:
        link = services.rota.pages.open_link(token)
    except Conflict as too_old:
        status = 409 if error else 200
        return Page("answer_over.html", {"over": {"why": str(too_old)}}, status)
    template, describe = _PAGES[link.kind]
    place = f"/rota/answer/{token}"
    shown = {"place": place, "link": link, "confirmation": confirmation}
    return Page(template, {**shown, **describe(services, link)}, error=error)


@answering("approve", LinkKind.DRAFT, LinkKind.TIME_OFF)
def approve(link: RotaLink, services: RotaServices, form: Form) -> str:
    if link.kind is LinkKind.DRAFT:
        monday, anyway = date.fromisoformat(link.about), form.is_yes("anyway")
        services.rota.publishing.approve(monday, link.number, by=link.person, anyway=anyway)
        return "Approved. Everyone is told their own shifts as soon as quiet hours allow."
    answer = services.rota.requests.answer_time_off
    answer.approve(link.about, by=link.person, **read_time_off(form))
    return "Approved. They are told."


@answering("agree", LinkKind.SWAP)
def agree(link: RotaLink, services: RotaServices, form: Form) -> str:
    answer, anyway = services.rota.requests.answer_swap, form.is_yes("anyway")
    done = answer.agree(link.about, by=link.person, round_=link.number, anyway=anyway)
    recipients = "they" if done.swap.kind is SwapKind.TAKE else "both"
    return f"Agreed. The week is published again, and {recipients} are notified."


@answering("decline", LinkKind.SWAP, LinkKind.TIME_OFF)
def decline(link: RotaLink, services: RotaServices, form: Form) -> str:
    why, requests = form["why"], services.rota.requests
    if link.kind is LinkKind.SWAP:
        requests.answer_swap.decline(link.about, by=link.person, why=why, round_=link.number)
    else:
        requests.answer_time_off.decline(link.about, by=link.person, why=why)
    return "Declined. They are told."


@answering("give", LinkKind.SWAP)
def give(link: RotaLink, services: RotaServices, form: Form) -> str:
    """For a swap with no one left to ask: to a person, or left open."""
    name, answer = form["name"].strip(), services.rota.requests.answer_swap
    if name:
        answer.give(link.about, name, by=link.person, anyway=form.is_yes("anyway"))
        return "Given. The week is published again, and both are notified."
    answer.leave_open(link.about, by=link.person)
    return "They are let off, and the shift is open."


@answering("move", LinkKind.SWAP)
def move(link: RotaLink, services: RotaServices, form: Form) -> str:
    """For a swap with no one left to ask: two people move."""
    answer = services.rota.requests.answer_swap
    answer.move(link.about, by=link.person, round_=link.number, **read_chain(form))
    return "Moved. The week is published again, and all concerned are notified."


@answering("free", LinkKind.CLASH)
def free(link: RotaLink, services: RotaServices, form: Form) -> str:
    week, _, shift_id = link.about.partition("/")
    answer = services.rota.requests.answer_clash
    answer.free(week, shift_id, by=link.person, instead=form["instead"])
    return "Freed. The next draft fills it."


@answering("hold", LinkKind.CLASH)
def hold(link: RotaLink, services: RotaServices, form: Form) -> str:
    week, _, shift_id = link.about.partition("/")
    services.rota.requests.answer_clash.hold(week, shift_id, by=link.person)
    return "Held. No draft fills it before you do."


@answering("ask", LinkKind.ASK)
def answer_ask(link: RotaLink, services: RotaServices, form: Form) -> str:
    """Yes or no, or back to withdraw a yes."""
    requests, person, is_yes = services.rota.requests, link.person, form.is_yes("answer")
    if form["answer"] == "back":
        requests.withdraw_swap.take_back(link.about, person=person, by=person)
        return "Withdrawn. The next person is asked."
    if not is_yes and form["answer"] != "no":
        raise InputError("expected yes or no", field="answer")
    requests.answer_ask(link.about, person=person, is_yes=is_yes, by=person, round_=link.number)
    return "Thank you. It is yours once a manager agrees." if is_yes else "Noted."


@answering("swap", LinkKind.WEEK)
def request_swap(link: RotaLink, services: RotaServices, form: Form) -> str:
    week, kind, person = form.get("week", link.about), read_kind(form), link.person
    ask = services.rota.requests.request_swap
    ask(week, form["shift"], person, kind, by=person, note=form["note"])
    return "Asked for. The shift stays yours until you hear otherwise."


@answering("withdraw", LinkKind.WEEK)
def withdraw(link: RotaLink, services: RotaServices, form: Form) -> str:
    swap = services.ports.store.find(Swap, form["swap"])
    if swap is None or swap.person != link.person:
        raise NotFound("you asked for no such thing")
    services.rota.requests.withdraw_swap(swap.id, by=link.person)
    return "Withdrawn. The shift stays yours."


@answering("time-off", LinkKind.WEEK)
def ask_time_off(link: RotaLink, services: RotaServices, form: Form) -> str:
    ask = services.rota.requests.ask_time_off
    ask(link.person, *read_days_off(form), by=link.person, reason=form["reason"])
    return "Asked. A manager decides, and you are told."


def list_objections(services: RotaServices, view: WeekView) -> tuple[Breach, ...]:
    """What speaks against the draft that is shown, if that is the newest."""
    if view.head is None or view.opened is None:
        return ()
    return services.rota.publishing.approve.list_objections(view.head, view.opened)


def pair_shifts(
    services: RotaServices, person: str, swaps: Sequence[Swap]
) -> list[tuple[DraftLine, Swap | None]]:
    """A person's coming shifts in published weeks, each with what they asked about it."""
    if not person:
        return []
    today = services.ports.clock.now().astimezone(services.rota.drafts.gather.zone).date()
    asked = {
        (swap.week, swap.shift_id): swap
        for swap in swaps
        if plain_name(swap.person) == plain_name(person)
    }
    lines = services.rota.pages.find_lines(person, today, today + AHEAD)
    return [(line, asked.get((line.week, line.shift_id))) for line in lines]


def list_own_needs(services: RotaServices, person: str) -> set[tuple[str, str]]:
    """The person's published shifts that need cover, as (week, shift)."""
    monday = find_this_monday(services.ports.clock.now(), services.rota.drafts.gather.zone)
    heads = services.ports.rotas.list_weeks(monday, monday + AHEAD)
    needs = services.rota.drafts.open_published.list_needing_cover(heads)
    return {(line.week, line.shift_id) for line, need in needs if need.name == person}


def read_kind(form: Form) -> SwapKind:
    if form["kind"] not in (SwapKind.COVER, SwapKind.DROP):
        raise InputError("expected cover or drop", field="kind")
    return SwapKind(form["kind"])


def read_chain(form: Form) -> dict[str, Any]:
    """The two moves that were on the page."""
    return {step: form[step] for step in ("mover", "gives_up", "taker")}


def read_time_off(form: Form) -> dict[str, Any]:
    """The answer to a request: whose it is and its days, if its note does not say."""
    days = {name: form.read_day(name) for name in ("first_on", "last_on")}
    return {"person": form["person"], "why": form["why"], **days}


def read_days_off(form: Form) -> tuple[date, date]:
    """One day if only the first is named."""
    first_on = form.read_day("first_on")
    if first_on is None:
        raise InputError("expected the first day", field="first_on")
    return first_on, form.read_day("last_on") or first_on


def _describe_draft(services: RotaServices, link: RotaLink) -> dict[str, Any]:
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


def _describe_time_off(services: RotaServices, link: RotaLink) -> dict[str, Any]:
    asked = services.ports.store.find(TimeOffRequest, link.about)
    if asked is None:
        raise NotFound("the request is gone")
    if not (asked.person and asked.first_on and asked.last_on):
        return {"asked": asked, "shifts": ()}
    find = services.rota.pages.find_lines
    return {"asked": asked, "shifts": find(asked.person, asked.first_on, asked.last_on)}


def _describe_clash(services: RotaServices, link: RotaLink) -> dict[str, Any]:
    clash = services.ports.store.find(Clash, link.about)
    if clash is None:
        raise NotFound("the clash is gone")
    return {"clash": clash, "shift": _say_shift(services, clash.week, clash.shift_id)}


def _describe_swap(services: RotaServices, link: RotaLink) -> dict[str, Any]:
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


def _describe_week(services: RotaServices, link: RotaLink) -> dict[str, Any]:
    own = services.rota.requests.list.list_own(link.person)
    mine = pair_shifts(services, link.person, own.swaps)
    return {
        "week": render_week(date.fromisoformat(link.about)),
        "this": [pair for pair in mine if pair[0].week == link.about],
        "others": [pair for pair in mine if pair[0].week != link.about],
        "time_off": own.time_off,
        "needs_cover": list_own_needs(services, link.person),
    }


def _say_shift(services: RotaServices, week: str, shift_id: str) -> str:
    find, zone = services.rota.pages.find_shift, services.rota.drafts.gather.zone
    shift = find.known(week, shift_id) or find.planned(week, shift_id)
    return render_with_hours(shift, zone) if shift else f"{shift_id} of the week of {week}"


_PAGES: dict[LinkKind, tuple[str, Callable[[RotaServices, RotaLink], dict[str, Any]]]] = {
    LinkKind.DRAFT: ("rota_answer_draft.html", _describe_draft),
    LinkKind.TIME_OFF: ("rota_answer_time_off.html", _describe_time_off),
    LinkKind.CLASH: ("rota_answer_clash.html", _describe_clash),
    LinkKind.SWAP: ("rota_answer_swap.html", _describe_swap),
    LinkKind.ASK: ("rota_answer_ask.html", _describe_swap),
    LinkKind.WEEK: ("rota_answer_week.html", _describe_week),
}
