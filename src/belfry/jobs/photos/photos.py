"""The photos of jobs: their records, and which of them a stage shows.

A newer photo of a stage replaces the one before it, which is kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from belfry.jobs.jobs import BELFRY, Job, Photo, PhotoFile, photo_key
from belfry.jobs.ports import Photos, get_job
from belfry.jobs.settings.read_shop import ReadShop
from belfry.jobs.settings.stages import Stages
from belfry.kernel.changes import Append, Change, Put, Remove, put_audited
from belfry.kernel.errors import Conflict, InputError, NotFound
from belfry.ports.clock import Clock
from belfry.ports.files import BlobStore, digest_content
from belfry.ports.image_processor import ImageProcessor, ProcessedImage
from belfry.ports.store import CrashPoints, Store, retry_on_conflict

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
class PhotoShown:
    photo: Photo
    content: bytes


@dataclass(frozen=True, slots=True)
class EditPhotos:
    """Bytes are stored before their record and removed before it.

    So a recorded photo can always be shown, and if the process stops in between, the next try
    stores the same bytes under the same name. The team's own files are never touched.
    """

    store: Store
    photos: Photos
    blobs: BlobStore
    image_processor: ImageProcessor
    clock: Clock
    crash_points: CrashPoints
    read_shop: ReadShop

    def add(
        self, job_id: str, *, content: bytes, source: str, by: str, stage: str | None = None
    ) -> Photo:
        """The photo that a person uploads, of the job's present stage if none is named.

        A picture that the stage shows already is not added again.
        """
        job = get_job(self.store, job_id)
        stage_name = self._find_stage(stage) if stage else job.stage
        image = self.image_processor.process(content)
        picture = Picture(job_id, stage_name, source, digest_content(content), image)
        # A poll may change the job, or another photo may be added meanwhile.
        return retry_on_conflict(lambda: self.keep(picture, by=by)).photo

    def keep(self, picture: Picture, *, by: str, file: PhotoFile | None = None) -> KeptPhoto:
        """`file` is recorded in the same commit. Conflict if the job changed meanwhile."""
        job = get_job(self.store, picture.job_id)
        file_changes: list[Change] = [Put(file)] if file else []
        latest = find_latest_of(self.photos.list(job.id), picture.stage)
        if latest and latest.digest == picture.digest:
            self.store.commit(file_changes)
            return KeptPhoto(latest, is_new=False)
        photo = Photo(
            job_id=picture.job_id,
            number=job.photos + 1,
            stage=picture.stage,
            source=picture.source,
            digest=picture.digest,
            width=picture.image.width,
            height=picture.image.height,
            size=len(picture.image.content),
            added_at=self.clock.now(),
            added_by=by,
        )
        self.blobs.put(photo.blob_name, picture.image.content)
        self.crash_points.reached("photos.kept")
        counted = replace(job, photos=photo.number)
        entry = record_photo(counted, photo, action="photo added", at=photo.added_at, by=by)
        try:
            self.store.commit([Append(photo), *entry, *file_changes])
        except Conflict:
            # Another process may have recorded the same picture under the same name.
            first = self.store.find(Photo, photo.key)
            if first is None or first.blob_name != photo.blob_name:
                self.blobs.remove(photo.blob_name)
            raise
        self.crash_points.reached("photos.recorded")
        return KeptPhoto(photo, is_new=True)

    def remove(self, job_id: str, number: int, *, by: str) -> Photo:
        """An older photo of the same stage is shown again."""
        return retry_on_conflict(lambda: self._remove(job_id, number, by))

    def show(self, job_id: str, number: int) -> PhotoShown:
        photo = self.get(job_id, number)
        return PhotoShown(photo, self.blobs.get(photo.blob_name))

    def show_small(self, job_id: str, number: int) -> PhotoShown:
        """A thumbnail, made at each request and not stored."""
        shown = self.show(job_id, number)
        image = self.image_processor.process(shown.content, longest=SMALL)
        return PhotoShown(shown.photo, image.content)

    def get(self, job_id: str, number: int) -> Photo:
        photo = self.store.find(Photo, photo_key(job_id, number))
        if photo is None:
            raise NotFound(f"there is no photo {number} of {job_id!r}")
        return photo

    def _remove(self, job_id: str, number: int, by: str) -> Photo:
        photo = self.get(job_id, number)
        job = get_job(self.store, job_id)
        self.blobs.remove(photo.blob_name)
        self.crash_points.reached("photos.taken_down")
        entry = record_photo(job, photo, action="photo removed", at=self.clock.now(), by=by)
        self.store.commit([Remove(photo), *entry])
        return photo

    def _find_stage(self, text: str) -> str:
        stages = self.read_shop().shop.stages
        if name := find_stage_of(text, stages):
            return name
        names = ", ".join(stage.name for stage in stages)
        nearest = stages.nearest(text)
        hint = f"; did you mean {nearest}?" if nearest else ""
        raise InputError(f"{text!r} is not a stage; expected {names}{hint}", field="stage")


def find_stage_of(slug: str, stages: Stages) -> str | None:
    """The stage that a file is named for: `in-progress`, `In Progress`."""
    return stages.find_name(slug.replace("-", " ").replace("_", " ")) or stages.find_name(slug)


def find_latest_of(photos: Iterable[Photo], stage: str) -> Photo | None:
    of_stage = [photo for photo in photos if photo.stage == stage]
    return max(of_stage, key=lambda photo: photo.number, default=None)


def record_photo(
    job: Job, photo: Photo, *, action: str, at: datetime, by: str = BELFRY
) -> list[Change]:
    """Put the job with an audit entry about its photo."""
    after = {"photo": photo.number, "stage": photo.stage, "digest": photo.digest}
    return put_audited(job, action=action, by=by, at=at, after=after)
