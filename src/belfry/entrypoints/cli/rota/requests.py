"""Swaps, time off and clashes: asked for and answered at the terminal."""

from __future__ import annotations

import sys
from datetime import date, timedelta
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from belfry.entrypoints.cli.answers import Answer, Rows, shape, shape_all, shape_problems, warn
from belfry.entrypoints.cli.completing import complete_colleague
from belfry.entrypoints.cli.opening import At, By, argument, find_team_zone, option, timed
from belfry.kernel.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from belfry.bootstrap import Services
    from belfry.rota.drafts.drafted_weeks import DraftLine
    from belfry.rota.explaining.covers import Chain, NeedsCover
    from belfry.rota.requests.requests import Swap, TimeOffRequest


AHEAD = timedelta(weeks=6)


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
    MOVE = "move"
    WITHDRAW = "withdraw"


class TimeOffAnswer(StrEnum):
    APPROVE = "approve"
    DECLINE = "decline"
    WITHDRAW = "withdraw"


class ClashAnswer(StrEnum):
    FREE = "free"
    INSTEAD = "instead"
    HOLD = "hold"


def parse_day(text: str) -> date:
    try:
        return date.fromisoformat(text.strip())
    except ValueError as error:
        expected = "expected a day such as 2026-11-16"
        raise typer.BadParameter(f"{text!r} is no day; {expected}") from error


def _day(flag: str, says: str) -> Any:
    return option(flag, says, "DAY", parser=parse_day)


def colleague(says: str) -> Any:
    return argument("NAME", says, autocompletion=complete_colleague)


_ANY_DAY = "The week's Monday, or any other day of it; else"
WeekOf = Annotated[date | None, _day("--week", f"{_ANY_DAY} next week.")]
WeekNow = Annotated[date | None, _day("--week", f"{_ANY_DAY} the present week.")]
DraftNumber = Annotated[int | None, option("--draft", "Which draft; else the newest.", "N", min=1)]
Shift = Annotated[str, argument("SHIFT", "The shift's id.")]
Note = Annotated[str, option("--note", "Anything the manager should know.", "TEXT")]
Why = Annotated[str, option("--why", "What the person is told.", "TEXT")]


def choose_week(services: Services, day: date | None) -> date:
    """The Monday of the week that was named, or of the next one."""
    from belfry.rota.rules.weeks import find_monday, find_next_monday

    now = services.ports.clock.now()
    return find_monday(day) if day else find_next_monday(now, find_team_zone(services))


def choose_this_week(services: Services, day: date | None) -> date:
    """The Monday of the week that was named, or of the present one."""
    from belfry.rota.rules.weeks import find_monday, find_this_monday

    now = services.ports.clock.now()
    return find_monday(day) if day else find_this_monday(now, find_team_zone(services))


@timed
def swap(
    services: Services,
    shift: Shift,
    name: Annotated[str, colleague("Who has it.")],
    week: WeekOf = None,
    drop: Annotated[bool, option("--drop", "Let them off it, with no replacement.")] = False,
    now: Annotated[bool, option("--now", "Have people asked at once, whatever the hour.")] = False,
    note: Note = "",
    by: By = "",
) -> Answer:
    """Ask for a replacement on a shift.

    For example: belfry rota swap fri-early Ana --week 2026-11-16
    """
    from belfry.rota.requests.requests import SwapKind

    monday, kind = choose_week(services, week).isoformat(), (SwapKind.COVER, SwapKind.DROP)[drop]
    request = services.rota.requests.request_swap
    asked = request(monday, shift, name, kind, by=by, note=note, is_urgent=now)
    chains = services.rota.requests.list_chains(asked)
    more = f" {say_chains(asked, chains)}" if chains else ""
    return _answer_swap(asked, more, chains=shape_chains(chains))


@timed
def take(
    services: Services,
    shift: Shift,
    name: Annotated[
        str, option("--as", "Who would take it.", "NAME", autocompletion=complete_colleague)
    ],
    week: WeekOf = None,
    note: Note = "",
    by: By = "",
) -> Answer:
    """Offer to take a shift that is open.

    For example: belfry rota take fri-early --as Eve --week 2026-11-16
    """
    monday = choose_week(services, week).isoformat()
    return _answer_swap(services.rota.requests.offer_to_take(monday, shift, name, by=by, note=note))


