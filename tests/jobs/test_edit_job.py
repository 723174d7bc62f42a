"""Whether what somebody says of a job's customer and item is written where it belongs."""

from __future__ import annotations

import pytest
from tests.jobs.shops import BOARD, Bench

from belfry.jobs.board.edit_board import Refused
from belfry.jobs.board.edit_jobs import EDITED
from belfry.kernel.errors import Conflict

BY = "user/2"
SEEN = {
    "customer": "Customer J-1",
    "contact": "j-1@example.com",
    "channel": "email",
    "item": "kettle J-1",
}


@pytest.fixture(autouse=True)
def opened(bench: Bench) -> None:
    bench.set()
    for job_id in ("J-1", "J-2"):
        bench.put(job_id, "received")
    bench.poll()


def board(bench: Bench) -> str:
    return bench.folder.files[BOARD].decode()


def edit(bench: Bench, seen: dict[str, str] | None = None, **typed: str) -> bool | Refused:
    seen = seen or SEEN
    return bench.house.services.jobs.board.edit("J-1", {**seen, **typed}, seen=seen, by=BY)


def test_row_is_read_as_it_stands(bench: Bench) -> None:
    assert bench.house.services.jobs.board.edit.read("J-1") == SEEN


def test_only_what_was_changed_is_written_and_it_counts_at_once(bench: Bench) -> None:
    before = board(bench)
    assert edit(bench, item="=kettle, red", customer="Ann") is True
    changed = before.replace("Customer J-1", "Ann").replace("kettle J-1", '"\'=kettle, red"')
    assert board(bench) == changed
    assert (bench.job("J-1").customer, bench.job("J-1").item) == ("Ann", "=kettle, red")


def test_trail_says_who_changed_which_cells_and_not_what_they_say(bench: Bench) -> None:
    edit(bench, item="urn", contact="ann@example.com")
    entries = bench.ports.audit_log.list_entries("job/J-1")
    signed = [(one.by, one.action, dict(one.after)) for one in entries if one.by == BY]
    assert signed == [(BY, EDITED, {"cells": "contact, item"})]


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
    said = "somebody changed the row of J-1 meanwhile: item is 'urn' now"
    assert (str(caught.value), bench.job("J-1").item) == (said, "urn")


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
