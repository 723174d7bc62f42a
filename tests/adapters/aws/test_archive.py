"""Weeks that have ended lie in a table of their own, and are read as before."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from tests.adapters.aws.conftest import Connect
from tests.adapters.aws.dynamo_proxy import Fault, Line, cancelled
from tests.contracts.rota_books import MONDAY, ROTA, WEEK, a_draft, a_line
from tests.contracts.shop_books import keep
from tests.fakes.crash_points import CrashingPoints
from tests.samples import NOON

from belfry.adapters.aws.dynamo import Dynamo
from belfry.adapters.aws.store import DynamoArchive
from belfry.adapters.system.clock import VirtualClock
from belfry.kernel.cron import find_zone
from belfry.kernel.errors import Temporary
from belfry.rota.drafts.drafted_weeks import DraftLine, RotaWeek
from belfry.rota.reports.send_digest import ArchiveWeeks

LINES = [a_line(f"shift-{number:03}") for number in range(60)]


def count(client: Any) -> tuple[int, int]:
    """How many lines lie in the table and in the archive."""
    tables = ("ss-shifts", "ss-shifts-archive")
    present, archived = (client.scan(TableName=name, Select="COUNT")["Count"] for name in tables)
    return present, archived


def test_lines_are_moved_and_read_as_before(belfry_tables: Any) -> None:
    book = ROTA.in_dynamodb(belfry_tables)
    keep(book, *LINES, a_line("other", draft=2))
    before = book.rotas.list_lines(WEEK, 1)

    for _ in range(2):
        DynamoArchive(Dynamo(belfry_tables)).move(WEEK, 1)
        assert count(belfry_tables) == (1, 60)

    assert book.rotas.list_lines(WEEK, 1) == before
    assert book.store.find(DraftLine, f"{WEEK}/1/shift-007") == before[7]


def test_week_that_has_ended_is_moved_before_it_is_marked(belfry_tables: Any) -> None:
    book = ROTA.in_dynamodb(belfry_tables)
    keep(book, RotaWeek(id=WEEK, draft=2), a_draft(1), a_draft(2), *LINES, a_line("x", draft=2))
    clock, archive = VirtualClock(NOON + timedelta(days=7)), DynamoArchive(Dynamo(belfry_tables))
    act = ArchiveWeeks(
        book.store, book.rotas, clock, CrashingPoints(), find_zone("Europe/London"), archive
    )

    assert (act(), act()) == (1, 0)
    assert count(belfry_tables) == (0, 61)
    head = book.store.find(RotaWeek, MONDAY.isoformat())
    assert head is not None
    assert head.archived_at == clock.now()


@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(Fault.LOSE_ANSWER, id="the answer is lost"),
        pytest.param(cancelled("ConditionalCheckFailed", "None"), id="another moves it as well"),
    ],
)
def test_move_that_meets_a_fault_loses_and_doubles_nothing(
    belfry_tables: Any, line: Line, connect: Connect, fault: Any
) -> None:
    book = ROTA.in_dynamodb(belfry_tables)
    keep(book, *LINES)
    line.fail("TransactWriteItems", fault)

    DynamoArchive(Dynamo(connect(line.url))).move(WEEK, 1)

    assert count(belfry_tables) == (0, 60)


def test_move_that_stops_half_way_is_read_and_finished(
    belfry_tables: Any, line: Line, connect: Connect
) -> None:
    book = ROTA.in_dynamodb(belfry_tables)
    keep(book, *LINES)
    DynamoArchive(Dynamo(belfry_tables)).move(WEEK, 7)
    line.fail("TransactWriteItems", *[cancelled("ThrottlingError")] * 1)

    with pytest.raises(Temporary):
        DynamoArchive(Dynamo(connect(line.url, tries=1))).move(WEEK, 1)

    assert len(book.rotas.list_lines(WEEK, 1)) == 60
    DynamoArchive(Dynamo(belfry_tables)).move(WEEK, 1)
    assert count(belfry_tables) == (0, 60)
