"""Which table holds which record: the one declaration that store, reads and migrations share."""

from __future__ import annotations

import sqlalchemy as sa

from belfry.accounts.keys import ApiKey, TakenRequest
from belfry.accounts.sessions import Session
from belfry.accounts.sign_in import Throttle
from belfry.accounts.sign_in_links import SignInLink
from belfry.accounts.users import User
from belfry.adapters.sql.columns import (
    BY_LETTER,
    UtcTime,
    partial,
    table_of,
)
from belfry.adapters.sql.columns import TABLE_MAPPINGS as TABLE_MAPPINGS
from belfry.adapters.sql.columns import metadata as metadata
from belfry.controls.controls import (
    AnswerLink,
    Control,
    CycleLine,
    Evidence,
    ReminderLine,
    TaskList,
)
from belfry.controls.reports.calendar_feed import FeedToken
from belfry.controls.tasks.proposals import ProposedControl
from belfry.jobs.jobs import Board, Job, Move, Photo, PhotoFile, TrackingPage
from belfry.jobs.updates.wordings import Draft, KindWordings
from belfry.kernel.records import Claim
from belfry.messaging.caps import DailyCount
from belfry.messaging.contacts import Contact, Reply
from belfry.messaging.incoming import IncomingMail, MailDoor
from belfry.messaging.messages import Message
from belfry.rota.drafts.drafted_weeks import DraftLine, RotaWeek, SheetsSeen, WeekDraft
from belfry.rota.publishing.own_shifts import PersonWeek
from belfry.rota.requests.requests import Clash, RotaLink, ShiftFeed, Swap, TimeOffRequest
from belfry.scheduler.publications import Publication
from belfry.scheduler.runs import (
    Attempt,
    Heartbeat,
    Lane,
    Notice,
    Run,
    Silence,
    Worker,
    WorkflowHealth,
)
from belfry.scheduler.secrets import StoredSecret
from belfry.scheduler.triggers import Trigger
from belfry.scheduler.workflows import Workflow
from belfry.workspace.docs import KeptDoc, TableHead
from belfry.workspace.tables import DataProblem

IS_LISTED = "gone_at IS NULL"
HAS_OWN_CHAIN = "chain_override <> ''"
IS_CORRECTED = f"{IS_LISTED} AND corrected_at IS NOT NULL"
IS_UNDECIDED = "state IN ('open', 'approving')"

controls = table_of(
    Control,
    "controls",
    ("id",),
    partial("idx_controls_next_check", "next_check_on", "id", where=IS_LISTED),
    # With all in it that a count asks for, SQLite need not look at the rows as well.
    partial("idx_controls_due", "due_on", "id", "last_done_on", "gone_at", where=IS_LISTED),
    # The sheet of a year has them by area, and counts how many each has.
    partial("idx_controls_area", "area", "id", "gone_at", where=IS_LISTED),
    partial("idx_controls_chain", "due_on", "id", where=f"{IS_LISTED} AND {HAS_OWN_CHAIN}"),
    partial("idx_controls_corrected", "corrected_at", "id", where=IS_CORRECTED),
)
control_cycles = table_of(
    CycleLine,
    "control_cycles",
    ("control_id", "number"),
    sa.Index("idx_control_cycles_due", "due_on", "control_id", "number"),
)
control_reminders = table_of(ReminderLine, "control_reminders", ("control_id", "due_on", "slot"))
control_evidence = table_of(Evidence, "control_evidence", ("control_id", "number"))
answer_links = table_of(
    AnswerLink, "answer_links", ("digest",), sa.Index("idx_answer_links_expires", "expires_at")
)
task_lists = table_of(TaskList, "task_lists", ("name",))
feed_tokens = table_of(FeedToken, "feed_tokens", ("name",))
proposed_controls = table_of(
    ProposedControl,
    "proposed_controls",
    ("id",),
    partial("idx_proposed_controls_open", "at", "id", where=IS_UNDECIDED),
)

for _name in (
    controls.c.id,
    control_cycles.c.control_id,
    control_reminders.c.slot,
    proposed_controls.c.id,
):
    _name.type = BY_LETTER


