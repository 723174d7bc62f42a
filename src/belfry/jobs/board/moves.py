"""Whether a changed cell on the board is a job that moved.

Known, forward and new: all three, or nobody is told. What goes backward or sideways is a
correction: it is written down, and the customer hears nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from zoneinfo import ZoneInfo

from belfry.jobs.board.rows import BoardRow
from belfry.jobs.jobs import Course, Job, Move
from belfry.jobs.settings.shop import Shop
from belfry.jobs.settings.stages import Stage, Stages
from belfry.jobs.updates.eta import Eta, find_eta
from belfry.kernel.cron import find_zone
from belfry.kernel.hours.calendar import Calendar
from belfry.kernel.hours.quiet import find_release


@dataclass(frozen=True)
class Moved:
    """The job went forward; `entered_from` is the main stage to come back to from a side stage.

    `is_jump` says that it passed over stages of the main line.
    """

    was: str
    now: str
    entered_from: str | None
    is_jump: bool
    why: str


@dataclass(frozen=True)
class Corrected:
    """The job stands elsewhere now, and that is no news for the customer."""

    was: str
    now: str
    entered_from: str | None
    why: str


@dataclass(frozen=True)
class Unchanged:
    """The job is where it was; `stage` is what its stage is called today."""

    stage: str


@dataclass(frozen=True)
class UnknownStage:
    """The cell names no stage; `nearest` is the one that was probably meant."""

    said: str
    nearest: str | None


def judge_change(
    seen: str, *, stage: str, entered_from: str | None, stages: Stages
) -> Moved | Corrected | Unchanged | UnknownStage:
    """What a cell that says `seen` means for a job recorded in `stage`.

    `entered_from` is the main stage from which a job went into its side stage, where it is known.
    """
    now, was = stages.find(seen), stages.find(stage)
    if now is None:
        return UnknownStage(seen, stages.nearest(seen))
    if was is None:
        why = f"{stage} is no longer one of the stages, so {now.name} is taken as where it is"
        return Corrected(stage, now.name, None, why)
    if now == was:
        return Unchanged(now.name)
    if now.is_side:
        kept = was.name if not was.is_side else _find_main(entered_from, stages)
        return Moved(was.name, now.name, kept, False, f"{now.name} is a side stage")
    if was.is_side:
        return _judge_return(was, now, entered_from, stages)
    return _judge_step(was, now, stages)


def _judge_step(was: Stage, now: Stage, stages: Stages) -> Moved | Corrected:
    if not stages.is_after(now, was):
        why = f"{now.name} comes before {was.name}"
        return Corrected(was.name, now.name, None, why)
    is_jump = stages.next_main(was) != now
    return Moved(was.name, now.name, None, is_jump, f"{now.name} comes after {was.name}")


def _judge_return(
    was: Stage, now: Stage, entered_from: str | None, stages: Stages
) -> Moved | Corrected:
    """Out of a side stage: news if the job is at least as far as when it went there."""
    origin = stages.find(_find_main(entered_from, stages) or "") or _find_place(was, stages)
    if origin is None or origin == now:
        return Moved(was.name, now.name, None, False, f"it has left {was.name}")
    if stages.is_after(now, origin):
        is_jump = stages.next_main(origin) != now
        why = f"it has left {was.name}, and {now.name} comes after {origin.name}"
        return Moved(was.name, now.name, None, is_jump, why)
    why = f"{now.name} comes before {origin.name}, from where it went to {was.name}"
    return Corrected(was.name, now.name, None, why)


def _find_main(name: str | None, stages: Stages) -> str | None:
    stage = stages.find(name) if name else None
    return stage.name if stage and not stage.is_side else None


def _find_place(side: Stage, stages: Stages) -> Stage | None:
    """The main stage listed before a side stage: where a job comes from if nobody saw it come."""
    before = stages.all[: stages.all.index(side)]
    return next((stage for stage in reversed(before) if not stage.is_side), None)


@dataclass(frozen=True, slots=True)
class Look:
    """One look at the board: when, by which settings, and whether it is the first one ever."""

    now: datetime
    shop: Shop
    calendar: Calendar
    is_first: bool


@dataclass(frozen=True, slots=True)
class Seen:
    """What a row came to: the job as it is now, its move if it made one, what is wrong."""

    job: Job | None
    move: Move | None = None
    problem: str = ""


def judge_row(row: BoardRow, job: Job | None, look: Look) -> Seen:
    """What the row says of its job; None for a job that was never seen."""
    if job is None:
        return _meet(row, look)
    known = _copy_details(job, row, look)
    origin = job.entered_from or None
    judged = judge_change(row.stage, stage=job.stage, entered_from=origin, stages=look.shop.stages)
    match judged:
        case Unchanged(stage):
            return Seen(replace(known, stage=stage, pending="", pending_since=None))
        case UnknownStage(said, nearest):
            problem = _say_unknown(said, nearest, look)
            return Seen(replace(known, row="", pending="", pending_since=None), problem=problem)
        case Moved() | Corrected():
            return _settle(known, judged, look)


def _meet(row: BoardRow, look: Look) -> Seen:
    """A job is first seen: it is written down, and nobody is told unless the shop wants that."""
    stage = look.shop.stages.find(row.stage)
    if stage is None:
        return Seen(
            None, problem=_say_unknown(row.stage, look.shop.stages.nearest(row.stage), look)
        )
    eta = _find_eta(stage, look.now, look)
    is_told = look.shop.tells_first_seen and not look.is_first and stage != look.shop.stages.last
    job = Job(
        id=row.id,
        row=row.text,
        customer=row.customer,
        contact=row.contact,
        channel=row.channel,
        item=row.item,
        consent=row.consent,
        zone=row.zone,
        photo=row.photo,
        stage=stage.name,
        entered_at=look.now,
        moves=1,
        told=1 if is_told else 0,
        is_open=stage != look.shop.stages.last,
    )
    move = _make_move(job, Course.NEW, "", stage.name, look.now, look, is_told, eta)
    return Seen(_put_eta(job, stage, eta, look), move)


def _copy_details(job: Job, row: BoardRow, look: Look) -> Job:
    """What the board says besides the stage is taken as it stands; a job on it is not missing."""
    return replace(
        job,
        row=row.text,
        customer=row.customer,
        contact=row.contact,
        channel=row.channel,
        item=row.item,
        consent=row.consent,
        zone=row.zone,
        photo=row.photo,
        missing_since=None,
        closed_at=None,
        is_open=_is_open(job, look),
    )


def _is_open(job: Job, look: Look) -> bool:
    """A job whose stage is no longer in the settings is as open as it was."""
    stage = look.shop.stages.find(job.stage)
    if stage is None:
        return job.is_open or job.closed_at is not None
    return stage != look.shop.stages.last


def _settle(job: Job, judged: Moved | Corrected, look: Look) -> Seen:
    """The change counts if the board has said so for long enough, and is kept in mind if not."""
    since = job.pending_since if job.pending == judged.now else None
    if since is None or since > look.now:  # the clock may have been set back
        since = look.now
    if look.now - since < look.shop.settle:
        return Seen(replace(job, pending=judged.now, pending_since=since))
    return _move(job, judged, since, look)


def _move(job: Job, judged: Moved | Corrected, since: datetime, look: Look) -> Seen:
    stage = look.shop.stages.find(judged.now)
    assert stage is not None
    eta = _find_eta(stage, since, look)
    is_last = stage == look.shop.stages.last
    is_told = isinstance(judged, Moved) and (not is_last or look.shop.tells_last)
    number = job.moves + 1
    moved = replace(
        job,
        stage=stage.name,
        entered_at=since,
        entered_from=judged.entered_from or "",
        moves=number,
        told=number if is_told else job.told,
        slip=_find_slip(job, judged, look),
        pending="",
        pending_since=None,
        is_open=not is_last,
        chased_at=None,
        chased_stage="",
    )
    course = Course.FORWARD if isinstance(judged, Moved) else Course.BACK
    move = _make_move(moved, course, judged.was, stage.name, since, look, is_told, eta)
    return Seen(_put_eta(moved, stage, eta, look), move)


def _find_slip(job: Job, judged: Moved | Corrected, look: Look) -> str:
    """The stage the customer was told of by mistake, if the job now turns out not to be there.

    A stage that was taken out of the settings was no mistake.
    """
    if isinstance(judged, Moved):
        return ""
    is_told = job.told == job.moves and look.shop.stages.find(job.stage) is not None
    return job.stage if is_told else job.slip


def _find_eta(stage: Stage, entered_at: datetime, look: Look) -> Eta | None:
    if look.shop.stages.next_main(stage) is None:
        return None
    return find_eta(
        entered_at=entered_at,
        typical=look.shop.typical.get(stage.name),
        buffer=look.shop.buffer,
        calendar=look.calendar,
    )


def _put_eta(job: Job, stage: Stage, eta: Eta | None, look: Look) -> Job:
    following = look.shop.stages.next_main(stage)
    if eta is None or following is None:
        return replace(job, eta="", eta_by=None, eta_stage="")
    return replace(job, eta=eta.text, eta_by=eta.by, eta_stage=following.name)


def _make_move(
    job: Job,
    course: Course,
    came_from: str,
    went_to: str,
    seen_at: datetime,
    look: Look,
    is_told: bool,
    eta: Eta | None,
) -> Move:
    return Move(
        job_id=job.id,
        number=job.moves,
        came_from=came_from,
        went_to=went_to,
        course=course,
        seen_at=seen_at,
        at=look.now,
        is_told=is_told,
        eta=eta.text if eta else "",
    )


def _say_unknown(said: str, nearest: str | None, look: Look) -> str:
    names = ", ".join(stage.name for stage in look.shop.stages)
    what = f"{said!r} is not a stage" if said else "the stage is empty"
    return f"{what}; expected {names}" + (f". Did you mean {nearest}?" if nearest else "")


NOWHERE = "the board has no address of the customer that could be used"


@dataclass(frozen=True, slots=True)
class Outlook:
    """`counts_at` is when the change has stood long enough.

    `told_at` is when the customer may hear of it, or None if they will not; `why` says why.
    """

    stage: str
    counts_at: datetime
    told_at: datetime | None
    why: str


def foresee_change(job: Job, shop: Shop, zone: ZoneInfo, refusal: str = "") -> Outlook | None:
    """None if the board says nothing new.

    `zone` is the team's; `refusal` is why nothing is written to the customer, if so.
    """
    if not job.pending or job.pending_since is None:
        return None
    counts_at = job.pending_since + shop.settle
    origin = job.entered_from or None
    judged = judge_change(job.pending, stage=job.stage, entered_from=origin, stages=shop.stages)
    if not isinstance(judged, Moved):
        return Outlook(job.pending, counts_at, None, "it goes back, so the customer is not told")
    if shop.stages.find(job.pending) == shop.stages.last and not shop.tells_last:
        return Outlook(job.pending, counts_at, None, "it is the last stage, so nobody is told")
    if why := refusal or ("" if job.contact else NOWHERE):
        return Outlook(job.pending, counts_at, None, why)
    theirs = find_zone(job.zone) if job.zone else zone
    told_at = find_release(counts_at, shop.quiet, theirs)
    why = "the quiet hours end then" if told_at > counts_at else ""
    return Outlook(job.pending, counts_at, told_at, why)
