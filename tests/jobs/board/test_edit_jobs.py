"""Moving a job changes its cell on the board, once, and nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.apps import build_app
from tests.fakes.files import MemoryFolder
from tests.jobs.shops import BOARD, Bench
from tests.samples import NOON

from belfry.jobs.board.edit_jobs import EDITED, MOVED, Refused
from belfry.kernel.errors import Conflict, InputError, NotFound, Permanent, Temporary
from belfry.ports.files import FileContent

BY = "user/3"


def board(bench: Bench) -> str:
    return bench.folder.files[BOARD].decode()


def move(bench: Bench, stage: str, *, job_id: str = "J-1", seen: str | None = None) -> bool:
    return bench.app.services.jobs.board.move(job_id, stage, by=BY, seen=seen)


@pytest.fixture(autouse=True)
def opened(bench: Bench) -> None:
    bench.set()
    for job_id in ("J-1", "J-2"):
        bench.put(job_id, "received")
    bench.poll()


def test_move_changes_the_stage_cell_of_that_row_and_no_other_byte(bench: Bench) -> None:
    text = (
        "\ufeffNotes;Status;Job No;Phone;Name\r\n"
        '"a; ""b""";received;J-1;a@example.com;Customer J-1\r\n'
        "\r\nkept; received ;J-2;b@example.com;Bé"
    )
    bench.folder.files[BOARD] = text.encode()
    bench.poll()
    assert move(bench, "in progress")
    assert board(bench) == text.replace(";received;", ";in progress;")


def test_move_counts_and_is_told_after_it_has_settled(bench: Bench) -> None:
    assert move(bench, "ready", seen="received")
    assert (bench.job("J-1").stage, bench.job("J-1").pending) == ("received", "ready")
    assert bench.job("J-1").pending_since == NOON
    bench.poll(after=1)
    assert bench.job("J-1").stage == "received"
    bench.poll(after=1)
    bench.deliver()
    assert bench.moves("J-1") == [
        ("", "received", "new", False),
        ("received", "ready", "forward", True),
    ]
    assert [outgoing.to for outgoing in bench.sent()] == ["j-1@example.com"]


def test_move_taken_back_at_once_is_told_to_nobody(bench: Bench) -> None:
    move(bench, "ready")
    bench.go(minutes=1)
    assert move(bench, "received", seen="ready")
    assert bench.job("J-1").pending == ""
    bench.poll(after=5)
    bench.deliver()
    assert bench.sent() == []


def test_move_is_signed_in_the_trail_of_its_job(bench: Bench) -> None:
    move(bench, "started", seen="received")
    entries = bench.ports.audit_log.list_entries("job/J-1")
    signed = [
        (entry.by, entry.action, dict(entry.after)) for entry in entries if entry.by != "belfry"
    ]
    assert signed == [(BY, MOVED, {"stage": "in progress", "seen": "received"})]


def test_version_that_was_written_is_kept(bench: Bench) -> None:
    move(bench, "ready")
    newest = bench.ports.versions.list(BOARD)[0]
    assert bench.ports.versions.get(BOARD, newest.number) == bench.folder.files[BOARD]


@pytest.mark.parametrize("stage", ["in progress", "started", " In Progress "])
def test_same_move_twice_changes_nothing_more(bench: Bench, stage: str) -> None:
    bench.put("J-1", stage)
    before = board(bench)
    assert not move(bench, "in progress", seen="received")
    assert board(bench) == before
    assert not [
        entry for entry in bench.ports.audit_log.list_entries("job/J-1") if entry.action == MOVED
    ]


def test_second_of_two_who_move_one_job_is_told_what_changed(bench: Bench) -> None:
    move(bench, "ready", seen="received")
    before = board(bench)
    with pytest.raises(Conflict) as caught:
        move(bench, "diagnosing", seen="received")
    assert str(caught.value) == (
        "the board was changed meanwhile: it says ready for J-1 now, and no longer received"
    )
    assert board(bench) == before


def test_slip_of_the_finger_on_the_board_is_written_over(bench: Bench) -> None:
    bench.put("J-1", "reday")
    bench.poll()
    assert move(bench, "ready", seen="received")
    assert bench.job("J-1").pending == "ready"
    assert bench.data_problems() == []


def test_row_that_is_gone_is_not_put_back(bench: Bench) -> None:
    bench.take_away("J-1")
    before = board(bench)
    with pytest.raises(Conflict, match="J-1 is no longer on the board: its row was removed"):
        move(bench, "ready")
    assert board(bench) == before


@pytest.mark.parametrize("stage", ["ready", "received"], ids=["that differ", "that are the same"])
def test_job_on_two_rows_is_not_moved(bench: Bench, stage: str) -> None:
    row = ",".join([*bench.lines["J-1"][:-1], stage])
    bench.write(BOARD, board(bench) + row + "\r\n")
    before = board(bench)
    with pytest.raises(Conflict) as caught:
        move(bench, "diagnosing")
    expected = "J-1 stands on the board more than once, in lines 2 and 4: leave one"
    assert (str(caught.value), board(bench)) == (expected, before)


def test_row_that_cannot_be_read_is_mended_first(bench: Bench) -> None:
    bench.lines["J-1"].append("one cell too many")
    bench.save()
    before = board(bench)
    with pytest.raises(Conflict, match="the row of J-1 must be mended first: jobs/board.csv, line"):
        move(bench, "ready")
    assert board(bench) == before


