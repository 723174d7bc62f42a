"""What tests do with a shop's pictures: drop them, have them taken in, see what became of them."""

from __future__ import annotations

from tests.jobs.shops import BOARD, HEADER, Bench
from tests.pictures import RED, find_colour, make_picture

from belfry.jobs.jobs import Photo
from belfry.jobs.photos.photos import Gathered, find_latest_of


def drop(bench: Bench, name: str, content: bytes | None = None) -> None:
    """Put a file below `jobs/photos`."""
    bench.folder.files[f"jobs/photos/{name}"] = make_picture(RED) if content is None else content


def gather(bench: Bench) -> Gathered:
    return bench.app.services.jobs.gather_photos()


def look(bench: Bench, *, after: float = 0) -> Gathered:
    """What happens every few minutes: a look at the board, then at the pictures."""
    bench.poll(after=after)
    return gather(bench)


def photos(bench: Bench, job_id: str) -> list[Photo]:
    return list(bench.ports.photos.list(job_id))


def listed(bench: Bench, job_id: str = "J-1") -> list[tuple[int, str, str]]:
    """Each photo of a job: its number, its stage, and the colour that its bytes have."""
    return [
        (photo.number, photo.stage, find_colour(bench.ports.blobs.get(photo.blob_name)))
        for photo in photos(bench, job_id)
    ]


def shown(bench: Bench, stage: str, job_id: str = "J-1") -> str:
    """The colour of the picture that counts for a stage."""
    latest = find_latest_of(photos(bench, job_id), stage)
    assert latest is not None
    return find_colour(bench.ports.blobs.get(latest.blob_name))


def data_problems(bench: Bench) -> list[tuple[str, str]]:
    return [
        (data_problem.place, data_problem.text)
        for data_problem in bench.ports.data_problems.list(room="photos")
    ]


def actions(bench: Bench, job_id: str = "J-1") -> list[str]:
    """What the job's trail says was done, and by whom."""
    entries = bench.ports.audit_log.list_entries(f"job/{job_id}")
    return [f"{entry.action} by {entry.by}" for entry in entries]


def put_cells(bench: Bench, stage: str = "in progress", **cells: str) -> None:
    """A board with a column for pictures: a row for each job, by what its cell says."""
    rows = [f"{job},Ann,ann@example.com,email,kettle,{stage},{cells[job]}" for job in cells]
    bench.write(BOARD, "\r\n".join([",".join([*HEADER, "photo"]), *rows, ""]))
