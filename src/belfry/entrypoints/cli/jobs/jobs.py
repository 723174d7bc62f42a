"""The jobs on the board: polled, swept, corrected, closed, shown; their photos and replies."""

from __future__ import annotations

import json
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from belfry.entrypoints.cli.answers import (
    Answer,
    Rows,
    shape,
    shape_all,
    shape_problems,
    show_moment,
    showing_progress,
    warn,
    write_value,
)
from belfry.entrypoints.cli.completing import complete_job
from belfry.entrypoints.cli.opening import (
    By,
    NewLink,
    argument,
    find_team_zone,
    option,
    show_link,
    timed,
)
from belfry.kernel.errors import InputError, NotFound

if TYPE_CHECKING:
    from datetime import tzinfo

    from belfry.bootstrap import Services
    from belfry.jobs.customers.replies import ReplySummary
    from belfry.jobs.jobs import Job, Move
    from belfry.jobs.settings.read_shop import ShopNow
    from belfry.jobs.settings.stages import Stage, Stages
    from belfry.jobs.updates.eta import Eta


JobId = Annotated[
    str, argument("JOB", "The job, as the board calls it.", autocompletion=complete_job)
]
OfJob = Annotated[
    str, option("--job", "The job, as the board calls it.", "JOB", autocompletion=complete_job)
]


def find_id(services: Services, number: str) -> str:
    """The id of the job that has the number now; `J-2042~1` names the first that had it."""
    jobs = services.ports.jobs.list_current([number])
    return jobs[0].id if jobs else number.removesuffix("~1")


@timed
def poll(services: Services) -> Answer:
    """Read the board and the photos now, and record what moved.

    For example: belfry jobs poll --json
    """
    with showing_progress("Looking"):
        if sync_drive := services.docs.sync_drive:
            sync_drive("jobs/")
        insist_on_board(services)
        polled = services.jobs.poll_board()
        if not polled.is_whole:
            raise InputError(str(polled))
        gathered = services.jobs.gather_photos()
    problems = [*polled.problems, *gathered.problems]
    data = {
        **shape(polled, "at", "jobs", "pending", "closed"),
        "moves": [_shape_move(move) for move in polled.moves],
        "photos": shape_all(gathered.added, "stage", "number", job="job_id"),
        "problems": shape_problems(problems),
    }
    lines = [
        f"{polled}.",
        *(_tell_move(move) for move in polled.moves),
        *(f"{job} has just changed: it counts if it stands" for job in polled.pending),
        *(f"{job} is gone from the board, and closed" for job in polled.closed),
        *(f"{photo.job_id} has a new photo, of {photo.stage}" for photo in gathered.added),
        *([f"{gathered.waiting} pictures are left for the next look"] * bool(gathered.waiting)),
        *(f"Problem: {place}: {text}" for place, text in problems),
    ]
    return Answer(data, lines, is_well=not problems)


def _shape_move(move: Move) -> dict[str, Any]:
    renamed = {"job": "job_id", "from": "came_from?", "to": "went_to", "told": "is_told"}
    return shape(move, "course", "eta?", **renamed)


def _tell_move(move: Move) -> str:
    went = {
        "new": f"is new, in the stage {move.went_to}",
        "forward": f"went from {move.came_from} to {move.went_to}",
        "back": f"was put back from {move.came_from} to {move.went_to}",
    }[move.course]
    suffix = "; the customer will be told" if move.is_told else ""
    eta = f"; next stage by {move.eta}" if move.eta else ""
    return f"{move.job_id} {went}{suffix}{eta}"


@timed
def sweep(services: Services) -> Answer:
    """Find the jobs that have been in one stage for too long, and queue notes to their customers.

    For example: belfry jobs sweep
    """
    insist_on_board(services)
    swept = services.jobs.sweep()
    named = {"stuck": swept.stuck, "chased now": swept.chased, "past their ETA": swept.late}
    lines = [f"{what}: {', '.join(jobs)}" for what, jobs in named.items() if jobs]
    quiet = swept.why_not or "No job has stood still for too long."
    return Answer(asdict(swept) | {"why_not": swept.why_not or None}, lines or quiet)


