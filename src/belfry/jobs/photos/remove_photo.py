"""Take a photo away, because a person wants it gone.

An older photo of the same stage then counts again. The bytes go first, so that none are left behind
that nobody knows of.
"""

from __future__ import annotations

from dataclasses import dataclass

from belfry.jobs.entries import record_photo
from belfry.jobs.jobs import Job
from belfry.jobs.photos.photos import Photo, photo_key
from belfry.kernel.changes import Remove
from belfry.kernel.errors import Conflict, NotFound
from belfry.ports.clock import Clock
from belfry.ports.files import BlobStore
from belfry.ports.store import CrashPoints, Store

REMOVED = "photo removed"
TRIES = 5


@dataclass(frozen=True, slots=True)
class RemovePhoto:
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
