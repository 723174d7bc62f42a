"""Take in the pictures that the team has put where its jobs can find them.

A picture that cannot be used is left out and reported, and never stops the others: the update goes
out without. One that is still being saved, or whose job is not known yet, is looked at again.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from belfry.jobs.jobs import BELFRY, Job
from belfry.jobs.photos.add_photo import KeepPhoto, Picture
from belfry.jobs.photos.photos import Photo, PhotoFile, find_stage_of
from belfry.jobs.ports import Jobs, Photos
from belfry.jobs.settings.read_shop import ReadShop
from belfry.jobs.settings.stages import Stages
from belfry.kernel.changes import Put
from belfry.kernel.errors import Conflict, InputError, NotFound, Permanent, Temporary
from belfry.ports.files import Folder
from belfry.ports.image_processor import MOST_BYTES, ImageProcessor
from belfry.ports.store import Store
from belfry.workspace.data_problems import KeepDataProblems

ABOVE = "jobs"
FOLDER = "jobs/photos"
ENDINGS = ("jpg", "jpeg", "png", "heic", "heif", "webp", "gif")
# What systems and browsers leave lying about, and what is still being fetched.
_LITTER = ("thumbs.db", "desktop.ini")
_UNFINISHED = ("tmp", "part", "partial", "crdownload", "download")
_WEB = ("://", "www.")
MOST_NAMED = 5

Problem = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Find:
    """A file that may be a picture of a job, at one moment.

    `key` is what it is kept in mind by, `place` where people look for it, and `slug` the word that
    may name a stage.
    """

    key: str
    file: str
    stamp: str
    job_id: str
    slug: str = ""
    place: str = ""

    def is_news(self, known: Mapping[str, PhotoFile]) -> bool:
        before = known.get(self.key)
        return before is None or before.stamp != self.stamp


def list_files(stamps: Mapping[str, str]) -> Iterator[Find]:
    """The files in folders named for jobs; `stamps` by the name of each file there is."""
    for name, stamp in stamps.items():
        job_id, _, file = name.removeprefix(f"{FOLDER}/").rpartition("/")
        if not name.startswith(f"{FOLDER}/") or not job_id or _is_litter(file):
            continue
        slug = file.rpartition(".")[0] or file
        yield Find(name, name, stamp, job_id, slug, name)


def judge_cells(
    cells: Mapping[str, str], stamps: Mapping[str, str]
) -> tuple[list[Find], list[Problem]]:
    """The files that the rows of jobs name, and what is wrong with names that lead to none."""
    finds: list[Find] = []
    problems: list[Problem] = []
    for job_id, cell in cells.items():
        place = f"jobs/board.csv, {job_id} (photo)"
        name = _find_named(cell, job_id, stamps)
        if name is None:
            problems.append((place, _say_unfound(cell)))
        else:
            # Another name in the cell is another picture, even if it stood there before.
            stamp = f"{name} {stamps[name]}"
            finds.append(Find(f"board/{job_id}", name, stamp, job_id, place=place))
    return finds, problems


def check_picture_name(file: str) -> None:
    """Refuse a file that cannot be a picture by its name alone."""
    if file.rpartition(".")[2].casefold() not in ENDINGS:
        expected = f"expected one that ends in .{', .'.join(ENDINGS)}"
        raise InputError(f"not the name of a picture; {expected}")


def say_unknown(job_ids: Iterable[str]) -> list[Problem]:
    """One problem for all folders named for jobs that nobody has seen."""
    names = sorted(job_ids)
    if not names:
        return []
    more = len(names) - MOST_NAMED
    said = ", ".join(names[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
    return [(FOLDER, f"no such job on the board: {said}. The pictures wait there for it")]


def _find_named(cell: str, job_id: str, stamps: Mapping[str, str]) -> str | None:
    """Only what was listed can be named, so no name leads anywhere else."""
    said = cell.strip().replace("\\", "/").removeprefix("./")
    near = (f"{FOLDER}/{job_id}/{said}", f"{FOLDER}/{said}", f"{ABOVE}/{said}", said)
    return next((name for name in near if name in stamps), None)


def _say_unfound(cell: str) -> str:
    if any(mark in cell.casefold() for mark in _WEB):
        return (
            f"{cell} is a web address, and nothing is fetched from there; put the picture into "
            f"{FOLDER} and write its file name here"
        )
    return f"there is no picture {cell}; expected the name of a file in {FOLDER}"


def _is_litter(file: str) -> bool:
    name = file.casefold()
    return name in _LITTER or name.rpartition(".")[2] in _UNFINISHED


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