@timed
def answer_swap(
    services: Services,
    swap_id: Annotated[str, argument("ID", "Which swap.")],
    reply: Annotated[SwapAnswer, argument("ANSWER", "What is answered.")],
    name: Annotated[str, argument("NAME", "Who answers, or who is to have it.")] = "",
    why: Why = "",
    anyway: Annotated[bool, option("--anyway", "Do it although a rule is against it.")] = False,
    by: By = "",
) -> Answer:
    """Answer a swap: for the person who was asked, or as a manager.

    For example: belfry rota answer-swap 2026-11-16-1 agree
    """
    from belfry.rota.requests.answer_swap import AnsweredSwap

    if reply in (SwapAnswer.GIVE, SwapAnswer.ASK) and not name:
        raise InputError("expected the name of a person to take it", field="NAME")
    verbs = services.rota.requests
    decide, withdraw, ask = verbs.answer_swap, verbs.withdraw_swap, verbs.answer_ask
    is_own = reply in (SwapAnswer.YES, SwapAnswer.NO, SwapAnswer.TAKE_BACK)
    person = name or (verbs.follow_swaps.refresh(swap_id).asked if is_own else "")
    answers: dict[SwapAnswer, Callable[[], Swap | AnsweredSwap]] = {
        SwapAnswer.YES: lambda: ask(swap_id, person=person, is_yes=True, by=by),
        SwapAnswer.NO: lambda: ask(swap_id, person=person, is_yes=False, by=by),
        SwapAnswer.TAKE_BACK: lambda: withdraw.take_back(swap_id, person=person, by=by),
        SwapAnswer.WITHDRAW: lambda: withdraw(swap_id, by=by),
        SwapAnswer.AGREE: lambda: decide.agree(swap_id, by=by, anyway=anyway),
        SwapAnswer.DECLINE: lambda: decide.decline(swap_id, by=by, why=why),
        SwapAnswer.PASS_OVER: lambda: decide.pass_over(swap_id, by=by),
        SwapAnswer.GIVE: lambda: decide.give(swap_id, person, by=by, anyway=anyway),
        SwapAnswer.ASK: lambda: decide.ask(swap_id, person, by=by),
        SwapAnswer.ASK_NOW: lambda: decide.ask_now(swap_id, by=by),
        SwapAnswer.LEAVE_OPEN: lambda: decide.leave_open(swap_id, by=by),
        SwapAnswer.MOVE: lambda: decide.move(swap_id, by=by, mover=person),
    }
    answered = answers[reply]()
    if not isinstance(answered, AnsweredSwap):
        return _answer_swap(answered, outdated_draft=None)
    more = _say_outdated(answered.outdated)
    return _answer_swap(answered.swap, more, outdated_draft=answered.outdated or None)


def _say_outdated(draft: int) -> str:
    return f" Draft {draft} does not know of it: draft the week again." if draft else ""


def _answer_swap(swap: Swap, more: str = "", **data: Any) -> Answer:
    return Answer({**shape_swap(swap), **data}, f"Swap {swap.id}: {say_swap(swap)}.{more}")


def shape_chains(chains: Sequence[Chain]) -> list[dict[str, Any]]:
    return shape_all(chains, "mover", "gives_up", "taker", "words")


def say_chains(swap: Swap, chains: Sequence[Chain]) -> str:
    """The moves that would cover it, and how to make them."""
    ways = "; or ".join(chain.words for chain in chains)
    how = f"`belfry rota answer-swap {swap.id} move` makes the first of these moves"
    return f"Two moves would cover it: {ways}. {how}, and tells both people."


def shape_swap(swap: Swap) -> dict[str, Any]:
    names = ("id", "week", "shift_id", "person?", "kind", "state", "asked?", "round", "why")
    return shape(swap, *names, refused="refusers", urgent="is_urgent")


def say_swap(swap: Swap) -> str:
    what = f"{swap.shift_id} of the week of {swap.week}, is {swap.state}"
    if swap.kind == "take":
        return f"{swap.asked}, open shift {what}"
    return f"{swap.person}, {what} ({swap.asked})" if swap.asked else f"{swap.person}, {what}"


