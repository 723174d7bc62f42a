"""Check the board as somebody has just typed it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from belfry.jobs.board.rows import read_board_row
from belfry.jobs.settings.read_shop import ReadShop
from belfry.jobs.settings.stages import Stages
from belfry.kernel.sheets import RowReader, SheetProblem
from belfry.workspace.docs.read_doc import NeverRead
from belfry.workspace.tables.tables import Table


@dataclass(frozen=True, slots=True)
class CheckBoard:
    read_shop: ReadShop
    country: str

    def __call__(self, table: Table) -> Sequence[SheetProblem]:
        """While nobody can read the settings, any stage may be right."""
        try:
            stages = self.read_shop().shop.stages
        except NeverRead:
            stages = None
        seen: dict[str, int] = {}
        problems: list[SheetProblem] = []
        for reader in table.readers():
            _check_id(reader, seen)
            _check_stage(reader, stages)
            is_over = stages is not None and stages.find(reader.text("stage")) == stages.last
            read_board_row(reader, job_id="", country=self.country, is_over=is_over)
            problems += reader.problems
        return problems


def _check_id(reader: RowReader, seen: dict[str, int]) -> None:
    job_id = reader.text("job_id")
    if not job_id:
        reader.blame("job_id", "expected the number or the name of a job, and found nothing")
    elif (line := seen.setdefault(job_id, reader.row.line)) != reader.row.line:
        reader.blame("job_id", f"{job_id} stands in line {line}, too")


def _check_stage(reader: RowReader, stages: Stages | None) -> None:
    said = reader.text("stage")
    if not said:
        reader.blame("stage", "expected a stage, and found nothing")
    elif stages is not None and stages.find(said) is None:
        nearest = stages.nearest(said)
        hint = f"; did you mean {nearest}?" if nearest else ""
        reader.blame("stage", f"{said!r} is none of your stages{hint}")
