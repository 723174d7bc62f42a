"""Which pictures the team has put where its jobs can find them.

A file in the folder named for a job belongs to the stage it is named for; under any other name, to
the stage the job is in when the file is first seen. So does the file that a job's row names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from belfry.jobs.photos.photos import PhotoFile
from belfry.kernel.errors import InputError

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
