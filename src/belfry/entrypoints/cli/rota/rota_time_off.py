"""Time off asked for and answered at the terminal, and clashes with the standing pattern."""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from belfry.entrypoints.cli.answers import answer
from belfry.entrypoints.cli.completing import complete_colleague
from belfry.entrypoints.cli.opening import BY, open_team
from belfry.entrypoints.cli.options import At, Json, Team
from belfry.entrypoints.cli.rota.rota_options import WeekOf, choose_week, parse_day
from belfry.kernel.errors import InputError

if TYPE_CHECKING:
    from belfry.rota.requests.requests import TimeOffRequest

Why = Annotated[str, typer.Option("--why", metavar="TEXT", help="What the person is told.")]
From = Annotated[
    date | None,
    typer.Option(
        "--from", metavar="DAY", parser=parse_day, help="Another first day.", show_default=False
    ),
]
Until = Annotated[
    date | None,
    typer.Option(
        "--until", metavar="DAY", parser=parse_day, help="Another last day.", show_default=False
    ),
]


class TimeOffAnswer(StrEnum):
    APPROVE = "approve"
    DECLINE = "decline"
    WITHDRAW = "withdraw"


class ClashAnswer(StrEnum):
    FREE = "free"
    INSTEAD = "instead"
    HOLD = "hold"


def time_off(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME", help="Who wants to be away.", autocompletion=complete_colleague
        ),
    ],
    first: Annotated[
        date, typer.Argument(metavar="FIRST", parser=parse_day, help="The first day.")
    ],
    last: Annotated[
        date | None,
        typer.Argument(
            metavar="LAST",
            parser=parse_day,
            help="The last day; else the first.",
            show_default=False,
        ),
    ] = None,
    reason: Annotated[
        str, typer.Option("--reason", metavar="TEXT", help="Why, for the manager.")
    ] = "",
    at: At = None,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Ask for time off; a manager decides.

    For example: belfry rota time-off Ana 2026-12-24 2026-12-26 --reason "a wedding"
    """
    with open_team(team, at=at) as services:
        ask = services.rota.requests.ask_time_off
        found = ask(name, first, last or first, by=BY, reason=reason)
    answer(shape_time_off(found), f"Request {found.id}: {say_time_off(found)}.", as_json=as_json)


def answer_time_off(
    request_id: Annotated[str, typer.Argument(metavar="ID", help="Which request.")],
    said: Annotated[TimeOffAnswer, typer.Argument(metavar="ANSWER", help="What is answered.")],
    first: From = None,
    last: Until = None,
    name: Annotated[
        str, typer.Option("--name", metavar="NAME", help="Who it is, where nobody knows.")
    ] = "",
    why: Why = "",
    at: At = None,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Decide about time off, as it was asked for or with other days.

    For example: belfry rota answer-time-off asked-1 approve
    """
    with open_team(team, at=at) as services:
        verbs = services.rota.requests
        shifts: list[str] = []
        if said is TimeOffAnswer.WITHDRAW:
            found = verbs.withdraw_time_off(request_id, by=BY)
        elif said is TimeOffAnswer.DECLINE:
            found = verbs.answer_time_off.decline(request_id, by=BY, why=why).request
        else:
            done = verbs.answer_time_off.approve(
                request_id, by=BY, person=name, first_on=first, last_on=last, why=why
            )
            found, shifts = done.request, [f"{one.week}/{one.shift_id}" for one in done.shifts]
    told = f"Request {found.id}: {say_time_off(found)}."
    if shifts:
        told += f" These shifts need somebody else: {', '.join(shifts)}."
    answer({**shape_time_off(found), "shifts": shifts}, told, as_json=as_json)


def answer_clash(
    shift: Annotated[str, typer.Argument(metavar="SHIFT", help="The shift's id.")],
    said: Annotated[ClashAnswer, typer.Argument(metavar="ANSWER", help="What is answered.")],
    name: Annotated[str, typer.Argument(metavar="NAME", help="Who is wished for instead.")] = "",
    week: WeekOf = None,
    at: At = None,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Decide about a shift of the standing pattern whose person is away.

    For example: belfry rota answer-clash fri-early instead Ben --week 2026-11-16
    """
    if (said is ClashAnswer.INSTEAD) is not bool(name):
        raise InputError("expected a name with `instead`, and with nothing else", field="NAME")
    with open_team(team, at=at) as services:
        decide, monday = (
            services.rota.requests.answer_clash,
            choose_week(services, week).isoformat(),
        )
        if said is ClashAnswer.HOLD:
            found = decide.hold(monday, shift, by=BY).clash
        else:
            found = decide.free(monday, shift, by=BY, instead=name).clash
    data = {
        "week": found.week,
        "shift_id": found.shift_id,
        "person": found.person,
        "state": found.state,
        "instead": found.instead or None,
    }
    answer(data, f"{found.shift_id} of the week of {found.week} is {found.state}.", as_json=as_json)


def shape_time_off(request: TimeOffRequest) -> dict[str, Any]:
    return {
        "id": request.id,
        "person": request.person or None,
        "state": request.state,
        "start_date": request.first_on,
        "end_date": request.last_on,
        "reason": request.reason,
        "source": request.source,
        "why": request.why,
    }


def say_time_off(request: TimeOffRequest) -> str:
    who = request.person or request.sender or "somebody unknown"
    days = f"{request.first_on} to {request.last_on}" if request.first_on else "no days"
    return f"{who}, {days}, is {request.state}"
