"""Add a picture to a job, because a person hands it over."""

from __future__ import annotations

from dataclasses import dataclass, replace

from belfry.jobs.jobs import Job
from belfry.jobs.photos.photos import (
    Photo,
    PhotoFile,
    find_latest_of,
    find_stage_of,
    photo_key,
    record_photo,
)
from belfry.jobs.ports import Photos
from belfry.jobs.settings.read_shop import ReadShop
from belfry.kernel.changes import Append, Change, Put
from belfry.kernel.errors import Conflict, InputError, NotFound
from belfry.ports.clock import Clock
from belfry.ports.files import BlobStore, digest_content
from belfry.ports.image_processor import ImageProcessor, ProcessedImage
from belfry.ports.store import CrashPoints, Store

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


TRIES = 5


@dataclass(frozen=True, slots=True)
class AddPhoto:
    store: Store
    image_processor: ImageProcessor
    read_shop: ReadShop
    keep_photo: KeepPhoto

    def __call__(
        self, job_id: str, *, content: bytes, source: str, by: str, stage: str | None = None
    ) -> Photo:
        """The photo, of the stage the job is in if none is named.

        The picture that a stage shows already is not added once more.
        """
        job = self.store.find(Job, job_id)
        if job is None:
            raise NotFound(f"no job {job_id!r} has been seen on the board")
        named = self._find_stage(stage) if stage else job.stage
        made = self.image_processor.process(content)
        picture = Picture(job_id, named, source, digest_content(content), made)
        for _ in range(TRIES - 1):
            try:
                return self.keep_photo(picture, by=by).photo
            except Conflict:  # the board is being looked at, or somebody else adds one
                continue
        return self.keep_photo(picture, by=by).photo

    def _find_stage(self, said: str) -> str:
        stages = self.read_shop().shop.stages
        if found := find_stage_of(said, stages):
            return found
        names = ", ".join(stage.name for stage in stages)
        near = stages.nearest(said)
        hint = f"; did you mean {near}?" if near else ""
        raise InputError(f"{said!r} is not a stage; expected {names}{hint}", field="stage")
