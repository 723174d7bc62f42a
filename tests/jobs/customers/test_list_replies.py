"""Which replies a person has yet to see to."""

from __future__ import annotations

from datetime import timedelta

from tests.jobs.shops import Bench
from tests.jobs.writers import MAYA, TOM, bring, write
from tests.samples import NOON

from belfry.jobs.customers.replies import Turn, order_turns


def test_near_misses_come_first_then_the_newest(bench: Bench) -> None:
    for id, text in [
        ("SM1", "who is this"),
        ("SM2", "is it ready?"),
        ("SM3", "STOP"),
        ("SM4", "hello?"),
        ("SM5", "wrong number"),
    ]:
        write(bench, text, id=id)
        bench.go(minutes=1)

    replies = bench.app.services.jobs.replies.list_open(limit=10)

    assert [line.reply.id for line in replies.lines] == ["SM5", "SM1", "SM4", "SM2"]
    assert (len(replies), replies.more) == (4, 0)


def test_those_that_are_not_shown_are_counted(bench: Bench) -> None:
    for number in range(5):
        write(bench, f"question {number}")

    replies = bench.app.services.jobs.replies.list_open(limit=2)

    assert (len(replies.lines), replies.more, len(replies)) == (2, 3, 5)


def test_all_replies_are_the_newest_first_with_their_jobs(bench: Bench) -> None:
    bring(bench, "J-0")
    write(bench, "thanks", id="SM1")
    bench.go(minutes=1)
    write(bench, "STOP", id="SM2")
    bench.go(minutes=1)
    write(bench, "hello", id="SM3", sender=TOM)

    lines = bench.app.services.jobs.replies.list_newest(limit=10)

    assert [
        (line.reply.id, line.job.id if line.job else None, line.is_stopped) for line in lines
    ] == [("SM3", None, False), ("SM2", "J-0", True), ("SM1", "J-0", True)]
    assert lines[1].reply.sender == MAYA


def show(bench: Bench, job_id: str = "J-0") -> list[tuple[str, bool, str, bool]]:
    """Each turn: its id, whether it is theirs, what became of it, and whether it is open."""
    turns = bench.app.services.jobs.replies.show_conversation(bench.job(job_id)).turns
    return [(turn.id, turn.is_theirs, turn.note, turn.is_open) for turn in turns]


def test_what_was_said_at_one_moment_is_the_question_before_its_answer() -> None:
    later = NOON + timedelta(minutes=1)
    answer, announced = Turn(NOON, False, "a", "yes"), Turn(later, False, "b", "ready")
    asked, thanks = Turn(NOON, True, "z", "is it?"), Turn(later, True, "y", "thanks")

    turns = order_turns([announced, answer, thanks, asked])

    assert turns == [asked, answer, thanks, announced]


def test_job_nobody_wrote_about_has_no_conversation(bench: Bench) -> None:
    bring(bench, "J-0")
    bench.put("J-0", "ready")
    bench.settle()
    bench.deliver()

    assert show(bench) == []


def test_replies_stand_between_what_was_told_the_newest_last(bench: Bench) -> None:
    bring(bench, "J-0")
    bring(bench, "J-1", address=TOM)
    bench.put("J-0", "in progress")
    bench.settle()
    bench.deliver()
    bench.go(minutes=1)
    write(bench, "how long will it be?", id="SM1")
    write(bench, "not about that one", id="SM2", sender=TOM)
    bench.go(minutes=1)
    bench.put("J-0", "ready")
    bench.settle()
    bench.deliver()
    bench.go(minutes=1)
    write(bench, "STOP", id="SM3")
    bench.release()

    assert show(bench) == [
        ("jobs/J-0/move-2", False, "sent", False),
        ("SM1", True, "other", True),
        ("jobs/J-0/move-3", False, "sent", False),
        ("SM3", True, "stop", False),
        ("replies/SM3", False, "sent", False),
    ]
    assert show(bench, "J-1") == [("SM2", True, "other", True)]


def test_what_never_left_is_no_part_of_it(bench: Bench) -> None:
    bench.set("Ask me first: yes")
    bring(bench, "J-0")
    bench.put("J-0", "ready")
    bench.settle()
    bench.deliver()
    write(bench, "is it ready?", id="SM1")

    assert show(bench) == [("SM1", True, "other", True)]


def test_conversation_tells_whether_they_get_messages_no_more(bench: Bench) -> None:
    bring(bench, "J-0")
    shown = bench.app.services.jobs.replies.show_conversation
    write(bench, "please stop texting me")
    assert not shown(bench.job("J-0")).is_stopped
    write(bench, "STOP")
    assert shown(bench.job("J-0")).is_stopped
