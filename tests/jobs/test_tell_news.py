"""Which message each thing that happened to a job puts in line."""

from __future__ import annotations

from typing import Any

import pytest
from tests.jobs.shops import Bench
from tests.samples import NOON

from belfry.kernel.errors import InputError
from belfry.messaging.messages import Audience
from belfry.ports.store import OutboxRow


def happened(op: str, job_id: str = "J-1", **said: Any) -> OutboxRow:
    return OutboxRow(
        id=1,
        aggregate_type="job",
        aggregate_id=job_id,
        op=op,
        payload=said,
        created_on=NOON,
        attempt_count=0,
        error_message=None,
    )


@pytest.mark.parametrize(
    ("row", "key", "kind"),
    [
        (happened("stage.changed", move=2, stage="ready"), "jobs/J-1/move-2", "moved"),
        (
            happened("job.quiet", move=2, stage="ready", chase=3),
            "jobs/J-1/holding-2-3",
            "holding",
        ),
        (
            happened("job.corrected", move=3, slip="ready", stage="received"),
            "jobs/J-1/correction-3",
            "correction",
        ),
    ],
    ids=["a move", "a quiet job", "a correction"],
)
def test_news_of_a_job_is_one_message_to_its_customer(
    bench: Bench, row: OutboxRow, key: str, kind: str
) -> None:
    tell = bench.house.services.jobs.tell_news
    for _ in range(3):
        tell(row)

    (message,) = bench.messages()
    assert (message.id, message.kind, message.about) == (key, kind, "jobs/J-1")
    assert (message.person, message.audience) == ("customer", Audience.CUSTOMER)
    assert message.facts == {"job": "J-1", **row.payload}


def test_news_of_a_sweep_is_one_message_to_the_shop(bench: Bench) -> None:
    said = {"at": "2026-11-16T07:30+00:00", "stuck": ["J-1"], "stuck_in_all": 1, "late": []}
    tell = bench.house.services.jobs.tell_news
    for _ in range(3):
        tell(happened("jobs.swept", "board", **said))

    (message,) = bench.messages()
    assert (message.id, message.kind) == ("jobs/digest/2026-11-16T07:30+00:00", "digest")
    assert (message.person, message.audience) == ("the shop", Audience.TEAM)


def test_a_later_digest_takes_the_place_of_one_that_waits(bench: Bench) -> None:
    tell = bench.house.services.jobs.tell_news
    for hour in (7, 8):
        said = {"at": f"2026-11-16T0{hour}:30+00:00", "stuck": [], "stuck_in_all": 0, "late": []}
        tell(happened("jobs.swept", "board", **said))

    assert [message.state for message in bench.messages()] == ["dropped", "queued"]


def test_a_job_called_digest_is_not_taken_for_the_digest(bench: Bench) -> None:
    tell = bench.house.services.jobs.tell_news
    tell(happened("jobs.swept", "board", at="x", stuck=[], stuck_in_all=0, late=[]))

    assert bench.ports.messages.find_latest(["jobs/digest"]) == {}


def test_news_that_nobody_knows_is_refused(bench: Bench) -> None:
    with pytest.raises(InputError, match="nobody knows what 'job.sold' means for a job"):
        bench.house.services.jobs.tell_news(happened("job.sold"))
