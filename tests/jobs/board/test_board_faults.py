"""What is made of a board or settings that cannot be read, or are written anew."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import timedelta
from typing import Any, cast

import pytest
from tests.jobs.shops import BOARD, SETTINGS, SHOP, Bench, fill
from tests.samples import NOON

from belfry.jobs.jobs import BOARD_KEY, Board, Job
from belfry.jobs.ports import Jobs
from belfry.kernel.changes import Put
from belfry.kernel.errors import Temporary


def test_a_board_that_is_being_saved_changes_nothing(bench: Bench) -> None:
    fill(bench, 3)
    bench.folder.busy.add(BOARD)

    with pytest.raises(Temporary):
        bench.poll(after=3)

    assert (bench.data_problems(), bench.job("J-0").missing_since) == ([], None)


@pytest.mark.parametrize(
    ("content", "place", "expected"),
    [
        pytest.param(None, BOARD, "there is no file jobs/board.csv", id="missing"),
        pytest.param(b"", BOARD, "the file is empty: expected a line of headers", id="empty"),
        pytest.param(
            b'job_id,stage\r\nJ-0,"in pro',
            f"{BOARD}, line 2, column B (stage)",
            "a quote is opened here and never closed: was the file saved whole?",
            id="saved by half",
        ),
        pytest.param(b"job_id,customer\r\nJ-0,Ann\r\n", f"{BOARD}, line 1", None, id="no stage"),
        pytest.param(b"PK\x03\x04 and so on", BOARD, None, id="a workbook"),
    ],
)
def test_a_board_that_cannot_be_read_changes_nothing(
    bench: Bench, content: bytes | None, place: str, expected: str | None
) -> None:
    ids = fill(bench, 3)
    before = bench.ports.jobs.list_by_id(ids)
    whole = bench.folder.files.pop(BOARD)
    if content is not None:
        bench.folder.files[BOARD] = content

    for _ in range(3):
        polled = bench.poll(after=10)
        assert (polled.is_whole, polled.moves, polled.closed) == (False, (), ())
    ((where, what),) = bench.data_problems()
    assert (where, expected or what) == (place, what)
    assert bench.sweep().why_not
    assert bench.ports.jobs.list_by_id(ids) == before

    bench.folder.files[BOARD] = whole
    bench.poll(after=3)
    assert (bench.data_problems(), bench.sweep().why_not) == ([], "")


def test_a_team_without_a_board_is_left_alone(bench: Bench) -> None:
    bench.folder.files.clear()

    polled = bench.poll()

    assert (str(polled), polled.problems) == ("this team keeps no job board", ())
    assert bench.data_problems() == []


def test_a_folder_that_has_gone_is_told(bench: Bench) -> None:
    fill(bench, 3)
    bench.folder.files.clear()
    bench.poll(after=3)

    assert sorted(bench.data_problems()) == [
        (BOARD, "there is no file jobs/board.csv"),
        (SETTINGS, "the file is missing"),
    ]


def test_a_board_with_other_headers_is_read_again_without_moves(bench: Bench) -> None:
    fill(bench, 2)
    bench.put("J-1", "ready")
    order = [5, 0, 1, 2, 3, 4]
    header = ["Status", "Job Number", "Client", "E-mail", "Notify by", "What"]
    rows = [[cells[place] for place in order] for cells in bench.lines.values()]
    lines = [",".join(cells) for cells in [header, *rows]]
    bench.write(BOARD, "\n".join(lines) + "\n")

    assert bench.poll(after=3).pending == ("J-1",)
    assert [move.job_id for move in bench.poll(after=3).moves] == ["J-1"]
    assert bench.moves("J-0") == [("", "in progress", "new", False)]
    assert bench.data_problems() == []


def test_stages_renamed_with_the_old_name_kept_move_nothing(bench: Bench) -> None:
    fill(bench, 2)
    text = SHOP.replace("in progress (also: started)", "on the bench (also: in progress, started)")
    bench.write(SETTINGS, text.replace("in progress 2 days", "on the bench 2 days"))
    bench.write(
        SETTINGS,
        bench.folder.files[SETTINGS].decode().replace("in progress 3 days", "on the bench 3 days"),
    )
    bench.settle()

    assert (len(bench.moves("J-0")), bench.job("J-0").stage) == (1, "on the bench")
    assert bench.data_problems() == []


def test_stages_in_another_order_move_nothing(bench: Bench) -> None:
    fill(bench, 2)
    bench.set(
        "Stages: received, in progress, diagnosing, awaiting parts (side), ready, collected",
        without=["Stages"],
    )
    bench.settle()

    assert len(bench.moves("J-0")) == 1


def test_a_stage_taken_out_with_jobs_in_it_is_shown_and_nothing_moves(bench: Bench) -> None:
    fill(bench, 2, "diagnosing")
    bench.set(
        "Stages: received, in progress, ready, collected",
        without=["Stages", "Typical", "Chase after"],
    )
    bench.settle()

    assert [len(bench.moves("J-0")), len(bench.data_problems())] == [1, 2]
    bench.put("J-0", "in progress")
    bench.settle()
    bench.deliver()
    assert bench.moves("J-0")[1:] == [("diagnosing", "in progress", "back", False)]
    assert (bench.said(), bench.job("J-0").slip) == ([], "")


def test_settings_with_a_mistake_leave_the_last_whole_ones_in_force(bench: Bench) -> None:
    fill(bench, 2)
    bench.set("Quiet ours: 8pm to 9am")
    bench.put("J-0", "ready")
    bench.settle()

    assert bench.job("J-0").stage == "ready"
    ((place, text),) = bench.data_problems()
    assert place == "jobs/settings.txt line 7, column 1"
    assert "did you mean Quiet hours?" in text

    bench.set()
    bench.poll(after=3)
    assert bench.data_problems() == []


def test_settings_that_were_never_whole_are_a_clear_problem(bench: Bench) -> None:
    bench.write(SETTINGS, "Shop: The Repair Bench\nStages: only one\n")

    polled = bench.poll()

    assert not polled.is_whole
    assert [place for place, _ in polled.problems] == ["jobs/settings.txt line 2, column 17"]
    assert bench.data_problems() == list(polled.problems)


MINUTE = timedelta(minutes=1)


def test_a_job_that_was_put_away_is_closed_without_a_word(bench: Bench) -> None:
    fill(bench, 6)
    bench.take_away("J-0")

    assert bench.poll(after=3).closed == ()
    assert bench.poll(after=9).closed == ()
    assert bench.poll(after=1).closed == ("J-0",)
    bench.deliver()

    job = bench.job("J-0")
    assert (job.is_open, job.closed_at) == (False, NOON + 13 * MINUTE)
    assert (bench.said(), bench.data_problems()) == ([], [])


def test_one_look_is_never_enough_to_close_a_job(bench: Bench) -> None:
    fill(bench, 6)
    bench.take_away("J-0")

    assert bench.poll(after=600).closed == ()


def test_a_job_that_comes_back_is_open_again_without_a_word(bench: Bench) -> None:
    fill(bench, 6)
    line = bench.lines["J-0"]
    bench.take_away("J-0")
    bench.poll()
    bench.poll(after=10)
    bench.lines["J-0"] = line
    bench.save()
    bench.settle()
    bench.deliver()

    job = bench.job("J-0")
    assert (job.is_open, job.closed_at, job.missing_since) == (True, None, None)
    assert (len(bench.moves("J-0")), bench.said()) == (1, [])
    actions = [entry.action for entry in bench.ports.audit_log.list_entries("job/J-0")]
    assert actions == ["moved new", "closed", "reopened"]


def test_a_change_has_to_stand_anew_after_its_row_was_gone(bench: Bench) -> None:
    fill(bench, 6)
    bench.put("J-0", "ready")
    bench.poll(after=3)
    line = bench.lines["J-0"]
    bench.take_away("J-0")
    bench.poll(after=3)
    bench.lines["J-0"] = line
    bench.save()

    assert bench.poll(after=3).pending == ("J-0",)
    assert [move.went_to for move in bench.poll(after=3).moves] == ["ready"]


def test_many_jobs_missing_at_once_are_a_mishap(bench: Bench) -> None:
    fill(bench, 9)
    bench.take_away("J-0", "J-1")
    for _ in range(5):
        assert bench.poll(after=6).closed == ()

    expected = (
        "2 of 9 open jobs are missing from the board at once, so none of them is closed and "
        "no customer is chased. Put them back, or say that they are done"
    )
    assert bench.data_problems() == [(BOARD, expected)]
    assert [bench.job(job_id).is_open for job_id in ("J-0", "J-1")] == [True, True]


def test_a_mishap_is_over_when_the_rows_are_back(bench: Bench) -> None:
    fill(bench, 9)
    whole = bench.folder.files[BOARD]
    bench.take_away("J-0", "J-1")
    bench.poll(after=3)
    bench.folder.files[BOARD] = whole
    bench.poll(after=3)

    assert bench.data_problems() == []
    assert [bench.job(job_id).missing_since for job_id in ("J-0", "J-1")] == [None, None]


def test_an_emptied_board_closes_nobody(bench: Bench) -> None:
    fill(bench, 3)
    bench.take_away("J-0", "J-1", "J-2")
    for _ in range(3):
        bench.poll(after=10)

    assert [bench.job(f"J-{number}").is_open for number in range(3)] == [True, True, True]


def test_rows_that_differ_are_not_believed_and_their_job_is_not_closed(bench: Bench) -> None:
    fill(bench, 6)
    bench.lines["again"] = [*bench.lines["J-0"][:-1], "ready"]
    bench.save()
    for _ in range(3):
        assert bench.poll(after=10).closed == ()

    expected = "J-0 stands here and in line 2, and they differ: neither is believed"
    assert bench.data_problems() == [("jobs/board.csv, line 8, column A (job_id)", expected)]
    assert (bench.job("J-0").stage, bench.job("J-0").is_open) == ("in progress", True)
    assert (len(bench.moves("J-0")), bench.job("J-0").missing_since) == (1, None)


def test_rows_that_are_equal_are_one(bench: Bench) -> None:
    fill(bench, 2)
    bench.lines["again"] = bench.lines["J-0"]
    bench.save()
    bench.settle()

    assert (bench.data_problems(), bench.poll().jobs) == ([], 2)


def test_a_change_has_to_stand_anew_after_its_rows_differed(bench: Bench) -> None:
    fill(bench, 2)
    bench.put("J-0", "ready")
    bench.poll(after=3)
    bench.lines["again"] = [*bench.lines["J-0"][:-1], "received"]
    bench.save()
    bench.poll(after=3)
    bench.take_away("again")

    assert bench.poll(after=3).moves == ()
    assert [move.went_to for move in bench.poll(after=3).moves] == ["ready"]


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(["", "Ann", "ann@example.com", "", "", "ready"], id="a row without an id"),
        pytest.param(["J-0", "Ann", "ann@example.com", "", "", "ready", "x"], id="a cell too many"),
    ],
)
def test_nobody_is_closed_while_a_row_cannot_be_told(bench: Bench, line: list[str]) -> None:
    """It may well be the row of the job that is missed."""
    fill(bench, 6)
    bench.lines["J-0"] = line
    bench.save()
    for _ in range(3):
        assert bench.poll(after=10).closed == ()
    assert len(bench.data_problems()) == 1
    assert bench.job("J-0").missing_since is not None

    bench.take_away("J-0")
    assert bench.poll(after=3).closed == ("J-0",)


def test_more_troubles_than_anybody_reads_are_counted(bench: Bench) -> None:
    for number in range(300):
        bench.put(f"J-{number}", "lost")
    bench.poll()

    data_problems = bench.data_problems()
    assert len(data_problems) == 201
    assert ("jobs", "and 100 more like these") in data_problems


def test_a_row_that_was_not_ours_to_write_is_read_again(bench: Bench) -> None:
    """A job changed during a poll is read with the new settings the next time."""
    fill(bench, 2)
    bench.set(
        "Stages: booked in (also: received), in work (also: in progress), ready, collected",
        without=["Stages", "Typical", "Chase after"],
    )
    store = bench.ports.store
    read = bench.ports.jobs.list_by_id(["J-0"])[0]

    class Meddled:
        """J-0 is changed between the look's reading and its writing."""

        def __getattr__(self, name: str) -> Any:
            return getattr(bench.ports.jobs, name)

        def list_current(self, numbers: Collection[str]) -> Any:
            jobs = bench.ports.jobs.list_current(numbers)
            if store.find(Job, "J-0") == read:
                store.commit([Put(replace(read, chases=7))])
            return jobs

    watch = bench.app.services.jobs.poll_board
    replace(watch, jobs=cast("Jobs", Meddled()))()
    assert [bench.job(job_id).stage for job_id in ("J-0", "J-1")] == ["in progress", "in work"]

    bench.poll(after=3)
    assert [bench.job(job_id).stage for job_id in ("J-0", "J-1")] == ["in work", "in work"]
    assert bench.job("J-0").chases == 7


def test_a_look_that_finds_nothing_new_writes_nothing(bench: Bench) -> None:
    fill(bench, 20)
    bench.poll(after=3)
    crash_points = bench.app.crash_points
    crash_points.seen.clear()

    bench.poll(after=3)

    assert crash_points.seen.count("store.begin") == 0
    board = bench.ports.store.find(Board, BOARD_KEY)
    assert board is not None
    assert board.revision == 1


def test_the_header_is_enough_for_a_board(bench: Bench) -> None:
    bench.save()

    assert str(bench.poll()) == "0 jobs on the board"