@timed
def time_off(
    services: Services,
    name: Annotated[str, colleague("Who wants to be away.")],
    first: Annotated[date, argument("FIRST", "The first day.", parser=parse_day)],
    last: Annotated[
        date | None, argument("LAST", "The last day; else the first.", parser=parse_day)
    ] = None,
    reason: Annotated[str, option("--reason", "Why, for the manager.", "TEXT")] = "",
    by: By = "",
) -> Answer:
    """Ask for time off; a manager decides.

    For example: belfry rota time-off Ana 2026-12-24 2026-12-26 --reason "a wedding"
    """
    ask = services.rota.requests.ask_time_off
    request = ask(name, first, last or first, by=by, reason=reason)
    return Answer(shape_time_off(request), f"Request {request.id}: {say_time_off(request)}.")


@timed
def answer_time_off(
    services: Services,
    request_id: Annotated[str, argument("ID", "Which request.")],
    reply: Annotated[TimeOffAnswer, argument("ANSWER", "What is answered.")],
    first: Annotated[date | None, _day("--from", "Another first day.")] = None,
    last: Annotated[date | None, _day("--until", "Another last day.")] = None,
    name: Annotated[str, option("--name", "Who it is, if that is unknown.", "NAME")] = "",
    why: Why = "",
    by: By = "",
) -> Answer:
    """Decide about time off, as it was asked for or with other days.

    For example: belfry rota answer-time-off asked-1 approve
    """
    verbs = services.rota.requests
    shifts: list[str] = []
    if reply is TimeOffAnswer.WITHDRAW:
        request = verbs.withdraw_time_off(request_id, by=by)
    elif reply is TimeOffAnswer.DECLINE:
        request = verbs.answer_time_off.decline(request_id, by=by, why=why).request
    else:
        approved = verbs.answer_time_off.approve(
            request_id, by=by, person=name, first_on=first, last_on=last, why=why
        )
        request = approved.request
        shifts = [f"{shift.week}/{shift.shift_id}" for shift in approved.shifts]
    sentence = f"Request {request.id}: {say_time_off(request)}."
    if shifts:
        sentence += f" These shifts need another person: {', '.join(shifts)}."
    return Answer({**shape_time_off(request), "shifts": shifts}, sentence)


@timed
def answer_clash(
    services: Services,
    shift: Shift,
    reply: Annotated[ClashAnswer, argument("ANSWER", "What is answered.")],
    name: Annotated[str, argument("NAME", "Who is wished for instead.")] = "",
    week: WeekOf = None,
    by: By = "",
) -> Answer:
    """Decide about a shift of the standing pattern whose person is away.

    For example: belfry rota answer-clash fri-early instead Ben --week 2026-11-16
    """
    if (reply is ClashAnswer.INSTEAD) is not bool(name):
        raise InputError("expected a name with `instead`, and with nothing else", field="NAME")
    decide, monday = services.rota.requests.answer_clash, choose_week(services, week).isoformat()
    if reply is ClashAnswer.HOLD:
        clash = decide.hold(monday, shift, by=by).clash
    else:
        clash = decide.free(monday, shift, by=by, instead=name).clash
    data = shape(clash, "week", "shift_id", "person", "state", "instead?")
    instead = f", and {clash.instead} is wished for instead" if clash.instead else ""
    return Answer(data, f"{clash.shift_id} of the week of {clash.week} is {clash.state}{instead}.")


def shape_time_off(request: TimeOffRequest) -> dict[str, Any]:
    names = ("id", "person?", "state", "reason", "source", "why")
    return shape(request, *names, start_date="first_on", end_date="last_on")


def say_time_off(request: TimeOffRequest) -> str:
    who = request.person or request.sender or "an unknown person"
    days = f"{request.first_on} to {request.last_on}" if request.first_on else "no days"
    return f"{who}, {days}, is {request.state}"