IS_OPEN_SWAP = "settled_at IS NULL"
IS_OPEN_CLASH = "answered_at IS NULL"
IS_SHARED = "token <> ''"

rota_weeks = table_of(RotaWeek, "rota_weeks", ("id",))
week_drafts = table_of(WeekDraft, "week_drafts", ("week", "number"))
draft_lines = table_of(DraftLine, "draft_lines", ("week", "draft", "shift_id"), is_last_open=True)
person_weeks = table_of(
    PersonWeek,
    "person_weeks",
    ("person", "week"),
    sa.Index("idx_person_weeks_week", "week", "person"),
)
time_off_requests = table_of(
    TimeOffRequest, "time_off_requests", ("id",), sa.Index("idx_time_off_requests_last", "last_on")
)
swaps = table_of(
    Swap,
    "swaps",
    ("id",),
    sa.Index("idx_swaps_week", "week", "made_at"),
    partial("idx_swaps_open", "made_at", where=IS_OPEN_SWAP),
)
clashes = table_of(
    Clash,
    "clashes",
    ("week", "shift_id"),
    partial("idx_clashes_open", "week", "shift_id", where=IS_OPEN_CLASH),
    is_last_open=True,
)
sheets_seen = table_of(SheetsSeen, "sheets_seen", ("id",))
rota_links = table_of(
    RotaLink, "rota_links", ("digest",), sa.Index("idx_rota_links_expires", "expires_at")
)
shift_feeds = table_of(
    ShiftFeed,
    "shift_feeds",
    ("person",),
    partial("idx_shift_feeds_token", "token", where=IS_SHARED),
)

for _name in (
    draft_lines.c.shift_id,
    person_weeks.c.person,
    time_off_requests.c.id,
    swaps.c.id,
    clashes.c.shift_id,
):
    _name.type = BY_LETTER

workflows = table_of(
    Workflow, "workflows", ("id",), sa.Index("idx_workflows_team", "team_id", "id")
)
stored_secrets = table_of(StoredSecret, "stored_secrets", ("team_id", "name"))
triggers = table_of(
    Trigger, "triggers", ("workflow_id",), sa.Index("idx_triggers_next_at", "next_at")
)
_UNFINISHED = "status IN ('queued', 'running')"
IS_PARKED = "status IN ('parked', 'interrupted')"
runs = table_of(
    Run,
    "runs",
    ("id",),
    sa.Index("idx_runs_workflow", "workflow_id", "scheduled_for", "id"),
    sa.Index("idx_runs_time", "scheduled_for", "id"),
    partial("idx_runs_unfinished", "status", "due_at", "lane", "workflow_id", where=_UNFINISHED),
    partial("idx_runs_busy", "workflow_id", where=_UNFINISHED),
    partial("idx_runs_parked", "scheduled_for", "id", where=IS_PARKED),
)
attempts = table_of(Attempt, "attempts", ("run_id", "number"))
workflow_health = table_of(WorkflowHealth, "workflow_health", ("workflow_id",))
workers = table_of(Worker, "workers", ("id",))
silences = table_of(Silence, "silences", ("worker_id",))
notices = table_of(Notice, "notices", ("id",), sa.Index("idx_notices_at", "at"))
heartbeats = table_of(Heartbeat, "heartbeats", ("name",))
lanes = table_of(Lane, "lanes", ("name",))
publications = table_of(Publication, "publications", ("workflow_id",))
claims = table_of(Claim, "claims", ("name",))

api_keys = table_of(ApiKey, "api_keys", ("digest",), sa.Index("idx_api_keys_id", "id", unique=True))
users = table_of(User, "users", ("id",))
sessions = table_of(
    Session, "sessions", ("digest",), sa.Index("idx_sessions_expires", "expires_at")
)
sign_in_links = table_of(
    SignInLink, "sign_in_links", ("digest",), sa.Index("idx_links_expires", "expires_at")
)
throttles = table_of(
    Throttle, "throttles", ("name",), sa.Index("idx_throttles_expires", "expires_at")
)
taken_requests = table_of(
    TakenRequest, "taken_requests", ("name",), sa.Index("idx_requests_expires", "expires_at")
)
data_problems = table_of(DataProblem, "data_problems", ("id",))
kept_docs = table_of(KeptDoc, "kept_docs", ("name",))
table_heads = table_of(TableHead, "table_heads", ("name",))

