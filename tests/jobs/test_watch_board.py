"""What a look at the board makes of it, from the file to the letter that leaves."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.fakes.crash_points import Struck
from tests.jobs.shops import Bench
from tests.samples import NOON

MINUTE = timedelta(minutes=1)
NEW = ("", "received", "new", False)


def test_a_move_is_recorded_and_told_once(bench: Bench) -> None:
    bench.put("J-1", "received")
    bench.poll()
    bench.put("J-1", "diagnosing")

    assert bench.poll(after=3).pending == ("J-1",)
    polled = bench.poll(after=3)
    bench.deliver()
    for _ in range(3):
        assert bench.poll(after=3).moves == ()
        bench.deliver()

    assert [move.went_to for move in polled.moves] == ["diagnosing"]
    assert bench.moves("J-1") == [NEW, ("received", "diagnosing", "forward", True)]
    assert bench.said() == [("jobs/J-1/move-2", "sent", "")]
    assert [letter.to for letter in bench.letters()] == ["j-1@example.com"]
    assert bench.house.services.accounts.verify_audit_log().breaks == ()


def test_a_slip_corrected_at_once_leaves_no_trace(bench: Bench) -> None:
    bench.put("J-1", "received")
    bench.poll()
    bench.put("J-1", "ready")
    bench.poll(after=3)
    bench.put("J-1", "received")
    bench.settle()
    bench.deliver()

    assert (bench.moves("J-1"), bench.said()) == ([NEW], [])


def test_stages_passed_between_two_looks_are_one_move_to_the_latest(bench: Bench) -> None:
    bench.put("J-1", "received")
    bench.poll()
    bench.put("J-1", "diagnosing")
    bench.put("J-1", "in progress")
    bench.put("J-1", "ready")
    bench.settle()
    bench.deliver()

    assert bench.moves("J-1") == [NEW, ("received", "ready", "forward", True)]
    assert [message.subject_line for message in bench.messages()] == [
        "Your kettle J-1 is ready to collect"
    ]


def test_a_part_that_has_come_in_is_told_as_good_news(bench: Bench) -> None:
    bench.put("J-1", "in progress")
    bench.poll()
    for stage in ("awaiting parts", "in progress"):
        bench.put("J-1", stage)
        bench.settle()
        bench.deliver()

    into, back = bench.letters()
    assert "moving again" not in into.text
    assert "Good news: work on your kettle J-1 is in progress again." in back.text


def test_a_step_back_is_recorded_and_nobody_hears(bench: Bench) -> None:
    bench.put("J-1", "in progress")
    bench.poll()
    bench.put("J-1", "received")
    bench.settle()
    bench.deliver()

    assert bench.moves("J-1")[1:] == [("in progress", "received", "back", False)]
    assert bench.said() == []


def test_the_last_stage_is_silent_and_closes_the_job(bench: Bench) -> None:
    bench.put("J-1", "ready")
    bench.poll()
    bench.put("J-1", "collected")
    bench.settle()
    bench.deliver()

    assert bench.moves("J-1")[1:] == [("ready", "collected", "forward", False)]
    assert (bench.said(), bench.job("J-1").is_open) == ([], False)


def test_the_first_look_at_a_board_is_calm(bench: Bench) -> None:
    bench.set("Tell customers of new jobs: yes")
    for number, stage in enumerate(["received", "in progress", "ready", "collected"]):
        bench.put(f"J-{number}", stage)
    bench.poll()
    bench.deliver()
    assert bench.said() == []

    bench.put("J-9", "received")
    bench.poll(after=3)
    bench.deliver()
    assert bench.said() == [("jobs/J-9/move-1", "sent", "")]


def test_a_first_look_that_was_cut_off_is_still_the_first(bench: Bench) -> None:
    bench.set("Tell customers of new jobs: yes")
    bench.put("J-1", "received")
    bench.house.crash_points.strike_at("jobs.recorded")
    with pytest.raises(Struck):
        bench.poll()
    bench.put("J-2", "received")

    bench.poll(after=3)
    bench.deliver()

    assert (bench.moves("J-1"), bench.moves("J-2"), bench.said()) == ([NEW], [NEW], [])


def test_new_jobs_are_not_told_unless_the_shop_wants_it(bench: Bench) -> None:
    bench.poll()
    bench.put("J-1", "received")
    bench.settle()
    bench.deliver()

    assert (bench.moves("J-1"), bench.said()) == ([NEW], [])


def test_an_unknown_stage_is_shown_until_it_is_mended_and_the_others_go_on(bench: Bench) -> None:
    bench.put("J-1", "in progress")
    bench.put("J-2", "received")
    bench.poll()
    bench.put("J-1", "redy")
    bench.put("J-2", "diagnosing")
    bench.poll(after=3)
    first = bench.ports.data_problems.list(room="jobs")
    bench.poll(after=3)

    assert bench.moves("J-2")[1:] == [("received", "diagnosing", "forward", True)]
    assert bench.ports.data_problems.list(room="jobs") == first
    expected = "received, diagnosing, in progress, awaiting parts, ready, collected"
    assert bench.data_problems() == [
        (
            "jobs/board.csv, line 2, column F (stage)",
            f"'redy' is not a stage; expected {expected}. Did you mean ready?",
        )
    ]

    bench.put("J-1", "ready")
    bench.settle()
    assert bench.data_problems() == []
    assert bench.job("J-1").stage == "ready"


def test_an_eta_that_has_passed_is_left_out_at_release(bench: Bench) -> None:
    bench.put("J-1", "received")
    bench.poll()
    bench.put("J-1", "in progress")
    bench.settle()
    bench.relay()
    assert bench.job("J-1").eta == "Wednesday afternoon"
    bench.go_to(NOON + timedelta(days=3))
    bench.release()

    (letter,) = bench.letters()
    assert "Wednesday" not in letter.text


def test_two_jobs_of_one_customer_are_told_each_for_itself(bench: Bench) -> None:
    for job_id in ("J-1", "J-2"):
        bench.put(job_id, "received", customer="Ann", contact="ann@example.com")
    bench.poll()
    for job_id in ("J-1", "J-2"):
        bench.put(job_id, "ready")
    bench.settle()
    bench.deliver()

    assert [(letter.to, letter.subject) for letter in bench.letters()] == [
        ("ann@example.com", "Your kettle J-1 is ready to collect"),
        ("ann@example.com", "Your kettle J-2 is ready to collect"),
    ]


def test_a_row_without_a_usable_address_is_shown_and_its_message_fails(bench: Bench) -> None:
    bench.put("J-1", "received", contact="nobody", channel="email")
    bench.put("J-2", "received", channel="pigeon")
    bench.poll()
    bench.put("J-1", "ready")
    bench.settle()
    bench.deliver()

    assert [place for place, _ in bench.data_problems()] == [
        "jobs/board.csv, line 2, column C (contact)",
        "jobs/board.csv, line 3, column D (channel)",
    ]
    assert bench.said() == [
        (
            "jobs/J-1/move-2",
            "failed",
            "there is no address for J-1 on the board that could be used",
        )
    ]


def test_an_id_that_became_a_number_is_the_same_job(bench: Bench) -> None:
    bench.put("2042", "received")
    bench.poll()
    bench.lines = {"2042.0": ["2042.0", *bench.lines["2042"][1:]]}
    bench.put("2042.0", "diagnosing")
    bench.settle()

    assert bench.moves("2042")[1:] == [("received", "diagnosing", "forward", True)]
    assert bench.poll().jobs == 1


def test_details_that_changed_are_noted_in_the_trail(bench: Bench) -> None:
    bench.put("J-1", "received")
    bench.poll()
    bench.put("J-1", "received", contact="ann@example.com")
    bench.poll(after=3)

    entries = bench.ports.audit_log.list_entries("job/J-1")
    assert [entry.action for entry in entries] == ["moved new", "details changed"]
    assert bench.job("J-1").contact == "ann@example.com"
