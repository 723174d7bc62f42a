"""A picture for a job, handed over at the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from belfry.entrypoints.cli.answers import answer
from belfry.entrypoints.cli.completing import complete_job
from belfry.entrypoints.cli.jobs.jobs import insist_on_board
from belfry.entrypoints.cli.opening import BY, open_team
from belfry.entrypoints.cli.options import Json, Team
from belfry.kernel.errors import InputError

if TYPE_CHECKING:
    from belfry.bootstrap import Services

LONGEST_SOURCE = 200
OfJob = Annotated[
    str,
    typer.Option(
        "--job",
        metavar="JOB",
        help="The job, as the board calls it.",
        autocompletion=complete_job,
    ),
]


def photo(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The picture.")],
    job_id: OfJob,
    stage: Annotated[
        str | None,
        typer.Option(
            "--stage",
            metavar="STAGE",
            help="The stage it shows; else the one the job is in.",
            show_default=False,
        ),
    ] = None,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Add a picture to a job; it goes out with the update of its stage.

    For example: belfry jobs photo bench.jpg --job J-2042 --stage in-progress
    """
    content = read_handed(file)
    with open_team(team) as services:
        _meet(services, job_id)
        source = f"{BY}: {file.name}"[:LONGEST_SOURCE]
        kept = services.jobs.photos.add(job_id, content=content, source=source, by=BY, stage=stage)
    data = {
        "job": kept.job_id,
        "stage": kept.stage,
        "number": kept.number,
        "width": kept.width,
        "height": kept.height,
        "bytes": kept.size,
    }
    shape = f"{kept.width} by {kept.height} pixels, {kept.size:,} bytes"
    said = f"Photo {kept.number} of {kept.job_id} shows it in {kept.stage}: {shape}."
    answer(data, said, as_json=as_json)


def read_handed(file: Path) -> bytes:
    """No more than could be a picture or a scan, whatever the file is."""
    from belfry.ports.files import check_size
    from belfry.ports.image_processor import MOST_BYTES

    try:
        check_size(file.stat().st_size, MOST_BYTES)
        with file.open("rb") as opened:
            return opened.read(MOST_BYTES + 1)
    except OSError as error:
        raise InputError(f"{file}: {error.strerror or error}", field="FILE") from error


def _meet(services: Services, job_id: str) -> None:
    """A job that was put on the board just now is not known before somebody looks."""
    if not services.ports.jobs.list_by_id([job_id]):
        insist_on_board(services)
        services.jobs.poll_board()