MAY_BE_DUE = "state IN ('queued', 'held', 'sending')"
IS_WAITING = "state IN ('queued', 'held')"
WAS_SENT = "sent_at IS NOT NULL"
messages = table_of(
    Message,
    "messages",
    ("id",),
    partial("idx_messages_due", "due_at", "id", where=MAY_BE_DUE),
    partial("idx_messages_waiting", "about", "person", where=IS_WAITING),
    partial("idx_messages_sent", "sent_at", "id", where=WAS_SENT),
    sa.Index("idx_messages_about", "about", "made_at", "id"),
    sa.Index("idx_messages_state", "state", "made_at", "id"),
    sa.Index("idx_messages_time", "made_at", "id"),
    sa.Index("idx_messages_room", "room", "made_at", "id"),
)
incoming_mails = table_of(
    IncomingMail,
    "incoming_mails",
    ("id",),
    sa.Index("idx_incoming_mails_at", "at", "id"),
    partial("idx_incoming_mails_open", "at", "id", where="is_open"),
)
mail_doors = table_of(MailDoor, "mail_doors", ("name",))
daily_counts = table_of(DailyCount, "daily_counts", ("name",))

IS_AT_WORK = "is_open AND missing_since IS NULL"
IS_UNTOLD_LATE = f"{IS_AT_WORK} AND late_told <> moves"
IS_TOLD_WRONG = "slip <> ''"
IS_UNSETTLED = "pending <> '' OR missing_since IS NOT NULL"
HAS_CELL = "is_open AND photo <> ''"
IS_CURRENT = "successor = ''"
jobs = table_of(
    Job,
    "jobs",
    ("id",),
    sa.Index("idx_jobs_number", "number", "id"),
    sa.Index("idx_jobs_stage", "stage", "id"),
    sa.Index("idx_jobs_open", "is_open", "id"),
    sa.Index("idx_jobs_contact", "contact", "id"),
    partial("idx_jobs_quiet", "stage", "entered_at", "id", where=IS_AT_WORK),
    partial("idx_jobs_words", "customer", "item", "id", where="is_open"),
    partial("idx_jobs_late", "eta_by", "id", where=IS_UNTOLD_LATE),
    partial("idx_jobs_told_wrong", "id", where=IS_TOLD_WRONG),
    partial("idx_jobs_unsettled", "id", where=IS_UNSETTLED),
    partial("idx_jobs_cell", "id", where=HAS_CELL),
)
# The first of a job, when it was taken in, ends no stay anywhere.
IS_LATER_MOVE = "number > 1"
moves = table_of(
    Move,
    "moves",
    ("job_id", "number"),
    partial("idx_moves_at", "at", "job_id", "number", where=IS_LATER_MOVE),
)
boards = table_of(Board, "boards", ("name",))
kind_wordings = table_of(KindWordings, "kind_wordings", ("kind",))
drafts = table_of(
    Draft, "drafts", ("message_id",), sa.Index("idx_drafts_job", "job_id", "message_id")
)
photos = table_of(Photo, "photos", ("job_id", "number"))
photo_files = table_of(PhotoFile, "photo_files", ("name",))
tracking_pages = table_of(
    TrackingPage,
    "tracking_pages",
    ("job_id",),
    sa.Index("idx_tracking_pages_token", "token", unique=True),
)
contacts = table_of(
    Contact, "contacts", ("id",), sa.Index("idx_contacts_token", "token", unique=True)
)
replies = table_of(
    Reply,
    "replies",
    ("id",),
    sa.Index("idx_replies_about", "about", "at", "id"),
    sa.Index("idx_replies_contact", "contact", "at", "id"),
    partial("idx_replies_open", "at", "id", where="is_open"),
)

_IDS = (
    messages.c.id,
    jobs.c.id,
    jobs.c.number,
    drafts.c.message_id,
    photos.c.job_id,
    replies.c.id,
    incoming_mails.c.id,
)
for _id in _IDS:
    _id.type = BY_LETTER

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
    sa.Column("is_redacted", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Index("idx_audit_at", "at", "subject", "seq"),
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
