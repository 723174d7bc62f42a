"""Which message each thing that happened to a job puts in line."""

from __future__ import annotations

from typing import Any

import pytest
from tests.jobs.shops import Bench
from tests.samples import NOON

from belfry.kernel.errors import Conflict, InputError, NotFound
from belfry.messaging.messages import Audience
from belfry.ports.store import OutboxRow


def happened(op: str, job_id: str = "J-1", **payload: Any) -> OutboxRow:
    return OutboxRow(
        id=1,
        aggregate_type="job",
        aggregate_id=job_id,
        op=op,
        payload=payload,
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
    tell = bench.app.services.jobs.tell_news
    for _ in range(3):
        tell(row)

    (message,) = bench.messages()
    assert (message.id, message.kind, message.about) == (key, kind, "jobs/J-1")
    assert (message.person, message.audience) == ("customer", Audience.CUSTOMER)
    assert message.facts == {"job": "J-1", **row.payload}


def test_news_of_a_sweep_is_one_message_to_the_shop(bench: Bench) -> None:
    payload = {"at": "2026-11-16T07:30+00:00", "stuck": ["J-1"], "stuck_in_all": 1, "late": []}
    tell = bench.app.services.jobs.tell_news
    for _ in range(3):
        tell(happened("jobs.swept", "board", **payload))

    (message,) = bench.messages()
    assert (message.id, message.kind) == ("jobs/digest/2026-11-16T07:30+00:00", "digest")
    assert (message.person, message.audience) == ("the shop", Audience.TEAM)


def test_a_later_digest_takes_the_place_of_one_that_waits(bench: Bench) -> None:
    tell = bench.app.services.jobs.tell_news
    for hour in (7, 8):
        payload = {"at": f"2026-11-16T0{hour}:30+00:00", "stuck": [], "stuck_in_all": 0, "late": []}
        tell(happened("jobs.swept", "board", **payload))

    assert [message.state for message in bench.messages()] == ["dropped", "queued"]


def test_a_job_called_digest_is_not_taken_for_the_digest(bench: Bench) -> None:
    tell = bench.app.services.jobs.tell_news
    tell(happened("jobs.swept", "board", at="x", stuck=[], stuck_in_all=0, late=[]))

    assert bench.ports.messages.find_latest(["jobs/digest"]) == {}


def test_news_that_nobody_knows_is_refused(bench: Bench) -> None:
    with pytest.raises(InputError, match="unknown event 'job.sold' of a job"):
        bench.app.services.jobs.tell_news(happened("job.sold"))


BY = "user/1"


def slip(bench: Bench, *, is_sent: bool = True) -> None:
    """J-0 was said to be ready, which is heard of or not, and then put back."""
    bench.put("J-0", "in progress")
    bench.poll()
    bench.put("J-0", "ready")
    bench.settle()
    bench.relay()
    if is_sent:
        bench.release()
    bench.put("J-0", "in progress")
    bench.settle()
    bench.deliver()


def test_a_mistake_that_was_told_is_taken_back_once(bench: Bench) -> None:
    slip(bench)
    assert [job.id for job in bench.ports.open_jobs.list_slips(limit=9)] == ["J-0"]
    correct = bench.app.services.jobs.correct

    correct("J-0", by=BY)
    with pytest.raises(Conflict, match="nothing wrong was told about J-0"):
        correct("J-0", by=BY)
    bench.deliver()
    bench.deliver()

    announced, taken_back = bench.sent()
    assert announced.subject == "Your kettle J-0 is ready to collect"
    assert taken_back.subject == "A correction about your kettle J-0"
    assert "By mistake we told you that" in taken_back.text
    assert bench.said()[1] == ("jobs/J-0/correction-3", "sent", "")
    assert bench.ports.open_jobs.list_slips(limit=9) == []


def test_a_mistake_that_never_left_needs_no_correction(bench: Bench) -> None:
    slip(bench, is_sent=False)

    with pytest.raises(Conflict, match="the customer of J-0 was not told 'ready'"):
        bench.app.services.jobs.correct("J-0", by=BY)
    bench.deliver()

    assert bench.sent() == []
    assert [state for _, state, _ in bench.said()] == ["dropped"]


def test_a_job_that_goes_forward_again_is_told_again(bench: Bench) -> None:
    slip(bench)
    bench.app.services.jobs.correct("J-0", by=BY)
    bench.deliver()
    bench.put("J-0", "ready")
    bench.settle()
    bench.deliver()

    assert [message.id for message in bench.messages()] == [
        "jobs/J-0/move-2",
        "jobs/J-0/correction-3",
        "jobs/J-0/move-4",
    ]
    assert len(bench.sent()) == 3
    assert bench.job("J-0").slip == ""


def test_a_correction_that_is_overtaken_by_a_move_is_not_said(bench: Bench) -> None:
    """What the customer was told is true again: neither is sent."""
    slip(bench)
    bench.app.services.jobs.correct("J-0", by=BY)
    bench.put("J-0", "ready")
    bench.settle()
    bench.deliver()

    states = {message.id: message.state.value for message in bench.messages()}
    assert states["jobs/J-0/correction-3"] == "dropped"
    assert "jobs/J-0/move-4" not in states


def test_a_mistake_may_be_left(bench: Bench) -> None:
    slip(bench)
    correct = bench.app.services.jobs.correct

    correct.leave("J-0", by=BY)
    bench.deliver()

    assert (len(bench.sent()), bench.job("J-0").slip) == (1, "")
    with pytest.raises(Conflict):
        correct("J-0", by=BY)
    with pytest.raises(Conflict):
        correct.leave("J-0", by=BY)


@pytest.mark.parametrize("is_left", [False, True], ids=["corrected", "left"])
def test_who_settled_a_mistake_is_in_the_trail(bench: Bench, is_left: bool) -> None:
    slip(bench)
    correct = bench.app.services.jobs.correct
    (correct.leave if is_left else correct)("J-0", by=BY)

    last = bench.ports.audit_log.list_entries("job/J-0")[-1]
    assert (last.action, last.by) == ("left uncorrected" if is_left else "corrected", BY)
    assert bench.app.services.accounts.verify_audit_log().breaks == ()


def test_a_job_that_nobody_knows_cannot_be_corrected(bench: Bench) -> None:
    with pytest.raises(NotFound, match="no job 'J-9'"):
        bench.app.services.jobs.correct("J-9", by=BY)
