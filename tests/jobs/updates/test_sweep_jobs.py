"""Which jobs are chased, whom that disturbs, and what the shop reads of it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from tests.fakes.channel import MemoryChannel
from tests.fakes.crash_points import Crashed
from tests.jobs.shops import ADMIN, Bench, fill

from belfry.kernel.errors import Conflict, NotFound, Temporary, Unknown
from belfry.messaging.ports import OutgoingMessage

MINUTE = timedelta(minutes=1)


def at(day: int, hour: int, minute: int = 0) -> datetime:
    """A moment of November 2026; the 16th is a Monday."""
    return datetime(2026, 11, day, hour, minute, tzinfo=UTC)


def digests(bench: Bench) -> list[OutgoingMessage]:
    return [outgoing for outgoing in bench.sent() if outgoing.to == ADMIN]


def notes(bench: Bench) -> list[str]:
    """To whom something else was written."""
    return [outgoing.to for outgoing in bench.sent() if outgoing.to != ADMIN]


@pytest.mark.parametrize(
    ("stage", "not_yet", "stuck"),
    [
        ("ready", at(16, 16), at(16, 16, 1)),
        ("diagnosing", at(17, 12), at(17, 12, 1)),
        ("in progress", at(19, 12), at(19, 12, 1)),
        ("awaiting parts", at(21, 12), at(21, 12, 1)),
    ],
)
def test_a_job_is_stuck_after_its_stages_own_time(
    bench: Bench, stage: str, not_yet: datetime, stuck: datetime
) -> None:
    fill(bench, 1, stage)
    bench.go_to(not_yet)
    assert bench.sweep().stuck == ()

    bench.go_to(stuck)
    swept = bench.sweep()

    assert (swept.stuck, swept.chased) == (("J-0",), ("J-0",))


def test_time_in_a_stage_is_counted_in_opening_hours(bench: Bench) -> None:
    """Ready on Saturday at three, an hour before closing: four hours are over on Monday at noon."""
    bench.go_to(at(21, 15))
    fill(bench, 1, "ready")

    bench.go_to(at(23, 12))
    assert bench.sweep().stuck == ()
    bench.go_to(at(23, 12, 1))
    assert bench.sweep().stuck == ("J-0",)


@pytest.mark.parametrize("stage", ["received", "collected"], ids=["no time set", "over"])
def test_a_job_may_stand_where_nothing_is_said_of_it(bench: Bench, stage: str) -> None:
    fill(bench, 1, stage)
    bench.go(days=100)

    assert bench.sweep().stuck == ()


def test_a_stuck_job_is_chased_once_and_again_after_a_long_while(bench: Bench) -> None:
    fill(bench, 1, "ready")
    chased = []
    for day in range(17):
        bench.go_to(at(17, 10) + timedelta(days=day))
        bench.poll()
        chased.append(bench.sweep().chased)
        bench.deliver()

    assert [day for day, ids in enumerate(chased) if ids] == [0, 14]
    assert notes(bench) == ["j-0@example.com"] * 2
    keys = [message.id for message in bench.messages() if message.kind == "holding"]
    assert keys == ["jobs/J-0/holding-1-1", "jobs/J-0/holding-1-2"]


def test_a_job_that_moved_and_is_stuck_again_is_chased_again(bench: Bench) -> None:
    fill(bench, 1, "diagnosing")
    bench.go_to(at(18, 10))
    bench.sweep()
    bench.deliver()
    bench.put("J-0", "ready")
    bench.settle()
    bench.deliver()
    bench.go_to(at(19, 10))

    assert bench.sweep().chased == ("J-0",)


def test_the_shop_is_told_of_all_stuck_jobs_when_there_is_news(bench: Bench) -> None:
    fill(bench, 2, "ready")
    bench.go_to(at(17, 10))
    bench.sweep()
    bench.deliver()
    bench.go_to(at(18, 10))
    bench.sweep()
    bench.deliver()
    assert len(digests(bench)) == 1

    bench.put("J-9", "ready")
    bench.poll()
    bench.go_to(at(19, 10))
    bench.sweep()
    bench.deliver()

    first, second = digests(bench)
    assert first.subject == "The Repair Bench: 2 jobs have been in one stage for a while"
    assert second.text == (
        "3 jobs have been in one stage for a while:\n"
        "- J-0 (Customer J-0, kettle J-0): ready for 2 days\n"
        "- J-1 (Customer J-1, kettle J-1): ready for 2 days\n"
        "- J-9 (Customer J-9, kettle J-9): ready for 1 day"
    )


def test_a_digest_keeps_the_hours_and_tells_what_is_true_when_it_leaves(bench: Bench) -> None:
    fill(bench, 2, "ready")
    bench.go_to(at(17, 7, 30))
    bench.sweep()
    bench.deliver()
    assert bench.sent() == []
    bench.put("J-0", "collected")
    bench.settle()
    bench.go_to(at(17, 9))
    bench.deliver()

    (digest,) = digests(bench)
    assert digest.text == (
        "One job has been in one stage for a while:\n"
        "- J-1 (Customer J-1, kettle J-1): ready for 21 hours"
    )
    assert notes(bench) == ["j-1@example.com"]


def test_a_digest_of_jobs_that_all_moved_on_is_dropped(bench: Bench) -> None:
    fill(bench, 1, "diagnosing")
    bench.go_to(at(18, 7, 30))
    bench.sweep()
    bench.deliver()
    bench.put("J-0", "in progress")
    bench.settle()
    bench.go_to(at(18, 9))
    bench.deliver()

    dropped = {message.kind: (message.state, message.why) for message in bench.messages()}
    assert dropped["digest"] == ("dropped", "all of these jobs have moved on")
    assert digests(bench) == []


@pytest.mark.parametrize(
    ("outcome", "state"),
    [
        pytest.param(Temporary("busy"), "queued", id="in line"),
        pytest.param(Unknown("no answer"), "uncertain", id="perhaps heard"),
    ],
)
def test_nobody_is_chased_whose_last_message_is_not_settled(
    bench: Bench, outcome: Temporary | Unknown, state: str
) -> None:
    fill(bench, 1, "in progress")
    bench.put("J-0", "ready")
    bench.settle()
    channel = bench.ports.channels["email"]
    assert isinstance(channel, MemoryChannel)
    channel.answer_with(outcome)
    bench.deliver()
    bench.go_to(at(16, 19))

    swept = bench.sweep()

    assert [message.state for message in bench.messages()] == [state]
    assert (swept.stuck, swept.chased) == (("J-0",), ())


def test_nobody_is_chased_whose_last_message_is_held(bench: Bench) -> None:
    bench.set("Ask me first: yes")
    fill(bench, 1, "in progress")
    bench.put("J-0", "ready")
    bench.settle()
    bench.deliver()
    bench.go_to(at(16, 19))

    assert bench.sweep().chased == ()
    assert [message.state for message in bench.messages()] == ["held"]


def test_nobody_is_chased_while_a_change_is_settling(bench: Bench) -> None:
    fill(bench, 2, "ready")
    bench.go_to(at(17, 10))
    bench.put("J-0", "collected")
    bench.poll()

    assert bench.sweep().stuck == ("J-1",)


def test_nobody_is_chased_whose_row_is_missing(bench: Bench) -> None:
    fill(bench, 6, "ready")
    bench.go_to(at(17, 10))
    bench.take_away("J-0")
    bench.poll()

    assert bench.sweep().stuck == ("J-1", "J-2", "J-3", "J-4", "J-5")


def test_nobody_is_chased_while_the_board_is_in_doubt(bench: Bench) -> None:
    fill(bench, 3, "ready")
    bench.go_to(at(17, 10))
    bench.take_away("J-0", "J-1")
    bench.poll()

    swept = bench.sweep()
    bench.deliver()

    assert (swept.stuck, swept.chased, bench.said()) == ((), (), [])
    assert str(swept) == (
        "the board cannot be read, or too many jobs are missing from it: no customer is chased"
    )


def test_nobody_is_chased_before_the_board_was_looked_at(bench: Bench) -> None:
    assert str(bench.sweep()) == "the board has not been looked at yet"


def test_an_eta_that_has_passed_is_told_to_the_shop_once(bench: Bench) -> None:
    fill(bench, 1, "received")
    bench.put("J-0", "diagnosing")
    bench.settle()
    bench.deliver()
    bench.go_to(at(16, 19))
    late = []
    for _ in range(3):
        late.append(bench.sweep().late)
        bench.deliver()
        bench.go(minutes=10)

    assert late == [("J-0",), (), ()]
    (digest,) = digests(bench)
    assert digest.text == (
        "One time we gave has passed:\n"
        "- J-0 (Customer J-0, kettle J-0): in progress was expected by Monday afternoon; "
        "it is still diagnosing"
    )


def test_sweep_killed_after_its_digest_tells_no_passed_eta_twice(bench: Bench) -> None:
    fill(bench, 1, "received")
    bench.put("J-0", "diagnosing")
    bench.settle()
    bench.deliver()
    bench.go_to(at(16, 19))
    bench.app.crash_points.crash_at("store.committed")
    with pytest.raises(Crashed):
        bench.sweep()
    bench.deliver()
    bench.go(minutes=10)

    assert bench.sweep().late == ()
    bench.deliver()
    assert len(digests(bench)) == 1


def test_an_eta_of_a_later_move_is_told_again(bench: Bench) -> None:
    fill(bench, 1, "received")
    bench.put("J-0", "diagnosing")
    bench.settle()
    bench.deliver()
    bench.go_to(at(17, 19))
    assert bench.sweep().late == ("J-0",)
    bench.put("J-0", "in progress")
    bench.go_to(at(18, 10))
    bench.settle()
    bench.deliver()
    bench.go_to(at(27, 10))

    assert bench.sweep().late == ("J-0",)


def test_what_a_killed_sweep_chased_is_in_the_next_ones_digest(bench: Bench) -> None:
    fill(bench, 2, "ready")
    bench.go_to(at(17, 10))
    bench.app.crash_points.crash_at("jobs.chased")
    with pytest.raises(Crashed):
        bench.sweep()
    bench.deliver()
    assert (len(notes(bench)), digests(bench)) == (2, [])

    bench.go_to(at(18, 10))
    swept = bench.sweep()
    bench.deliver()

    assert (swept.stuck, swept.chased) == (("J-0", "J-1"), ())
    assert [outgoing.text.count("\n- J-") for outgoing in digests(bench)] == [2]
    assert len(notes(bench)) == 2


def test_a_chase_is_in_the_trail(bench: Bench) -> None:
    fill(bench, 1, "ready")
    bench.go_to(at(17, 10))
    bench.sweep()

    actions = [entry.action for entry in bench.ports.audit_log.list_entries("job/J-0")]
    assert actions == ["moved new", "chased"]
    assert bench.app.services.accounts.verify_audit_log().breaks == ()


BY = "user/1"


def list_stuck(bench: Bench, limit: int = 9) -> list[str]:
    return [job.id for job in bench.app.services.jobs.sweep.find_stuck(limit=limit)]


@pytest.mark.parametrize("stage", ["ready", "diagnosing", "in progress", "awaiting parts"])
def test_those_found_are_those_the_sweep_finds(bench: Bench, stage: str) -> None:
    fill(bench, 3, stage)
    for day in range(16, 24):
        for hour in (10, 12, 16):
            if at(day, hour, 1) > bench.app.clock.now():
                bench.go_to(at(day, hour, 1))
                assert list_stuck(bench) == list(bench.sweep().stuck)


def test_no_more_are_found_than_are_asked_for(bench: Bench) -> None:
    fill(bench, 5, "ready")
    bench.go_to(at(20, 12))
    assert list_stuck(bench, limit=2) == ["J-0", "J-1"]


def test_customer_is_told_at_once_and_only_once(bench: Bench) -> None:
    fill(bench, 1, "ready")
    bench.go_to(at(20, 12))
    chase = bench.app.services.jobs.sweep.chase
    chase("J-0", chases=0, by=BY)
    with pytest.raises(Conflict, match="was told in the meantime"):
        chase("J-0", chases=0, by=BY)
    bench.deliver()
    assert [message for message, state, _ in bench.said() if state == "sent"] == [
        "jobs/J-0/holding-1-1"
    ]
    entries = bench.ports.audit_log.list_entries("job/J-0")
    assert (entries[-1].action, entries[-1].by) == ("chased", BY)
    assert bench.sweep().chased == ()


def test_nobody_is_told_while_the_last_message_is_in_doubt(bench: Bench) -> None:
    fill(bench, 1, "ready")
    bench.go_to(at(20, 12))
    chase = bench.app.services.jobs.sweep.chase
    chase("J-0", chases=0, by=BY)
    channel = bench.ports.channels["email"]
    assert isinstance(channel, MemoryChannel)
    channel.answer_with(Unknown("the line broke"))
    bench.deliver()
    with pytest.raises(Conflict, match="is uncertain: settle that first"):
        chase("J-0", chases=1, by=BY)


def test_job_that_is_not_there_is_not_found(bench: Bench) -> None:
    with pytest.raises(NotFound):
        bench.app.services.jobs.sweep.chase("J-9", chases=0, by=BY)


WEEK = timedelta(days=7)


def foresee(bench: Bench, within: timedelta = WEEK, limit: int = 99) -> list[tuple[str, datetime]]:
    chases = bench.app.services.jobs.sweep.foresee(within=within, limit=limit)
    return [(chase.job.id, chase.at) for chase in chases]


def test_chases_are_foreseen_the_soonest_first(bench: Bench) -> None:
    bench.put("slow", "in progress")
    bench.put("quick", "ready")
    bench.put("unwatched", "received")
    bench.put("over", "collected")
    bench.poll()

    assert foresee(bench) == [("quick", at(16, 16)), ("slow", at(19, 12))]
    assert foresee(bench, timedelta(days=1)) == [("quick", at(16, 16))]
    assert foresee(bench, limit=1) == [("quick", at(16, 16))]


def test_a_job_that_was_chased_is_foreseen_after_the_long_while(bench: Bench) -> None:
    fill(bench, 1, "ready")
    bench.go_to(at(17, 10))
    bench.sweep()

    assert foresee(bench) == []
    assert foresee(bench, timedelta(days=14)) == [("J-0", at(17, 10) + timedelta(days=14))]


def test_jobs_that_are_missing_or_about_to_move_are_not_foreseen(bench: Bench) -> None:
    fill(bench, 6, "ready")
    bench.take_away("J-0")
    bench.put("J-1", "collected")
    bench.poll(after=3)

    assert [job_id for job_id, _ in foresee(bench)] == ["J-2", "J-3", "J-4", "J-5"]


def test_a_foreseen_chase_comes_true(bench: Bench) -> None:
    fill(bench, 1, "in progress")
    ((job_id, moment),) = foresee(bench)
    bench.go_to(moment)
    assert bench.sweep().chased == ()

    bench.go(minutes=1)
    assert bench.sweep().chased == (job_id,)
