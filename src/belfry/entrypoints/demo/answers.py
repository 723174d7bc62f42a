"""What the manager of the sample shop answered in its past; the last week is the visitor's."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from belfry.entrypoints.demo.deeds import Deed
from belfry.entrypoints.demo.saves import A_WEEK, find_save, list_saves
from belfry.entrypoints.demo.tasks import TOM
from belfry.kernel.errors import Conflict
from belfry.rota.requests import SwapState

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from belfry.bootstrap import Services

LEFT_OPEN = timedelta(days=7)
# Covers for Friday are agreed to on Wednesday afternoon, at the latest.
WEDNESDAY = 5
MOST = 50


def list_answers(since: datetime, now: datetime) -> Iterator[Deed]:
    for save in list_saves(since, now):
        if save % A_WEEK == WEDNESDAY:
            yield Deed(find_save(save), f"{TOM} agrees to who takes over", agree_to_swaps)
    yield Deed(now - LEFT_OPEN, f"{TOM} sees to everything that waits", catch_up)


def agree_to_swaps(services: Services) -> None:
    requests = services.rota.requests
    for swap in requests.list().swaps:
        if swap.state is SwapState.OFFERED:
            requests.answer_swap.agree(swap.id, by=TOM)


def catch_up(services: Services) -> None:
    """Replies seen to, slips put right, and days off granted."""
    for line in services.jobs.replies.list.list_open(limit=MOST).lines:
        services.jobs.replies.settle(line.reply.id, by=TOM)
    for slip in services.jobs.find_slips(limit=MOST):
        services.jobs.correct(slip.job.id, by=TOM)
    for asked in services.rota.requests.list().time_off:
        try:
            services.rota.requests.answer_time_off.approve(asked.id, by=TOM)
        except Conflict:
            continue
