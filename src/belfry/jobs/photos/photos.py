"""The photos of jobs: their records, and which of them a stage shows.

A newer photo of a stage replaces the one before it, which is kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from belfry.jobs.jobs import BELFRY, Job, Photo, PhotoFile, photo_key
from belfry.jobs.ports import Photos, get_job
from belfry.jobs.settings.read_shop import ReadShop
from belfry.jobs.settings.stages import Stages
from belfry.kernel.changes import Append, Change, Put, put_audited
from belfry.kernel.errors import Conflict, InputError, NotFound
from belfry.ports.clock import Clock
from belfry.ports.files import BlobStore, digest_content
from belfry.ports.image_processor import ImageProcessor, ProcessedImage
from belfry.ports.store import CrashPoints, Store

KEPT_AFTER_END = timedelta(days=90)


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


ADDED = "photo added"
TRIES = 5
SMALL = 200


@dataclass(frozen=True, slots=True)
class Picture:
    """A processed picture to keep; `digest` is that of the original."""

    job_id: str
    stage: str
    source: str
    digest: str
    image: ProcessedImage


@dataclass(frozen=True, slots=True)
class KeptPhoto:
    """The photo of a picture; not `is_new` if the stage showed that picture already."""

    photo: Photo
    is_new: bool


@dataclass(frozen=True, slots=True)
class KeepPhoto:
    """Keep a processed picture as a photo of its job.

    The bytes are stored first, so that a recorded photo can always be shown. If the process stops
    in between, the next try stores the same bytes under the same name.
    """

    store: Store
    photos: Photos
    blobs: BlobStore
    clock: Clock
    crash_points: CrashPoints

    def __call__(self, picture: Picture, *, by: str, file: PhotoFile | None = None) -> KeptPhoto:
        """`file` is recorded in the same commit. Conflict if the job changed meanwhile."""
        job = get_job(self.store, picture.job_id)
        file_changes: list[Change] = [Put(file)] if file else []
        latest = find_latest_of(self.photos.list(job.id), picture.stage)
        if latest and latest.digest == picture.digest:
            self.store.commit(file_changes)
            return KeptPhoto(latest, is_new=False)
        photo = self._make(picture, job.photos + 1, by)
        self.blobs.put(photo.blob_name, picture.image.content)
        self.crash_points.reached("photos.kept")
        counted = replace(job, photos=photo.number)
        entry = record_photo(counted, photo, action=ADDED, at=photo.added_at, by=by)
        try:
            self.store.commit([Append(photo), *entry, *file_changes])
        except Conflict:
            self._remove_bytes(photo)
            raise
        self.crash_points.reached("photos.recorded")
        return KeptPhoto(photo, is_new=True)

    def _make(self, picture: Picture, number: int, by: str) -> Photo:
        return Photo(
            job_id=picture.job_id,
            number=number,
            stage=picture.stage,
            source=picture.source,
            digest=picture.digest,
            width=picture.image.width,
            height=picture.image.height,
            size=len(picture.image.content),
            added_at=self.clock.now(),
            added_by=by,
        )

    def _remove_bytes(self, photo: Photo) -> None:
        """Unless another process recorded the same picture under the same name."""
        first = self.store.find(Photo, photo.key)
        if first is None or first.blob_name != photo.blob_name:
            self.blobs.remove(photo.blob_name)


@dataclass(frozen=True, slots=True)
class AddPhoto:
    """Add a picture that a person uploads."""

    store: Store
    image_processor: ImageProcessor
    read_shop: ReadShop
    keep_photo: KeepPhoto

    def __call__(
        self, job_id: str, *, content: bytes, source: str, by: str, stage: str | None = None
    ) -> Photo:
        """The photo, of the job's present stage if none is named.

        A picture that the stage shows already is not added again.
        """
        job = get_job(self.store, job_id)
        stage_name = self._find_stage(stage) if stage else job.stage
        image = self.image_processor.process(content)
        picture = Picture(job_id, stage_name, source, digest_content(content), image)
        for _ in range(TRIES - 1):
            try:
                return self.keep_photo(picture, by=by).photo
            except Conflict:  # a poll changed the job, or another photo was added
                continue
        return self.keep_photo(picture, by=by).photo

    def _find_stage(self, text: str) -> str:
        stages = self.read_shop().shop.stages
        if name := find_stage_of(text, stages):
            return name
        names = ", ".join(stage.name for stage in stages)
        nearest = stages.nearest(text)
        hint = f"; did you mean {nearest}?" if nearest else ""
        raise InputError(f"{text!r} is not a stage; expected {names}{hint}", field="stage")


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
        """A thumbnail, made at each request and not stored."""
        shown = self(job_id, number)
        image = self.image_processor.process(shown.content, longest=SMALL)
        return PhotoShown(shown.photo, image.content)

    def find(self, job_id: str, number: int) -> Photo:
        photo = self.store.find(Photo, photo_key(job_id, number))
        if photo is None:
            raise NotFound(f"there is no photo {number} of {job_id!r}")
        return photo
