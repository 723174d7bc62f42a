"""The photos of jobs: their records, and which of them a stage shows.

A newer photo of a stage replaces the one before it, which is kept.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import groupby

from belfry.jobs.jobs import BELFRY, Job, Photo, PhotoFile, photo_key
from belfry.jobs.ports import Jobs, Photos, get_job
from belfry.jobs.settings.read_shop import ReadShop
from belfry.jobs.settings.stages import Stages
from belfry.kernel.changes import Append, Change, Put, Remove, put_audited
from belfry.kernel.errors import Conflict, InputError, NotFound, Permanent, PortError, Temporary
from belfry.ports.clock import Clock
from belfry.ports.files import BlobStore, Folder, digest_content
from belfry.ports.image_processor import MOST_BYTES, ImageProcessor, ProcessedImage
from belfry.ports.store import CrashPoints, Store, retry_on_conflict
from belfry.workspace.tables import KeepDataProblems

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
        """The photo that a person uploads, of the stage that the board has if none is named.

        A picture that the stage shows already is not added again.
        """
        job = get_job(self.store, job_id)
        stage_name = self._find_stage(stage) if stage else job.pending or job.stage
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
    after = {"photo": photo.number, "stage": photo.stage, "digest": photo.digest}
    return put_audited(job, action=action, by=by, at=at, after=after)


log = logging.getLogger(__name__)

PROBLEMS = "photos"
KEPT_AFTER_END = timedelta(days=90)
EXPIRED_AT_ONCE = 40
AT_ONCE = 50
ABOVE = "jobs"
FOLDER = "jobs/photos"
ENDINGS = ("jpg", "jpeg", "png", "heic", "heif", "webp", "gif")
# Files that operating systems leave behind, and unfinished downloads.
_LITTER = ("thumbs.db", "desktop.ini")
_UNFINISHED = ("tmp", "part", "partial", "crdownload", "download")
_WEB = ("://", "www.")
MOST_NAMED = 5
# How long a new file is tried again: the next poll of the board may know its job.
AWAITED = timedelta(minutes=2)
SET_ASIDE = (
    "it was there before this number went to another customer, who is not shown it; if it is "
    "theirs, save it under another name"
)

Problem = tuple[str, str]


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file that may be a picture of a job, with its stamp.

    `number` is the job's on the board. `key` names its PhotoFile, `place` is shown to people, and
    `slug` may name a stage.
    """

    key: str
    file: str
    stamp: str
    number: str
    slug: str = ""
    place: str = ""

    def is_new(self, known: Mapping[str, PhotoFile]) -> bool:
        before = known.get(self.key)
        return before is None or before.stamp != self.stamp


