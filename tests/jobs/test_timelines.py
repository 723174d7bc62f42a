"""What happened to a job, in order."""

from __future__ import annotations

from datetime import datetime, timedelta

from tests.contracts.shop_books import a_job, a_move
from tests.samples import NOON

from belfry.jobs.board.show_jobs import Happening, Said, make_timeline
from belfry.jobs.jobs import Course

MINUTE = timedelta(minutes=1)


def said(at: datetime, *, sent_at: datetime | None = None, why: str = "", text: str = "") -> Said:
    return Said(at, sent_at, "moved", "sent" if sent_at else "dropped", why, text)


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
        Happening(NOON, "first seen: received"),
        Happening(
            NOON, "put back from ready to received", "a correction: the customer is not told"
        ),
        Happening(
            NOON + MINUTE, "moved from received to ready", "next stage expected by Thursday morning"
        ),
    ]


def test_messages_stand_where_they_left_or_where_they_were_made() -> None:
    left = said(NOON, sent_at=NOON + 2 * MINUTE, text="It is ready.")
    dropped = said(NOON, why="the job has moved on", text="It is received.")

    assert make_timeline(a_job(), [], [left, dropped]) == [
        Happening(NOON, "message (moved): dropped", "It is received. (the job has moved on)"),
        Happening(NOON + 2 * MINUTE, "message (moved): sent", "It is ready."),
    ]


def test_what_happened_at_one_moment_is_told_moves_first() -> None:
    job = a_job(chased_at=NOON, chased_stage="ready", closed_at=NOON + MINUTE)

    timeline = make_timeline(job, [a_move()], [said(NOON, sent_at=NOON)])

    assert [one.what for one in timeline] == [
        "moved from in progress to ready",
        "message (moved): sent",
        "chased: ready for too long",
        "closed: gone from the board",
    ]