def correct(
    services: Services,
    job_id: JobId,
    leave: Annotated[bool, option("--leave", "Send nothing; just stop showing the slip.")] = False,
    by: By = "",
) -> Answer:
    """Tell a customer that the last update was a mistake, or dismiss the slip.

    For example: belfry jobs correct J-2042
    """
    act = services.jobs.correct.leave if leave else services.jobs.correct
    job = act(find_id(services, job_id), by=by)
    outcome = f"The customer of {job.number} will be told that it is in {job.stage}."
    sentence = f"{job.number} is left as it is; nothing is sent." if leave else outcome
    return Answer({"job": job.id, "stage": job.stage, "told": not leave}, sentence)


def close_missing(services: Services, by: By = "") -> Answer:
    """Close the jobs that are missing from the board.

    For example: belfry jobs close-missing
    """
    insist_on_board(services)
    closed = services.jobs.poll_board.close_missing(by=by)
    sentence = f"Closed without a word: {', '.join(closed)}." if closed else "No job is missing."
    return Answer({"closed": closed}, sentence)


def insist_on_board(services: Services) -> None:
    from belfry.jobs.board.poll_board import BOARD

    if not services.ports.folder.exists(BOARD.name):
        sentence = f"this team keeps no job board: there is no {BOARD.name}"
        raise NotFound(f"{sentence}; `belfry init {services.settings.folder}` writes an example")


LONGEST_SOURCE = 200
_ITS_STAGE = "The stage it shows; else the one the job is in."


def photo(
    services: Services,
    file: Annotated[Path, argument("FILE", "The picture.")],
    job_id: OfJob,
    stage: Annotated[str | None, option("--stage", _ITS_STAGE, "STAGE")] = None,
    by: By = "",
) -> Answer:
    """Add a picture to a job; it goes out with the update of its stage.

    For example: belfry jobs photo bench.jpg --job J-2042 --stage in-progress
    """
    content = read_handed(file)
    if not services.ports.jobs.list_current([job_id]):  # perhaps it was added since the last poll
        insist_on_board(services)
        services.jobs.poll_board()
    source = f"{by}: {file.name}"[:LONGEST_SOURCE]
    added = services.jobs.photos.add(
        find_id(services, job_id), content=content, source=source, by=by, stage=stage
    )
    data = shape(added, "stage", "number", "width", "height", job="job_id", bytes="size")
    size = f"{added.width} by {added.height} pixels, {added.size:,} bytes"
    return Answer(data, f"Photo {added.number} of {job_id} shows it in {added.stage}: {size}.")


def read_handed(file: Path, most_bytes: int | None = None) -> bytes:
    """No more than could be a picture or a scan, unless another limit is given."""
    from belfry.ports.files import check_size
    from belfry.ports.image_processor import MOST_BYTES

    limit = most_bytes or MOST_BYTES
    try:
        check_size(file.stat().st_size, limit)
        with file.open("rb") as opened:
            return opened.read(limit + 1)
    except OSError as error:
        raise InputError(f"{file}: {error.strerror or error}", field="FILE") from error


MOST = 500
MEANINGS = {
    "stop": "wants no more",
    "start": "wants them again",
    "help": "asked for help",
    "near": "may want no more",
    "other": "",
}


def list_replies(
    services: Services,
    every: Annotated[bool, option("--all", "Also those that are settled.")] = False,
) -> Answer:
    """List the replies of customers that are not settled yet.

    For example: belfry jobs replies --all
    """
    replies = services.jobs.replies
    lines = replies.list_newest(limit=MOST) if every else [*replies.list_open(limit=MOST).lines]
    zone = find_team_zone(services)
    columns = ("reply", "when", "from", "job", "says", "means")
    empty = "There are no replies." if every else "All replies are settled."
    data = {
        "open": sum(line.reply.is_open for line in lines),
        "replies": [_shape_reply(line) for line in lines],
    }
    return Answer(data, Rows(columns, [_make_row(line, zone) for line in lines], empty))


def settle(
    services: Services,
    reply_id: Annotated[str, argument("ID", "The reply, as `belfry jobs replies` names it.")],
    stop: Annotated[bool, option("--stop", "They want no more messages: send none.")] = False,
    by: By = "",
) -> Answer:
    """Mark a reply as settled, or stop messages to its sender.

    For example: belfry jobs settle SM4f1c --stop
    """
    act = services.jobs.replies.stop if stop else services.jobs.replies.settle
    reply = act(reply_id, by=by)
    more = f" {reply.sender} gets no more messages." if stop else ""
    return Answer({"reply": reply.id, "stopped": stop}, f"{reply.id} is seen to.{more}")


