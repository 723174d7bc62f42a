"""Take in the pictures that the team has put where its jobs can find them.

A picture that cannot be used is left out and reported, and never stops the others: the update goes
out without. One that is still being saved, or whose job is not known yet, is looked at again.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from belfry.jobs.entries import BELFRY
from belfry.jobs.jobs import Job
from belfry.jobs.photos.keep_photo import KeepPhoto, Picture
from belfry.jobs.photos.photo_finds import (
    ABOVE,
    Find,
    Problem,
    check_picture_name,
    judge_cells,
    list_files,
    say_unknown,
)
from belfry.jobs.photos.photos import Photo, PhotoFile, find_stage_of
from belfry.jobs.ports import Jobs, Photos
from belfry.jobs.settings.read_shop import ReadShop
from belfry.jobs.settings.stages import Stages
from belfry.kernel.changes import Put
from belfry.kernel.errors import Conflict, InputError, NotFound, Permanent, Temporary
from belfry.ports.files import Folder
from belfry.ports.image_processor import MOST_BYTES, ImageProcessor
from belfry.ports.store import Store
from belfry.workspace.keep_data_problems import KeepDataProblems

log = logging.getLogger(__name__)

TROUBLES = "photos"
AT_ONCE = 50


@dataclass(slots=True)
class Gathered:
    """What one look came to; `problems` as (place, text) are those that stand.

    `waiting` is how many pictures are left for the next look.
    """

    added: list[Photo] = field(default_factory=list)
    dropped: list[Problem] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    waiting: int = 0

    def __str__(self) -> str:
        counts = {
            "photos added": len(self.added),
            "pictures left out": len(self.dropped),
            "pictures to come": self.waiting,
        }
        return ", ".join(f"{count} {what}" for what, count in counts.items() if count)


@dataclass(frozen=True, slots=True)
class GatherPhotos:
    store: Store
    jobs: Jobs
    photos: Photos
    folder: Folder
    image_processor: ImageProcessor
    read_shop: ReadShop
    keep_photo: KeepPhoto
    keep_data_problems: KeepDataProblems

    def __call__(self) -> Gathered:
        """One look; with nothing new it reads no file."""
        stamps = self.folder.stamps(ABOVE)
        known = self.photos.files()
        named, problems = judge_cells(self.photos.cells(), stamps)
        finds = [*list_files(stamps), *named]
        news = [find for find in finds if find.is_news(known)]
        gathered = self._take(news, known) if news else Gathered()
        standing = [find for find in finds if not find.is_news(known)]
        gathered.problems += [*problems, *_list_whys(standing, known), *gathered.dropped]
        self.keep_data_problems(TROUBLES, gathered.problems)
        return gathered

    def _take(self, news: Sequence[Find], known: Mapping[str, PhotoFile]) -> Gathered:
        gathered = Gathered()
        try:
            stages = self.read_shop().shop.stages
        except (InputError, NotFound):  # the look at the board has said so
            return gathered
        wanted = {find.job_id for find in news}
        jobs = {job.id: job for job in self.jobs.list_by_id(wanted)}
        gathered.problems += say_unknown(wanted - jobs.keys())
        looked_at = 0
        for find, job in _sort_by_need(news, jobs):
            stage = _find_stage(find, job, stages)
            if stage is None:
                continue
            if looked_at < AT_ONCE:
                looked_at += self._take_one(find, stage, known.get(find.key), gathered)
            else:
                gathered.waiting += 1
        return gathered

    def _take_one(
        self, find: Find, stage: str, before: PhotoFile | None, gathered: Gathered
    ) -> bool:
        """Whether the file could be looked at; if not, the next look tells."""
        seen = replace(before or PhotoFile(name=find.key, stamp=""), stamp=find.stamp)
        try:
            self._look_at(find, stage, seen, gathered)
        except (Temporary, NotFound, Conflict):  # being saved, gone, or somebody else was first
            return False
        except Permanent as error:
            gathered.problems.append((find.place, str(error)))
            return False
        return True

    def _look_at(self, find: Find, stage: str, seen: PhotoFile, gathered: Gathered) -> None:
        fresh = replace(seen, digest="", why="")
        try:
            check_picture_name(find.file)
            file = self.folder.read(find.file, most=MOST_BYTES)
            if file.digest == seen.digest:  # only its stamp is another
                self.store.commit([Put(seen)])
                return
            fresh = replace(fresh, digest=file.digest)
            made = self.image_processor.process(file.content)
        except InputError as error:
            self._drop(find, replace(fresh, why=str(error)), gathered)
            return
        picture = Picture(find.job_id, stage, find.key, file.digest, made)
        kept = self.keep_photo(picture, by=BELFRY, file=fresh)
        if kept.is_new:
            gathered.added.append(kept.photo)

    def _drop(self, find: Find, seen: PhotoFile, gathered: Gathered) -> None:
        self.store.commit([Put(seen)])
        log.warning("photo.dropped", extra={"file": find.file, "job": find.job_id, "why": seen.why})
        gathered.dropped.append((find.place, seen.why))


def _find_stage(find: Find, job: Job, stages: Stages) -> str | None:
    """The stage the picture is of; None while nobody can say which the job is in."""
    if named := find_stage_of(find.slug, stages):
        return named
    return None if job.pending else job.stage


def _sort_by_need(news: Iterable[Find], jobs: Mapping[str, Job]) -> list[tuple[Find, Job]]:
    """Pictures of open jobs first: somebody may be about to hear of them."""
    found = [(find, jobs[find.job_id]) for find in news if find.job_id in jobs]
    return sorted(found, key=lambda one: not one[1].is_open)


def _list_whys(finds: Iterable[Find], known: Mapping[str, PhotoFile]) -> list[Problem]:
    return [(find.place, known[find.key].why) for find in finds if known[find.key].why]
