"""Which use cases there are for what people do on the job board."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.bootstrap.ports import Ports
from belfry.desk.read_table import ReadTable
from belfry.jobs.add_job import AddJob
from belfry.jobs.edit_board import EditBoard
from belfry.jobs.edit_job import EditJob
from belfry.jobs.move_job import MoveJob
from belfry.jobs.read_shop import ReadShop
from belfry.jobs.sign_job import SignJob
from belfry.jobs.watch_board import WatchBoard


@dataclass(frozen=True, kw_only=True)
class OfBoard:
    move: MoveJob
    add: AddJob
    edit: EditJob


def build_board(
    ports: Ports, read_shop: ReadShop, read_table: ReadTable, watch_board: WatchBoard
) -> OfBoard:
    p = ports
    edit_board = EditBoard(
        p.folder, p.versions, p.clock, read_table, watch_board, watch_board.country
    )
    sign = SignJob(p.store, p.clock)
    return OfBoard(
        move=MoveJob(p.store, read_shop, edit_board, sign),
        add=AddJob(p.store, p.lineup, read_shop, edit_board, sign),
        edit=EditJob(p.store, read_shop, edit_board, sign),
    )
