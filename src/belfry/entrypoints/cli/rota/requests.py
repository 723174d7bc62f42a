"""Swaps asked for and answered at the terminal."""

from __future__ import annotations

import sys
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from belfry.entrypoints.cli.answers import Rows, answer, warn
from belfry.entrypoints.cli.completing import complete_colleague
from belfry.entrypoints.cli.jobs.jobs import shape_problems
from belfry.entrypoints.cli.opening import BY, At, Json, Team, open_team
from belfry.kernel.errors import InputError

if TYPE_CHECKING:
    from belfry.bootstrap import Services
    from belfry.bootstrap.rota import RequestServices
    from belfry.rota.requests.answer_swap import AnsweredSwap
    from belfry.rota.requests.list_requests import OpenRequests
    from belfry.rota.requests.requests import Swap, TimeOffRequest


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


def _answer_for(verbs: RequestServices, swap_id: str, said: SwapAnswer, name: str) -> Swap:
    """What the people of a swap say themselves; whoever is asked, unless somebody is named."""
    if said is SwapAnswer.WITHDRAW:
        return verbs.withdraw_swap(swap_id, by=BY)
    person = name or verbs.follow_swaps.refresh(swap_id).asked
    if said is SwapAnswer.TAKE_BACK:
        return verbs.withdraw_swap.take_back(swap_id, person=person, by=BY)
    return verbs.answer_ask(swap_id, person=person, is_yes=said is SwapAnswer.YES, by=BY)


def _decide(
    verbs: RequestServices, swap_id: str, said: SwapAnswer, name: str, *, why: str, anyway: bool
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


def parse_day(text: str) -> date:
    try:
        return date.fromisoformat(text.strip())
    except ValueError as error:
        expected = "expected a day such as 2026-11-16"
        raise typer.BadParameter(f"{text!r} is no day; {expected}") from error


WeekOf = Annotated[
    date | None,
    typer.Option(
        "--week",
        metavar="DAY",
        parser=parse_day,
        help="The week's Monday, or any other day of it; else next week.",
        show_default=False,
    ),
]
WeekNow = Annotated[
    date | None,
    typer.Option(
        "--week",
        metavar="DAY",
        parser=parse_day,
        help="The week's Monday, or any other day of it; else the present week.",
        show_default=False,
    ),
]
DraftNumber = Annotated[
    int | None,
    typer.Option(
        "--draft", metavar="N", min=1, help="Which draft; else the newest.", show_default=False
    ),
]


def choose_week(services: Services, day: date | None) -> date:
    """The Monday of the week that was named, or of the next one."""
    from belfry.kernel.cron import find_zone
    from belfry.rota.rules.weeks import find_monday, find_next_monday

    if day is not None:
        return find_monday(day)
    now, zone = services.ports.clock.now(), find_zone(services.settings.timezone)
    return find_next_monday(now, zone)


def choose_this_week(services: Services, day: date | None) -> date:
    """The Monday of the week that was named, or of the present one."""
    from belfry.kernel.cron import find_zone
    from belfry.rota.rules.weeks import find_monday, find_this_monday

    if day is not None:
        return find_monday(day)
    now, zone = services.ports.clock.now(), find_zone(services.settings.timezone)
    return find_this_monday(now, zone)


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


STANDARD_INPUT = "-"


def read_note(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A saved letter or plain text; - reads it here.")
    ],
    at: At = None,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Say which days a note asks to have off; nothing is kept of it.

    For example: belfry rota read-note note.eml
    """
    from belfry.rota.notes.readings import Unread

    content = _read(file)
    with open_team(team, at=at) as services:
        found = services.rota.requests.read_note_file(content, at=at)
    person, reading = found.person or None, found.read.reading
    if found.is_by_a_stranger:
        _refuse(person, f"{found.sender} is no address in people.csv or staff.csv", as_json=as_json)
    if isinstance(reading, Unread):
        _refuse(person, reading.why, as_json=as_json)
    data = {
        "person": person,
        "start_date": reading.first_on,
        "end_date": reading.last_on,
        "reason": reading.reason,
    }
    said = f"{found.person or 'Somebody'} asks for {reading.first_on} to {reading.last_on}"
    answer(data, f"{said}: {reading.reason}" if reading.reason else f"{said}.", as_json=as_json)


def _refuse(person: str | None, why: str, *, as_json: bool) -> NoReturn:
    nothing = {"person": person, "start_date": None, "end_date": None, "reason": "", "why": why}
    if as_json:
        answer(nothing, "", as_json=True)
    warn(f"the note cannot be read: {why}")
    raise typer.Exit(1)


def notes(at: At = None, team: Team = None, as_json: Json = False) -> None:
    """Take up the notes that came since the last look, and list those that wait.

    For example: belfry rota notes
    """
    with open_team(team, at=at) as services:
        taken = services.rota.requests.take_notes()
        waiting = services.rota.requests.list().time_off
    listed = [one for one in waiting if one.source == "note"]
    data = {
        "taken": taken.taken,
        "notes": [shape_time_off(one) for one in listed],
        "problems": shape_problems(taken.problems),
    }
    rows = [(one.id, say_time_off(one), one.why) for one in listed]
    answer(data, Rows(("Note", "What", "Why"), rows, "No note waits."), as_json=as_json)
    for place, what in taken.problems:
        warn(f"{place}: {what}")
    if taken.problems:
        raise typer.Exit(1)


def requests(at: At = None, team: Team = None, as_json: Json = False) -> None:
    """List what people asked for and nobody has decided.

    For example: belfry rota requests
    """
    with open_team(team, at=at) as services:
        found = services.rota.requests.list()
    rows = [
        *(("swap", one.id, say_swap(one)) for one in found.swaps),
        *(("time off", one.id, say_time_off(one)) for one in found.time_off),
        *(("clash", one.key, one.words) for one in found.clashes),
    ]
    empty = "Nothing waits for a decision."
    answer(_shape(found), Rows(("Kind", "Which", "What"), rows, empty), as_json=as_json)


def _shape(found: OpenRequests) -> dict[str, Any]:
    return {
        "swaps": [shape_swap(one) for one in found.swaps],
        "time_off": [shape_time_off(one) for one in found.time_off],
        "clashes": [
            {
                "week": one.week,
                "shift_id": one.shift_id,
                "person": one.person,
                "words": one.words,
            }
            for one in found.clashes
        ],
    }


def _read(file: str) -> bytes:
    from belfry.ports.files import check_size
    from belfry.rota.notes.mails import MOST_BYTES

    if file == STANDARD_INPUT:
        content = sys.stdin.buffer.read(MOST_BYTES + 1)
        check_size(len(content), MOST_BYTES)
        return content
    try:
        path = Path(file)
        check_size(path.stat().st_size, MOST_BYTES)
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"{file}: {error.strerror or error}", field="FILE") from error
