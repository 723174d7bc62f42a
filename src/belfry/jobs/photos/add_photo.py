"""Add a picture to a job, because a person hands it over."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.jobs.jobs import Job
from belfry.jobs.photos.keep_photo import KeepPhoto, Picture
from belfry.jobs.photos.photos import Photo, find_stage_of
from belfry.jobs.settings.read_shop import ReadShop
from belfry.kernel.errors import Conflict, InputError, NotFound
from belfry.ports.files import digest_content
from belfry.ports.image_processor import ImageProcessor
from belfry.ports.store import Store

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
