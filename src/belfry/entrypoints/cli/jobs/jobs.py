"""What became of the jobs on the board, at once: looked at, swept, corrected, closed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from belfry.entrypoints.cli.answers import Rows, answer, show_moment, showing_progress, warn
from belfry.entrypoints.cli.completing import complete_job
from belfry.entrypoints.cli.opening import BY, At, Json, Team, find_team_zone, open_team
from belfry.kernel.errors import InputError, NotFound

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime, tzinfo

    from belfry.bootstrap import Services
    from belfry.jobs.board.poll_board import Polled
    from belfry.jobs.customers.replies import ReplySummary
    from belfry.jobs.jobs import Job, Move
    from belfry.jobs.photos.gather_photos import Gathered
    from belfry.jobs.settings.read_shop import ShopNow
    from belfry.jobs.settings.stages import Stage, Stages
    from belfry.jobs.updates.eta import Eta


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
        gathered = services.jobs.gather_photos()
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


LONGEST_SOURCE = 200
OfJob = Annotated[
    str,
    typer.Option(
        "--job",
        metavar="JOB",
        help="The job, as the board calls it.",
        autocompletion=complete_job,
    ),
]


def photo(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The picture.")],
    job_id: OfJob,
    stage: Annotated[
        str | None,
        typer.Option(
            "--stage",
            metavar="STAGE",
            help="The stage it shows; else the one the job is in.",
            show_default=False,
        ),
    ] = None,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Add a picture to a job; it goes out with the update of its stage.

    For example: belfry jobs photo bench.jpg --job J-2042 --stage in-progress
    """
    content = read_handed(file)
    with open_team(team) as services:
        _meet(services, job_id)
        source = f"{BY}: {file.name}"[:LONGEST_SOURCE]
        kept = services.jobs.photos.add(job_id, content=content, source=source, by=BY, stage=stage)
    data = {
        "job": kept.job_id,
        "stage": kept.stage,
        "number": kept.number,
        "width": kept.width,
        "height": kept.height,
        "bytes": kept.size,
    }
    shape = f"{kept.width} by {kept.height} pixels, {kept.size:,} bytes"
    said = f"Photo {kept.number} of {kept.job_id} shows it in {kept.stage}: {shape}."
    answer(data, said, as_json=as_json)


def read_handed(file: Path) -> bytes:
    """No more than could be a picture or a scan, whatever the file is."""
    from belfry.ports.files import check_size
    from belfry.ports.image_processor import MOST_BYTES

    try:
        check_size(file.stat().st_size, MOST_BYTES)
        with file.open("rb") as opened:
            return opened.read(MOST_BYTES + 1)
    except OSError as error:
        raise InputError(f"{file}: {error.strerror or error}", field="FILE") from error


def _meet(services: Services, job_id: str) -> None:
    """A job that was put on the board just now is not known before somebody looks."""
    if not services.ports.jobs.list_by_id([job_id]):
        insist_on_board(services)
        services.jobs.poll_board()


ReplyId = Annotated[
    str, typer.Argument(metavar="ID", help="The reply, as `belfry jobs replies` names it.")
]
MOST = 500
MEANINGS = {
    "stop": "wants no more",
    "start": "wants them again",
    "help": "asked for help",
    "near": "may want no more",
    "other": "",
}


