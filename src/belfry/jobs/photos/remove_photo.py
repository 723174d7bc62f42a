"""Remove a photo at a person's request, and the photos of jobs that ended long ago.

The bytes are removed first, so that none are left without a record. The team's own files are never
touched.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from belfry.jobs.jobs import Job
from belfry.jobs.photos.gather_photos import ABOVE, judge_cells, list_files
from belfry.jobs.photos.photos import KEPT_AFTER_END, Photo, has_ended, photo_key, record_photo
from belfry.jobs.ports import Photos
from belfry.jobs.settings.read_shop import ReadShop
from belfry.kernel.changes import Change, Remove
from belfry.kernel.errors import Conflict, InputError, NotFound
from belfry.ports.clock import Clock
from belfry.ports.files import BlobStore, Folder
from belfry.ports.store import CrashPoints, Store

REMOVED = "photo removed"
EXPIRED = "photos expired"
TRIES = 5
EXPIRED_AT_ONCE = 40


@dataclass(frozen=True, slots=True)
class RemovePhoto:
    """An older photo of the same stage is shown again."""

    store: Store
    blobs: BlobStore
    clock: Clock
    crash_points: CrashPoints

    def __call__(self, job_id: str, number: int, *, by: str) -> Photo:
        for _ in range(TRIES - 1):
            try:
                return self._remove(job_id, number, by)
            except Conflict:  # the job changed meanwhile
                continue
        return self._remove(job_id, number, by)

    def _remove(self, job_id: str, number: int, by: str) -> Photo:
        job = self.store.find(Job, job_id)
        photo = self.store.find(Photo, photo_key(job_id, number))
        if job is None or photo is None:
            raise NotFound(f"there is no photo {number} of {job_id!r}")
        self.blobs.remove(photo.blob_name)
        self.crash_points.reached("photos.taken_down")
        entry = record_photo(job, photo, action=REMOVED, at=self.clock.now(), by=by)
        self.store.commit([Remove(photo), *entry])
        return photo


@dataclass(frozen=True, slots=True)
class ExpirePhotos:
    """Remove old photos, and the records of files that are gone.

    The record of a file that still exists is kept, so that it is not added again.
    """

    store: Store
    photos: Photos
    folder: Folder
    blobs: BlobStore
    clock: Clock
    crash_points: CrashPoints
    read_shop: ReadShop

    def __call__(self) -> int:
        """The number of photos removed."""
        try:
            last = self.read_shop().shop.stages.last.name
        except (InputError, NotFound):  # without settings the last stage is unknown
            return 0
        before = self.clock.now() - KEPT_AFTER_END
        expired = 0
        while removed := self._expire_batch(last, before):
            expired += removed
        self._forget_files()
        return expired

    def _expire_batch(self, last: str, before: datetime) -> int:
        old = self.photos.list_ended(last=last, before=before, limit=EXPIRED_AT_ONCE)
        by_job = groupby(old, key=lambda photo: photo.job_id)
        return sum(self._expire(job_id, list(photos), last, before) for job_id, photos in by_job)

    def _expire(self, job_id: str, photos: Sequence[Photo], last: str, before: datetime) -> int:
        job = self.store.find(Job, job_id)
        if job is None or not has_ended(job, last=last, before=before):
            return 0
        for photo in photos:
            self.blobs.remove(photo.blob_name)
            self.crash_points.reached("photos.taken_down")
        entry = record_photo(job, photos[-1], action=EXPIRED, at=self.clock.now())
        removed: list[Change] = [Remove(photo) for photo in photos]
        try:
            self.store.commit([*removed, *entry])
        except Conflict:  # the job was reopened at this moment: the next run decides
            return 0
        return len(photos)

    def _forget_files(self) -> None:
        """Skipped while there is no file at all: a disk may not be mounted."""
        stamps = self.folder.stamps(ABOVE)
        if not stamps:
            return
        named, _ = judge_cells(self.photos.cells(), stamps)
        present = {file.key for file in (*list_files(stamps), *named)}
        known = self.photos.files()
        self.store.commit_each([[Remove(known[key])] for key in sorted(known.keys() - present)])
