"""What the workspace asks of wherever its records are kept. Changes go through the store."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belfry.workspace.data_problems import DataProblem


class DataProblems(Protocol):
    """What is wrong with what the team wrote.

    Every implementation promises: `list` gives what stands, of one room or, for None, of all, the
    longest standing first, then by place.
    """

    def list(self, *, room: str | None = None) -> Sequence[DataProblem]: ...
