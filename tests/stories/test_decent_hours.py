"""Jobs that move at night: their customers sleep, and in the morning hear what is true then."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.stories.benches import LATE, MAYA, SETTINGS, TEAM, open_bench, show

NIGHTS = TEAM + LATE
STARTED = "jobs/J-2042/move-2"
READY = "jobs/J-2042/move-3"


def test_a_move_of_the_night_is_told_when_the_quiet_hours_end(tmp_path: Path) -> None:
    with open_bench(tmp_path, "2026-11-17T22:00", toml=NIGHTS) as bench:
        bench.put(MAYA, "received")
        bench.go_to("2026-11-17T22:25")
        bench.put(MAYA, "in progress")
        bench.go_to("2026-11-17T23:00")
        assert bench.fates == [(STARTED, "held", "quiet hours")]

        bench.go_to("2026-11-18T08:59")
        assert bench.fates == [(STARTED, "held", "quiet hours")]

        bench.go_to("2026-11-18T12:00")
        assert [when for when, _ in bench.told] == ["Wed 18 Nov 09:00"]


def test_of_two_moves_in_one_night_only_the_newer_is_told(tmp_path: Path) -> None:
    with open_bench(tmp_path, "2026-11-17T22:00", toml=NIGHTS) as bench:
        bench.put(MAYA, "received")
        bench.go_to("2026-11-17T22:25")
        bench.put(MAYA, "in progress")
        bench.go_to("2026-11-18T08:15")
        bench.put(MAYA, "ready")
        bench.go_to("2026-11-18T12:00")
        assert bench.fates == [
            (STARTED, "dropped", f"replaced by {READY}, which is newer"),
            (READY, "sent", ""),
        ]
        assert bench.told == [
            (
                "Wed 18 Nov 09:00",
                "Good news: your iPhone screen repair is ready to collect. "
                "You are welcome any time before 6pm today. - The Repair Bench",
            )
        ]


def test_what_is_taken_back_before_the_weekend_s_morning_is_never_told(tmp_path: Path) -> None:
    with open_bench(tmp_path, "2026-11-21T19:00", toml=NIGHTS) as bench:
        bench.put(MAYA, "in progress")
        bench.go_to("2026-11-21T20:30")
        bench.put(MAYA, "ready")
        bench.go_to("2026-11-22T08:15")
        bench.put(MAYA, "in progress")
        bench.go_to("2026-11-22T12:00")
        why = "the job has moved on: it is now: in progress"
        assert bench.fates == [(STARTED, "dropped", why)]
        assert bench.job("J-2042").stage == "in progress"


def test_what_waits_for_a_yes_over_the_weekend_is_dropped_once_the_job_has_moved(
    tmp_path: Path,
) -> None:
    asking = SETTINGS.read_text() + "Ask me first: yes\n"
    toml = TEAM + LATE.replace("* * * *", "8-18 * * *")
    with open_bench(tmp_path, "2026-11-20T15:00", toml=toml, settings=asking) as bench:
        bench.put(MAYA, "received")
        bench.go_to("2026-11-20T15:25")
        bench.put(MAYA, "in progress")
        bench.go_to("2026-11-23T08:15")
        assert bench.fates == [(STARTED, "held", "waiting for approval")]

        bench.put(MAYA, "ready")
        bench.go_to("2026-11-23T10:00")
        bench.services.messaging.answer.approve(READY, by="owner")
        bench.go_to("2026-11-23T12:00")
        assert bench.fates == [
            (STARTED, "dropped", f"replaced by {READY}, which is newer"),
            (READY, "sent", ""),
        ]


@pytest.mark.parametrize(
    "evening, morning, left",
    [
        ("2026-03-28", "2026-03-29", "Sun 29 Mar 09:00"),
        ("2026-10-24", "2026-10-25", "Sun 25 Oct 09:00"),
    ],
    ids=["the night an hour is lost", "the night an hour comes twice"],
)
def test_quiet_hours_end_by_the_wall_clock_when_the_clocks_change(
    tmp_path: Path, evening: str, morning: str, left: str
) -> None:
    with open_bench(tmp_path, f"{evening}T21:30", toml=NIGHTS) as bench:
        bench.put(MAYA, "received")
        bench.go_to(f"{evening}T22:25")
        bench.put(MAYA, "in progress")
        bench.go_to(f"{morning}T12:00")
        assert [when for when, _ in bench.told] == [left]


@pytest.mark.parametrize(
    "evening, morning, left",
    [
        ("2026-03-28", "2026-03-29", "2026-03-29T01:00:00+00:00"),
        ("2026-10-24", "2026-10-25", "2026-10-25T00:30:00+00:00"),
    ],
    ids=["a time that is skipped", "a time that comes twice"],
)
def test_quiet_hours_that_end_within_the_change_end_once(
    tmp_path: Path, evening: str, morning: str, left: str
) -> None:
    doc = SETTINGS.read_text().replace("8pm to 9am", "8pm to 1.30am")
    with open_bench(tmp_path, f"{evening}T22:00", toml=NIGHTS, settings=doc) as bench:
        bench.put(MAYA, "received")
        bench.go_to(f"{evening}T22:25")
        bench.put(MAYA, "in progress")
        bench.go_to(f"{morning}T06:00")
        [message] = bench.messages
        assert message.sent_at is not None
        assert message.sent_at.isoformat() == left, show(message.sent_at)