@dataclass(slots=True)
class Gathered:
    """The result of one run; `problems` as (place, text) are all that stand.

    `waiting` is the number of pictures left for the next run.
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
    jobs: Jobs
    folder: Folder
    edit: EditPhotos
    keep_data_problems: KeepDataProblems

    def __call__(self) -> Gathered:
        """Run once; if nothing is new, no file is read."""
        stamps = self.folder.stamps(ABOVE)
        known = self.edit.photos.files()
        named, problems = judge_cells(self.edit.photos.cells(), stamps)
        files = [*list_files(stamps), *named]
        new = [file for file in files if file.is_new(known)]
        gathered = self._add_all(new, known) if new else Gathered()
        gathered.problems += problems
        gathered.problems += [
            (file.place, known[file.key].why)
            for file in files
            if not file.is_new(known) and known[file.key].why
        ]
        gathered.problems += gathered.dropped
        self.keep_data_problems(PROBLEMS, gathered.problems)
        return gathered

    def add_file(self, name: str, *, put_at: datetime) -> Gathered:
        """Only this file, which was just put there; one that is gone again is left out.

        Temporary for a while if its job is not known yet or its stage is settling; later it is left
        to the next run, which also shows what is wrong with it.
        """
        stamps = self.folder.stamps(name.rpartition("/")[0])
        files = list(list_files({name: stamps[name]} if name in stamps else {}))
        before = self.edit.store.find(PhotoFile, name) if files else None
        known = {name: before} if before else {}
        new = [file for file in files if file.is_new(known)]
        gathered = self._add_all(new, known)
        is_left = not new or self.edit.store.find(PhotoFile, name) == before
        if is_left:
            log.info("photo.left", extra={"file": name, "is_there": bool(files)})
        if new and is_left and self.edit.clock.now() - put_at < AWAITED:
            raise Temporary(f"{name} waits for its job")
        return gathered

    def _add_all(self, files: Sequence[FoundFile], known: Mapping[str, PhotoFile]) -> Gathered:
        gathered = Gathered()
        try:
            stages = self.edit.read_shop().shop.stages
        except (InputError, NotFound):  # reported by the poll of the board
            return gathered
        numbers = {file.number for file in files}
        jobs = {job.number: job for job in self.jobs.list_current(numbers)}
        gathered.problems += say_unknown(numbers - jobs.keys())
        with_jobs = [(file, jobs[file.number]) for file in files if file.number in jobs]
        # Pictures of open jobs first: an update may be about to leave.
        with_jobs.sort(key=lambda pair: not pair[1].is_open)
        tried = 0
        for file, job in with_jobs:
            stage = _find_stage(file, job, stages)
            if stage is None:
                continue
            if tried < AT_ONCE:
                tried += self._try_to_add(file, job, stage, known.get(file.key), gathered)
            else:
                gathered.waiting += 1
        return gathered

    def _try_to_add(
        self, file: FoundFile, job: Job, stage: str, before: PhotoFile | None, gathered: Gathered
    ) -> bool:
        """Whether the file could be read; if not, the next run tries again."""
        seen = replace(before or PhotoFile(name=file.key, stamp=""), stamp=file.stamp)
        try:
            self._add(file, job.id, stage, seen, gathered)
        except (Temporary, NotFound, Conflict):  # being saved, gone, or the job changed
            return False
        except Permanent as error:
            gathered.problems.append((file.place, str(error)))
            return False
        return True

    def _add(
        self, file: FoundFile, job_id: str, stage: str, seen: PhotoFile, gathered: Gathered
    ) -> None:
        fresh = replace(seen, digest="", why="")
        try:
            _check_name(file.file)
            read = self.folder.read(file.file, most=MOST_BYTES)
            if read.digest == seen.digest:  # only the stamp has changed
                self.edit.store.commit([Put(seen)])
                return
            fresh = replace(fresh, digest=read.digest)
            image = self.edit.image_processor.process(read.content)
        except InputError as error:
            why = str(error)
            self.edit.store.commit([Put(replace(fresh, why=why))])
            log.warning("photo.dropped", extra={"file": file.file, "job": job_id, "why": why})
            gathered.dropped.append((file.place, why))
            return
        picture = Picture(job_id, stage, file.key, read.digest, image)
        saved = self.edit.keep(picture, by=BELFRY, file=fresh)
        if saved.is_new:
            gathered.added.append(saved.photo)

    def find_awaited(self, jobs: Sequence[Job], stages: Stages) -> frozenset[str]:
        """Those of the jobs, by id, with a new picture that is read once their change counts."""
        pending = {job.number: job.id for job in jobs if job.pending}
        if not pending:
            return frozenset()
        stamps, known = self.folder.stamps(ABOVE), self.edit.photos.files()
        named, _ = judge_cells(self.edit.photos.cells(), stamps)
        return frozenset(
            pending[file.number]
            for file in (*list_files(stamps), *named)
            if file.number in pending and file.is_new(known) and is_picture(file.file)
            if find_stage_of(file.slug, stages) is None
        )

    def set_aside(self, numbers: Collection[str]) -> None:
        """Mark the pictures as read that are there when a number goes to another customer."""
        known = self.edit.photos.files()
        files = [file for file in list_files(self.folder.stamps(ABOVE)) if file.number in numbers]
        unread = [file for file in files if file.is_new(known)]
        self.edit.store.commit_each([[Put(self._set_aside(file, known))] for file in unread])

    def _set_aside(self, file: FoundFile, known: Mapping[str, PhotoFile]) -> PhotoFile:
        digest = ""
        with suppress(InputError, NotFound, PortError):
            digest = self.folder.read(file.file, most=MOST_BYTES).digest
        before = known.get(file.key) or PhotoFile(name=file.key, stamp="")
        return replace(before, stamp=file.stamp, digest=digest, why=SET_ASIDE)

    def expire(self) -> int:
        """Remove the photos of jobs that ended long ago; how many there were.

        The record of a file that still exists is kept, so that it is not added again.
        """
        try:
            last = self.edit.read_shop().shop.stages.last.name
        except (InputError, NotFound):  # without settings the last stage is unknown
            return 0
        before = self.edit.clock.now() - KEPT_AFTER_END
        expired = 0
        while removed := self._expire_batch(last, before):
            expired += removed
        self._forget_files()
        return expired

    def _expire_batch(self, last: str, before: datetime) -> int:
        old = self.edit.photos.list_ended(last=last, before=before, limit=EXPIRED_AT_ONCE)
        by_job = groupby(old, key=lambda photo: photo.job_id)
        return sum(self._expire(job_id, list(photos), last, before) for job_id, photos in by_job)

    def _expire(self, job_id: str, photos: Sequence[Photo], last: str, before: datetime) -> int:
        job = self.edit.store.find(Job, job_id)
        if job is None or not has_ended(job, last=last, before=before):
            return 0
        for photo in photos:
            self.edit.blobs.remove(photo.blob_name)
            self.edit.crash_points.reached("photos.taken_down")
        entry = record_photo(job, photos[-1], action="photos expired", at=self.edit.clock.now())
        removed: list[Change] = [Remove(photo) for photo in photos]
        try:
            self.edit.store.commit([*removed, *entry])
        except Conflict:  # the job was reopened at this moment: the next run decides
            return 0
        return len(photos)

    def _forget_files(self) -> None:
        """Skipped while there is no file at all: a disk may not be mounted."""
        stamps = self.folder.stamps(ABOVE)
        if not stamps:
            return
        named, _ = judge_cells(self.edit.photos.cells(), stamps)
        present = {file.key for file in (*list_files(stamps), *named)}
        known = self.edit.photos.files()
        self.edit.store.commit_each(
            [[Remove(known[key])] for key in sorted(known.keys() - present)]
        )


def _find_stage(file: FoundFile, job: Job, stages: Stages) -> str | None:
    """The stage of the picture; None while the job's stage is pending."""
    if named := find_stage_of(file.slug, stages):
        return named
    return None if job.pending else job.stage


