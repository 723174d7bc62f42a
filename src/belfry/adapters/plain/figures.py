"""How much happened, counted in memory."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from belfry.controls.histories import CycleLine, Outcome
from belfry.jobs.jobs import Move
from belfry.kernel.stays import Stay
from belfry.messaging.messages import Message

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date, datetime

    from belfry.ports.store import Rows


class PlainFigures:
    def __init__(self, store: Rows) -> None:
        self._store = store

    def list_stays(self, *, since: datetime, limit: int) -> Sequence[Stay]:
        moves = list(self._store.rows(Move))
        came = {(one.job_id, one.number): one.at for one in moves}
        moves.sort(key=lambda one: (one.at, one.job_id, one.number), reverse=True)
        stays = [
            Stay(one.came_from, came[one.job_id, one.number - 1], one.at)
            for one in moves
            if one.at >= since and (one.job_id, one.number - 1) in came
        ]
        return stays[:limit]

    def count_messages(
        self, stretches: Sequence[tuple[datetime, datetime]]
    ) -> Sequence[Mapping[str, int]]:
        messages = self._store.rows(Message)
        return [
            Counter(one.state.value for one in messages if first <= one.made_at < last)
            for first, last in stretches
        ]

    def count_cycles(self, stretches: Sequence[tuple[date, date]]) -> Sequence[Mapping[str, int]]:
        lines = self._store.rows(CycleLine)
        undone = {(one.control_id, one.cycle) for one in lines if one.outcome is Outcome.UNDONE}
        kept = [one for one in lines if (one.control_id, one.cycle) not in undone]
        return [
            Counter(_judge(one) for one in kept if first <= one.due_on < last)
            for first, last in stretches
        ]


def _judge(line: CycleLine) -> str:
    if line.outcome is not Outcome.DONE:
        return line.outcome.value
    return "late" if line.done_on and line.done_on > line.due_on else "on-time"