def read_note(
    services: Services,
    file: Annotated[str, argument("FILE", "A saved e-mail or plain text; - reads it here.")],
    at: At = None,
) -> Answer:
    """Show which days a note asks to have off; nothing is stored.

    For example: belfry rota read-note note.eml
    """
    from belfry.rota.notes.readings import Unread

    note = services.rota.requests.read_note_file(_read(file), at=at)
    person, reading = note.person or None, note.read.reading
    if note.is_by_a_stranger:
        return _refuse(person, f"{note.sender} is no address in people.csv or staff.csv")
    if isinstance(reading, Unread):
        return _refuse(person, reading.why)
    data = shape(reading, "reason", start_date="first_on", end_date="last_on")
    sentence = (
        f"{note.person or 'An unknown person'} asks for {reading.first_on} to {reading.last_on}"
    )
    ending = f": {reading.reason}" if reading.reason else "."
    return Answer({"person": person, **data}, f"{sentence}{ending}")


def _refuse(person: str | None, why: str) -> Answer:
    warn(f"the note cannot be read: {why}")
    data = {"person": person, "start_date": None, "end_date": None, "reason": "", "why": why}
    return Answer(data, (), is_well=False)


@timed
def notes(services: Services) -> Answer:
    """Read the notes that arrived since the last time, and list those that wait.

    For example: belfry rota notes
    """
    taken = services.rota.requests.take_notes()
    waiting = services.rota.requests.list().time_off
    listed = [request for request in waiting if request.source == "note"]
    for place, what in taken.problems:
        warn(f"{place}: {what}")
    data = {
        "taken": taken.taken,
        "notes": [shape_time_off(request) for request in listed],
        "problems": shape_problems(taken.problems),
    }
    rows = [(request.id, say_time_off(request), request.why) for request in listed]
    table = Rows(("Note", "What", "Why"), rows, "No note waits.")
    return Answer(data, table, is_well=not taken.problems)


@timed
def requests(services: Services) -> Answer:
    """List the undecided requests.

    For example: belfry rota requests
    """
    waiting, needs = services.rota.requests.list(), _list_needing_cover(services)
    chains = {swap.id: services.rota.requests.list_chains(swap) for swap in waiting.swaps}
    rows = [
        *(
            ("needs cover", f"{line.week}/{line.shift_id}", say_need(line, need))
            for line, need in needs
        ),
        *(("swap", swap.id, say_swap(swap)) for swap in waiting.swaps),
        *(
            ("moves", swap.id, say_chains(swap, chains[swap.id]))
            for swap in waiting.swaps
            if chains[swap.id]
        ),
        *(("time off", request.id, say_time_off(request)) for request in waiting.time_off),
        *(("clash", clash.key, clash.words) for clash in waiting.clashes),
    ]
    data = {
        "swaps": [
            {**shape_swap(swap), "chains": shape_chains(chains[swap.id])} for swap in waiting.swaps
        ],
        "time_off": [shape_time_off(request) for request in waiting.time_off],
        "clashes": shape_all(waiting.clashes, "week", "shift_id", "person", "words"),
        "needs_cover": [shape_need(line, need) for line, need in needs],
    }
    return Answer(data, Rows(("Kind", "Which", "What"), rows, "Nothing waits for a decision."))


def _list_needing_cover(services: Services) -> list[tuple[DraftLine, NeedsCover]]:
    monday = choose_this_week(services, None)
    heads = services.ports.rotas.list_weeks(monday, monday + AHEAD)
    return services.rota.drafts.open_published.list_needing_cover(heads)


def shape_need(line: DraftLine, need: NeedsCover) -> dict[str, Any]:
    return {**shape(line, "week", "shift_id", "day"), **shape(need, person="name", why="words")}


def say_need(line: DraftLine, need: NeedsCover) -> str:
    when = f"{line.day:%a %d %b} {line.starts}-{line.ends}"
    return f"{line.shift_id}, {when}: {need.name} {need.words}"


def _read(file: str) -> bytes:
    from belfry.entrypoints.cli.jobs.jobs import read_handed
    from belfry.messaging.mails import MOST_BYTES
    from belfry.ports.files import check_size

    if file != "-":
        return read_handed(Path(file), MOST_BYTES)
    content = sys.stdin.buffer.read(MOST_BYTES + 1)
    check_size(len(content), MOST_BYTES)
    return content
