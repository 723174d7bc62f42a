"""Every store keeps messages, jobs and their records as they were put."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta, timezone
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from tests.contracts.books import Book
from tests.contracts.shop_books import (
    a_contact,
    a_draft,
    a_job,
    a_message,
    a_move,
    a_page,
    a_photo,
    a_photo_file,
    a_reply,
    a_trouble,
    keep,
)
from tests.samples import NOON

from belfry.jobs.jobs import Board, Course, Job
from belfry.kernel.changes import Audit, Put, find_breaks, write_entry
from belfry.kernel.errors import Conflict
from belfry.messaging.caps import DailyCount, daily_count_name
from belfry.messaging.messages import Audience, Message, State
from belfry.workspace.docs import KeptDoc, TableHead

AWKWARD = 'Zoë O\'Brien "2" \\ 50% ? :x {y}\r\n\t東京 👩‍🔧 e\u0301 \u202e'
LONG = "a line of a long document\n" * 4000
ODD_TICK = NOON + timedelta(microseconds=123456)

RECORDS = {
    "a plain message": a_message(),
    "a message with awkward words": a_message(
        AWKWARD,
        **dict.fromkeys(("room", "kind", "about", "person", "why", "own_words"), AWKWARD),
        **dict.fromkeys(("approved_by", "channel", "sent_to", "subject_line", "worded"), AWKWARD),
        text=LONG,
        receipt=AWKWARD,
        facts={AWKWARD: [AWKWARD, None, True, 2.5, {"deep": []}], "none": None, "": ""},
    ),
    "a message a person decides on": a_message(
        audience=Audience.TEAM, state=State.HELD, due_at=None, facts={}, attempt=3
    ),
    "a message that was sent": a_message(state=State.SENT, due_at=None, sent_at=ODD_TICK),
    "a tally": DailyCount(name=daily_count_name("jobs", "sms", "2026-11-16"), count=199),
    "a plain job": a_job(),
    "a job with awkward words": a_job(
        AWKWARD,
        row=f"[{AWKWARD}]\x01",
        **dict.fromkeys(("customer", "contact", "channel", "item", "consent", "zone"), AWKWARD),
        **dict.fromkeys(("stage", "entered_from", "eta", "eta_stage", "slip"), AWKWARD),
        **dict.fromkeys(("pending", "chased_stage", "photo"), AWKWARD),
    ),
    "a job with every moment": a_job(
        "7",
        entered_at=ODD_TICK,
        eta_by=datetime.max.replace(tzinfo=NOON.tzinfo),
        pending_since=datetime(1, 1, 1, tzinfo=NOON.tzinfo),
        missing_since=NOON,
        closed_at=NOON,
        chased_at=NOON,
        is_open=False,
        moves=9,
        told=8,
        chases=7,
        late_told=6,
    ),
    "a job with no words at all": a_job(
        "", row="", customer="", contact="", channel="", item="", stage=""
    ),
    "a move": a_move(),
    "a move of a job whose name has a slash": a_move("J/1/2", 12, course=Course.NEW, is_told=False),
    "a move with awkward words": a_move(
        AWKWARD, came_from=AWKWARD, went_to="", eta=AWKWARD, course=Course.BACK
    ),
    "a photo": a_photo(added_at=ODD_TICK),
    "a photo of a job whose name has a slash": a_photo("J/1/2", 12, size=0),
    "a photo with awkward words": a_photo(
        AWKWARD, 3, **dict.fromkeys(("stage", "source", "digest", "added_by"), AWKWARD)
    ),
    "a file of a photo": a_photo_file(),
    "a file that is no photo": a_photo_file(AWKWARD, stamp=AWKWARD, digest="", why=AWKWARD),
    "a tracking page": a_page(AWKWARD, AWKWARD, made_at=ODD_TICK),
    "a contact who never said": a_contact(),
    "a contact who said no": a_contact(
        AWKWARD, AWKWARD, consent="no", said_at=ODD_TICK, said_by=AWKWARD
    ),
    "a reply": a_reply(),
    "a reply with awkward words": a_reply(
        AWKWARD,
        **dict.fromkeys(("channel", "contact", "sender", "meaning", "about"), AWKWARD),
        text=LONG,
        at=ODD_TICK,
        is_open=False,
    ),
    "a draft": a_draft(),
    "a draft with awkward words": a_draft(
        AWKWARD,
        **dict.fromkeys(("job_id", "model", "text", "problem"), AWKWARD),
        facts={AWKWARD: [AWKWARD, None]},
        reply=LONG,
        verdict={"reasons": [AWKWARD]},
    ),
    "a board": Board(first_at=ODD_TICK),
    "a board that was swept": Board(
        name=AWKWARD, first_at=NOON, swept_at=ODD_TICK, reading=AWKWARD, is_doubtful=True
    ),
    "a trouble": a_trouble(AWKWARD, room=AWKWARD, place=AWKWARD, text=LONG),
    "a kept document": KeptDoc(name="jobs/settings.txt", text=LONG + AWKWARD, at=ODD_TICK),
    "a kept document with nothing in it": KeptDoc(name=AWKWARD, text="", at=NOON),
    "a table": TableHead(name="jobs/board.csv"),
    "a table that was restored": TableHead(
        name=AWKWARD, restored_version=2_000_000_000, restored_at=ODD_TICK
    ),
}


@pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS)
def test_record_is_found_as_it_was_put_and_put_again(book: Book, record: Any) -> None:
    keep(book, record)
    stored = book.store.find(type(record), record.key)
    assert stored == replace(record, revision=1)

    keep(book, stored)
    assert book.store.find(type(record), record.key) == replace(record, revision=2)
    with pytest.raises(Conflict):
        keep(book, stored)


ZONES = {
    "of a shop in London": ZoneInfo("Europe/London"),
    "half an hour beside the others": ZoneInfo("Asia/Kolkata"),
    "by a bare offset": timezone(-timedelta(hours=9, minutes=30)),
}


@pytest.mark.parametrize("zone", ZONES.values(), ids=ZONES)
def test_moment_on_a_local_clock_comes_back_as_the_same_moment(book: Book, zone: Any) -> None:
    local = ODD_TICK.astimezone(zone)
    keep(book, a_job(entered_at=local, eta_by=local), a_message(due_at=local, made_at=local))

    job, message = book.store.find(Job, "J-1"), book.store.find(Message, a_message().key)

    assert job == a_job(entered_at=ODD_TICK, eta_by=ODD_TICK, revision=1)
    assert message == a_message(due_at=ODD_TICK, made_at=ODD_TICK, revision=1)


AUDITED = {
    "a job": a_job("J/1"),
    "a message": a_message("job/J/1"),
    "a table": TableHead(name="jobs/board.csv"),
    "a contact": a_contact(),
}


@pytest.mark.parametrize("record", AUDITED.values(), ids=AUDITED)
def test_audit_log_of_a_record_ends_where_the_record_says(book: Book, record: Any) -> None:
    changed, entry = write_entry(record, action="seen", by="board", at=NOON, after={"a": AWKWARD})
    book.store.commit([Put(changed), Audit(entry)])

    (head,) = book.audit_log.heads()
    assert head.subject == record.subject
    assert find_breaks(book.audit_log.list_entries(record.subject), head) == []
