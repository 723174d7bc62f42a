"""Notes about time off, read at the terminal, and all that waits for a decision."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from belfry.entrypoints.cli.answers import Rows, answer, warn
from belfry.entrypoints.cli.jobs.jobs import shape_problems
from belfry.entrypoints.cli.opening import open_team
from belfry.entrypoints.cli.options import At, Json, Team
from belfry.entrypoints.cli.rota.rota_swaps import say_swap, shape_swap
from belfry.entrypoints.cli.rota.rota_time_off import say_time_off, shape_time_off
from belfry.kernel.errors import InputError

if TYPE_CHECKING:
    from belfry.rota.requests.list_requests import OpenRequests

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
