"""What happened to a job, in order."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from tests.contracts.shop_books import a_job, a_message, a_move
from tests.samples import NOON

from belfry.jobs.board.show_jobs import TimelineEntry, make_timeline
from belfry.jobs.jobs import Course
from belfry.messaging.messages import Message, State

MINUTE = timedelta(minutes=1)


def message(sent_at: datetime | None = None, **changes: Any) -> Message:
    state = State.SENT if sent_at else State.DROPPED
    return a_message("m", state=state, sent_at=sent_at, **changes)


def test_moves_are_told_as_they_were_first_seen() -> None:
    moves = [
        a_move(number=1, came_from="", went_to="received", course=Course.NEW),
        a_move(
            number=2,
            came_from="received",
            went_to="ready",
            seen_at=NOON + MINUTE,
            at=NOON + 9 * MINUTE,
            eta="Thursday morning",
        ),
        a_move(number=3, came_from="ready", went_to="received", course=Course.BACK, seen_at=NOON),
    ]

    assert make_timeline(a_job(), moves, []) == [
        TimelineEntry(NOON, "first seen: received"),
        TimelineEntry(
            NOON, "put back from ready to received", "a correction: the customer is not told"
        ),
        TimelineEntry(
            NOON + MINUTE, "moved from received to ready", "next stage expected by Thursday morning"
        ),
    ]


def test_messages_stand_where_they_left_or_where_they_were_made() -> None:
    left = message(NOON + 2 * MINUTE, text="It is ready.")
    dropped = message(why="the job has moved on", text="It is received.")

    assert make_timeline(a_job(), [], [left, dropped]) == [
        TimelineEntry(
            NOON, "message (moved): dropped", "It is received. (the job has moved on)", "m"
        ),
        TimelineEntry(NOON + 2 * MINUTE, "message (moved): sent", "It is ready.", "m"),
    ]


def test_what_happened_at_one_moment_is_told_moves_first() -> None:
    job = a_job(chased_at=NOON, chased_stage="ready", closed_at=NOON + MINUTE)

    timeline = make_timeline(job, [a_move()], [message(NOON)])

    assert [entry.what for entry in timeline] == [
        "moved from in progress to ready",
        "message (moved): sent",
        "chased: ready for too long",
        "closed: gone from the board",
    ]
