"""One job with everything that happened to it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.jobs.shops import Bench
from tests.samples import NOON

from belfry.kernel.errors import NotFound


def test_a_job_is_shown_with_its_moves_and_messages(bench: Bench) -> None:
    bench.put("J-0", "received")
    bench.put("J-1", "received")
    bench.poll()
    bench.put("J-0", "ready")
    bench.put("J-1", "ready")
    bench.settle()
    bench.deliver()

    shown = bench.house.services.jobs.show_job("J-0")

    assert shown.job == bench.job("J-0")
    assert [(one.at - NOON, one.what) for one in shown.timeline] == [
        (timedelta(0), "first seen: received"),
        (timedelta(0), "moved from received to ready"),
        (timedelta(minutes=3), "message (moved): sent"),
    ]
    assert [message.id for message in shown.messages] == ["jobs/J-0/move-2"]


def test_a_job_that_nobody_knows_cannot_be_shown(bench: Bench) -> None:
    with pytest.raises(NotFound, match="no job 'J-9' has been seen on the board"):
        bench.house.services.jobs.show_job("J-9")