def list_files(stamps: Mapping[str, str]) -> Iterator[FoundFile]:
    """The files in folders named for jobs; `stamps` by file name."""
    for name, stamp in stamps.items():
        number, _, file = name.removeprefix(f"{FOLDER}/").rpartition("/")
        if not name.startswith(f"{FOLDER}/") or not number or _is_litter(file):
            continue
        slug = file.rpartition(".")[0] or file
        yield FoundFile(name, name, stamp, number, slug, name)


def _is_litter(file: str) -> bool:
    name = file.casefold()
    return name in _LITTER or name.rpartition(".")[2] in _UNFINISHED


def judge_cells(
    cells: Mapping[str, str], stamps: Mapping[str, str]
) -> tuple[list[FoundFile], list[Problem]]:
    """The files named in the photo cells, and the problems of cells that name none."""
    files: list[FoundFile] = []
    problems: list[Problem] = []
    for number, cell in cells.items():
        place = f"jobs/board.csv, {number} (photo)"
        name = _find_named(cell, number, stamps)
        if name is None:
            problems.append((place, _say_not_found(cell)))
        else:
            # Another name in the cell is another picture, even if it was there before.
            stamp = f"{name} {stamps[name]}"
            files.append(FoundFile(f"board/{number}", name, stamp, number, place=place))
    return files, problems


def _find_named(cell: str, number: str, stamps: Mapping[str, str]) -> str | None:
    """Only listed files can be named, so no name leads out of the folder."""
    path = cell.strip().replace("\\", "/").removeprefix("./")
    candidates = (f"{FOLDER}/{number}/{path}", f"{FOLDER}/{path}", f"{ABOVE}/{path}", path)
    return next((name for name in candidates if name in stamps), None)


def _say_not_found(cell: str) -> str:
    if any(mark in cell.casefold() for mark in _WEB):
        return (
            f"{cell} is a web address, and nothing is fetched from there; put the picture into "
            f"{FOLDER} and write its file name here"
        )
    return f"there is no picture {cell}; expected the name of a file in {FOLDER}"


def is_picture(file: str) -> bool:
    """By its name."""
    return file.rpartition(".")[2].casefold() in ENDINGS


def _check_name(file: str) -> None:
    if not is_picture(file):
        expected = f"expected one that ends in .{', .'.join(ENDINGS)}"
        raise InputError(f"not the name of a picture; {expected}")


def say_unknown(numbers: Iterable[str]) -> list[Problem]:
    """One problem for all folders of unknown jobs."""
    names = sorted(numbers)
    if not names:
        return []
    more = len(names) - MOST_NAMED
    listed = ", ".join(names[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
    return [(FOLDER, f"no such job on the board: {listed}. The pictures wait there for it")]


def has_ended(job: Job, *, last: str, before: datetime) -> bool:
    """Whether the job was closed, or entered the `last` stage, before that moment."""
    if job.closed_at is not None and job.closed_at < before:
        return True
    return job.stage == last and job.entered_at < before