def list_replies(
    every: Annotated[
        bool, typer.Option("--all", help="Also those that somebody has seen to.")
    ] = False,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """What customers wrote back that nobody has seen to yet.

    For example: belfry jobs replies --all
    """
    with open_team(team) as services:
        replies = services.jobs.replies
        lines = replies.list_newest(limit=MOST) if every else [*replies.list_open(limit=MOST).lines]
        zone = find_team_zone(services)
    columns = ("reply", "when", "from", "job", "says", "means")
    nobody = "Nobody has written back." if every else "No reply waits for anybody."
    said = Rows(columns, [_make_row(line, zone) for line in lines], nobody)
    open_ones = sum(line.reply.is_open for line in lines)
    answer(
        {"open": open_ones, "replies": [shape_reply(line) for line in lines]},
        said,
        as_json=as_json,
    )


def settle(
    reply_id: ReplyId,
    stop: Annotated[
        bool, typer.Option("--stop", help="They want no more messages: send them none.")
    ] = False,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Say that you have seen to a reply, or that its writer wants no more messages.

    For example: belfry jobs settle SM4f1c --stop
    """
    with open_team(team) as services:
        act = services.jobs.replies.stop if stop else services.jobs.replies.settle
        reply = act(reply_id, by=BY)
    settled = f"{reply.id} is seen to."
    said = f"{settled} {reply.sender} gets no more messages." if stop else settled
    answer({"reply": reply.id, "stopped": stop}, said, as_json=as_json)


def shape_reply(line: ReplySummary) -> dict[str, Any]:
    reply = line.reply
    return {
        "id": reply.id,
        "at": reply.at,
        "channel": reply.channel,
        "from": reply.sender,
        "job": line.job.id if line.job else None,
        "text": reply.text,
        "meaning": reply.meaning,
        "open": reply.is_open,
        "stopped": line.is_stopped,
    }


def _make_row(line: ReplySummary, zone: tzinfo) -> tuple[str, ...]:
    reply = line.reply
    job = line.job.id if line.job else ""
    when = show_moment(reply.at, zone)
    return (reply.id, when, reply.sender, job, reply.text, MEANINGS[reply.meaning])


def timeline(job_id: JobId, team: Team = None, as_json: Json = False) -> None:
    """Show everything that happened to one job.

    For example: belfry jobs timeline J-2042
    """
    with open_team(team) as services:
        shown = services.jobs.show_job(job_id)
        zone = find_team_zone(services)
    rows = [(show_moment(one.at, zone), one.what, one.detail) for one in shown.timeline]
    data = {
        "job": _shape_job(shown.job),
        "timeline": [
            {"at": one.at, "what": one.what, "detail": one.detail} for one in shown.timeline
        ],
        "messages": [message.id for message in shown.messages],
    }
    answer(data, Rows(("when", "what", "more"), rows, "Nothing yet."), as_json=as_json)


def eta(
    stage: Annotated[
        str, typer.Option("--stage", metavar="STAGE", help="The stage the job enters.")
    ],
    at: At = None,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Show by when a job that enters a stage may be expected in the next.

    For example: belfry jobs eta --stage "in progress"
    """
    with open_team(team, at=at) as services:
        shop_now = services.jobs.read_shop()
        now = services.ports.clock.now()
    _warn_of(shop_now)
    entered = find_stage(shop_now.shop.stages, stage)
    found = _foresee(shop_now, entered, now)
    data = {"eta": found.text if found else None, "by": found.by if found else None}
    answer(data, _tell_eta(shop_now, entered, found), as_json=as_json)


def settings(team: Team = None, as_json: Json = False) -> None:
    """Show how the settings of the jobs were understood.

    For example: belfry jobs settings
    """
    from belfry.jobs.settings.shop import write_shop_reading

    with open_team(team) as services:
        shop_now = services.jobs.read_shop()
    lines = write_shop_reading(shop_now.shop)
    mistakes = [f"mistake: {place}: {text}" for place, text in shop_now.problems]
    if mistakes:
        mistakes.append("Until that is mended, what was understood before goes on.")
    data = {"settings": lines, "problems": shape_problems(shop_now.problems)}
    answer(data, "\n".join([*lines, *mistakes]), as_json=as_json)
    if shop_now.problems:
        raise typer.Exit(1)


def find_stage(stages: Stages, text: str) -> Stage:
    """The stage of that name; InputError names the nearest."""
    if found := stages.find(text):
        return found
    names = ", ".join(stage.name for stage in stages)
    near = stages.nearest(text)
    hint = f"; did you mean {near}?" if near else ""
    raise InputError(f"{text!r} is not a stage; expected {names}{hint}", field="--stage")


def _foresee(shop_now: ShopNow, stage: Stage, at: datetime) -> Eta | None:
    from belfry.jobs.updates.eta import find_eta

    shop = shop_now.shop
    if shop.stages.next_main(stage) is None:
        return None
    return find_eta(
        entered_at=at,
        typical=shop.typical.get(stage.name),
        buffer=shop.buffer,
        calendar=shop_now.calendar,
    )


def _tell_eta(shop_now: ShopNow, stage: Stage, found: Eta | None) -> str:
    following = shop_now.shop.stages.next_main(stage)
    if following is None:
        return f"No time is promised in {stage.name}: no stage follows it on the main line."
    if found is None:
        return f"No time is promised in {stage.name}: the settings name no typical time for it."
    until = show_moment(found.by, shop_now.calendar.zone)
    return f"{following.name} by {found.text} (that is, until {until})"


def _warn_of(shop_now: ShopNow) -> None:
    for place, text in shop_now.problems:
        warn(f"{place}: {text}; the last settings without a mistake are used")


def _shape_job(job: Job) -> dict[str, Any]:
    return {
        "id": job.id,
        "customer": job.customer,
        "contact": job.contact,
        "channel": job.channel,
        "item": job.item,
        "consent": job.consent or None,
        "stage": job.stage,
        "entered_at": job.entered_at,
        "eta": job.eta or None,
        "eta_by": job.eta_by,
        "pending": job.pending or None,
        "slip": job.slip or None,
        "is_open": job.is_open,
        "chased_at": job.chased_at,
        "closed_at": job.closed_at,
    }
