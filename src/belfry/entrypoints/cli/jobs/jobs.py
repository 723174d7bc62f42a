"""What became of the jobs on the board, at once: looked at, swept, corrected, closed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from belfry.entrypoints.cli.answers import answer
from belfry.entrypoints.cli.completing import complete_job
from belfry.entrypoints.cli.opening import BY, open_team
from belfry.entrypoints.cli.options import At, Json, Team
from belfry.entrypoints.cli.progress import showing_progress
from belfry.kernel.errors import InputError, NotFound

if TYPE_CHECKING:
    from collections.abc import Iterable

    from belfry.bootstrap import Services
    from belfry.jobs.board.poll_board import Polled
    from belfry.jobs.jobs import Move
    from belfry.jobs.photos.gather_photos import Gathered

JobId = Annotated[
    str,
    typer.Argument(
        metavar="JOB", help="The job, as the board calls it.", autocompletion=complete_job
    ),
]


def poll(at: At = None, team: Team = None, as_json: Json = False) -> None:
    """Look at the board and the pictures now, and write down what moved.

    For example: belfry jobs poll --json
    """
    with open_team(team, at=at) as services, showing_progress("Looking", as_json=as_json):
        insist_on_board(services)
        polled = services.jobs.poll_board()
        if not polled.is_whole:
            raise InputError(str(polled))
        gathered = services.jobs.photos.gather()
    data, said = _shape_poll(polled, gathered), "\n".join(_tell_poll(polled, gathered))
    answer(data, said, as_json=as_json)
    if polled.problems or gathered.problems:
        raise typer.Exit(1)


def sweep(at: At = None, team: Team = None, as_json: Json = False) -> None:
    """Find the jobs that have stood still for too long, and have their customers told.

    For example: belfry jobs sweep
    """
    with open_team(team, at=at) as services:
        insist_on_board(services)
        swept = services.jobs.sweep()
    data = {
        "at": swept.at,
        "stuck": swept.stuck,
        "chased": swept.chased,
        "late": swept.late,
        "why_not": swept.why_not or None,
    }
    named = {"stuck": swept.stuck, "chased now": swept.chased, "past their ETA": swept.late}
    lines = [f"{what}: {', '.join(jobs)}" for what, jobs in named.items() if jobs]
    quiet = swept.why_not or "No job has stood still for too long."
    answer(data, "\n".join(lines) or quiet, as_json=as_json)


def correct(
    job_id: JobId,
    leave: Annotated[
        bool, typer.Option("--leave", help="Say nothing; just stop showing the slip.")
    ] = False,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Tell a customer that what they heard was a mistake, or leave it at that.

    For example: belfry jobs correct J-2042
    """
    with open_team(team) as services:
        act = services.jobs.correct.leave if leave else services.jobs.correct
        job = act(job_id, by=BY)
    data = {"job": job.id, "stage": job.stage, "told": not leave}
    told = f"The customer of {job.id} will be told that it is in {job.stage}."
    said = f"{job.id} is left as it is; nobody is told." if leave else told
    answer(data, said, as_json=as_json)


def close_missing(team: Team = None, as_json: Json = False) -> None:
    """Close the jobs that are gone from the board, because you say that they are done.

    For example: belfry jobs close-missing
    """
    with open_team(team) as services:
        insist_on_board(services)
        closed = services.jobs.close_missing(by=BY)
    said = f"Closed without a word: {', '.join(closed)}." if closed else "No job is missing."
    answer({"closed": closed}, said, as_json=as_json)


def insist_on_board(services: Services) -> None:
    from belfry.jobs.board.poll_board import BOARD

    if not services.ports.folder.exists(BOARD.name):
        said = f"this team keeps no job board: there is no {BOARD.name}"
        raise NotFound(f"{said}; `belfry init {services.settings.folder}` writes an example")


def shape_problems(problems: Iterable[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"place": place, "text": text} for place, text in problems]


def _shape_poll(polled: Polled, gathered: Gathered) -> dict[str, Any]:
    return {
        "at": polled.at,
        "jobs": polled.jobs,
        "moves": [_shape_move(move) for move in polled.moves],
        "pending": polled.pending,
        "closed": polled.closed,
        "photos": [
            {"job": photo.job_id, "stage": photo.stage, "number": photo.number}
            for photo in gathered.added
        ],
        "problems": shape_problems([*polled.problems, *gathered.problems]),
    }


def _shape_move(move: Move) -> dict[str, Any]:
    return {
        "job": move.job_id,
        "from": move.came_from or None,
        "to": move.went_to,
        "course": move.course,
        "told": move.is_told,
        "eta": move.eta or None,
    }


def _tell_poll(polled: Polled, gathered: Gathered) -> list[str]:
    settling = [f"{job} has just changed: it counts if it stands" for job in polled.pending]
    return [
        f"{polled}.",
        *(_tell_move(move) for move in polled.moves),
        *settling,
        *(f"{job} is gone from the board, and closed" for job in polled.closed),
        *(f"{photo.job_id} has a new photo, of {photo.stage}" for photo in gathered.added),
        *([f"{gathered.waiting} pictures are left for the next look"] * bool(gathered.waiting)),
        *(f"Problem: {place}: {text}" for place, text in (*polled.problems, *gathered.problems)),
    ]


def _tell_move(move: Move) -> str:
    went = {
        "new": f"is new, in the stage {move.went_to}",
        "forward": f"went from {move.came_from} to {move.went_to}",
        "back": f"was put back from {move.came_from} to {move.went_to}",
    }[move.course]
    told = "; the customer will be told" if move.is_told else ""
    eta = f"; next stage by {move.eta}" if move.eta else ""
    return f"{move.job_id} {went}{told}{eta}"
