"""What is wrong with the files that the room of jobs lives by."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from belfry.jobs.updates.message_keys import ROOM

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belfry.entrypoints.web.pages.visits import Visit
    from belfry.workspace.data_problems import DataProblem

PROBLEMS_SHOWN = 20


class BoardProblems(TypedDict):
    """The first of them, and how many there are."""

    data_problems: Sequence[DataProblem]
    problems_in_all: int


def find_data_problems(visit: Visit) -> BoardProblems:
    found = visit.services.ports.data_problems.list(room=ROOM)
    return {"data_problems": found[:PROBLEMS_SHOWN], "problems_in_all": len(found)}
