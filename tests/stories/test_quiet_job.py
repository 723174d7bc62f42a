"""Tom's kettle waits for a part: he is told before he has to ask, once, and then when it is in.

And the other way to go wrong: he is told that it is ready when it is not.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.stories.benches import SETTINGS, TOM, Bench, open_bench

from belfry.kernel.errors import Conflict

DOC = (
    SETTINGS.read_text(encoding="utf-8")
    .replace("awaiting parts 5 days", "awaiting parts 1 day")
    .replace("Chase again after: 14 days", "Chase again after: 7 days")
)
STILL = (
    "Hi Tom, Just to keep you posted: your kettle is still waiting for parts. We have not "
    "forgotten it, and we will let you know when it moves on. Your job number is J-2051. "
    "— The Repair Bench"
)


def tell(bench: Bench) -> list[tuple[str, str, str]]:
    """When each message left, to whom, and what it is about."""
    sent = [message for message in bench.messages if message.state == "sent"]
    return [
        (when, message.sent_to, message.kind)
        for message, (when, _) in zip(sent, bench.told, strict=True)
    ]


def test_a_job_that_waits_for_a_part_is_chased_once_and_heard_of_when_it_is_in(
    tmp_path: Path,
) -> None:
    with open_bench(tmp_path, "2026-11-16T15:00", settings=DOC) as bench:
        bench.put(TOM, "received")
        bench.go_to("2026-11-17T09:58")
        bench.put(TOM, "awaiting parts")
        bench.go_to("2026-11-18T18:00")
        parts = ("Tue 17 Nov 10:15", "tom@example.com", "moved")
        assert tell(bench) == [parts]

        bench.go_to("2026-11-19T18:00")
        noted = ("Thu 19 Nov 09:00", "tom@example.com", "holding")
        flagged = ("Thu 19 Nov 09:00", "owner@example.com", "digest")
        assert tell(bench) == [parts, noted, flagged]
        assert [text for _, text in bench.told[1:]] == [
            STILL,
            "One job has been in one stage for a while: "
            "- J-2051 (Tom Reed, kettle): awaiting parts for 1 day",
        ]

        bench.go_to("2026-11-25T18:00")
        assert tell(bench) == [parts, noted, flagged]

        bench.go_to("2026-11-26T18:00")
        assert tell(bench)[3:] == [
            ("Thu 26 Nov 09:00", "tom@example.com", "holding"),
            ("Thu 26 Nov 09:00", "owner@example.com", "digest"),
        ]

        bench.go_to("2026-11-27T09:35")
        bench.put(TOM, "in progress")
        bench.go_to("2026-11-27T12:00")
        assert bench.told[5:] == [
            (
                "Fri 27 Nov 09:55",
                "Hi Tom, Good news: work on your kettle is now in progress. "
                "We expect it to be ready to collect by Monday afternoon. Your job number is "
                "J-2051. — The Repair Bench",
            )
        ]


def test_a_customer_told_by_mistake_gets_an_apology_at_one_press_and_then_the_truth(
    tmp_path: Path,
) -> None:
    with open_bench(tmp_path, "2026-11-17T09:00") as bench:
        bench.put(TOM, "in progress")
        bench.go_to("2026-11-17T09:25")
        bench.put(TOM, "ready")
        bench.go_to("2026-11-17T10:00")
        bench.put(TOM, "in progress")
        bench.go_to("2026-11-17T11:00")
        jobs = bench.services.ports.open_jobs
        assert [job.id for job in jobs.list_slips(limit=10)] == ["J-2051"]
        assert len(bench.told) == 1

        bench.services.jobs.correct("J-2051", by="owner")
        with pytest.raises(Conflict):
            bench.services.jobs.correct("J-2051", by="owner")
        bench.go_to("2026-11-17T12:00")
        bench.put(TOM, "ready")
        bench.go_to("2026-11-17T13:00")
        assert jobs.list_slips(limit=10) == []
        assert bench.told == [
            ("Tue 17 Nov 09:45", READY),
            ("Tue 17 Nov 11:05", SORRY),
            ("Tue 17 Nov 12:25", READY),
        ]


READY = (
    "Hi Tom, Good news: your kettle is ready to collect. You are welcome any time before 6pm "
    "today. Your job number is J-2051. — The Repair Bench"
)
SORRY = (
    "Hi Tom, By mistake we told you that your kettle was ready to collect. We are sorry. Work on "
    "your kettle is still in progress. We will let you know when it is ready to collect. Your job "
    "number is J-2051. — The Repair Bench"
)
