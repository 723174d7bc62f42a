"""What is written down after one look at the board."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.contracts.shop_books import a_job
from tests.jobs.shops import HEADER
from tests.jobs.test_polls import a_poll
from tests.samples import NOON

from belfry.jobs.board.poll_board import (
    Plan,
    list_row_problems,
    plan_closed,
    plan_doubted,
    plan_missing,
    plan_rows,
)
from belfry.jobs.board.rows import COLUMNS, Page, SeenRows, find_changed_rows
from belfry.jobs.jobs import Job, Move
from belfry.kernel.changes import Announce, Append, Audit, Change, Put
from belfry.kernel.sheets import match_columns, read_sheet

LINE = "J-1,Ann,ann@example.com,email,kettle"


def page(*lines: str) -> Page:
    text = "\n".join([",".join(HEADER), *lines]) + "\n"
    sheet = read_sheet(text.encode(), name="board.csv")
    return Page(sheet, match_columns(sheet, COLUMNS), "GB")


def plan(line: str, *jobs: Job) -> Plan:
    given = page(line)
    changed = find_changed_rows(given.sheet.rows, 0, SeenRows(), is_reread=True)
    return plan_rows(given, changed.rows, jobs, a_poll())


def known(**changes: Any) -> Job:
    return a_job(row=f"{LINE},ready\n", item="kettle", **changes)


def kinds(changes: list[Change]) -> list[type]:
    return [type(change) for change in changes]


def put_job(changes: list[Change]) -> Job:
    (job,) = (one.record for one in changes if isinstance(one, Put))
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
    assert event.payload == {"move": 2, "stage": "ready"}


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
    given = page(f"{LINE},ready", f"{LINE},received", ",Ann,,,,ready", f"{LINE},collected")
    changed = find_changed_rows(given.sheet.rows, 0, SeenRows(), is_reread=True)

    assert list_row_problems(given, changed) == [
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

    assert plan_doubted([settling, known()]) == [[Put(replace(known(), row=""))]]
