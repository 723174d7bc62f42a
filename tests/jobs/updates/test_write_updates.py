"""That what leaves is true when it leaves, and goes to whom it should."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from tests.jobs.shops import ADMIN, BOARD, SETTINGS, Bench, fill

from belfry.messaging.messages import Message

TESTING = ["Test mode: yes"]


def at(day: int, hour: int, minute: int = 0) -> datetime:
    """A moment of November 2026; the 16th is a Monday."""
    return datetime(2026, 11, day, hour, minute, tzinfo=UTC)


def queue_ready(bench: Bench, **cells: str) -> None:
    """J-0 has become ready, and the message is in line."""
    bench.put("J-0", "in progress", **cells)
    bench.poll()
    bench.put("J-0", "ready")
    bench.settle()
    bench.relay()


def only(bench: Bench) -> Message:
    (message,) = bench.messages()
    return message


def fate(bench: Bench) -> tuple[str, str]:
    message = only(bench)
    return message.state.value, message.why


def test_a_job_that_moved_on_is_not_told_of_its_old_stage(bench: Bench) -> None:
    queue_ready(bench)
    bench.put("J-0", "collected")
    bench.settle()
    bench.release()

    assert fate(bench) == ("dropped", "the job has moved on: it is now: collected")


def test_a_newer_move_takes_the_place_of_one_that_waits(bench: Bench) -> None:
    bench.put("J-0", "received")
    bench.poll()
    for stage in ("diagnosing", "in progress"):
        bench.put("J-0", stage)
        bench.settle()
        bench.relay()
    bench.release()

    older, newer = bench.said()
    assert older[:2] == ("jobs/J-0/move-2", "dropped")
    assert newer == ("jobs/J-0/move-3", "sent", "")
    assert len(bench.sent()) == 1


def test_a_job_that_is_gone_from_the_board_is_not_told(bench: Bench) -> None:
    fill(bench, 6)
    queue_ready(bench)
    bench.take_away("J-0")
    bench.poll()
    bench.poll(after=10)
    bench.release()

    assert fate(bench) == ("dropped", "the job is gone from the board")


def test_a_change_that_is_just_settling_is_waited_for(bench: Bench) -> None:
    """Put back a minute before the message leaves: the customer never hears of it."""
    queue_ready(bench)
    bench.put("J-0", "in progress")
    bench.poll()
    bench.release()
    assert fate(bench) == ("queued", "the board says 'in progress' now, and that has yet to stand")

    bench.poll(after=3)
    bench.go(minutes=5)
    bench.release()
    assert fate(bench) == ("dropped", "the job has moved on: it is now: in progress")


def test_a_change_that_did_not_stand_is_waited_for_no_longer(bench: Bench) -> None:
    queue_ready(bench)
    bench.put("J-0", "in progress")
    bench.poll()
    bench.release()
    bench.put("J-0", "ready")
    bench.poll(after=3)
    bench.go(minutes=5)
    bench.release()

    assert fate(bench) == ("sent", "")


def test_a_board_that_nobody_looks_at_any_more_is_not_waited_for(bench: Bench) -> None:
    queue_ready(bench)
    bench.put("J-0", "in progress")
    bench.poll()
    bench.go(hours=1)
    bench.release()

    assert fate(bench) == ("sent", "")


def write_consent(bench: Bench, consent: str) -> None:
    header, *lines = bench.folder.files[BOARD].decode().splitlines()
    rows = [f"{header},consent", *(f"{line},{consent}" for line in lines)]
    bench.write(BOARD, "\n".join(rows) + "\n")


def test_a_customer_who_wants_no_messages_gets_none(bench: Bench) -> None:
    queue_ready(bench)
    write_consent(bench, "no")
    bench.poll()
    bench.release()

    assert fate(bench) == ("dropped", "the customer wants no messages: the board says so")


@pytest.mark.parametrize(
    ("consent", "state"),
    [("yes", "sent"), ("", "held"), ("no", "dropped")],
    ids=["agreed", "not asked", "refused"],
)
def test_consent_is_asked_first_where_the_shop_wants_it(
    bench: Bench, consent: str, state: str
) -> None:
    bench.set("Ask consent first: yes")
    queue_ready(bench)
    write_consent(bench, consent)
    bench.poll()
    bench.release()

    assert only(bench).state == state


def test_a_withheld_message_leaves_when_somebody_says_yes(bench: Bench) -> None:
    bench.set("Ask consent first: yes")
    queue_ready(bench)
    bench.release()
    assert fate(bench) == ("held", "the customer has not agreed to messages yet")
    bench.app.services.messaging.answer.approve(only(bench).id, by="user/1")
    bench.release()

    assert fate(bench) == ("sent", "")


@pytest.mark.parametrize(
    ("leaves_at", "closing"),
    [
        pytest.param(at(16, 12, 10), "before 6pm today", id="on the day it was made"),
        pytest.param(at(21, 11), "before 4pm today", id="on a Saturday"),
        pytest.param(at(16, 19), None, id="after closing"),
        pytest.param(at(22, 11), None, id="on a closed day"),
    ],
)
def test_the_closing_time_is_that_of_the_day_of_sending(
    bench: Bench, leaves_at: datetime, closing: str | None
) -> None:
    queue_ready(bench)
    bench.go_to(leaves_at)
    bench.release()

    (outgoing,) = bench.sent()
    expected = "you are welcome any time " + (closing or "")
    assert (expected in outgoing.text.lower()) == (closing is not None)
    assert ("today" in outgoing.text) == (closing is not None)


def test_the_shops_own_sentence_comes_first(bench: Bench) -> None:
    bench.set("Say when ready: {name}, come and get your {item}!")
    queue_ready(bench, customer="Maya Lind", item="iPhone")
    bench.release()

    (outgoing,) = bench.sent()
    assert outgoing.text == "Maya, come and get your iPhone!\n\n\u2014 The Repair Bench"


def test_a_message_keeps_the_hours_of_the_customers_zone(bench: Bench) -> None:
    """Noon in London is four in the morning in Los Angeles."""
    bench.put("J-0", "in progress")
    header, line = bench.folder.files[BOARD].decode().splitlines()
    board = f"{header},timezone\n{line},America/Los_Angeles\n"
    bench.write(BOARD, board)
    bench.poll()
    bench.write(BOARD, board.replace("in progress", "ready"))
    bench.settle()
    bench.deliver()

    message = only(bench)
    assert (message.state, message.why, message.due_at) == ("held", "quiet hours", at(16, 17))


@pytest.mark.parametrize(
    ("contact", "to"),
    [("stranger@example.com", ADMIN), ("tom@example.com", "tom@example.com")],
    ids=["to the team instead", "one of the team is reached"],
)
def test_in_test_mode_only_the_team_is_reached(bench: Bench, contact: str, to: str) -> None:
    bench.set(*TESTING)
    bench.write("people.csv", "name,email\nTom,Tom@example.com\n")
    queue_ready(bench, contact=contact)
    bench.release()

    (outgoing,) = bench.sent()
    assert outgoing.to == to
    assert outgoing.subject.startswith("[Test, for Customer J-0 by email]") == (to == ADMIN)


def test_a_text_message_goes_by_text(bench: Bench) -> None:
    queue_ready(bench, contact="07700 900123", channel="text")
    bench.release()

    (outgoing,) = bench.sent("sms")
    assert (outgoing.to, bench.sent()) == ("+447700900123", [])


def test_a_new_job_is_told_with_its_number(bench: Bench) -> None:
    bench.set("Tell customers of new jobs: yes")
    bench.poll()
    bench.put("J-0", "received", customer="Maya Lind", item="iPhone")
    bench.poll()
    bench.deliver()

    (outgoing,) = bench.sent()
    assert "Your job number is J-0." in outgoing.text


def test_a_holding_note_never_sounds_as_if_something_had_moved(bench: Bench) -> None:
    fill(bench, 1, "in progress")
    bench.go_to(at(20, 10))
    bench.sweep()
    bench.deliver()

    note = next(outgoing for outgoing in bench.sent() if outgoing.to != ADMIN)
    assert "Just to keep you posted" in note.text
    assert "we have not forgotten it" in note.text.lower()


def test_a_message_waits_while_the_settings_cannot_be_read(bench: Bench) -> None:
    queue_ready(bench)
    bench.folder.busy.add(SETTINGS)
    bench.release()
    assert fate(bench) == ("queued", "jobs/settings.txt is being saved")

    bench.folder.busy.clear()
    bench.go_to(bench.app.clock.now() + timedelta(minutes=5))
    bench.release()
    assert fate(bench) == ("sent", "")


def test_what_left_is_what_was_written_down(bench: Bench) -> None:
    queue_ready(bench)
    bench.release()

    (outgoing,) = bench.sent()
    message = only(bench)
    assert (message.sent_to, message.subject_line, message.text) == (
        outgoing.to,
        outgoing.subject,
        outgoing.text,
    )
