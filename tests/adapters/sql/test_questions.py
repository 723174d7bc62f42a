"""The databases answer the rooms' queries from their indexes, and in the same order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from tests.samples import NOON
from tests.services.shaped_databases import place_database

from belfry.adapters.sql.controls import SqlAreas, SqlControls
from belfry.adapters.sql.database import Database
from belfry.adapters.sql.figures import SqlFigures
from belfry.adapters.sql.jobs import SqlJobs, SqlOpenJobs
from belfry.adapters.sql.messaging import SqlMessages
from belfry.adapters.sql.scheduler import SqlRuns
from belfry.adapters.sql.store import SqlAuditLog
from belfry.controls.ports import AreaPart
from belfry.messaging.messages import State

PATIENCE = timedelta(seconds=5)


class ListeningDatabase(Database):
    """Remembers how SQLite says it goes about each question."""

    def __init__(self, url: str) -> None:
        super().__init__(url, patience=PATIENCE)
        self.plans: list[str] = []

    def fetch(self, statement: str, params: Sequence[Any]) -> list[Any]:
        steps = super().fetch(f"EXPLAIN QUERY PLAN {statement}", params)
        self.plans += [step[3] for step in steps]
        return super().fetch(statement, params)


@pytest.fixture
def database(tmp_path: Path) -> Iterator[ListeningDatabase]:
    place_database(tmp_path / "belfry.db")
    database = ListeningDatabase(f"sqlite:///{tmp_path / 'belfry.db'}")
    yield database
    database.close()


def list_quiet(database: Database) -> object:
    since = dict.fromkeys(("received", "diagnosing", "ready"), NOON)
    return SqlJobs(database).list_quiet(since, chased_before=NOON)


JOBS: dict[str, Callable[[Database], object]] = {
    "idx_jobs_quiet": list_quiet,
    "idx_jobs_late": lambda database: SqlJobs(database).list_late(now=NOON, limit=9),
    "idx_jobs_told_wrong": lambda database: SqlOpenJobs(database).list_slips(limit=9),
    "idx_jobs_number": lambda database: SqlJobs(database).list_current(["J-1", "J-2"]),
    "idx_jobs_stage": lambda database: SqlJobs(database).list_page(stage="ready", after="J"),
    "idx_jobs_words": lambda database: SqlOpenJobs(database).search("kettle", limit=9),
    "idx_jobs_unsettled": lambda database: SqlOpenJobs(database).list_unsettled(limit=9),
    "idx_jobs_open": lambda database: SqlJobs(database).list_page(is_open=True, after="J"),
}
MESSAGES: dict[str, Callable[[Database], object]] = {
    "idx_messages_due": lambda database: SqlMessages(database).list_due(now=NOON, limit=9),
    "idx_messages_waiting": lambda database: SqlMessages(database).list_waiting("job/1", "ann"),
    "idx_messages_about": lambda database: SqlMessages(database).find_latest(["job/1", "job/2"]),
    "idx_messages_state": lambda database: SqlMessages(database).list_newest(states=[State.FAILED]),
    "idx_messages_room": lambda database: SqlMessages(database).list_newest(room="rota"),
    "idx_messages_time": lambda database: SqlMessages(database).list_newest(before=(NOON, "m")),
}


@pytest.mark.parametrize("index, ask", [*JOBS.items(), *MESSAGES.items()], ids=[*JOBS, *MESSAGES])
def test_question_is_answered_from_its_index(
    database: ListeningDatabase, index: str, ask: Callable[[Database], object]
) -> None:
    ask(database)

    used = [plan for plan in database.plans if "jobs" in plan or "messages" in plan]
    assert [plan for plan in used if "INDEX" not in plan] == []
    assert [plan for plan in used if index in plan] != []


LINEUP: dict[str, Callable[[Database], object]] = {
    "stages": lambda database: SqlOpenJobs(database).list_stages(),
    "newest": lambda database: SqlOpenJobs(database).list_newest("ready", limit=9),
    "count": lambda database: SqlOpenJobs(database).count("ready", most=9),
}


@pytest.mark.parametrize("ask", LINEUP.values(), ids=LINEUP)
def test_lineup_is_read_off_one_index_without_sorting(
    database: ListeningDatabase, ask: Callable[[Database], object]
) -> None:
    ask(database)

    used = [plan for plan in database.plans if "jobs" in plan]
    assert used != []
    assert [plan for plan in used if "idx_jobs_quiet" not in plan] == []
    assert [plan for plan in database.plans if "TEMP B-TREE" in plan] == []


LONG_LISTS: dict[str, tuple[Callable[[Database], object], set[str]]] = {
    "the newest entries of the audit log": (
        lambda database: SqlAuditLog(database).list_latest(limit=9),
        {"idx_audit_at"},
    ),
    "older entries of the audit log": (
        lambda database: SqlAuditLog(database).list_latest(before=(NOON, "job/1", 1), limit=9),
        {"idx_audit_at"},
    ),
    "the moves that ended a stay": (
        lambda database: SqlFigures(database).list_stays(since=NOON, limit=9),
        {"idx_moves_at", "sqlite_autoindex_moves_1"},
    ),
    "the controls that may be spoken of": (
        lambda database: SqlControls(database).list_summaries(until=NOON.date()),
        {"idx_controls_due", "idx_controls_chain"},
    ),
    "some controls of two areas": (
        lambda database: SqlAreas(database).list_parts(
            [AreaPart("Safety", 40, 9), AreaPart("", 0, 9)]
        ),
        {"idx_controls_area"},
    ),
    "the latest run of each workflow": (
        lambda database: SqlRuns(database).find_latest([1, 2]),
        {"idx_runs_workflow", "sqlite_autoindex_runs_1"},
    ),
}


@pytest.mark.parametrize("ask, indexes", LONG_LISTS.values(), ids=LONG_LISTS)
def test_a_page_of_a_long_list_is_read_off_its_indexes_without_sorting(
    database: ListeningDatabase, ask: Callable[[Database], object], indexes: set[str]
) -> None:
    ask(database)

    used = [re.search(r"USING (?:COVERING )?INDEX (\w+)", plan) for plan in database.plans]
    assert {match[1] for match in used if match} == indexes
    assert [plan for plan in database.plans if "TEMP B-TREE" in plan] == []


FEW_OF_MANY: dict[str, tuple[Callable[[Database], object], set[str]]] = {
    "what was sent today": (
        lambda database: SqlMessages(database).list_sent(since=NOON, limit=5),
        {"idx_messages_sent"},
    ),
    "the last words that went wrong": (
        lambda database: SqlMessages(database).list_newest(
            states=[State.FAILED, State.BOUNCED], is_last_word=True
        ),
        {"idx_messages_state", "idx_messages_about", "sqlite_autoindex_messages_1"},
    ),
    "the jobs that stand still": (
        lambda database: SqlJobs(database).list_quiet(
            {"received": NOON, "ready": NOON}, chased_before=NOON, limit=9
        ),
        {"idx_jobs_quiet", "sqlite_autoindex_jobs_1"},
    ),
    "the controls whose day is past": (
        lambda database: SqlControls(database).list_page(before=NOON.date(), limit=9),
        {"idx_controls_due"},
    ),
}


@pytest.mark.parametrize("ask, indexes", FEW_OF_MANY.values(), ids=FEW_OF_MANY)
def test_a_few_of_many_are_found_by_their_indexes(
    database: ListeningDatabase, ask: Callable[[Database], object], indexes: set[str]
) -> None:
    ask(database)

    used = [re.search(r"USING (?:COVERING )?INDEX (\w+)", plan) for plan in database.plans]
    assert {match[1] for match in used if match} == indexes
    read_whole = re.compile(r"SCAN (messages|jobs|controls|draft_lines)$")
    assert [plan for plan in database.plans if read_whole.search(plan)] == []


def test_controls_done_lately_are_counted_without_looking_at_their_rows(
    database: ListeningDatabase,
) -> None:
    SqlControls(database).count(done_after=NOON.date())

    assert database.plans == ["SCAN controls USING COVERING INDEX idx_controls_due"]


STRETCHES: dict[str, tuple[Callable[[SqlFigures], object], *tuple[str, ...]]] = {
    "messages of some days": (
        lambda figures: figures.count_messages([(NOON, NOON), (NOON, NOON)]),
        "SEARCH messages USING INDEX idx_messages_sent (sent_at>? AND sent_at<?)",
        "SEARCH messages USING INDEX idx_messages_time (made_at>? AND made_at<?)",
    ),
    "due dates of some months": (
        lambda figures: figures.count_cycles([(NOON.date(), NOON.date())] * 2),
        "SEARCH line USING INDEX idx_control_cycles_due (due_on>? AND due_on<?)",
    ),
}


@pytest.mark.parametrize("name", STRETCHES)
def test_stretches_are_looked_for_one_by_one_in_an_index(
    database: ListeningDatabase, name: str
) -> None:
    ask, *steps = STRETCHES[name]
    ask(SqlFigures(database))

    plans = iter(database.plans)
    scanned = [next(plans) for plan in plans if plan == "SCAN stretches"]
    assert scanned == steps


def test_controls_of_each_area_are_counted_without_looking_at_their_rows(
    database: ListeningDatabase,
) -> None:
    SqlAreas(database).count()

    assert database.plans == ["SCAN controls USING COVERING INDEX idx_controls_area"]


def test_messages_about_one_thing_are_not_searched_by_their_state(
    database: ListeningDatabase,
) -> None:
    SqlMessages(database).list_newest(about="job/1", states=[State.SENT, State.DELIVERED])

    assert database.plans == ["SEARCH messages USING INDEX idx_messages_about (about=?)"]


def test_postgres_sorts_ids_by_their_bytes_whatever_its_language(postgres_url: str) -> None:
    database = Database(postgres_url, patience=PATIENCE)
    asked = (
        "SELECT table_name, collation_name FROM information_schema.columns "
        "WHERE column_name = 'id' AND table_name IN ('jobs', 'messages')"
    )
    with database.read() as connection:
        collations = {
            row.table_name: row.collation_name for row in connection.execute(sa.text(asked))
        }
    database.close()

    assert collations == {"jobs": "C", "messages": "C"}
