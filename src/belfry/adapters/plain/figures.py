"""Reads for the figures page, over plain rows."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from belfry.adapters.plain.reader import PlainReader
from belfry.controls.controls import CycleLine, Outcome
from belfry.jobs.jobs import Move
from belfry.messaging.messages import Message
from belfry.ports.figures import Stay

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date, datetime


class PlainFigures(PlainReader):
    def list_stays(self, *, since: datetime, limit: int) -> Sequence[Stay]:
        moves = list(self._store.rows(Move))
        came = {(move.job_id, move.number): move.at for move in moves}
        moves.sort(key=lambda move: (move.at, move.job_id, move.number), reverse=True)
        stays = [
            Stay(move.came_from, came[move.job_id, move.number - 1], move.at)
            for move in moves
            if move.at >= since and (move.job_id, move.number - 1) in came
        ]
        return stays[:limit]

    def count_messages(
        self, stretches: Sequence[tuple[datetime, datetime]]
    ) -> Sequence[Mapping[str, int]]:
        messages = self._store.rows(Message)
        return [
            Counter(m.state.value for m in messages if first <= (m.sent_at or m.made_at) < last)
            for first, last in stretches
        ]

    def count_cycles(self, stretches: Sequence[tuple[date, date]]) -> Sequence[Mapping[str, int]]:
        lines = self._store.rows(CycleLine)
        undone = {(line.control_id, line.cycle) for line in lines if line.outcome is Outcome.UNDONE}
        standing = [line for line in lines if (line.control_id, line.cycle) not in undone]
        return [
            Counter(_judge(line) for line in standing if first <= line.due_on < last)
            for first, last in stretches
        ]


def _judge(line: CycleLine) -> str:
    if line.outcome is not Outcome.DONE:
        return line.outcome.value
    return "late" if line.done_on and line.done_on > line.due_on else "on-time"
