"""Which picture belongs to which job and stage.

A newer picture of a stage takes the place of the one before it, which is kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from belfry.jobs.jobs import BELFRY, Job
from belfry.jobs.settings.stages import Stages
from belfry.kernel.audit import write_entry
from belfry.kernel.changes import Audit, Change, Put
from belfry.kernel.tokens import digest_of

KEPT_AFTER_END = timedelta(days=90)


@dataclass(frozen=True, slots=True, kw_only=True)
class Photo:
    """A picture of a job in a stage, tidied and kept.

    Numbers count from 1 for each job, and none is given twice, even if its photo is gone.
    `source` says where it came from: a file in the team's folder, the board, or an upload.
    `digest` is that of the picture as it came, before it was tidied.
    """

    job_id: str
    number: int
    stage: str
    source: str
    digest: str
    width: int
    height: int
    size: int
    added_at: datetime
    added_by: str
    revision: int = 0

    @property
    def key(self) -> str:
        return photo_key(self.job_id, self.number)

    @property
    def blob_name(self) -> str:
        """Where its bytes are kept: a job may be called what no file can be.

        Two pictures that are given the same number at once have names of their own.
        """
        return f"photos/{digest_of(self.job_id)[:32]}/{self.number}-{self.digest[:16]}.jpg"


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoFile:
    """A file that was looked at; `why` says why there is no photo of it, if so.

    One that looks as it did when its `stamp` was taken is not looked at again, and one whose
    `digest` is the same holds nothing new.
    """

    name: str
    stamp: str
    digest: str = ""
    why: str = ""
    revision: int = 0

    @property
    def key(self) -> str:
        return self.name


def photo_key(job_id: str, number: int) -> str:
    return f"{job_id}/{number}"


def find_stage_of(slug: str, stages: Stages) -> str | None:
    """The stage whose name a file bears: `in-progress`, `In Progress`."""
    return stages.find_name(slug.replace("-", " ").replace("_", " ")) or stages.find_name(slug)


def find_latest_of(photos: Iterable[Photo], stage: str) -> Photo | None:
    """The newest picture of a stage."""
    ours = [photo for photo in photos if photo.stage == stage]
    return max(ours, key=lambda photo: photo.number, default=None)


def has_ended(job: Job, *, last: str, before: datetime) -> bool:
    """Whether a job has been over since before that moment."""
    if job.closed_at is not None and job.closed_at < before:
        return True
    return job.stage == last and job.entered_at < before


def record_photo(
    job: Job, photo: Photo, *, action: str, at: datetime, by: str = BELFRY
) -> list[Change]:
    """The entry that says what became of a photo, and the job with it."""
    after = {"photo": photo.number, "stage": photo.stage, "digest": photo.digest}
    audited, entry = write_entry(job, action=action, by=by, at=at, after=after)
    return [Put(audited), Audit(entry)]
