"""Show one photo of a job, as it is kept."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.jobs.photos.photos import Photo, photo_key
from belfry.kernel.errors import NotFound
from belfry.ports.files import BlobStore
from belfry.ports.image_processor import ImageProcessor
from belfry.ports.store import Store

SMALL = 200


@dataclass(frozen=True, slots=True)
class PhotoShown:
    photo: Photo
    content: bytes


@dataclass(frozen=True, slots=True)
class ShowPhoto:
    store: Store
    blobs: BlobStore
    image_processor: ImageProcessor

    def __call__(self, job_id: str, number: int) -> PhotoShown:
        photo = self.find(job_id, number)
        return PhotoShown(photo, self.blobs.get(photo.blob_name))

    def small(self, job_id: str, number: int) -> PhotoShown:
        """As large as it stands beside others. Made anew each time: nothing more is kept of it."""
        shown = self(job_id, number)
        made = self.image_processor.process(shown.content, longest=SMALL)
        return PhotoShown(shown.photo, made.content)

    def find(self, job_id: str, number: int) -> Photo:
        photo = self.store.find(Photo, photo_key(job_id, number))
        if photo is None:
            raise NotFound(f"there is no photo {number} of {job_id!r}")
        return photo
