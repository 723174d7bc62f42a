"""The photos of jobs: their records, and which of them a stage shows.

A newer photo of a stage replaces the one before it, which is kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from belfry.jobs.jobs import BELFRY, Job
from belfry.jobs.settings.stages import Stages
from belfry.kernel.changes import Change, put_audited
from belfry.kernel.tokens import digest_of

KEPT_AFTER_END = timedelta(days=90)


@dataclass(frozen=True, slots=True, kw_only=True)
class Photo:
    """A cleaned picture of a job in a stage.

    Numbers count from 1 for each job and are never reused. `source` is the file in the team's
    folder, the board, or an upload. `digest` is that of the original picture.
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
        """The name of its bytes in the blob store.

        The job id is hashed because it may not be a valid file name. Two pictures given the same
        number at once differ by their digest.
        """
        return f"photos/{digest_of(self.job_id)[:32]}/{self.number}-{self.digest[:16]}.jpg"


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoFile:
    """A picture file that was read; `why` says why there is no photo of it, if so.

    It is read again when its `stamp` changes, and holds nothing new if its `digest` is the same.
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
    """The stage that a file is named for: `in-progress`, `In Progress`."""
    return stages.find_name(slug.replace("-", " ").replace("_", " ")) or stages.find_name(slug)


def find_latest_of(photos: Iterable[Photo], stage: str) -> Photo | None:
    of_stage = [photo for photo in photos if photo.stage == stage]
    return max(of_stage, key=lambda photo: photo.number, default=None)


def has_ended(job: Job, *, last: str, before: datetime) -> bool:
    """Whether the job was closed, or entered the `last` stage, before that moment."""
    if job.closed_at is not None and job.closed_at < before:
        return True
    return job.stage == last and job.entered_at < before


def record_photo(
    job: Job, photo: Photo, *, action: str, at: datetime, by: str = BELFRY
) -> list[Change]:
    """Put the job with an audit entry about its photo."""
    after = {"photo": photo.number, "stage": photo.stage, "digest": photo.digest}
    return put_audited(job, action=action, by=by, at=at, after=after)