def test_stage_that_there_is_not_is_refused_with_the_nearest(bench: Bench) -> None:
    with pytest.raises(InputError) as caught:
        move(bench, "reday")
    assert str(caught.value) == (
        "'reday' is not a stage; expected received, diagnosing, in progress, awaiting parts, "
        "ready, collected. Did you mean ready?"
    )
    assert caught.value.field == "stage"


def test_job_that_was_never_seen_is_not_found(bench: Bench) -> None:
    with pytest.raises(NotFound, match="no job 'J-9'"):
        move(bench, "ready", job_id="J-9")


def test_board_that_is_being_saved_is_worth_another_try(bench: Bench) -> None:
    bench.folder.busy.add(BOARD)
    with pytest.raises(Temporary, match="is being saved"):
        move(bench, "ready")


def test_board_that_is_read_only_stays_as_it_is(bench: Bench) -> None:
    bench.folder.read_only.add(BOARD)
    before = board(bench)
    with pytest.raises(Permanent, match=r"jobs/board\.csv is read-only"):
        move(bench, "ready")
    assert board(bench) == before
    assert bench.job("J-1").pending == ""


class MeddledFolder(MemoryFolder):
    """Another program saves the board right before each of the first `times` writes."""

    def __init__(self, files: dict[str, bytes], times: int) -> None:
        super().__init__(files)
        self.times = times

    def replace(self, name: str, content: bytes, expected_digest: str | None) -> FileContent:
        if self.times:
            self.times -= 1
            self.files[name] += b"J-8%d,Zoe,z@example.com,email,urn,received\r\n" % self.times
        return super().replace(name, content, expected_digest)


def meddle(bench: Bench, times: int) -> MeddledFolder:
    folder = MeddledFolder(bench.folder.files, times)
    bench.app = build_app(replace(bench.ports, folder=folder))
    return folder


def test_board_saved_by_somebody_meanwhile_keeps_both_changes(bench: Bench) -> None:
    folder = meddle(bench, 2)
    assert move(bench, "ready", seen="received")
    text = folder.files[BOARD].decode()
    assert "kettle J-1,ready\r\n" in text
    assert text.endswith("J-80,Zoe,z@example.com,email,urn,received\r\n")


def test_board_that_never_stands_still_is_given_up(bench: Bench) -> None:
    folder = meddle(bench, 99)
    with pytest.raises(Temporary, match="changed again and again"):
        move(bench, "ready", seen="received")
    assert "ready" not in folder.files[BOARD].decode()


def test_move_into_the_last_stage_closes_the_job_silently(bench: Bench) -> None:
    move(bench, "collected")
    bench.poll(after=3)
    bench.deliver()
    assert (bench.job("J-1").is_open, bench.sent()) == (False, [])


EDITOR = "user/2"
SEEN = {
    "customer": "Customer J-1",
    "contact": "j-1@example.com",
    "channel": "email",
    "item": "kettle J-1",
}


def edit(bench: Bench, seen: dict[str, str] | None = None, **typed: str) -> bool | Refused:
    seen = seen or SEEN
    return bench.app.services.jobs.board.edit("J-1", {**seen, **typed}, seen=seen, by=EDITOR)


def test_row_is_read_as_it_stands(bench: Bench) -> None:
    assert bench.app.services.jobs.board.read_details("J-1") == SEEN


def test_only_what_was_changed_is_written_and_it_counts_at_once(bench: Bench) -> None:
    before = board(bench)
    assert edit(bench, item="=kettle, red", customer="Ann") is True
    changed = before.replace("Customer J-1", "Ann").replace("kettle J-1", '"\'=kettle, red"')
    assert board(bench) == changed
    assert (bench.job("J-1").customer, bench.job("J-1").item) == ("Ann", "=kettle, red")


def test_trail_says_who_changed_which_cells_and_not_what_they_say(bench: Bench) -> None:
    edit(bench, item="urn", contact="ann@example.com")
    entries = bench.ports.audit_log.list_entries("job/J-1")
    signed = [
        (entry.by, entry.action, dict(entry.after)) for entry in entries if entry.by == EDITOR
    ]
    assert signed == [(EDITOR, EDITED, {"cells": "contact, item"})]


def test_nothing_changed_writes_nothing(bench: Bench) -> None:
    before = board(bench)
    assert edit(bench, customer="  Customer   J-1 ") is False
    assert board(bench) == before


def test_what_two_people_change_in_one_row_is_kept_where_it_differs(bench: Bench) -> None:
    edit(bench, item="urn")
    assert edit(bench, customer="Ann") is True
    assert (bench.job("J-1").item, bench.job("J-1").customer) == ("urn", "Ann")


def test_second_of_two_who_change_one_cell_is_told_what_it_says_now(bench: Bench) -> None:
    edit(bench, item="urn")
    with pytest.raises(Conflict) as caught:
        edit(bench, item="pot")
    expected = "the row of J-1 was changed meanwhile: item is 'urn' now"
    assert (str(caught.value), bench.job("J-1").item) == (expected, "urn")


def test_same_change_by_two_people_is_no_quarrel(bench: Bench) -> None:
    edit(bench, item="urn")
    assert edit(bench, item="urn") is False


def test_other_way_wants_an_address_that_fits_it(bench: Bench) -> None:
    answer = edit(bench, channel="text")
    assert answer == Refused({"contact": "expected a phone number, not 'j-1@example.com'"})


def test_mistake_that_stood_there_before_hinders_nobody(bench: Bench) -> None:
    bench.put("J-1", "received", contact="nobody")
    assert edit(bench, {**SEEN, "contact": "nobody"}, item="urn") is True
    assert bench.job("J-1").item == "urn"
