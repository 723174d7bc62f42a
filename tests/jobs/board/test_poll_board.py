"""What a look at the board makes of it, from the file to the email that leaves."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.contracts.shop_books import a_job
from tests.fakes.crash_points import Crashed
from tests.jobs.board.test_judge_row import a_poll
from tests.jobs.shops import BOARD, HEADER, Bench, fill
from tests.samples import NOON

from belfry.jobs.board.moves import COLUMNS, Page, SeenRows, find_changed_rows
from belfry.jobs.board.poll_board import (
    DOUBLED,
    Plan,
    judge_absences,
    list_row_problems,
    plan_closed,
    plan_doubted,
    plan_missing,
    plan_rows,
)
from belfry.jobs.jobs import Job, Move
from belfry.kernel.changes import Announce, Append, Audit, Change, Put
from belfry.kernel.errors import NotFound
from belfry.kernel.sheets import match_columns, read_sheet
from belfry.workspace.tables import Absences, Mishap

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
    assert [outgoing.to for outgoing in bench.sent()] == ["j-1@example.com"]
    assert bench.app.services.accounts.verify_audit_log().breaks == ()


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

    into, back = bench.sent()
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
    bench.app.crash_points.crash_at("jobs.recorded")
    with pytest.raises(Crashed):
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

    (outgoing,) = bench.sent()
    assert "Wednesday" not in outgoing.text


def test_two_jobs_of_one_customer_are_told_each_for_itself(bench: Bench) -> None:
    for job_id in ("J-1", "J-2"):
        bench.put(job_id, "received", customer="Ann", contact="ann@example.com")
    bench.poll()
    for job_id in ("J-1", "J-2"):
        bench.put(job_id, "ready")
    bench.settle()
    bench.deliver()

    assert [(outgoing.to, outgoing.subject) for outgoing in bench.sent()] == [
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


BY = "user/1"


def test_missing_jobs_are_closed_without_a_word_and_the_doubt_is_over(bench: Bench) -> None:
    fill(bench, 4, "ready")
    bench.take_away("J-0", "J-1")
    bench.poll()

    closed = bench.app.services.jobs.poll_board.close_missing(by=BY)

    assert closed == ("J-0", "J-1")
    assert bench.sweep().why_not == ""
    bench.poll(after=3)
    bench.deliver()
    assert (bench.said(), bench.data_problems()) == ([], [])
    job = bench.job("J-0")
    assert (job.is_open, job.closed_at) == (False, NOON)
    last = bench.ports.audit_log.list_entries("job/J-0")[-1]
    assert (last.action, last.by) == ("closed", BY)


def test_a_job_closed_too_soon_is_open_again_when_its_row_is_back(bench: Bench) -> None:
    fill(bench, 4, "ready")
    whole = bench.folder.files[BOARD]
    bench.take_away("J-0", "J-1")
    bench.poll()
    bench.app.services.jobs.poll_board.close_missing(by=BY)
    bench.folder.files[BOARD] = whole
    bench.poll(after=3)

    job = bench.job("J-0")
    assert (job.is_open, job.closed_at, job.missing_since) == (True, None, None)


def test_with_everything_on_the_board_nothing_is_closed(bench: Bench) -> None:
    fill(bench, 4, "ready")

    assert bench.app.services.jobs.poll_board.close_missing(by=BY) == ()


def test_rows_that_differ_are_on_the_board(bench: Bench) -> None:
    fill(bench, 4, "ready")
    bench.lines["again"] = [*bench.lines["J-0"][:-1], "received"]
    bench.save()

    assert bench.app.services.jobs.poll_board.close_missing(by=BY) == ()


def test_nothing_is_closed_by_a_board_that_cannot_be_read(bench: Bench) -> None:
    fill(bench, 4, "ready")
    del bench.folder.files[BOARD]

    with pytest.raises(NotFound):
        bench.app.services.jobs.poll_board.close_missing(by=BY)

    assert bench.job("J-0").is_open


def list_seen_rows(still_open: int, missing_since: dict[str, datetime | None]) -> SeenRows:
    """So many open jobs called 0, 1, 2 …"""
    return SeenRows({str(number): "" for number in range(still_open)}, {"over": ""}, missing_since)


def present(*numbers: int) -> dict[str, object]:
    return {str(number): None for number in numbers}


@pytest.mark.parametrize(
    ("since", "noticed", "closed"),
    [
        pytest.param(None, ("0",), (), id="at the first look"),
        pytest.param(3 * MINUTE, (), (), id="too early"),
        pytest.param(10 * MINUTE - MINUTE / 60, (), (), id="a second too early"),
        pytest.param(10 * MINUTE, (), ("0",), id="after ten minutes"),
        pytest.param(-10 * MINUTE, (), (), id="the clock was set back"),
    ],
)
def test_a_missing_job_is_closed_after_ten_minutes(
    since: timedelta | None, noticed: tuple[str, ...], closed: tuple[str, ...]
) -> None:
    seen = list_seen_rows(5, {} if since is None else {"0": NOON - since})

    assert judge_absences(seen, present(1, 2, 3, 4), NOON) == Absences(noticed, closed)


def test_a_missing_job_whose_change_was_pending_is_noticed() -> None:
    seen = list_seen_rows(5, {"0": None})

    assert judge_absences(seen, present(1, 2, 3, 4), NOON) == Absences(("0",), ())


def test_nothing_is_closed_while_a_row_may_be_anybodys() -> None:
    seen = list_seen_rows(10, {"0": NOON - 20 * MINUTE})

    absences = judge_absences(seen, present(*range(2, 10)), NOON, may_close=False)

    assert absences == Absences(("1",), ())


@pytest.mark.parametrize(
    ("missing", "of", "is_mishap"),
    [
        pytest.param(1, 1, False, id="the only one"),
        pytest.param(1, 2, False, id="one of two"),
        pytest.param(2, 2, True, id="both of two"),
        pytest.param(2, 9, True, id="two of nine"),
        pytest.param(2, 10, False, id="a fifth of ten"),
        pytest.param(3, 10, True, id="more than a fifth of ten"),
        pytest.param(200, 1000, False, id="a fifth of a thousand"),
        pytest.param(201, 1000, True, id="one more"),
    ],
)
def test_many_missing_at_once_are_a_mishap(missing: int, of: int, is_mishap: bool) -> None:
    judged = judge_absences(list_seen_rows(of, {}), present(*range(missing, of)), NOON)

    if is_mishap:
        assert judged == Mishap(missing, of)
    else:
        assert judged == Absences(tuple(sorted(map(str, range(missing)))), ())


def test_a_job_that_is_over_is_not_missed() -> None:
    assert judge_absences(list_seen_rows(0, {}), {}, NOON) == Absences((), ())


@settings(deadline=None, derandomize=True)
@given(st.integers(0, 60), st.sets(st.integers(0, 59)), st.integers(0, 30))
def test_a_job_on_the_board_is_never_closed(
    of: int, present_numbers: set[int], minutes: int
) -> None:
    since: dict[str, datetime | None] = {
        str(number): NOON - minutes * MINUTE for number in range(of)
    }
    judged = judge_absences(list_seen_rows(of, since), present(*present_numbers), NOON)

    if isinstance(judged, Absences):
        gone = {*judged.closed, *judged.noticed}
        assert gone.isdisjoint(map(str, present_numbers))
        assert len(gone) <= max(1, of // 5)


LINE = "J-1,Ann,ann@example.com,email,kettle"


def page(*lines: str) -> Page:
    text = "\n".join([",".join(HEADER), *lines]) + "\n"
    sheet = read_sheet(text.encode(), name="board.csv")
    return Page(sheet, match_columns(sheet, COLUMNS), "GB")


def plan(line: str, *jobs: Job) -> Plan:
    board = page(line)
    changed = find_changed_rows(board.sheet.rows, 0, SeenRows(), is_reread=True)
    return plan_rows(board, changed.rows, jobs, a_poll())


def known(**changes: Any) -> Job:
    return a_job(row=f"{LINE},ready\n", item="kettle", **changes)


def kinds(changes: list[Change]) -> list[type]:
    return [type(change) for change in changes]


def put_job(changes: list[Change]) -> Job:
    (job,) = (change.record for change in changes if isinstance(change, Put))
    assert isinstance(job, Job)
    return job


def test_a_row_that_says_nothing_new_is_not_written() -> None:
    assert plan(f"{LINE},ready", known()).commits == []


def test_a_move_its_entry_and_its_announcement_are_one_commit() -> None:
    pending = known(stage="in progress", pending="ready", pending_since=NOON.replace(hour=11))

    made = plan(f"{LINE},ready", pending)

    ((commit,), (move,)) = (made.commits, made.moves)
    assert kinds(commit) == [Put, Audit, Append, Announce]
    assert isinstance(move, Move)
    assert commit[2] == Append(move)
    assert isinstance(commit[3], Announce)
    event = commit[3].event
    assert (event.aggregate_type, event.aggregate_id, event.op) == ("job", "J-1", "stage.changed")
    assert event.payload == {"move": 2, "stage": "ready", "from": "in progress"}


def test_a_silent_move_is_not_announced() -> None:
    pending = known(stage="ready", pending="received", pending_since=NOON.replace(hour=11))

    (commit,) = plan(f"{LINE},received", pending).commits

    assert kinds(commit) == [Put, Audit, Append]


def test_a_change_that_settles_is_kept_in_mind_and_told_at_every_look() -> None:
    first = plan(f"{LINE},received", known())
    (commit,) = first.commits
    again = plan(f"{LINE},received", put_job(commit))

    assert kinds(commit) == [Put]
    assert (first.pending, again.pending) == (["J-1"], ["J-1"])
    assert again.commits == []


def test_changed_details_are_noted() -> None:
    (commit,) = plan(f"{LINE.replace('Ann', 'Bea')},ready", known()).commits

    assert kinds(commit) == [Put, Audit]
    assert isinstance(commit[1], Audit)
    assert commit[1].entry.action == "details changed"


def test_the_trail_holds_no_name_and_no_address() -> None:
    (commit,) = plan(f"{LINE},received").commits

    assert isinstance(commit[1], Audit)
    assert "ann" not in repr(commit[1]).casefold()


def test_rows_whose_job_cannot_be_told_are_named_by_their_cell() -> None:
    board = page(f"{LINE},ready", f"{LINE},received", ",Ann,,,,ready", f"{LINE},collected")
    changed = find_changed_rows(board.sheet.rows, 0, SeenRows(), is_reread=True)

    assert list_row_problems(board, changed) == [
        (
            "board.csv, line 4, column A (job_id)",
            "expected the number or the name of a job (at most 100 letters, no digits lost)",
        ),
        (
            "board.csv, line 5, column A (job_id)",
            "J-1 stands here and in line 2 and 3, and they differ: neither is believed",
        ),
    ]


def test_a_missing_job_is_kept_in_mind_without_what_was_settling() -> None:
    job = known(pending="received", pending_since=NOON)

    assert plan_missing([job], NOON) == [[Put(replace(known(), missing_since=NOON))]]


def test_a_closed_job_stays_one_to_look_for() -> None:
    ((first,), (second,)) = (
        plan_closed([known()], NOON, by="user/1"),
        plan_closed([known(missing_since=NOON.replace(hour=11))], NOON),
    )

    assert (put_job(first).is_open, put_job(first).closed_at) == (False, NOON)
    assert put_job(first).missing_since == NOON
    assert put_job(second).missing_since == NOON.replace(hour=11)
    assert isinstance(first[1], Audit)
    assert (first[1].entry.action, first[1].entry.by) == ("closed", "user/1")


def test_a_job_in_doubt_is_read_anew() -> None:
    settling = known(pending="received", pending_since=NOON)

    doubted = replace(known(), row="", doubt=DOUBLED)
    assert plan_doubted([settling, known()]) == [[Put(doubted)], [Put(doubted)]]
    assert plan_doubted([doubted]) == []
