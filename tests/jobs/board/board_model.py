"""The rules of a board, told a second time and as plainly as can be, to compare with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

MAIN = ("received", "diagnosing", "in progress", "ready", "collected")
SIDE = "awaiting parts"
BEFORE_SIDE = "in progress"
NAMES = {**{name: name for name in (*MAIN, SIDE)}, "started": "in progress", "READY ": "ready"}


@dataclass(frozen=True)
class Rules:
    """What the settings say."""

    settle: int = 2
    tells_new: bool = False
    tells_last: bool = False

    def write(self) -> list[str]:
        yes_no = {True: "yes", False: "no"}
        return [
            f"Settle time: {self.settle} minutes",
            f"Tell customers of new jobs: {yes_no[self.tells_new]}",
            f"Tell customers of the last stage: {yes_no[self.tells_last]}",
        ]


@dataclass
class ModelJob:
    """`was_closed` since its last move: what was to be told of that may have been dropped."""

    stage: str
    moves: list[tuple[str, str, str, bool]]
    came_from: str = ""
    change: tuple[str, datetime] | None = None
    missing: datetime | None = None
    is_closed: bool = False
    was_closed: bool = False

    def close(self) -> None:
        self.is_closed = self.was_closed = True

    @property
    def is_open(self) -> bool:
        return self.stage != MAIN[-1] and not self.is_closed

    @property
    def last_told(self) -> int:
        """The number of the last move that was to be told."""
        announced = [number for number, move in enumerate(self.moves, start=1) if move[3]]
        return announced[-1] if announced else 0


@dataclass
class Model:
    """What should be known of every job after each look."""

    rules: Rules = field(default_factory=Rules)
    jobs: dict[str, ModelJob] = field(default_factory=dict)
    is_looked_at: bool = False
    is_doubtful: bool = False

    def look(self, board: Mapping[str, str], now: datetime) -> None:
        still_open = {name for name, job in self.jobs.items() if job.is_open}
        for name, cell in board.items():
            self._see(name, NAMES.get(cell), now)
        gone = still_open - board.keys()
        self.is_doubtful = len(gone) > 1 and 5 * len(gone) > len(still_open)
        if not self.is_doubtful:
            for name in gone:
                self._miss(self.jobs[name], now)
        self.is_looked_at = True

    def _see(self, name: str, stage: str | None, now: datetime) -> None:
        job = self.jobs.get(name)
        if job is None:
            if stage:
                is_told = self.rules.tells_new and self.is_looked_at and stage != MAIN[-1]
                origin = BEFORE_SIDE if stage == SIDE else ""
                self.jobs[name] = ModelJob(stage, [("", stage, "new", is_told)], origin)
            return
        job.missing, job.is_closed = None, False
        if stage is None or stage == job.stage:
            job.change = None
            return
        if job.change is None or job.change[0] != stage:
            job.change = (stage, now)
        if now - job.change[1] >= timedelta(minutes=self.rules.settle):
            self._move(job, stage)

    def _move(self, job: ModelJob, stage: str) -> None:
        is_forward = stage == SIDE or self._is_forward(job, stage)
        is_told = is_forward and (stage != MAIN[-1] or self.rules.tells_last)
        job.moves.append((job.stage, stage, "forward" if is_forward else "back", is_told))
        job.came_from = job.stage if stage == SIDE else ""
        job.stage, job.change, job.was_closed = stage, None, False

    def _is_forward(self, job: ModelJob, stage: str) -> bool:
        if job.stage == SIDE:
            return MAIN.index(stage) >= MAIN.index(job.came_from)
        return MAIN.index(stage) > MAIN.index(job.stage)

    def _miss(self, job: ModelJob, now: datetime) -> None:
        if job.missing is None:
            job.missing, job.change = now, None
        elif now - job.missing >= timedelta(minutes=10):
            job.close()
