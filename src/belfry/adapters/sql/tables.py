"""Which table holds which record: the one declaration that store, reads and migrations share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

import sqlalchemy as sa

from belfry.adapters.sql.columns import UtcTime, table_of
from belfry.cron.bells import Bell
from belfry.cron.notices import Notice
from belfry.cron.publications import Publication
from belfry.cron.pulses import Pulse
from belfry.cron.runs import Attempt, Run
from belfry.cron.timers import Timer
from belfry.cron.vigils import Vigil
from belfry.cron.workers import Worker
from belfry.cron.workflows import Workflow
from belfry.delivery.messages import Message
from belfry.delivery.tallies import Tally
from belfry.desk.kept_docs import KeptDoc
from belfry.desk.keys import ApiKey
from belfry.desk.sessions import Session
from belfry.desk.sign_in_links import SignInLink
from belfry.desk.tables import TableHead
from belfry.desk.throttles import Throttle
from belfry.desk.troubles import Trouble
from belfry.desk.users import User
from belfry.jobs.boards import Board
from belfry.jobs.jobs import Job
from belfry.jobs.moves import Move
from belfry.kernel.claims import Claim

metadata = sa.MetaData()


def _partial(name: str, *columns: str, where: str) -> sa.Index:
    condition = sa.text(where)
    return sa.Index(name, *columns, sqlite_where=condition, postgresql_where=condition)


workflows = table_of(
    Workflow, "workflows", metadata, ("id",), sa.Index("idx_workflows_team", "team_id", "id")
)
bells = table_of(
    Bell, "bells", metadata, ("workflow_id",), sa.Index("idx_bells_next_at", "next_at")
)
_UNFINISHED = "status IN ('queued', 'running')"
runs = table_of(
    Run,
    "runs",
    metadata,
    ("id",),
    sa.Index("idx_runs_workflow", "workflow_id", "scheduled_for", "id"),
    sa.Index("idx_runs_time", "scheduled_for", "id"),
    _partial("idx_runs_unfinished", "status", "due_at", "workflow_id", where=_UNFINISHED),
    _partial("idx_runs_busy", "workflow_id", where=_UNFINISHED),
)
attempts = table_of(Attempt, "attempts", metadata, ("run_id", "number"))
pulses = table_of(Pulse, "pulses", metadata, ("workflow_id",))
workers = table_of(Worker, "workers", metadata, ("id",))
notices = table_of(Notice, "notices", metadata, ("id",), sa.Index("idx_notices_at", "at"))
vigils = table_of(Vigil, "vigils", metadata, ("name",))
publications = table_of(Publication, "publications", metadata, ("workflow_id",))
timers = table_of(Timer, "timers", metadata, ("name",), sa.Index("idx_timers_next_at", "next_at"))
claims = table_of(Claim, "claims", metadata, ("name",))

api_keys = table_of(
    ApiKey, "api_keys", metadata, ("digest",), sa.Index("idx_api_keys_id", "id", unique=True)
)
users = table_of(User, "users", metadata, ("id",))
sessions = table_of(
    Session, "sessions", metadata, ("digest",), sa.Index("idx_sessions_expires", "expires_at")
)
sign_in_links = table_of(
    SignInLink, "sign_in_links", metadata, ("digest",), sa.Index("idx_links_expires", "expires_at")
)
throttles = table_of(
    Throttle, "throttles", metadata, ("name",), sa.Index("idx_throttles_expires", "expires_at")
)
troubles = table_of(Trouble, "troubles", metadata, ("id",))
kept_docs = table_of(KeptDoc, "kept_docs", metadata, ("name",))
table_heads = table_of(TableHead, "table_heads", metadata, ("name",))

# SQLite takes a partial index only for a question that says the index's own condition.
MAY_BE_DUE = "state IN ('queued', 'held', 'sending')"
IS_WAITING = "state IN ('queued', 'held')"
messages = table_of(
    Message,
    "messages",
    metadata,
    ("id",),
    _partial("idx_messages_due", "due_at", "id", where=MAY_BE_DUE),
    _partial("idx_messages_waiting", "about", "person", where=IS_WAITING),
    sa.Index("idx_messages_about", "about", "made_at", "id"),
    sa.Index("idx_messages_state", "state", "made_at", "id"),
    sa.Index("idx_messages_time", "made_at", "id"),
)
tallies = table_of(Tally, "tallies", metadata, ("name",))

IS_AT_WORK = "is_open AND missing_since IS NULL"
IS_UNTOLD_LATE = f"{IS_AT_WORK} AND late_told <> moves"
IS_TOLD_WRONG = "slip <> ''"
IS_UNSETTLED = "pending <> '' OR missing_since IS NOT NULL"
jobs = table_of(
    Job,
    "jobs",
    metadata,
    ("id",),
    sa.Index("idx_jobs_stage", "stage", "id"),
    sa.Index("idx_jobs_open", "is_open", "id"),
    _partial("idx_jobs_quiet", "stage", "entered_at", where=IS_AT_WORK),
    _partial("idx_jobs_late", "eta_by", "id", where=IS_UNTOLD_LATE),
    _partial("idx_jobs_told_wrong", "id", where=IS_TOLD_WRONG),
    _partial("idx_jobs_unsettled", "id", where=IS_UNSETTLED),
)
moves = table_of(Move, "moves", metadata, ("job_id", "number"))
boards = table_of(Board, "boards", metadata, ("name",))

for _id in (messages.c.id, jobs.c.id):
    # Left alone, Postgres sorts text by the language it was set up with, and SQLite by its bytes.
    _id.type = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")

numbers = sa.Table(
    "numbers",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("last", sa.Integer, nullable=False),
)
audit_entries = sa.Table(
    "audit_entries",
    metadata,
    sa.Column("subject", sa.Text, primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("at", UtcTime, nullable=False),
    sa.Column("by", sa.Text, nullable=False),
    sa.Column("action", sa.Text, nullable=False),
    sa.Column("before", sa.JSON, nullable=False),
    sa.Column("after", sa.JSON, nullable=False),
    sa.Column("previous", sa.Text, nullable=False),
    sa.Column("hash", sa.Text, nullable=False),
    sa.Index("idx_audit_at", "at"),
)
_unprocessed = sa.text("processed_on IS NULL")
outbox_events = sa.Table(
    "outbox_events",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("aggregate_type", sa.Text, nullable=False),
    sa.Column("aggregate_id", sa.Text, nullable=False),
    sa.Column("op", sa.Text, nullable=False),
    sa.Column("payload", sa.JSON, nullable=False, server_default="{}"),
    sa.Column("created_on", UtcTime, nullable=False, server_default=sa.text("CURRENT_TIMESTAMP")),
    sa.Column("processed_on", UtcTime),
    sa.Column("attempt_count", sa.Integer, nullable=False, server_default="0"),
    sa.Column("error_message", sa.Text),
    sa.Column("next_attempt_on", UtcTime),
    sa.Column("failed_on", UtcTime),
    sa.Index(
        "idx_outbox_unprocessed",
        "processed_on",
        sqlite_where=_unprocessed,
        postgresql_where=_unprocessed,
    ),
    sa.Index("idx_outbox_created_on", "created_on"),
    sqlite_autoincrement=True,
)


@dataclass(frozen=True)
class Home:
    """Where records of one type live, and how their key is spread over the key columns."""

    kind: type[Any]
    table: sa.Table
    split: Callable[[str], tuple[Any, ...]]

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(field.name for field in fields(self.kind))

    @cached_property
    def key_columns(self) -> tuple[sa.Column[Any], ...]:
        return tuple(self.table.primary_key.columns)

    def record(self, row: Any) -> Any:
        return self.kind(**dict(zip(self.names, row, strict=True)))


def _number(key: str) -> tuple[int]:
    return (int(key),)


def _text(key: str) -> tuple[str]:
    return (key,)


def _text_and_number(key: str) -> tuple[str, int]:
    text, _, number = key.rpartition("/")
    return text, int(number)


HOMES: dict[type[Any], Home] = {
    home.kind: home
    for home in (
        Home(Workflow, workflows, _number),
        Home(Bell, bells, _number),
        Home(Run, runs, _text),
        Home(Attempt, attempts, _text_and_number),
        Home(Pulse, pulses, _number),
        Home(Worker, workers, _text),
        Home(Notice, notices, _text),
        Home(Vigil, vigils, _text),
        Home(Publication, publications, _number),
        Home(Timer, timers, _text),
        Home(ApiKey, api_keys, _text),
        Home(User, users, _number),
        Home(Session, sessions, _text),
        Home(SignInLink, sign_in_links, _text),
        Home(Throttle, throttles, _text),
        Home(Trouble, troubles, _text),
        Home(KeptDoc, kept_docs, _text),
        Home(TableHead, table_heads, _text),
        Home(Message, messages, _text),
        Home(Tally, tallies, _text),
        Home(Job, jobs, _text),
        Home(Move, moves, _text_and_number),
        Home(Board, boards, _text),
        Home(Claim, claims, _text),
    )
}