def reply(
    services: Services,
    job_id: JobId,
    text: Annotated[str, argument("TEXT", "What to tell them.")],
    by: By = "",
) -> Answer:
    """Write to a job's customer, by text or mail as the board says, and settle their replies.

    For example: belfry jobs reply J-2042 "Yes, come by until six."
    """
    message = services.jobs.replies.write(find_id(services, job_id), text, by=by)
    [preview] = services.messaging.preview.of_each([message])
    leaves_at = preview.at
    data = {"message": message.id, "leaves_at": leaves_at, "why": preview.why or None}
    when = f" It leaves {show_moment(leaves_at, find_team_zone(services))}" if leaves_at else ""
    why = f" ({preview.why})." if preview.why else "."
    return Answer(data, f"Queued for the customer of {job_id}.{when}{why if when else ''}")


def _shape_reply(line: ReplySummary) -> dict[str, Any]:
    renamed = {"from": "sender", "open": "is_open"}
    return {
        **shape(line.reply, "id", "at", "channel", "text", "meaning", **renamed),
        "job": line.job.id if line.job else None,
        "stopped": line.is_stopped,
    }


def _make_row(line: ReplySummary, zone: tzinfo) -> tuple[str, ...]:
    reply = line.reply
    job = line.job.number if line.job else ""
    when = show_moment(reply.at, zone)
    return (reply.id, when, reply.sender, job, reply.text, MEANINGS[reply.meaning])


def timeline(services: Services, job_id: JobId) -> Answer:
    """Show everything that happened to one job.

    For example: belfry jobs timeline J-2042
    """
    shown = services.jobs.list_jobs.show(find_id(services, job_id))
    zone = find_team_zone(services)
    rows = [(show_moment(event.at, zone), event.what, event.detail) for event in shown.timeline]
    data = {
        "job": _shape_job(shown.job),
        "timeline": shape_all(shown.timeline, "at", "what", "detail"),
        "messages": [message.id for message in shown.messages],
    }
    return Answer(data, Rows(("when", "what", "more"), rows, "Nothing yet."))


def _shape_job(job: Job) -> dict[str, Any]:
    who = ("id", "customer", "contact", "channel", "item", "consent?")
    where = ("stage", "entered_at", "eta?", "eta_by", "pending?", "slip?")
    return shape(job, *who, *where, "is_open", "chased_at", "closed_at")


@timed
def eta(
    services: Services,
    stage: Annotated[str, option("--stage", "The stage the job enters.", "STAGE")],
) -> Answer:
    """Show when a job that enters a stage is expected in the next one.

    For example: belfry jobs eta --stage "in progress"
    """
    from belfry.jobs.updates.eta import find_eta

    shop_now = services.jobs.read_shop()
    for place, text in shop_now.problems:
        warn(f"{place}: {text}; the last settings without a mistake are used")
    shop = shop_now.shop
    entered = find_stage(shop.stages, stage)
    following = shop.stages.next_main(entered)
    eta = find_eta(
        entered_at=services.ports.clock.now(),
        typical=shop.typical.get(entered.name) if following else None,
        buffer=shop.buffer,
        calendar=shop_now.calendar,
    )
    data = {"eta": eta.text if eta else None, "by": eta.by if eta else None}
    return Answer(data, _tell_eta(shop_now, entered, following, eta))


def _tell_eta(shop_now: ShopNow, stage: Stage, following: Stage | None, eta: Eta | None) -> str:
    if following is None:
        return f"No time is promised in {stage.name}: no stage follows it on the main line."
    if eta is None:
        return f"No time is promised in {stage.name}: the settings name no typical time for it."
    until = show_moment(eta.by, shop_now.calendar.zone)
    return f"{following.name} by {eta.text} (that is, until {until})"


def settings(services: Services) -> Answer:
    """Show how the settings of the jobs were understood.

    For example: belfry jobs settings
    """
    from belfry.jobs.settings.shop import write_shop_reading

    shop_now = services.jobs.read_shop()
    lines = write_shop_reading(shop_now.shop)
    mistakes = [f"mistake: {place}: {text}" for place, text in shop_now.problems]
    if mistakes:
        mistakes.append("Until that is corrected, the last settings without a mistake are used.")
    data = {"settings": lines, "problems": shape_problems(shop_now.problems)}
    return Answer(data, [*lines, *mistakes], is_well=not mistakes)


