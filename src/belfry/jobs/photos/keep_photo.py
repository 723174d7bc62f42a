"""Keep a tidied picture as a photo of its job.

The bytes are kept first: a photo that is written down can be shown. If the process dies between the
two, the same picture is kept under the same name at the next try.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from belfry.jobs.entries import record_photo
from belfry.jobs.jobs import Job
from belfry.jobs.photos.photos import Photo, PhotoFile, find_latest_of
from belfry.jobs.ports import Photos
from belfry.kernel.changes import Append, Change, Put
from belfry.kernel.errors import Conflict, NotFound
from belfry.ports.clock import Clock
from belfry.ports.files import BlobStore
from belfry.ports.image_processor import ProcessedImage
from belfry.ports.store import CrashPoints, Store

ADDED = "photo added"


@dataclass(frozen=True, slots=True)
class Picture:
    """What is to become a photo; `digest` is that of the picture as it came."""

    job_id: str
    stage: str
    source: str
    digest: str
    print: ProcessedImage


@dataclass(frozen=True, slots=True)
class Kept:
    """The photo of a picture; not `is_new` if the stage showed that very picture already."""

    photo: Photo
    is_new: bool


@dataclass(frozen=True, slots=True)
class KeepPhoto:
    store: Store
    photos: Photos
    blobs: BlobStore
    clock: Clock
    crash_points: CrashPoints

    def __call__(self, picture: Picture, *, by: str, file: PhotoFile | None = None) -> Kept:
        """`file` is written down with it. Conflict if somebody else changed the job meanwhile."""
        job = self.store.find(Job, picture.job_id)
        if job is None:
            raise NotFound(f"no job {picture.job_id!r} has been seen on the board")
        seen: list[Change] = [Put(file)] if file else []
        latest = find_latest_of(self.photos.list(job.id), picture.stage)
        if latest and latest.digest == picture.digest:
            self.store.commit(seen)
            return Kept(latest, is_new=False)
        photo = self._make(picture, job.photos + 1, by)
        self.blobs.put(photo.blob_name, picture.print.content)
        self.crash_points.reached("photos.kept")
        counted = replace(job, photos=photo.number)
        entry = record_photo(counted, photo, action=ADDED, at=photo.added_at, by=by)
        try:
            self.store.commit([Append(photo), *entry, *seen])
        except Conflict:
            self._let_go(photo)
            raise
        self.crash_points.reached("photos.recorded")
        return Kept(photo, is_new=True)

    def _make(self, picture: Picture, number: int, by: str) -> Photo:
        return Photo(
            job_id=picture.job_id,
            number=number,
            stage=picture.stage,
            source=picture.source,
            digest=picture.digest,
            width=picture.print.width,
            height=picture.print.height,
            size=len(picture.print.content),
            added_at=self.clock.now(),
            added_by=by,
        )

    def _let_go(self, photo: Photo) -> None:
        """Whoever was first may have kept the same picture under the same name."""
        first = self.store.find(Photo, photo.key)
        if first is None or first.blob_name != photo.blob_name:
            self.blobs.remove(photo.blob_name)
