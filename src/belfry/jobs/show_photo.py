"""Show one photo of a job, as it is kept."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.jobs.photos import Photo, photo_key
from belfry.kernel.errors import NotFound
from belfry.ports.shelf import Shelf
from belfry.ports.store import Store


@dataclass(frozen=True, slots=True)
class PhotoShown:
    photo: Photo
    content: bytes


@dataclass(frozen=True, slots=True)
class ShowPhoto:
    store: Store
    shelf: Shelf

    def __call__(self, job_id: str, number: int) -> PhotoShown:
        photo = self.store.find(Photo, photo_key(job_id, number))
        if photo is None:
            raise NotFound(f"there is no photo {number} of {job_id!r}")
        return PhotoShown(photo, self.shelf.get(photo.shelf_name))