def find_stage(stages: Stages, text: str) -> Stage:
    """The stage of that name; InputError names the nearest."""
    if stage := stages.find(text):
        return stage
    names = ", ".join(stage.name for stage in stages)
    near = stages.nearest(text)
    hint = f"; did you mean {near}?" if near else ""
    raise InputError(f"{text!r} is not a stage; expected {names}{hint}", field="--stage")


class Consent(StrEnum):
    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


def link(services: Services, job_id: JobId, new: NewLink = False, by: By = "") -> Answer:
    """Show the link to a customer's own page; make it, if there is none.

    For example: belfry jobs link J-2042
    """
    from belfry.jobs.jobs import page_path

    customers = services.jobs.customers
    job = customers.show(find_id(services, job_id)).job
    page = customers.renew_page(job.id, by=by) if new else customers.open_pages(job)
    path, why = page_path(page.token), "No links are sent: "
    return show_link(services, path, page.made_at, why, job=page.job_id)


def consent(
    services: Services,
    job_id: JobId,
    wanted: Annotated[Consent, argument("yes|no|unknown", "What they say.")],
    by: By = "",
) -> Answer:
    """Record whether a job's customer wants messages; it holds for all their jobs.

    For example: belfry jobs consent J-2042 no
    """
    customers = services.jobs.customers
    wish = "" if wanted is Consent.UNKNOWN else wanted.value
    job = customers.show(find_id(services, job_id)).job
    is_news = customers.set_consent(job.id, wish, by=by)
    refusal = customers.show(job.id).refusal
    data = {"job": job_id, "consent": wanted.value, "is_news": is_news, "refusal": refusal or None}
    verdict = "Noted" if is_news else "That was known"
    fate = f"nothing is sent, {refusal}" if refusal else "messages may be sent"
    return Answer(data, f"{verdict}: {wanted.value}. As things are, {fate}.")


Address = Annotated[str, argument("ADDRESS", "Their e-mail address or phone number.")]
FILE = "customer.json"
_NEW_FOLDER = "A new folder to write it to, with the photos."


def export(
    services: Services,
    address: Address,
    out: Annotated[Path | None, option("--out", _NEW_FOLDER, "DIR")] = None,
) -> Answer | None:
    """Export everything stored about a customer, as JSON.

    For example: belfry jobs export maya@example.com --out for-maya
    """
    file = services.jobs.personal_data.export(_find_address(services, address))
    text = json.dumps(file.told, default=write_value, indent=2, ensure_ascii=False)
    if out is None:
        typer.echo(text)
        return None
    if out.exists():
        raise InputError(f"{out} is there already; name a folder that is not")
    for name, content in {**file.pictures, FILE: f"{text}\n".encode()}.items():
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_bytes(content)
    data = {"file": str(out / FILE), "photos": sorted(file.pictures)}
    return Answer(data, f"Written to {out}: {FILE}, and {len(file.pictures)} photos.")


def forget(
    services: Services,
    address: Address,
    yes: Annotated[bool, option("--yes", "Do it without asking.")] = False,
    by: By = "",
) -> Answer:
    """Delete a customer's details, messages, photos and replies. This cannot be undone.

    For example: belfry jobs forget maya@example.com
    """
    if not yes:
        typer.confirm(f"Forget everything about {address}? There is no way back", abort=True)
    forgotten = services.jobs.personal_data.forget(_find_address(services, address), by=by)
    lines = [
        f"Forgotten: {', '.join(forgotten.jobs)}; {forgotten.messages} messages,"
        f" {forgotten.photos} photos, {forgotten.versions} earlier states of the board."
    ]
    if forgotten.left_files:
        lines.append("These files are yours to delete:")
        lines += [f"  {name}" for name in forgotten.left_files]
    lines.append("Backups made before still hold everything.")
    return Answer(asdict(forgotten), lines)


def _find_address(services: Services, text: str) -> str:
    from belfry.jobs.customers.replies import find_address

    return find_address(text, country=services.settings.country)
