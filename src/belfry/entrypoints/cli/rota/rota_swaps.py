"""Swaps asked for and answered at the terminal."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from belfry.entrypoints.cli.answers import answer
from belfry.entrypoints.cli.completing import complete_colleague
from belfry.entrypoints.cli.opening import BY, open_team
from belfry.entrypoints.cli.options import At, Json, Team
from belfry.entrypoints.cli.rota.rota_options import WeekOf, choose_week
from belfry.kernel.errors import InputError

if TYPE_CHECKING:
    from belfry.bootstrap.rota import OfRequests
    from belfry.rota.requests.answer_swap import AnsweredSwap
    from belfry.rota.requests.requests import Swap


class SwapAnswer(StrEnum):
    YES = "yes"
    NO = "no"
    TAKE_BACK = "take-back"
    AGREE = "agree"
    DECLINE = "decline"
    PASS_OVER = "pass-over"
    GIVE = "give"
    ASK = "ask"
    ASK_NOW = "ask-now"
    LEAVE_OPEN = "leave-open"
    WITHDRAW = "withdraw"


def swap(
    shift: Annotated[str, typer.Argument(metavar="SHIFT", help="The shift's id.")],
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Who has it.", autocompletion=complete_colleague)
    ],
    week: WeekOf = None,
    drop: Annotated[
        bool, typer.Option("--drop", help="Let them off it, instead of finding somebody.")
    ] = False,
    now: Annotated[
        bool, typer.Option("--now", help="Have people asked at once, whatever the hour.")
    ] = False,
    note: Annotated[
        str, typer.Option("--note", metavar="TEXT", help="Anything the manager should know.")
    ] = "",
    at: At = None,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Ask for somebody to take a shift over.

    For example: belfry rota swap fri-early Ana --week 2026-11-16
    """
    from belfry.rota.requests.requests import SwapKind

    with open_team(team, at=at) as services:
        found = services.rota.requests.request_swap(
            choose_week(services, week).isoformat(),
            shift,
            name,
            SwapKind.DROP if drop else SwapKind.COVER,
            by=BY,
            note=note,
            is_urgent=now,
        )
    answer(shape_swap(found), f"Swap {found.id}: {say_swap(found)}.", as_json=as_json)


def take(
    shift: Annotated[str, typer.Argument(metavar="SHIFT", help="The shift's id.")],
    name: Annotated[
        str,
        typer.Option(
            "--as", metavar="NAME", help="Who would take it.", autocompletion=complete_colleague
        ),
    ],
    week: WeekOf = None,
    note: Annotated[
        str, typer.Option("--note", metavar="TEXT", help="Anything the manager should know.")
    ] = "",
    at: At = None,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Offer to take a shift that is open.

    For example: belfry rota take fri-early --as Eve --week 2026-11-16
    """
    with open_team(team, at=at) as services:
        monday = choose_week(services, week).isoformat()
        found = services.rota.requests.offer_to_take(monday, shift, name, by=BY, note=note)
    answer(shape_swap(found), f"Swap {found.id}: {say_swap(found)}.", as_json=as_json)


def answer_swap(
    swap_id: Annotated[str, typer.Argument(metavar="ID", help="Which swap.")],
    said: Annotated[SwapAnswer, typer.Argument(metavar="ANSWER", help="What is answered.")],
    name: Annotated[
        str,
        typer.Argument(metavar="NAME", help="Who answers, or who is to have it."),
    ] = "",
    why: Annotated[
        str, typer.Option("--why", metavar="TEXT", help="What the person is told.")
    ] = "",
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Do it although a rule speaks against it.")
    ] = False,
    at: At = None,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Answer a swap: for whoever was asked, or as a manager.

    For example: belfry rota answer-swap 2026-11-16-1 agree
    """
    with open_team(team, at=at) as services:
        verbs = services.rota.requests
        if said in (SwapAnswer.YES, SwapAnswer.NO, SwapAnswer.TAKE_BACK, SwapAnswer.WITHDRAW):
            found, outdated = _answer_for(verbs, swap_id, said, name), 0
        else:
            answered = _decide(verbs, swap_id, said, name, why=why, anyway=anyway)
            found, outdated = answered.swap, answered.outdated
    told = f"Swap {found.id}: {say_swap(found)}."
    if outdated:
        told += f" Draft {outdated} does not know of it: draft the week again."
    answer({**shape_swap(found), "outdated_draft": outdated or None}, told, as_json=as_json)


def _answer_for(verbs: OfRequests, swap_id: str, said: SwapAnswer, name: str) -> Swap:
    """What the people of a swap say themselves; whoever is asked, unless somebody is named."""
    if said is SwapAnswer.WITHDRAW:
        return verbs.withdraw_swap(swap_id, by=BY)
    person = name or verbs.follow_swaps.refresh(swap_id).asked
    if said is SwapAnswer.TAKE_BACK:
        return verbs.withdraw_swap.take_back(swap_id, person=person, by=BY)
    return verbs.answer_ask(swap_id, person=person, is_yes=said is SwapAnswer.YES, by=BY)


def _decide(
    verbs: OfRequests, swap_id: str, said: SwapAnswer, name: str, *, why: str, anyway: bool
) -> AnsweredSwap:
    decide = verbs.answer_swap
    match said:
        case SwapAnswer.AGREE:
            return decide.agree(swap_id, by=BY, anyway=anyway)
        case SwapAnswer.DECLINE:
            return decide.decline(swap_id, by=BY, why=why)
        case SwapAnswer.PASS_OVER:
            return decide.pass_over(swap_id, by=BY)
        case SwapAnswer.GIVE:
            return decide.give(swap_id, _insist(name), by=BY, anyway=anyway)
        case SwapAnswer.ASK:
            return decide.ask(swap_id, _insist(name), by=BY)
        case SwapAnswer.ASK_NOW:
            return decide.ask_now(swap_id, by=BY)
        case _:
            return decide.leave_open(swap_id, by=BY)


def _insist(name: str) -> str:
    if not name:
        raise InputError("expected the name of somebody to take it", field="NAME")
    return name


def shape_swap(swap: Swap) -> dict[str, Any]:
    return {
        "id": swap.id,
        "week": swap.week,
        "shift_id": swap.shift_id,
        "person": swap.person or None,
        "kind": swap.kind,
        "state": swap.state,
        "asked": swap.asked or None,
        "round": swap.round,
        "refused": list(swap.refusers),
        "urgent": swap.is_urgent,
        "why": swap.why,
    }


def say_swap(swap: Swap) -> str:
    what = f"{swap.shift_id} of the week of {swap.week}, is {swap.state}"
    if swap.kind == "take":
        return f"{swap.asked}, open shift {what}"
    return f"{swap.person}, {what} ({swap.asked})" if swap.asked else f"{swap.person}, {what}"
