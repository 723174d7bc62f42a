"""How a job's doings are written into its trail, and handed on.

Names and addresses stand there as digests, so that the trail may outlive what it is about.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from belfry.jobs.board.moves import Move
from belfry.jobs.jobs import Job
from belfry.jobs.photos.photos import Photo
from belfry.kernel.audit import write_entry
from belfry.kernel.changes import Announce, Append, Audit, Change, Event, Put
from belfry.kernel.tokens import digest_of

BELFRY = "belfry"
AGGREGATE = "job"
STAGE_CHANGED = "stage.changed"
JOB_QUIET = "job.quiet"
JOB_CORRECTED = "job.corrected"
JOBS_SWEPT = "jobs.swept"


def record_job(job: Job, *, action: str, at: datetime, by: str = BELFRY) -> list[Change]:
    """The job as it is now, with the entry that says so."""
    audited, entry = write_entry(job, action=action, by=by, at=at, after=_render(job))
    return [Put(audited), Audit(entry)]


def record_photo(
    job: Job, photo: Photo, *, action: str, at: datetime, by: str = BELFRY
) -> list[Change]:
    """The entry that says what became of a photo, and the job with it."""
    after = {"photo": photo.number, "stage": photo.stage, "digest": photo.digest}
    audited, entry = write_entry(job, action=action, by=by, at=at, after=after)
    return [Put(audited), Audit(entry)]


def record_move(job: Job, move: Move, *, at: datetime) -> list[Change]:
    """The job after its move; whoever listens is told if its customer is to hear of it."""
    changes = [*record_job(job, action=f"moved {move.course}", at=at), Append(move)]
    if move.is_told:
        changes.append(announce(job, STAGE_CHANGED, {"stage": move.went_to}, at=at))
    return changes


def announce(job: Job, op: str, said: dict[str, Any], *, at: datetime) -> Announce:
    """The fact, for the outbox, with the number of the move it belongs to."""
    return Announce(Event(AGGREGATE, job.id, op, {"move": job.moves, **said}, at))


def _render(job: Job) -> dict[str, Any]:
    return {
        "stage": job.stage,
        "move": job.moves,
        "eta": job.eta,
        "open": job.is_open,
        "customer": digest_of(job.customer),
        "contact": digest_of(job.contact),
    }
